"""Record batches of decks, held against the command and against each other."""

import csv
import io
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest
from fresh import fresh_decks

import sleeve

ROOT = Path(__file__).parents[2]
DUEL = (ROOT / "decks/star-realms/duel.toml").read_text()


@pytest.fixture(scope="module")
def library() -> sleeve.Library:
    return sleeve.Library()


@pytest.fixture(scope="module")
def decks(library: sleeve.Library) -> pa.Table:
    files = [path.read_text() for path in sorted((ROOT / "decks").glob("*/*.toml"))]
    texts = files + list(fresh_decks(library, 0, 300))
    return pa.table({"id": range(len(texts)), "text": texts})


def test_rows_are_those_of_the_command(library: sleeve.Library, decks: pa.Table, tmp_path: Path) -> None:
    for number, text in zip(decks["id"], decks["text"], strict=True):
        ending = "txt" if text.as_py().startswith("#") and "[deck]" in text.as_py() else "toml"
        (tmp_path / f"{number.as_py():04}.{ending}").write_text(text.as_py())
    run = ["sleeve", "check", str(tmp_path), "-o", "csv"]
    rows = list(csv.DictReader(io.StringIO(subprocess.run(run, capture_output=True, text=True, check=False).stdout)))
    measure = "avg(destiny)"
    run = ["sleeve", "stats", str(tmp_path), "--wide", "-m", measure, "-m", "count()", "-o", "ndjson"]
    wide = [json.loads(line) for line in subprocess.run(run, capture_output=True, text=True, check=False).stdout.splitlines()]
    measures = {"destiny": measure, "cards": "count()"}
    checked = pa.table(library.check_batches(decks, measures=measures, where="count() = 60")).to_pylist()
    assert len(rows) == len(checked) == decks.num_rows
    prints = {Path(row["path"]).stem: row for row in wide}
    for row, known in zip(checked, rows, strict=True):
        for key in ("game", "format", "role", "verdict", "first"):
            assert (row[key] or "") == known[key], known
        assert row["provisional"] == (known["provisional"] == "true")
        assert (row["errors"], row["warnings"]) == (int(known["errors"]), int(known["warnings"]))
        other = prints.get(Path(known["path"]).stem)
        assert row["fingerprint"] == (other and other["fingerprint"])
        assert row["where"] == (None if row["cards"] is None else row["cards"] == 60)
    documents = library.check(*decks["text"].to_pylist())["decks"]
    for row, known in zip(checked, documents, strict=True):
        found = [one for one in row["findings"] if one["rule"] not in ("unresolved", "unusable")]
        assert [one["rule"] for one in found] == [one["rule"] for one in known["findings"]]
        for one, two in zip(found, known["findings"], strict=True):
            assert (one["message"], one["level"], one["status"], one["line"]) == tuple(
                two[key] for key in ("message", "level", "status", "line")
            )
            assert one["cards"] == [{key: card[key] for key in ("id", "name", "count")} for card in two["cards"]]
            limit = two["limit"] or {"min": None, "max": None}
            assert one["limit"] == limit


def test_batches_of_any_size_and_from_any_library_are_the_same_rows(library: sleeve.Library, decks: pa.Table) -> None:
    import polars as pl

    whole = pa.table(library.check_batches(decks))
    for size in (1, 7, 100):
        batches = library.check_batches(decks.to_batches(max_chunksize=size))
        parts = [pa.record_batch(batch) for batch in batches]
        assert all(part.num_rows <= size for part in parts)
        assert pa.Table.from_batches(parts) == whole
    frame = pl.DataFrame(library.check_batches(pl.DataFrame(decks)))
    assert frame.select(pl.exclude("findings")).rows() == pl.DataFrame(whole).select(pl.exclude("findings")).rows()
    binary = decks.set_column(1, "text", decks["text"].cast(pa.binary()))
    assert pa.table(library.check_batches(binary))["verdict"] == whole["verdict"]
    assert pa.table(library.check_batches(iter([]))).num_rows == 0


def test_other_columns_pass_through_without_a_copy(library: sleeve.Library) -> None:
    batch = pa.record_batch({"blob": [b"x" * 1000] * 10, "text": [DUEL] * 10})
    (checked,) = map(pa.record_batch, library.check_batches(batch))
    assert checked["blob"].buffers()[2].address == batch["blob"].buffers()[2].address


def test_a_batch_goes_in_before_the_next_comes_out(library: sleeve.Library) -> None:
    taken = []

    def batches() -> Iterator[pa.RecordBatch]:
        for number in range(5):
            taken.append(number)
            yield pa.record_batch({"text": [DUEL] * 3})

    out = library.check_batches(batches())
    next(out)
    assert len(taken) == 1
    assert len(list(out)) == 4


def test_a_hostile_deck_costs_its_row(library: sleeve.Library) -> None:
    words = random.Random(1)
    prose = " ".join(words.choice(["the", "of", "Vader", "deck", "7x", "\n"]) for _ in range(250_000))
    nested = "[" * 1_000_000
    bomb = "<!DOCTYPE a [" + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 20)) + "]><a>&a19;</a>"
    many = "\n".join(f"60x Card {n}" for n in range(100_000))
    zeros = b"\0" * 1_000_000
    hostile = [DUEL, prose, nested, bomb, many, "", DUEL + DUEL, zeros, b"\xff\xfe" * 1000, None, DUEL]
    column = pa.array([text.encode() if isinstance(text, str) else text for text in hostile], pa.binary())
    rows = pa.table(library.check_batches(pa.table({"text": column}), game="swccg")).to_pylist()
    verdicts = [row["verdict"] for row in rows]
    assert verdicts[0] == verdicts[-1] == "legal" and verdicts[-2] is None
    assert set(verdicts[1:-2]) == {"unusable"}


def test_several_decks_in_a_cell_are_one_row(library: sleeve.Library) -> None:
    two = json.dumps({"decks": [{"cards": [{"id": "Athena"}]}] * 2})
    table = pa.table({"text": [two, (ROOT / "decks/starfighter/la-meute-d-ares.toml").read_text()]})
    rows = pa.table(library.check_batches(table, format="starfighter/guerre-totale")).to_pylist()
    assert [row["verdict"] for row in rows] == ["unusable", "legal"]
    assert "2 decks in one cell" in rows[0]["findings"][0]["message"]


def test_what_cannot_be_asked_is_an_error(library: sleeve.Library) -> None:
    table = pa.table({"text": [DUEL]})
    with pytest.raises(KeyError, match="there is no column `deck`; use one of text"):
        list(library.check_batches(table, deck="deck"))
    with pytest.raises(TypeError, match="texts or bytes"):
        list(library.check_batches(pa.table({"text": [1]})))
    with pytest.raises(sleeve.SleeveError, match="no function is named `foo`"):
        list(library.check_batches(table, measures={"x": "foo()"}))
    with pytest.raises(KeyError, match="`prefix`"):
        list(library.check_batches(pa.table({"text": [DUEL], "game": ["x"]})))
    with pytest.raises(ValueError, match="several rows"):
        library.check_batches(table, format="all")
    named = pa.table(library.check_batches(pa.table({"text": [DUEL], "game": ["x"]}), prefix="deck_"))
    assert named["deck_game"].to_pylist() == ["star-realms"] and named["game"].to_pylist() == ["x"]


def test_a_mistake_is_said_where_it_is_made_and_no_batch_lacks_the_words_of_another(library: sleeve.Library) -> None:
    table = pa.table({"text": [DUEL]})
    with pytest.raises(sleeve.SleeveError, match="no function is named `foo`"):
        library.check_batches(table, measures={"x": "foo()"})
    with pytest.raises(sleeve.SleeveError):
        library.check_batches(table, where="count( = 2")
    with pytest.raises(KeyError, match="there is no column `deck`"):
        library.check_batches(table, deck="deck")
    # Star Realms has no destiny; the Star Wars CCG has.
    rows = pa.table(library.check_batches(table, measures={"destiny": "avg(destiny)"})).to_pylist()
    assert rows[0]["verdict"] == "legal" and rows[0]["destiny"] is None
    with pytest.raises(sleeve.SleeveError, match="destiny"):
        library.check_batches(table, measures={"destiny": "avg(destiny)"}, game="star-realms")


def test_batches_become_frames_of_pandas_and_no_array(library: sleeve.Library) -> None:
    import pandas as pd

    frame = library.check_batches(pa.table({"text": [DUEL] * 3})).to_pandas()
    assert frame["verdict"].tolist() == ["legal"] * 3
    with pytest.raises(TypeError, match="to_pandas"):
        pd.DataFrame(library.check_batches(pa.table({"text": [DUEL]})))


def test_ctrl_c_in_a_stream_is_no_error_that_is_caught(library: sleeve.Library) -> None:
    def batches() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"text": [DUEL]})
        raise KeyboardInterrupt

    stream = library.check_batches(batches())
    with pytest.raises(KeyboardInterrupt):
        try:
            pa.table(stream)
        except Exception:
            for _ in range(1000):
                pass


def test_usage_counts_what_the_program_counts(library: sleeve.Library, decks: pa.Table) -> None:
    usage = pa.table(library.usage_batches(decks)).to_pylist()
    answer = library.stats(*decks["text"].to_pylist(), usage=True)
    games = {game["game"]: game for game in answer["games"]}
    counted: dict[str, int] = {}
    for row in usage:
        if row["game"] == "starfighter":
            counted[row["card"]] = counted.get(row["card"], 0) + row["copies"]
    assert counted == {card["id"]: card["copies"] for card in games["starfighter"]["cards"]}


def test_data_of_games_are_tables(library: sleeve.Library) -> None:
    cards = pa.table(library.cards_table("swccg", "kind:character"))
    assert cards.num_rows == library.cards("kind:character", game="swccg")["total"]
    assert cards.schema.field("power").type == pa.float64()
    rules = pa.table(library.rules_table("star-realms/two-player")).to_pylist()
    assert rules and all(rule["game"] == "star-realms" and rule["text"] for rule in rules)
