"""The calls of a library, held against the command."""

import json
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
    assert library.check(str(DUEL)).verdicts == ["unusable"]


def test_an_error_says_what_the_program_says(library: sleeve.Library, tmp_path: Path) -> None:
    with pytest.raises(sleeve.SleeveError) as caught:
        library.stats(DUEL, measure="foo(x)")
    assert caught.value.message == "no function is named `foo`"
    assert caught.value.place == "command line:1:1"
    assert caught.value.help == "did you mean `floor`?"
    with pytest.raises(sleeve.SleeveError) as caught:
        library.odds(DUEL, "count() > 1", turnz=3)
    assert caught.value.message == "this question has no field `turnz`"
    assert " turn, turns, " in caught.value.help
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
