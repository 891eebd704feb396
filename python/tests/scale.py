"""Runs the scripts of docs/scale.md on fresh decks, and compares what they write. `scale.py FOLDER COUNT`."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
from fresh import write

PAGE = Path(__file__).parents[2] / "docs/scale.md"
LONGEST = 30


def main(folder: Path, count: int, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    if not Path("decks.parquet").exists():
        write("decks.parquet", count)
    rows = None
    for name, text in re.findall(r"^```python (\S+)\n(.*?)^```$", PAGE.read_text(), re.M | re.S):
        assert len(text.splitlines()) <= LONGEST, f"{name} has {len(text.splitlines())} lines"
        Path(name).write_text(text)
        if names and name not in names:
            continue
        before, cpu = time.perf_counter(), os.times()
        subprocess.run([sys.executable, name], check=True, stderr=subprocess.DEVNULL)
        took, after = time.perf_counter() - before, os.times()
        spent = after.children_user + after.children_system - cpu.children_user - cpu.children_system
        written = pq.read_table(name.replace(".py", ".parquet")).sort_by("id")
        print(f"{name}: {written.num_rows} rows, {took:.1f} s, processors {spent:.1f} s", flush=True)
        if rows is None:
            rows = written
        same = rows.select(written.column_names).cast(written.schema)
        assert written.to_pydict() == same.to_pydict(), f"{name} has other rows"


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
