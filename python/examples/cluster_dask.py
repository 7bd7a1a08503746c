"""Dask: ``python cluster_dask.py pairs.parquet OUT``."""

import sys

import dask
import dask.dataframe as dd

from epitome.engines.dask import score_frame


def main() -> None:
    source, out = sys.argv[1:3]
    with dask.config.set(scheduler="processes", num_workers=2):
        pairs = dd.read_parquet(source).repartition(npartitions=16)
        score_frame(pairs, language="en").drop(columns=["document", "summary"]).to_parquet(out)
        written = dd.read_parquet(out)
        written[written["error"].notna()][["id", "error"]].to_json(f"{out}-errors", lines=True)


if __name__ == "__main__":
    main()
