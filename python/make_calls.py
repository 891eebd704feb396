"""Writes `sleeve/_calls.py`: each question of the program as a method with typed, documented keywords.

Run it after a change of `schemas/ask-*.json`. With `--check` it only says whether the file is what it would write.
"""

import json
import keyword
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TARGET = HERE / "sleeve/_calls.py"

# What each question does, and its positional arguments: `*` takes any number, `?` may be missing.
QUESTIONS = {
    "check": ("Checks decks and lists every problem.", "*decks"),
    "stats": ("Computes curves, averages and counts of decks.", "*decks"),
    "fix": ("Makes decks legal with as few changes as possible.", "*decks"),
    "odds": ("Computes the exact probability of an opening hand. Give a deck, or `None` and a `pile`.", "deck? *conditions"),
    "draw": ("Deals opening hands, or simulates many of them with `trials`.", "deck? *conditions"),
    "diff": ("Compares two decks.", "before after"),
    "match": ("Says whether two decks may meet.", "a b"),
    "build": ("Builds a legal deck for `GAME/FORMAT`, or says which `decks` a `collection` can build at once.", "what?"),
    "cards": ("Finds the cards that match a filter.", "*filter"),
    "show": ("Shows all facts of cards.", "*names"),
    "rules": ("Lists games, formats and their rules.", "what?"),
    "convert": ("Converts a deck to another file format, and returns its text. What that format cannot store is a warning.", "deck to"),
    "seal": ("Commits to a deck without showing it.", "deck"),
    "report": ("Writes a page about decks; `str()` of the answer is its HTML.", "*decks"),
    "sheet": ("Writes deck sheets to print; `str()` of the answer is their HTML.", "*decks"),
}
# Arguments that are decks: each may be a text, bytes, a path or plain data.
DECKS = ("decks", "deck", "before", "after", "a", "b")
# Questions that are answered with a text.
TEXTS = ("convert",)
# A library has threads of its own.
LEFT_OUT = ("threads",)
# These name files; a text would be taken for a path.
PATHS = ("collection", "event", "boxes", "file", "into")
TYPES = {"string": "str", "number": "float", "integer": "int", "boolean": "bool"}
IMPORTS = '''\
from __future__ import annotations

from ._answer import Answer, ask, ask_text
from ._sleeve import Library as _Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date
    from os import PathLike
    from typing import Literal, TypeAlias

    from ._sleeve import Deck

    Names: TypeAlias = str | Sequence[str]
'''


def parameter_name(field: str) -> str:
    """Returns the keyword for a field of the question."""
    name = "reader" if field == "from" else field
    return name + "_" if keyword.iskeyword(name) else name


def value_type(field: str, schema: dict[str, Any], definitions: dict[str, Any]) -> str:
    """Returns the type of a field's value."""
    schema = definitions.get(schema.get("$ref", "").rsplit("/", 1)[-1], schema)
    words = schema.get("enum") or [word["const"] for word in schema.get("oneOf", ())]
    if words:
        return f"Literal[{', '.join(json.dumps(word) for word in words)}]"
    if field == "set":
        return "Mapping[str, str | float] | Names"
    if field == "pile":
        return "Mapping[str, int] | str"
    if schema["type"] == "array":
        # The decks to follow; of a card, it is the name of another card.
        one = "Deck" if field == "like" else value_type(field, schema["items"], definitions)
        return "Names" if one == "str" else f"{one} | Sequence[{one}]"
    if field in ("on", "day"):
        return "date | str"
    if field in PATHS:
        return "PathLike[str] | str" if field in ("file", "into") else "PathLike[str] | bytes | str"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(TYPES[kind] for kind in kinds)


def write_method(question: str, schema: dict[str, Any]) -> str:
    """Returns the method that asks a question."""
    doc, positional = QUESTIONS[question]
    fields = schema["properties"]
    definitions = schema.get("$defs", {})
    lines = [f"    def {question}(", "        self,"]
    decks, words, taken = [], [], []
    for argument in positional.split():
        name = argument.strip("*?")
        taken.append(name)
        taken.append("decks" if name == "deck" else name)
        kind = "Deck" if name in DECKS else "str"
        default = " | None = None" if argument.endswith("?") else ""
        lines.append(f"        {'*' if argument.startswith('*') else ''}{name}: {kind}{default},")
        if name in DECKS:
            decks.append(name)
        elif name != "to":
            words.append(name)
    if not any(argument.startswith("*") for argument in positional.split()):
        lines.append("        *,")
    described = []
    if decks:
        lines.append("        name: Names | None = None,")
        described.append("name: Name of a deck in memory, or a name for each")
    for field, value in fields.items():
        if field in taken or field in LEFT_OUT:
            continue
        if field == "decks":
            decks.append(field)
            lines.append("        decks: Sequence[Deck] = (),")
            described.append(f"decks: {one_line(value['description'])}")
            continue
        parameter = parameter_name(field)
        kind = value_type(field, value, definitions)
        lines.append(f"        {parameter}: bool = False," if kind == "bool" else f"        {parameter}: {kind} | None = None,")
        described.append(f"{parameter}: {one_line(value['description'])}")
    is_text = question in TEXTS
    lines.append(f"    ) -> {'str' if is_text else 'Answer'}:")
    lines.append(f'        """{doc}')
    if described:
        lines += ["", "        Args:"] + [f"            {line}" for line in described]
    lines.append('        """')
    lines.append(f'        return ask{"_text" if is_text else ""}("{question}", locals(), {words_list(decks)}, {words_list(words)})')
    return "\n".join(lines)


def words_list(names: list[str]) -> str:
    """Returns a list as the formatter writes it."""
    return json.dumps(names)


def one_line(description: str) -> str:
    """Returns a description as sentences on one line."""
    parts = (" ".join(part.split()) for part in description.split("\n\n"))
    return ". ".join(part.rstrip(".") for part in parts) + "."


def write_calls() -> str:
    """Returns the module."""
    methods = []
    for question in QUESTIONS:
        schema = json.loads((HERE / f"../schemas/ask-{question}.json").read_text())
        methods.append(write_method(question, schema))
    head = '"""The questions of the program as methods. `make_calls.py` writes this file."""\n\n'
    body = 'class Calls(_Library):\n    """The questions of the program."""\n\n' + "\n\n".join(methods)
    return f"{head}{IMPORTS}\n\n{body}\n"


if __name__ == "__main__":
    text = write_calls()
    if "--check" not in sys.argv:
        TARGET.write_text(text)
    elif TARGET.read_text() != text:
        sys.exit("python/sleeve/_calls.py is not what the schemas say: run python/make_calls.py")
