"""pandas: ``python frame_pandas.py pairs.parquet``."""

import sys

import pandas as pd

from epitome.engines.pandas import score_frame, split_errors

scored = score_frame(pd.read_parquet(sys.argv[1]), language="en", threads=2)
good, bad = split_errors(scored)
good.to_parquet("scored.parquet")
bad[["id", "error"]].to_json("errors.jsonl", orient="records", lines=True)
print(good.groupby("verdict")["probability"].describe())
