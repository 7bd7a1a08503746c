"""Spark: ``python cluster_spark.py pairs.parquet OUT [MASTER]``."""

import os
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

from epitome.engines.spark import score_frame

source, out = sys.argv[1:3]
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = (
    SparkSession.builder.master(sys.argv[3] if len(sys.argv) > 3 else "local-cluster[2,1,1024]")
    .config("spark.sql.execution.arrow.maxRecordsPerBatch", "2000")
    .getOrCreate()
)
# Many short tasks, so that a slow or lost worker costs little.
pairs = spark.read.parquet(source).repartition(64)
scored = score_frame(pairs, language="en").drop("document", "summary")
scored.write.mode("overwrite").parquet(out)
written = spark.read.parquet(out)
written.where(f.col("error").isNotNull()).select("id", "error").write.mode("overwrite").json(f"{out}-errors")
written.groupBy("verdict").agg(f.count("*"), f.avg("probability")).show()
spark.stop()
