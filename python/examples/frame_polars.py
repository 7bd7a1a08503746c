"""Polars, lazily: ``python frame_polars.py pairs.parquet``."""

import sys

import polars as pl

from epitome.engines.polars import score_lazy, split_errors

scored = score_lazy(pl.scan_parquet(sys.argv[1]), language="en").collect()
good, bad = split_errors(scored)
good.write_parquet("scored.parquet")
bad.select("id", "error").write_ndjson("errors.jsonl")
print(good.group_by("verdict").agg(pl.len(), pl.col("probability").mean()))
