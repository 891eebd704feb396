"""Spark on executors that are processes of their own, one of which is killed in the middle of a task."""

import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pyarrow as pa
import pytest
from fresh import write

import sleeve

pytest.importorskip("pyspark")
from pyspark import TaskContext  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

SCHEMA = "id long, verdict string, errors long, first string, fingerprint string"


@pytest.mark.skipif(sys.platform != "linux", reason="it looks its executor up in /proc")
def test_a_killed_executor_changes_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    # In here, because a function of a module goes to executors by its name, and they do not have the module.
    killed = tmp_path / "killed"

    def check(batches: Iterator[pa.RecordBatch], kills: bool) -> Iterator[pa.RecordBatch]:
        context = TaskContext.get()
        library = sleeve.Library(threads=1)
        for number, batch in enumerate(library.check_batches(batches)):
            yield pa.record_batch(batch).select([column.split()[0] for column in SCHEMA.split(", ")])
            # Once: what the dead executor had shuffled is made anew too, and there attempts are counted from 0 again.
            if kills and number == 1 and context and context.partitionId() == 0 and not killed.exists():
                daemon = os.getppid()
                executor = int(Path(f"/proc/{daemon}/stat").read_text().rsplit(")", 1)[1].split()[1])
                killed.touch()
                os.kill(executor, signal.SIGKILL)

    write(str(tmp_path / "decks.parquet"), 2_000, batch=500)
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", 100)
        .config("spark.ui.enabled", False)
        .getOrCreate()
    )
    decks = spark.read.parquet(str(tmp_path / "decks.parquet")).repartition(4, "id")
    rows = [
        decks.mapInArrow(partial(check, kills=kills), SCHEMA).orderBy("id").collect() for kills in (False, True)
    ]
    spark.stop()
    assert len(rows[0]) == 2_000
    assert killed.exists()
    assert rows[0] == rows[1]
