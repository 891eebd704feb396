"""Build, check and test-draw decks for card games.

Open the games once with `Library()`, then ask: `Library().check(Path("deck.toml"))`. Each question of the command line is a
method; its options are keywords with `_` instead of `-`. Python keywords get a `_` at the end (`in_`, `with_`), `format`
means `--as`, `reader` means `--from`, and `name` is the name of a deck in memory.
"""

from __future__ import annotations

from ._answer import Answer
from ._calls import Calls
from ._sleeve import Batches, SleeveError, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["Answer", "Batches", "Library", "SleeveError", "__version__", "main"]


# Not in Rust: pyarrow lets other threads run while it reads the stream, which Rust code that waits for it
# does not know.
def _to_arrow(self: Batches) -> pyarrow.Table:
    """Reads the batches into a table of pyarrow."""
    import pyarrow

    return pyarrow.table(self)


def _to_pandas(self: Batches) -> pandas.DataFrame:
    """Reads the batches into a frame of pandas, with pyarrow."""
    return _to_arrow(self).to_pandas()


def _to_polars(self: Batches) -> polars.DataFrame:
    """Reads the batches into a frame of Polars."""
    import polars

    return polars.DataFrame(self)


Batches.to_arrow = _to_arrow  # type: ignore[method-assign]
Batches.to_pandas = _to_pandas  # type: ignore[method-assign]
Batches.to_polars = _to_polars  # type: ignore[method-assign]


class Library(Calls):
    """Games, opened once and shared by threads: `Library(games=…, overlays=…, day=…, threads=…)`.

    `games` is a folder with your own games, `overlays` override the data, `day` is today's date, `threads` is the number of threads.
    """

def main() -> int:
    """Runs the `sleeve` command with the arguments of this process."""
    import signal
    import sys

    from . import _sleeve

    # The command has its own handler for Ctrl-C, which the interpreter's handler would block.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _sleeve.main(sys.argv)
