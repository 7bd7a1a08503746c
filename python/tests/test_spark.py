"""Spark with two worker processes, a shuffle between them, and an executor that dies."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import Expected

pytest.importorskip("pyspark")
pytest.importorskip("pandas")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Java is not installed", allow_module_level=True)

from pyspark.ml.functions import predict_batch_udf
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

from epitome.engines.spark import PREDICT_TYPE, make_predict_fn, score_frame, score_udf

from spark_cluster import Killer, executors, session


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    found = session(spark_sql_shuffle_partitions="6", spark_sql_execution_arrow_maxRecordsPerBatch="64")
    yield found
    found.stop()


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


def test_predict_batch_udf(spark: SparkSession, expected: Expected) -> None:
    score = predict_batch_udf(make_predict_fn(), return_type=PREDICT_TYPE, batch_size=20)
    found = frame_of(spark, expected.rows, 2).select("id", score("document", "summary").alias("found"))
    rows = found.select("id", "found.*").collect()
    expected.check([r.id for r in rows], [r.score for r in rows], [r.error for r in rows], times=2)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find executors")
def test_an_executor_that_dies_loses_no_row(spark: SparkSession, expected: Expected, tmp_path: Path) -> None:
    assert len(executors()) == 2
    frame = frame_of(spark, expected.rows, 15).repartition(12)
    out = str(tmp_path / "scored")
    with Killer(spark, tasks=12, after=2) as killer:
        score_frame(frame).write.parquet(out)
    assert killer.killed, "the run was over before an executor could be killed"
    rows = spark.read.parquet(out).collect()
    expected.check([r.id for r in rows], [r.score for r in rows], [r.error for r in rows], times=15)
