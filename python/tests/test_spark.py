"""Spark with two worker processes, a shuffle between them, and an executor that dies."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import Expected

pytest.importorskip("pyspark")
pytest.importorskip("pandas")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Java is not installed", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as f  # noqa: E402

from epitome.engines.spark import score_frame, score_udf  # noqa: E402


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.executor.memory", "900m")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "6")
        .config("spark.sql.adaptive.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "64")
        .config("spark.executorEnv.PYTHONPATH", os.pathsep.join(sys.path))
        .getOrCreate()
    )
    yield session
    session.stop()


def frame_of(spark: SparkSession, rows: list[dict[str, Any]], times: int) -> Any:
    data = [(f"{row['id']}", n, row["document"], row["summary"]) for n in range(times) for row in rows]
    return spark.createDataFrame(data, "id string, part int, document string, summary string")


def test_every_row_once_over_two_workers(spark: SparkSession, expected: Expected) -> None:
    frame = frame_of(spark, expected.rows, 4).repartition(8, "summary")
    scored = score_frame(frame, prefix="e_").withColumn("where", f.spark_partition_id())
    rows = scored.repartition(3, "id").collect()
    expected.check([r.id for r in rows], [r.e_score for r in rows], [r.e_error for r in rows], times=4)
    assert len({row.where for row in rows}) > 1
    bad = {row.id for row in rows if row.e_error is not None}
    assert bad == expected.bad


def test_sql(spark: SparkSession, expected: Expected) -> None:
    frame_of(spark, expected.rows, 1).createOrReplaceTempView("pairs")
    spark.udf.register("epitome", score_udf())
    rows = spark.sql("SELECT id, found.* FROM (SELECT id, epitome(document, summary) AS found FROM pairs)").collect()
    expected.check([r.id for r in rows], [r.score for r in rows], [r.error for r in rows])


def executors() -> list[int]:
    """The executors that this process's driver started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            grand = int(Path(f"/proc/{parent}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if b"CoarseGrainedExecutorBackend" in command and os.getpid() in (parent, grand):
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find executors")
def test_an_executor_that_dies_loses_no_row(spark: SparkSession, expected: Expected, tmp_path: Path) -> None:
    before = executors()
    assert len(before) == 2
    frame = frame_of(spark, expected.rows, 15).repartition(12)
    out = str(tmp_path / "scored")
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        tracker = spark.sparkContext.statusTracker()
        while not over.wait(0.05):
            stages = [tracker.getStageInfo(each) for each in tracker.getActiveStageIds()]
            if any(each and each.numTasks == 12 and each.numCompletedTasks >= 2 for each in stages):
                os.kill(before[0], signal.SIGKILL)
                killed.append(before[0])
                return

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        score_frame(frame).write.parquet(out)
    finally:
        over.set()
        thread.join()
    assert killed, "the run was over before an executor could be killed"
    rows = spark.read.parquet(out).collect()
    expected.check([r.id for r in rows], [r.score for r in rows], [r.error for r in rows], times=15)
