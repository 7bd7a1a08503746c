"""Ray Data: ``python cluster_ray.py pairs.parquet OUT``."""

import os
import sys

import ray

from epitome.engines.ray import score_dataset

source, out = (os.path.abspath(name) for name in sys.argv[1:3])
ray.init()
pairs = ray.data.read_parquet(source)
scored = score_dataset(pairs, concurrency=2, language="en").drop_columns(["document", "summary"]).materialize()
scored.filter(lambda row: row["error"] is None).write_parquet(out)
scored.filter(lambda row: row["error"] is not None).select_columns(["id", "error"]).write_json(f"{out}-errors")
