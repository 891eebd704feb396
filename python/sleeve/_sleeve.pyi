"""The engine."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from os import PathLike
from typing import Any, Protocol, Self, TypeAlias, final

import pandas
import polars
import pyarrow

__version__: str

Deck: TypeAlias = str | bytes | bytearray | memoryview | PathLike[str] | dict[str, Any] | list[Any]
"""A deck: its text, the bytes of its file, the path of a file or folder, the shape of a TOML deck, copies by card, or a JSON deck."""
Value: TypeAlias = str | float | date | PathLike[str] | bytes | None
Option: TypeAlias = Value | Sequence[Value] | Mapping[str, Value]

class ArrowBatch(Protocol):
    """A record batch from any library."""
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class ArrowStream(Protocol):
    """A table or a stream from any library."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class SleeveError(Exception):
    """The program's error."""

    message: str
    place: str | None
    """`path:line:column`, if the error is in a file or a text."""
    help: str
    """What to do; empty if there is no advice."""

@final
class Reply:
    """The program's reply, which an `Answer` holds; `str()` is its text for people."""

    @property
    def talk(self) -> str: ...
    @property
    def verdicts(self) -> list[str] | None: ...
    def json(self) -> str: ...
    def page(self) -> str | None: ...

@final
class Batches:
    """Record batches that are computed on demand: an iterator, and an Arrow stream."""

    def __iter__(self) -> Iterator[ArrowBatch]: ...
    def __next__(self) -> ArrowBatch: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def to_arrow(self) -> pyarrow.Table:
        """Reads the batches into a table of pyarrow."""
    def to_pandas(self) -> pandas.DataFrame:
        """Reads the batches into a frame of pandas, with pyarrow."""
    def to_polars(self) -> polars.DataFrame:
        """Reads the batches into a frame of Polars."""

class Library:
    """Games, opened once and shared by threads."""

    def __new__(
        cls,
        games: str | PathLike[str] | None = None,
        overlays: Sequence[str | PathLike[str]] = (),
        day: str | date | None = None,
        threads: int = 0,
    ) -> Self: ...
    def _ask(
        self, command: str, decks: Sequence[Deck], words: Sequence[str], options: Mapping[str, Option]
    ) -> Reply: ...
    def check_batches(
        self,
        batches: ArrowBatch | ArrowStream | Iterable[ArrowBatch] | Iterable[ArrowStream],
        *,
        deck: str = "text",
        name: str | None = None,
        game: str | None = None,
        format: str | None = None,
        role: str | None = None,
        reader: str | None = None,
        on: str | date | None = None,
        attested: bool = False,
        measures: Mapping[str, str] | None = None,
        where: str | None = None,
        prefix: str = "",
    ) -> Batches: ...
    def usage_batches(
        self,
        batches: ArrowBatch | ArrowStream | Iterable[ArrowBatch] | Iterable[ArrowStream],
        *,
        deck: str = "text",
        name: str | None = None,
        game: str | None = None,
        format: str | None = None,
        reader: str | None = None,
    ) -> Batches: ...
    def cards_table(self, game: str, *filter: str) -> Batches: ...
    def rules_table(self, what: str | None = None) -> Batches: ...

def main(args: Sequence[str]) -> int: ...
