"""Build, check and test-draw decks for card games.

Options are those of the command, with `_` for `-`: `at_least=0.9`. A word of Python has a `_` at its end (`in_`, `with_`), `format` stands for `--as`,
`reader` for `--from`, and `name` is what a deck in memory is called.
"""

from __future__ import annotations

from ._sleeve import Answer, Batches, SleeveError
from ._sleeve import Library as _Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._sleeve import Deck, Option

__all__ = ["Answer", "Batches", "Library", "SleeveError", "main"]


class Library(_Library):
    """Games, opened once and shared by threads: `Library(games=…, overlays=…, day=…, threads=…)`.

    `games` is a folder of own games, `overlays` lie over the data, `day` is the day of today, `threads` how many work at a time.
    """

    def check(self, *decks: Deck, **options: Option) -> Answer:
        """Verdicts on decks, with every problem at once."""
        return self._ask("check", decks, (), options)

    def stats(self, *decks: Deck, **options: Option) -> Answer:
        """Decks in numbers."""
        return self._ask("stats", decks, (), options)

    def fix(self, *decks: Deck, **options: Option) -> Answer:
        """The smallest set of changes that makes decks legal."""
        return self._ask("fix", decks, (), options)

    def odds(self, deck: Deck | None, *conditions: str, **options: Option) -> Answer:
        """How likely an opening draw is, exactly; without a deck of `pile="lands=24,other=36"`."""
        return self._ask("odds", () if deck is None else (deck,), conditions, options)

    def draw(self, deck: Deck | None, *conditions: str, seed: int | None = None, **options: Option) -> Answer:
        """Hands that are dealt, or with `trials=…` very many that are counted."""
        if seed is None:
            import secrets

            seed = secrets.randbits(32)
        return self._ask("draw", () if deck is None else (deck,), conditions, {"seed": seed, **options})

    def build(self, what: str, **options: Option) -> Answer:
        """A legal deck for `GAME/FORMAT`."""
        return self._ask("build", (), (what,), options)

    def cards(self, *filter: str, **options: Option) -> Answer:
        """The cards that a filter describes."""
        return self._ask("cards", (), filter, options)

    def rules(self, what: str | None = None, **options: Option) -> Answer:
        """Games, formats and every rule in words."""
        return self._ask("rules", (), () if what is None else (what,), options)

    def convert(self, deck: Deck, to: str, **options: Option) -> str:
        """A deck in another file format, as text; what that format cannot hold is a warning."""
        answer = self._ask("convert", (deck,), (), {"to": to, **options})
        if answer.talk:
            import warnings

            warnings.warn(answer.talk.strip(), stacklevel=2)
        return answer.json()


def main() -> int:
    """Runs the command `sleeve` with the arguments of this process."""
    import signal
    import sys

    from . import _sleeve

    # The command has a handler of its own for Ctrl-C, which the interpreter's would keep out.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _sleeve.main(sys.argv)
