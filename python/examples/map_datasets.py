"""Datasets of Hugging Face: ``python map_datasets.py pairs.parquet OUT``."""

import sys

from datasets import load_dataset

from epitome.engines.datasets import score_dataset

if __name__ == "__main__":
    pairs = load_dataset("parquet", data_files=sys.argv[1], split="train")
    scored = score_dataset(pairs, language="en", processes=2)
    scored.filter(lambda error: error is None, input_columns="error").save_to_disk(sys.argv[2])
    bad = scored.filter(lambda error: error is not None, input_columns="error")
    bad.select_columns(["id", "error"]).to_json(f"{sys.argv[2]}-errors.jsonl")
