"""Charts of answers, drawn by Altair: `pip install 'sleeve[plots]'`.

`answer.plot()` calls `draw_chart`.
"""

from __future__ import annotations

import altair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._answer import Answer


def draw_chart(answer: Answer) -> Any:
    """Draws curves, odds by turn, distributions, or dealt hands.

    Raises:
        TypeError: there is nothing to draw.
    """
    rows = answer.rows()
    kind = answer["schema"].split("/")[1]
    if kind == "stats":
        return _draw_curves(rows)
    if kind == "draw" and "hands" in answer:
        return _draw_hands(rows)
    if kind in ("odds", "odds-decks", "draw"):
        return _draw_odds(rows)
    raise TypeError(f"an answer of `{kind}` has no chart; make one of `answer.to_pandas()`")


def _chart(rows: list[dict[str, Any]]) -> Any:
    return altair.Chart({"values": rows})


def _deck_legend(rows: list[dict[str, Any]]) -> altair.Legend | None:
    """Returns a legend if there are several decks."""
    return altair.Legend() if len({row["deck"] for row in rows}) > 1 else None


def _draw_curves(rows: list[dict[str, Any]]) -> Any:
    """Draws a bar for each value of each curve, and one panel a field."""
    curves = [row for row in rows if row["section"] == "curve" and row["value"] is not None]
    if not curves:
        curves = [row for row in rows if row["section"] == "tally" and row["value"] is not None]
    # Vega's own order would put 10 before 2.
    values = list(dict.fromkeys(row["value"] for row in curves))
    return (
        _chart(curves)
        .mark_bar()
        .encode(
            x=altair.X("value:N", sort=values, title=None),
            y=altair.Y("low:Q", title="cards"),
            color=altair.Color("deck:N", legend=_deck_legend(curves)),
            xOffset="deck:N",
            column=altair.Column("field:N", title=None),
            tooltip=["deck:N", "field:N", "value:N", "low:Q", "high:Q"],
        )
        .resolve_scale(x="independent")
    )


def _draw_odds(rows: list[dict[str, Any]]) -> Any:
    """Draws a line over the turns for each condition, or bars for the values of a measure."""
    tooltip = ["deck:N", "question:N", "turn:Q", "value:N", "probability:Q", "fraction:N"]
    probability = altair.Y("probability:Q", axis=altair.Axis(format="%"), title="probability")
    spread = [row for row in rows if row["value"] is not None]
    if spread:
        values = list(dict.fromkeys(row["value"] for row in spread))
        across = altair.X("value:N", sort=values, title=None)
        return _chart(spread).mark_bar().encode(x=across, y=probability, color="turn:N", xOffset="turn:N", row=altair.Row("question:N", title=None), tooltip=tooltip)
    decks = altair.Color("deck:N", legend=_deck_legend(rows))
    if all(row["turn"] is None for row in rows):
        across = altair.X("probability:Q", axis=altair.Axis(format="%"))
        return _chart(rows).mark_bar().encode(
            x=across, y=altair.Y("question:N", title=None), yOffset="deck:N", color=decks, tooltip=tooltip
        )
    turns = altair.X("turn:O", axis=altair.Axis(labelAngle=0))
    dashes = altair.StrokeDash("deck:N", legend=_deck_legend(rows))
    lines = _chart(rows).mark_line(point=True)
    return lines.encode(x=turns, y=probability, color=altair.Color("question:N", title=None), strokeDash=dashes, tooltip=tooltip).properties(width=400)


def _draw_hands(rows: list[dict[str, Any]]) -> Any:
    """Draws each hand as a row of cards."""
    hands: dict[int, int] = {}
    for row in rows:
        hands[row["hand"]] = hands.get(row["hand"], 0) + 1
        row["place"] = hands[row["hand"]]
    cards = _chart(rows).encode(
        x=altair.X("place:O", title=None, axis=None), y=altair.Y("hand:O", title="hand"), tooltip=["name:N", "id:N", "turn:O"]
    )
    return altair.layer(
        cards.mark_rect(stroke="white", width=110, height=40, opacity=0.4).encode(color=altair.Color("name:N", legend=None)),
        cards.mark_text(limit=104, fontSize=10).encode(text="name:N"),
    ).properties(width=114 * max(hands.values(), default=1), height={"step": 46})
