"""Build, check and test-draw decks for card games.

Options have the names of the command line, with `_` instead of `-`: `at_least=0.9`. Python keywords get a `_` at the end (`in_`, `with_`).
`format` means `--as`, `reader` means `--from`, and `name` is the name of a deck in memory.
"""

from __future__ import annotations

from ._sleeve import Answer, Batches, SleeveError
from ._sleeve import Library as _Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._sleeve import Deck, Option

__all__ = ["Answer", "Batches", "Library", "SleeveError", "main"]


def _to_pandas(batches: Batches) -> Any:
    """Converts the batches to a pandas frame, with pyarrow."""
    import pyarrow

    return pyarrow.table(batches).to_pandas()


# Not in Rust: pyarrow lets other threads run while it reads the stream, which Rust code that waits for it
# does not know.
Batches.to_pandas = _to_pandas  # type: ignore[method-assign]


class Library(_Library):
    """Games, opened once and shared by threads: `Library(games=…, overlays=…, day=…, threads=…)`.

    `games` is a folder with your own games, `overlays` override the data, `day` is today's date, `threads` is the number of threads.
    """

    def check(self, *decks: Deck, **options: Option) -> Answer:
        """Checks decks and lists every problem."""
        return self._ask("check", decks, (), options)

    def stats(self, *decks: Deck, **options: Option) -> Answer:
        """Computes curves, averages and counts of decks."""
        return self._ask("stats", decks, (), options)

    def fix(self, *decks: Deck, **options: Option) -> Answer:
        """Makes decks legal with as few changes as possible."""
        return self._ask("fix", decks, (), options)

    def odds(self, deck: Deck | None, *conditions: str, **options: Option) -> Answer:
        """Computes the exact probability of an opening hand. Use a deck, or `pile="lands=24,other=36"`."""
        return self._ask("odds", () if deck is None else (deck,), conditions, options)

    def draw(self, deck: Deck | None, *conditions: str, seed: int | None = None, **options: Option) -> Answer:
        """Deals opening hands, or simulates many of them with `trials=…`."""
        if seed is None:
            import secrets

            seed = secrets.randbits(32)
        return self._ask("draw", () if deck is None else (deck,), conditions, {"seed": seed, **options})

    def build(self, what: str, **options: Option) -> Answer:
        """Builds a legal deck for `GAME/FORMAT`."""
        return self._ask("build", (), (what,), options)

    def cards(self, *filter: str, **options: Option) -> Answer:
        """Returns the cards that match a filter."""
        return self._ask("cards", (), filter, options)

    def rules(self, what: str | None = None, **options: Option) -> Answer:
        """Lists games, formats and their rules."""
        return self._ask("rules", (), () if what is None else (what,), options)

    def convert(self, deck: Deck, to: str, **options: Option) -> str:
        """Converts a deck to another file format. Anything that format cannot store is a warning."""
        answer = self._ask("convert", (deck,), (), {"to": to, **options})
        if answer.talk:
            import warnings

            warnings.warn(answer.talk.strip(), stacklevel=2)
        import json

        file: str = json.loads(answer.json() or '""')
        return file


def main() -> int:
    """Runs the `sleeve` command with the arguments of this process."""
    import signal
    import sys

    from . import _sleeve

    # The command has its own handler for Ctrl-C, which the interpreter's handler would block.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _sleeve.main(sys.argv)
