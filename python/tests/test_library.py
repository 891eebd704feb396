"""The calls of a library, held against the command."""

import csv
import inspect
import io
import json
import pickle
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import sleeve

ROOT = Path(__file__).parents[2]
DECKS = sorted((ROOT / "decks").glob("*/*.toml"))
DUEL = ROOT / "decks/star-realms/duel.toml"


@pytest.fixture(scope="module")
def library() -> sleeve.Library:
    return sleeve.Library()


def command(*args: object) -> tuple[int, str]:
    run = subprocess.run(["sleeve", *map(str, args)], capture_output=True, check=False, text=True)
    return run.returncode, run.stdout


@pytest.mark.parametrize(
    ("call", "args"),
    [
        (lambda of: of.check(*DECKS), ["check", *DECKS]),
        (lambda of: of.check(ROOT / "decks", format="all"), ["check", ROOT / "decks", "--as", "all"]),
        (lambda of: of.stats(*DECKS[:5]), ["stats", *DECKS[:5]]),
        (lambda of: of.fix(DUEL), ["fix", DUEL]),
        (
            lambda of: of.odds(DUEL, "count(kind:ship) >= 1", turns="1..3"),
            ["odds", DUEL, "count(kind:ship) >= 1", "--turns", "1..3"],
        ),
        (
            lambda of: of.draw(DUEL, "count(kind:ship)", trials=1000, seed=7),
            ["draw", DUEL, "count(kind:ship)", "--trials", 1000, "--seed", 7],
        ),
        (lambda of: of.cards("-kind:base", game="star-realms"), ["cards", "-kind:base", "--game", "star-realms"]),
        (lambda of: of.rules("star-realms"), ["rules", "star-realms"]),
        (lambda of: of.build("star-realms/two-player"), ["build", "star-realms/two-player"]),
        (lambda of: of.build(decks=[DUEL, DUEL], collection=DUEL), ["build", "--collection", DUEL, "--decks", DUEL, DUEL]),
    ],
)
def test_an_answer_is_the_document_of_the_command(
    library: sleeve.Library, call: Callable[[sleeve.Library], sleeve.Answer], args: list[object]
) -> None:
    answer = call(library)
    assert answer.to_dict() == json.loads(command(*args, "-o", "json")[1])
    assert str(answer) == command(*args)[1].rstrip()


def test_a_deck_is_text_bytes_path_or_data(library: sleeve.Library) -> None:
    text = DUEL.read_text()
    whole = library.check(DUEL)["decks"][0]["fingerprint"]
    assert library.check(text, name="duel.toml")["decks"][0]["fingerprint"] == whole
    assert library.check(text.encode())["decks"][0]["fingerprint"] == whole
    assert library.check({"cards": [{"id": "Athena"}]}, game="starfighter")["decks"][0]["game"] == "starfighter"
    both = library.stats(text, DUEL.read_bytes(), name=["a.toml", "b.toml"])
    assert [deck["path"] for deck in both["decks"]] == ["a.toml", "b.toml"]
    with pytest.raises(TypeError, match="pathlib.Path"):
        library.check(7)  # type: ignore[arg-type]
    # A text is no path, whatever it says.
    with pytest.warns(UserWarning, match="did you mean pathlib.Path"):
        assert library.check(str(DUEL)).verdicts == ["unusable"]
    assert library.check(bytearray(text.encode()))["decks"][0]["fingerprint"] == whole


def test_a_dictionary_is_a_deck(library: sleeve.Library) -> None:
    shape = tomllib.loads(DUEL.read_text())
    assert library.check(shape)["decks"][0]["fingerprint"] == library.check(DUEL)["decks"][0]["fingerprint"]
    awkward = {"game": "star-realms", "name": 'a "b" \\ é\x7f\n', "zones": {"starter": {"Scout": 8, "no card": [{"count": 1}]}}}
    deck = library.check(awkward, format="two-player")["decks"][0]
    assert deck["name"] == awkward["name"]
    copies = library.check({"Scout": 8, "Viper": 2}, game="star-realms", format="two-player")["decks"][0]
    assert "starting-deck" not in [finding["rule"] for finding in copies["findings"]]
    with pytest.raises(ValueError, match="line end"):
        library.check({"Scout\n# game: swccg": 1})
    with pytest.raises(TypeError, match="join its lines"):
        library.check(["8 Scout", "2 Viper"])


def test_numbers_of_copies_may_come_from_a_table(library: sleeve.Library) -> None:
    class Int64:
        """A number as NumPy has them."""

        def __index__(self) -> int:
            return 8

    decks: list[dict[str, Any]] = [{"Scout": scouts, "Viper": 2} for scouts in (8, Int64(), 8.0)]
    zones: list[dict[str, Any]] = [{"zones": {"starter": deck}} for deck in decks[:2]]
    for shapes in (decks, zones):
        answer = library.check(*shapes, game="star-realms", format="two-player")
        first, *others = [(deck["verdict"], deck["findings"], deck["unresolved"]) for deck in answer["decks"]]
        assert others and all(other == first for other in others)


def test_an_answer_is_a_mapping_that_travels(library: sleeve.Library) -> None:
    answer = library.check(*DECKS)
    assert list(answer) == list(answer.to_dict()) and "decks" in answer and dict(answer) == answer.to_dict()
    assert answer["decks"] is answer["decks"]
    assert answer == library.check(*DECKS) != library.check(DUEL)
    copy = pickle.loads(pickle.dumps(answer))
    assert copy == answer and str(copy) == str(answer) and copy.verdicts == answer.verdicts
    with pytest.raises(KeyError):
        answer["deck"]


def test_keywords_have_types_and_docs() -> None:
    for name, method in inspect.getmembers(sleeve.Library, inspect.isfunction):
        if name.startswith("_"):
            continue
        signature = inspect.signature(method)
        assert all(one.annotation is not inspect.Parameter.empty for one in signature.parameters.values() if one.name != "self")
        assert not any(one.kind is inspect.Parameter.VAR_KEYWORD for one in signature.parameters.values())
        assert method.__doc__ and all(f"    {one}: " in method.__doc__ for one, of in signature.parameters.items() if of.kind is of.KEYWORD_ONLY)
    assert sleeve.__version__ == command("--version")[1].split()[1]


def test_rows_are_the_tables_of_the_command(library: sleeve.Library) -> None:
    def table(*args: object) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(command(*args, "-o", "csv")[1])))

    paths = [ROOT / "decks", DUEL]
    checked = library.check(*paths)
    for row, line in zip(checked.rows(), table("check", *paths), strict=True):
        for key in ("path", "game", "format", "role", "name", "player", "verdict", "errors", "warnings"):
            assert str(row[key] if row[key] is not None else "") == line[key], (row, line)
    for row, line in zip(library.stats(*DECKS).rows(), table("stats", *DECKS), strict=True):
        assert [str(row[key] or "") for key in ("deck", "section", "field", "value")] == [line[key] for key in ("deck", "section", "field", "value")]
        for key in ("low", "high"):
            assert (row[key] is None) == (line[key] == "") and (row[key] is None or abs(row[key] - float(line[key])) < 1e-4)
    odds = library.odds(DUEL, "count(kind:ship) >= 1", "sum(trade)", turns="1..3")
    assert [sum(row["probability"] for row in odds.rows() if row["question"] == "sum(trade)" and row["turn"] == turn) for turn in (1, 2, 3)] == pytest.approx([1, 1, 1])
    asked = partial(library.odds, None, "count(lands) >= 2", pile={"lands": 24, "other": 36}, draw=7)
    tried = asked(vary="lands").rows()
    assert [row["copies"] for row in tried] == list(range(61)) and tried[24]["fraction"] == "139357/162545"
    seen = asked(seen="80/100").rows()
    assert (seen[0]["hits"], seen[0]["games"]) == (80, 100) and seen[0]["chance"] == pytest.approx(0.1436, abs=1e-4)
    frames = [checked, library.stats(*DECKS), odds, library.cards("", game="swccg"), library.stats(*DECKS, usage=True), library.draw(DUEL, seed=1)]
    for answer in frames:
        rows = answer.rows()
        assert len(answer.to_pandas()) == answer.to_polars().height == answer.to_arrow().num_rows == len(rows) > 0
    with pytest.raises(TypeError, match="has no rows"):
        library.rules().rows()


def test_charts_are_drawn(library: sleeve.Library) -> None:
    ships = "count(kind:ship) >= 1"
    answers = [
        library.stats(DUEL),
        library.odds(DUEL, ships),
        library.odds(DUEL, ships, "sum(trade)", turns="1..3"),
        library.odds(DUEL, ships, turns="1..3"),
        library.draw(DUEL, hands=2),
        library.draw(DUEL, "count(kind:ship)", trials=100),
    ]
    for answer in answers:
        assert all(answer.plot().to_dict()["datasets"].values())
    with pytest.raises(TypeError, match="has no chart"):
        library.check(DUEL).plot()


def test_an_error_says_what_the_program_says(library: sleeve.Library, tmp_path: Path) -> None:
    with pytest.raises(sleeve.SleeveError) as caught:
        library.stats(DUEL, measure="foo(x)")
    assert caught.value.message == "no function is named `foo`"
    assert caught.value.place == "command line:1:1"
    assert caught.value.help == "did you mean `floor`?"
    with pytest.raises(TypeError, match="turnz"):
        library.odds(DUEL, "count() > 1", turnz=3)  # type: ignore[call-arg]
    with pytest.raises(sleeve.SleeveError, match="`turn` and `turns` exclude each other"):
        library.odds(DUEL, "count() > 1", turn=3, turns="1..3")
    with pytest.raises(sleeve.SleeveError, match="0 is not from 1 to 100000"):
        library.draw(DUEL, hands=0)
    code = (
        "import pathlib, sleeve\n"
        f"try: sleeve.Library().stats(pathlib.Path({str(DUEL)!r}), measure='foo(x)')\n"
        "except sleeve.SleeveError as error: print(error.message, error.place, error.help, sep='|')\n"
    )
    french = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"LANG": "fr_FR.UTF-8"})
    assert french.stdout == "la fonction `foo` n'existe pas|ligne de commande:1:1|vouliez-vous dire `floor`\u00a0?\n"
    with pytest.raises(sleeve.SleeveError, match="no games folder `no-such-folder`"):
        sleeve.Library(games="no-such-folder")
    overlay = tmp_path / "overlay.toml"
    overlay.write_text("[[card]]\nidd = 1\n")
    with pytest.raises(sleeve.SleeveError) as caught:
        sleeve.Library(overlays=[overlay])
    assert caught.value.place and "overlay.toml:" in caught.value.place


def test_a_deck_is_converted_with_a_warning_of_what_is_lost(library: sleeve.Library) -> None:
    with pytest.warns(UserWarning, match="note"):
        text = library.convert(ROOT / "decks/swccg/dark-combat.toml", "gemp-xml")
    assert text.startswith("<?xml")


def test_threads_share_a_library(library: sleeve.Library) -> None:
    alone = [library.check(path)["decks"] for path in DECKS]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda path: library.check(path)["decks"], DECKS)) == alone


def test_the_lock_of_the_interpreter_is_released(library: sleeve.Library) -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    before = counted
    library.check(ROOT / "decks")
    done.set()
    counter.join()
    assert counted > before + 10


def test_a_library_travels(library: sleeve.Library) -> None:
    opened = pickle.loads(pickle.dumps(sleeve.Library(day="2020-01-01", threads=1)))
    assert opened.check(DUEL).verdicts == ["legal"]


def test_a_forked_process_has_threads_of_its_own(library: sleeve.Library) -> None:
    library.check(*DECKS)
    code = (
        "import os, sleeve\n"
        f"library = sleeve.Library(); path = __import__('pathlib').Path({str(ROOT / 'decks')!r})\n"
        "whole = library.check(path).verdicts\n"
        "child = os.fork()\n"
        "if child == 0: os._exit(0 if library.check(path).verdicts == whole else 1)\n"
        "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=120, check=False).returncode == 0


def test_ctrl_c_stops_a_long_call() -> None:
    code = (
        "import sleeve; print('ready', flush=True)\n"
        "try: sleeve.Library().draw(None, 'count(a)', pile='a=30,b=30', draw=7, trials=10**10)\n"
        "except KeyboardInterrupt: print('stopped', flush=True)\n"
        "print(sleeve.Library().check({'cards': []}).verdicts)\n"
    )
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert run.stdout and run.stdout.readline() == "ready\n"
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    assert run.communicate(timeout=60)[0] == "stopped\n['unusable']\n"


def test_a_notebook_shows_the_report(library: sleeve.Library) -> None:
    page = library.check(DUEL)._repr_html_()
    assert page and page.startswith("<iframe sandbox") and "Duel" in page
    assert library.check("no deck")._repr_html_() is None


def test_the_command_is_of_the_same_engine() -> None:
    status, out = command("check", DUEL)
    assert status == 0 and out.startswith("legal")
    code = "import time, sys; t = time.perf_counter(); import sleeve; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert "pyarrow" not in loaded and "'json'" not in loaded
