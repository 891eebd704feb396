"""Runs the scripts of docs/scale.md on fresh decks, and compares what they write. `scale.py FOLDER COUNT`."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
from fresh import write

import sleeve

PAGE = Path(__file__).parents[2] / "docs/scale.md"
LONGEST = 30
HANDS = 1_000_000


def run(name: str, *arguments: str) -> str:
    """Runs a script; the result says what it took."""
    before, cpu = time.perf_counter(), os.times()
    subprocess.run([sys.executable, name, *arguments], check=True, stderr=subprocess.DEVNULL)
    took, after = time.perf_counter() - before, os.times()
    spent = after.children_user + after.children_system - cpu.children_user - cpu.children_system
    return f"{name} {' '.join(arguments)}: {took:.1f} s, processors {spent:.1f} s"


def compare_hands(name: str) -> None:
    """Deals hands by a script in 1 and 4 tasks, and with the same seeds here."""
    library = sleeve.Library()
    for tasks in (1, 4):
        print(run(name, str(HANDS), str(tasks)), flush=True)
        total = {"hits": 0, "hands": 0}
        for seed in range(tasks):
            drawn = library.draw(None, "count(lands) >= 3", trials=HANDS // tasks, seed=seed, pile="lands=24,other=36", draw=7)
            for key in total:
                total[key] += drawn["results"][0][key]
        assert json.loads(Path("spark_hands.json").read_text()) == total


def main(folder: Path, count: int, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    if not Path("decks.parquet").exists():
        # Spark takes one group of rows at least in each task.
        write("decks.parquet", count, batch=-(-count // 32))
    rows = None
    for name, text in re.findall(r"^```python (\S+)\n(.*?)^```$", PAGE.read_text(), re.M | re.S):
        assert len(text.splitlines()) <= LONGEST, f"{name} has {len(text.splitlines())} lines"
        Path(name).write_text(text)
        if names and name not in names:
            continue
        if name == "spark_hands.py":
            compare_hands(name)
            continue
        took = run(name)
        written = pq.read_table(name.replace(".py", ".parquet")).sort_by("id")
        print(f"{took}, {written.num_rows} rows", flush=True)
        if rows is None:
            rows = written
        same = rows.select(written.column_names).cast(written.schema)
        assert written.to_pydict() == same.to_pydict(), f"{name} has other rows"


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
