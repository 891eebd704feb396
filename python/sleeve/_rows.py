"""Turns the documents of answers into rows of tables."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Row = dict[str, Any]


def list_rows(document: Mapping[str, Any]) -> list[Row]:
    """Returns the rows of a document.

    Raises:
        TypeError: this question has no rows.
    """
    kind = document["schema"].split("/")[1]
    if kind not in _ROWS:
        raise TypeError(f"an answer of `{kind}` has no rows; use `answer.to_dict()`")
    return list(_ROWS[kind](document))


def _check_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each deck, with the columns of `sleeve check -o csv` and the ids of the rules of its findings."""
    for deck in document["decks"]:
        levels = [finding["level"] for finding in deck["findings"]]
        row = {key: deck.get(key) for key in ("path", "game", "format", "role", "name", "player", "verdict", "provisional", "fingerprint")}
        row["errors"] = levels.count("error") + len(deck["errors"])
        row["warnings"] = levels.count("warning")
        row["rules"] = [finding["rule"] for finding in deck["findings"]]
        yield row


def _stats_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each number, with the columns of `sleeve stats -o csv`. Where facts are unknown, `low` and `high` differ."""
    for deck in document["decks"]:
        path = deck["path"]
        yield _number_row(path, "cards", None, None, deck["cards"], deck["cards"])
        for zone in deck["zones"]:
            yield _number_row(path, "zone", zone["zone"], None, zone["cards"], zone["cards"])
        for card in (deck["start"] or {}).get("certain", []):
            yield _number_row(path, "start", card["id"], card["name"], card["count"], card["count"])
        for tally in deck["tallies"]:
            yield from _tally_rows(path, "tally", tally)
        for curve in deck["curves"]:
            yield from _tally_rows(path, "curve", curve)
            yield _measure_row(path, "average", curve["average"])
        for average in deck["averages"]:
            yield _measure_row(path, "average", average)
        for measure in deck["measures"]:
            yield _measure_row(path, "measure", measure)
        for group in deck["groups"]:
            yield from _tally_rows(path, "group", group)
            for measure in group["measures"]:
                for row, value in zip(group["rows"], measure["values"], strict=True):
                    yield _measure_row(path, "group", {"measure": measure["measure"], "value": value}, row["value"])


def _tally_rows(deck: str, section: str, tally: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each value of a field, each unknown value, and the cards without one."""
    for row in tally["rows"]:
        yield _number_row(deck, section, tally["field"], row["value"], row["cards"], row["most"])
    for unknown in tally["unknown"]:
        text = unknown["number"]["text"] if unknown["number"] else "unknown"
        yield _number_row(deck, section, tally["field"], text, unknown["cards"], unknown["cards"])
    if tally["without"]:
        yield _number_row(deck, section, tally["field"], None, tally["without"], tally["without"])


def _measure_row(deck: str, section: str, measure: Mapping[str, Any], value: str | None = None) -> Row:
    number = measure["value"] or {}
    return _number_row(deck, section, measure["measure"], value, number.get("low"), number.get("high"))


def _number_row(deck: str, section: str, field: str | None, value: str | None, low: float | None, high: float | None) -> Row:
    return {"deck": deck, "section": section, "field": field, "value": value, "low": low, "high": high}


def _wide_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each deck, with a column for each measure: its number, or null if facts are unknown."""
    for deck in document["decks"]:
        row = {key: deck[key] for key in ("path", "game", "format", "name", "fingerprint", "provisional")}
        for measure, value in zip(document["measures"], deck["values"], strict=True):
            row[measure] = value["low"] if value and value["low"] == value["high"] else None
        yield row


def _usage_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each card: in how many decks it is, and with how many copies."""
    for game in document["games"]:
        for card in game["cards"]:
            yield {"game": game["game"], "of": game["decks"], **{key: card[key] for key in ("id", "name", "decks", "copies")}}


def _odds_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each condition and turn, for each value of a measure, and with `vary` for each number of copies."""
    for one in document.get("decks", [document]):
        deck = one["model"]["deck"]
        for result in one["results"]:
            row = {"deck": deck, "question": result.get("condition") or result.get("measure"), "turn": result.get("turn")}
            if seen := result.get("seen"):
                row |= {"hits": seen["hits"], "games": seen["games"], "chance": seen["corrected"]["probability"]}
            if tried := result.get("copies"):
                for outcome in tried:
                    yield {**row, **{key: outcome[key] for key in ("copies", "probability", "fraction")}}
                continue
            outcomes = result.get("distribution") or result.get("histogram")
            for outcome in outcomes if outcomes is not None else [result]:
                probability = outcome.get("probability", outcome.get("frequency"))
                yield {**row, "value": outcome.get("value"), "probability": probability, "fraction": outcome.get("fraction")}


def _draw_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each card of each hand; of many hands, a row for each value that was counted."""
    if "hands" not in document:
        yield from _odds_rows(document)
        return
    for number, hand in enumerate(document["hands"], 1):
        for turn in hand["turns"]:
            for card in turn["cards"]:
                yield {"hand": number, "turn": turn["turn"], "id": card["id"], "name": card["name"]}


def _card_rows(document: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each card, with a column for each field that some card has."""
    cards = [{key: value for key, value in card.items() if key != "provenance"} for card in document["cards"]]
    columns: dict[str, list[Any]] = {key: [] for card in cards for key in card}
    for name in columns:
        columns[name] = _column([card.get(name) for card in cards])
    for values in zip(*columns.values(), strict=True):
        yield dict(zip(columns, values, strict=True))


def _column(values: list[Any]) -> list[Any]:
    """Returns values of one type: numbers, of which the inexact are null, or nested data as JSON, or the values as they are."""
    is_number = any(_is_number(value) for value in values)
    if is_number and all(value is None or _is_number(value) or isinstance(value, dict) for value in values):
        return [value.get("value") if isinstance(value, dict) else value for value in values]
    if not any(_is_nested(value) for value in values) and len({type(value) for value in values if value is not None}) <= 1:
        return values
    import json

    return [value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in values]


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) or isinstance(value, dict) and "value" in value


def _is_nested(value: Any) -> bool:
    return isinstance(value, dict) or isinstance(value, list) and any(isinstance(one, dict) for one in value)


_ROWS = {
    "cards": _card_rows,
    "check": _check_rows,
    "draw": _draw_rows,
    "odds": _odds_rows,
    "odds-decks": _odds_rows,
    "stats": _stats_rows,
    "stats-usage": _usage_rows,
    "stats-wide": _wide_rows,
}
