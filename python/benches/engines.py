"""The same pairs through every engine: equal scores, and the time with one worker and with two.

    python engines.py PAIRS.jsonl [SCORES.jsonl] [--only pandas,ray] [--rounds N]

PAIRS has {id, language, document, summary} on each line; SCORES what ``tests/oracles/node_scores.mjs``
wrote for them: without it engines are compared with this process. Ends with 1 if a row is missing,
comes twice, or differs by more than 1e-6. An engine with one worker takes turns with itself with
two, so that what else the machine does meets both. What was measured goes into docs/results/scale.md.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow as pa

from epitome import Matcher

sys.path.insert(0, str(Path(__file__).parent))
import page

TOLERANCE = 1e-6
#: The columns that are compared.
Scored = tuple[list[str], list[float | None], list[str | None]]
#: Scores a table; made for a number of workers.
Scorer = Callable[[pa.Table], Scored]


def columns(table: pa.Table) -> Scored:
    """The columns of a table that are compared."""
    ids, scores, errors = (table[name].to_pylist() for name in ("id", "score", "error"))
    return ids, scores, errors


@contextmanager
def pandas(workers: int) -> Iterator[Scorer]:
    from epitome.engines.pandas import score_frame

    yield lambda table: columns(pa.Table.from_pandas(score_frame(table.to_pandas(), threads=workers)))


@contextmanager
def polars(workers: int) -> Iterator[Scorer]:
    import polars as pl

    from epitome.engines.polars import score_frame

    yield lambda table: columns(score_frame(pl.DataFrame(table), threads=workers).to_arrow())


@contextmanager
def arrow(workers: int) -> Iterator[Scorer]:
    from epitome.engines.arrow import score_table

    yield lambda table: columns(score_table(table, threads=workers))


@contextmanager
def duckdb(workers: int) -> Iterator[Scorer]:
    import duckdb as engine

    from epitome.engines.duckdb import register

    connection = engine.connect(config={"threads": workers})
    register(connection)
    query = "SELECT id, s.score AS score, s.error AS error FROM (SELECT id, epitome(document, summary) AS s FROM pairs)"

    def score(table: pa.Table) -> Scored:
        # A thread takes a row group of 122,880 rows: two tables give two threads work.
        half = -(-table.num_rows // workers)
        parts = [table.slice(n * half, half) for n in range(workers)]
        for n, part in enumerate(parts):
            connection.register(f"part{n}", part)
        union = " UNION ALL ".join(f"SELECT * FROM part{n}" for n in range(workers))
        connection.execute(f"CREATE OR REPLACE VIEW pairs AS {union}")
        return columns(connection.execute(query).to_arrow_table())

    yield score
    connection.close()


@contextmanager
def dask(workers: int) -> Iterator[Scorer]:
    import dask.dataframe as dd
    from dask.distributed import Client, LocalCluster

    from epitome.engines.dask import score_frame

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):

        def score(table: pa.Table) -> Scored:
            frame = dd.from_pandas(table.to_pandas(), npartitions=8)
            return columns(pa.Table.from_pandas(score_frame(frame).compute()))

        yield score


@contextmanager
def datasets(workers: int) -> Iterator[Scorer]:
    import datasets as engine

    from epitome.engines.datasets import score_dataset

    engine.disable_caching()
    engine.disable_progress_bars()
    yield lambda table: columns(
        score_dataset(engine.Dataset(table), processes=workers, batch=256).with_format("arrow")[:]
    )


@contextmanager
def ray(workers: int) -> Iterator[Scorer]:
    import ray as engine
    import ray.data

    from epitome.engines.ray import score_dataset

    engine.init(num_cpus=workers + 1, include_dashboard=False, log_to_driver=False, logging_level="error")
    ray.data.DataContext.get_current().enable_progress_bars = False

    def score(table: pa.Table) -> Scored:
        dataset = ray.data.from_arrow(table).repartition(8)
        found = score_dataset(dataset, concurrency=workers, batch=256).to_pandas()
        return columns(pa.Table.from_pandas(found))

    yield score
    engine.shutdown()


@contextmanager
def spark(workers: int) -> Iterator[Scorer]:
    from epitome.engines.spark import score_frame

    from spark_cluster import session

    found = session(workers, spark_sql_execution_arrow_maxRecordsPerBatch="500")

    def score(table: pa.Table) -> Scored:
        frame = found.createDataFrame(table.to_pandas()).repartition(8)
        return columns(pa.Table.from_pandas(score_frame(frame).select("id", "score", "error").toPandas()))

    yield score
    found.stop()


ENGINES = (pandas, polars, arrow, duckdb, dask, datasets, ray, spark)
PACKAGES = {"arrow": "pyarrow", "spark": "pyspark"}


def compare(found: Scored, wanted: dict[str, Any]) -> float:
    """The greatest difference of a score. Ends the program where rows or errors are others."""
    ids, scores, errors = found
    if sorted(ids) != sorted(wanted):
        raise SystemExit(f"engines.py: {len(ids)} rows, {len(set(ids))} ids for {len(wanted)} pairs")
    worst = 0.0
    for each, score, error in zip(ids, scores, errors):
        want = wanted[each]
        if (want is None) != isinstance(error, str):
            raise SystemExit(f"engines.py: {each}: {error!r} where {want!r} was to be")
        if want is not None and score is not None:
            worst = max(worst, abs(score - want))
    return worst


def run(engine: Any, table: pa.Table, wanted: dict[str, Any], rounds: int) -> dict[str, Any]:
    """One worker and two, in turns, after one round that warms up."""
    times: dict[int, list[float]] = {1: [], 2: []}
    worst = 0.0
    for round_ in range(rounds):
        for workers in (1, 2) if round_ % 2 == 0 else (2, 1):
            with engine(workers) as score:
                score(table.slice(0, min(256, table.num_rows)))
                began = time.perf_counter()
                found = score(table)
                times[workers].append(time.perf_counter() - began)
                worst = max(worst, compare(found, wanted))
    ratios = [one / two for one, two in zip(times[1], times[2])]
    return {"worst": worst, "one": times[1], "two": times[2], "ratios": ratios}


def reference(pairs: list[dict[str, Any]], scores: str | None) -> dict[str, Any]:
    """The score of each pair; nothing for one that cannot be scored."""
    if scores is not None:
        rows = [json.loads(line) for line in open(scores, encoding="utf-8")]
        return {pair["id"]: row.get("score") for pair, row in zip(pairs, rows, strict=True)}
    found = Matcher().match_columns([p["document"] for p in pairs], [p["summary"] for p in pairs])
    return dict(zip([p["id"] for p in pairs], found["score"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs")
    parser.add_argument("scores", nargs="?")
    parser.add_argument("--only", help="names of engines, with commas between them")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    pairs = [json.loads(line) for line in open(options.pairs, encoding="utf-8")]
    table = pa.Table.from_pylist([{name: p[name] for name in ("id", "document", "summary")} for p in pairs])
    wanted = reference(pairs, options.scores)
    chosen = options.only.split(",") if options.only else [each.__name__ for each in ENGINES]
    loads, measured = [os.getloadavg()[0]], {}
    for engine in ENGINES:
        name = engine.__name__
        package = PACKAGES.get(name, name)
        if name not in chosen:
            continue
        try:
            importlib.import_module(package)
        except ImportError:
            print(f"{name}: not installed", file=sys.stderr)
            continue
        measured[name] = {**run(engine, table, wanted, options.rounds), "version": version(package)}
        loads.append(os.getloadavg()[0])
        print(json.dumps({name: measured[name]}), flush=True)
    page.write(written(measured, len(pairs), loads, options.scores is not None))
    if max((each["worst"] for each in measured.values()), default=0) > TOLERANCE:
        raise SystemExit(1)


def written(measured: dict[str, Any], rows: int, loads: list[float], is_node: bool) -> dict[str, str]:
    """The two sections."""
    against = "those of the npm package in Node" if is_node else "those of one process of this package"
    equal = [
        f"`python python/benches/engines.py`: {rows:,} pairs in four languages; every id came back once. Scores against",
        f"{against}; the program ends with an error over 1e-6.",
        "",
        "| engine | version | greatest difference |",
        "|---|---|---|",
        *(f"| {name} | {each['version']} | {each['worst']:.1e} |" for name, each in measured.items()),
    ]
    scaling = [
        f"Seconds by the clock for the same {rows:,} pairs, in turns, after a round that opens the models. The load of the",
        f"machine was {min(loads):.1f} to {max(loads):.1f} on {os.cpu_count()} cores: two workers double the throughput only where both find",
        "a free core.",
        "",
        "| engine | one worker | two workers | times the throughput |",
        "|---|---|---|---|",
        *(
            f"| {name} | {statistics.median(each['one']):.1f} | {statistics.median(each['two']):.1f} | "
            f"{statistics.median(each['ratios']):.2f} ({min(each['ratios']):.2f} to {max(each['ratios']):.2f}) |"
            for name, each in measured.items()
        ),
    ]
    return {"The same pairs in every engine": "\n".join(equal), "From one worker to two": "\n".join(scaling)}


if __name__ == "__main__":
    main()
