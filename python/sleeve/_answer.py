"""Asks the questions of the program, and holds its answers."""

from __future__ import annotations

import operator
from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    import pandas
    import polars
    import pyarrow

    from ._sleeve import Library, Reply


class Answer(Mapping[str, "Any"]):
    """The program's answer: a mapping, which is its JSON document; `str()` is its text for people.

    Two answers are equal if their documents are.
    """

    def __init__(self, reply: Reply | _KeptReply) -> None:
        self._reply = reply
        self._document: dict[str, Any] | None = None

    @property
    def talk(self) -> str:
        """Warnings and notes that the program prints apart from its results."""
        return self._reply.talk

    @property
    def verdicts(self) -> list[str] | None:
        """For a check, the verdict on each deck: `legal`, `illegal`, `undetermined` or `unusable`."""
        return self._reply.verdicts

    def json(self) -> str:
        """Returns the JSON document as text."""
        return self._reply.json()

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON document as plain data, which you may change."""
        import json

        document: dict[str, Any] = json.loads(self.json())
        return document

    def rows(self) -> list[dict[str, Any]]:
        """Returns the decks, cards, probabilities or counts as rows for a table.

        Numbers of odds are floats; `fraction` has the exact one.
        """
        from ._rows import list_rows

        return list_rows(self)

    def to_arrow(self) -> pyarrow.Table:
        """Returns the rows as a table of pyarrow."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.rows())

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the rows as a frame of pandas."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> polars.DataFrame:
        """Returns the rows as a frame of Polars."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None)

    def plot(self) -> Any:
        """Draws the curves of `stats`, the probabilities of `odds` or the counts of `draw`, and returns a chart of Altair.

        `pip install 'sleeve[plots]'` installs it.
        """
        from .plots import draw_chart

        return draw_chart(self)

    def _parsed(self) -> dict[str, Any]:
        if self._document is None:
            self._document = self.to_dict()
        return self._document

    def __getitem__(self, key: str) -> Any:
        return self._parsed()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parsed())

    def __len__(self) -> int:
        return len(self._parsed())

    def __eq__(self, other: object) -> bool:
        return self._parsed() == other._parsed() if isinstance(other, Answer) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self._reply)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str | None:
        return self._reply.page()

    def __reduce__(self) -> tuple[Callable[..., Answer], tuple[Any, ...]]:
        return _restore, (self.json(), self.talk, self.verdicts, str(self))


class _KeptReply:
    """A reply that came from another process."""

    def __init__(self, json: str, talk: str, verdicts: list[str] | None, text: str) -> None:
        self.talk = talk
        self.verdicts = verdicts
        self._json = json
        self._text = text

    def json(self) -> str:
        return self._json

    def page(self) -> str | None:
        return None

    def __str__(self) -> str:
        return self._text


def _restore(json: str, talk: str, verdicts: list[str] | None, text: str) -> Answer:
    return Answer(_KeptReply(json, talk, verdicts, text))


def ask(question: str, given: dict[str, Any], decks: Sequence[str], words: Sequence[str]) -> Answer:
    """Asks a question.

    `given` are the arguments of the call by name, its library as `self` among them. `decks` and `words` name those that are
    decks and those that are words after them; the others are options.
    """
    library: Library = given.pop("self")
    if isinstance(given.get("pile"), Mapping):
        given["pile"] = ",".join(f"{name}={count}" for name, count in given["pile"].items())
    read_decks = [read_deck(deck) for deck in _pop_all(given, decks)]
    options = {name: value for name, value in given.items() if name not in words and value is not None and value is not False}
    return Answer(library._ask(question, read_decks, _pop_all(given, words), options))


def ask_text(question: str, given: dict[str, Any], decks: Sequence[str], words: Sequence[str]) -> str:
    """Asks a question whose answer is a text. Notes become warnings."""
    import json
    import warnings

    answer = ask(question, given, decks, words)
    if answer.talk:
        warnings.warn(answer.talk.strip(), stacklevel=3)
    text: str = json.loads(answer.json() or '""')
    return text


def _pop_all(given: dict[str, Any], names: Sequence[str]) -> list[Any]:
    """Takes arguments out of a call: all of `*decks`, and one of `deck` if it is not `None`."""
    taken: list[Any] = []
    for name in names:
        value = given.pop(name)
        if isinstance(value, tuple) or name == "decks":
            taken += value
        elif value is not None:
            taken.append(value)
    return taken


def read_deck(deck: Any) -> Any:
    """Returns plain data as the text of a deck file; everything else as it is.

    A dictionary with `zones` has the shape of a TOML deck, one of numbers lists copies by card, and other data is a JSON deck.
    """
    if isinstance(deck, (bytearray, memoryview)):
        return bytes(deck)
    if isinstance(deck, str):
        _warn_of_path(deck)
    if not isinstance(deck, (dict, list)):
        return deck
    if isinstance(deck, dict) and isinstance(deck.get("zones"), Mapping):
        return "".join(f"{_toml_key(key)} = {_toml(value)}\n" for key, value in deck.items())
    if isinstance(deck, list) and any(isinstance(line, str) for line in deck):
        raise TypeError('a list of texts is no deck; join its lines: "\\n".join(lines)')
    if isinstance(deck, dict) and deck:
        counts = {name: _whole_number(count) for name, count in deck.items()}
        if None not in counts.values():
            return _list_copies(counts)
    import json

    return json.dumps(deck)


def _whole_number(value: Any) -> int | None:
    """Returns a number of copies, which tables often hold as a number of NumPy or as 8.0; `None` for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return operator.index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else None


def _warn_of_path(text: str) -> None:
    """Warns of a text that looks like the path of a file: a text never is one, because strangers may have written it."""
    if "\n" not in text and text.endswith((".toml", ".txt", ".json", ".dek", ".csv")):
        import warnings

        warnings.warn(f"{text!r} is read as the text of a deck; did you mean pathlib.Path?", stacklevel=6)


def _list_copies(deck: Mapping[str, int | None]) -> str:
    """Returns a list of cards, one a line."""
    for name in deck:
        if "\n" in name or "\r" in name:
            raise ValueError(f"the name {name!r} has a line end")
    return "".join(f"{count} {name}\n" for name, count in deck.items())


def _toml_key(key: str) -> str:
    """Returns a key, quoted if it has to be."""
    is_bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if is_bare else _toml(key)


def _toml(value: Any) -> str:
    """Returns a value as TOML writes it on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_toml_key(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    if hasattr(value, "__index__") and not isinstance(value, (bool, int)):
        return str(operator.index(value))
    import json

    # Strings, whole numbers, decimals, `true` and `false` look the same in JSON, except for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
