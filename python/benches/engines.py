"""The same pairs through every engine: equal scores, the time with one worker and with two, memory.

    python engines.py PAIRS.jsonl [SCORES.jsonl] [--native LIBRARY] [--only pandas,ray] [--rounds N] [--more]

PAIRS has {id, document, summary} on each line; SCORES what ``tests/oracles/node_scores.mjs --auto`` wrote
for them: without it engines are compared with this process. LIBRARY is the module compiled for this
machine (``native.py``). Ends with 1 if a row is missing, comes twice, has another verdict or language,
or a score or probability that differs by more than 1e-6. An engine with one worker takes turns with
itself with two, so that what else the machine does meets both, and ``watch.py`` tells how long its
workers stood in the queue for a core. What was measured goes into docs/results/scale.md.
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
from native import Native
from watch import Watch

TOLERANCE = 1e-6
#: The tasks of engines that have some.
TASKS = 24
#: The columns that are compared.
NAMES = ("id", "score", "probability", "verdict", "language", "error")
Scored = dict[str, list[Any]]
#: Scores a table; made for a number of workers.
Scorer = Callable[[pa.Table], Scored]


def columns(table: pa.Table) -> Scored:
    """The columns of a table that are compared."""
    return {name: table[name].to_pylist() for name in NAMES}


@contextmanager
def python(workers: int) -> Iterator[Scorer]:
    matcher = Matcher()

    def score(table: pa.Table) -> Scored:
        texts = table["document"].to_pylist(), table["summary"].to_pylist()
        return {"id": table["id"].to_pylist(), **matcher.match_columns(*texts, threads=workers)}

    yield score


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
    # Else the second table waits for the first.
    connection.execute("SET preserve_insertion_order = false")
    register(connection)
    query = "SELECT id, unnest(s) FROM (SELECT id, epitome(document, summary) AS s FROM pairs)"

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
            frame = dd.from_pandas(table.to_pandas(), npartitions=TASKS)
            return columns(pa.Table.from_pandas(score_frame(frame).compute()))

        yield score


@contextmanager
def datasets(workers: int) -> Iterator[Scorer]:
    import datasets as engine

    from epitome.engines.datasets import score_dataset

    engine.disable_caching()
    engine.disable_progress_bars()
    yield lambda table: columns(
        score_dataset(engine.Dataset(table), processes=workers, batch=64).with_format("arrow")[:]
    )


@contextmanager
def ray(workers: int) -> Iterator[Scorer]:
    import ray as engine
    import ray.data

    from epitome.engines.ray import score_dataset

    engine.init(num_cpus=workers + 1, include_dashboard=False, log_to_driver=False, logging_level="error")
    ray.data.DataContext.get_current().enable_progress_bars = False

    def score(table: pa.Table) -> Scored:
        dataset = ray.data.from_arrow(table).repartition(TASKS)
        found = score_dataset(dataset, concurrency=workers, batch=64).to_pandas()
        return columns(pa.Table.from_pandas(found))

    yield score
    engine.shutdown()


@contextmanager
def spark(workers: int) -> Iterator[Scorer]:
    from epitome.engines.spark import score_frame

    from spark_cluster import session

    found = session(workers, spark_sql_execution_arrow_maxRecordsPerBatch="500")

    def score(table: pa.Table) -> Scored:
        frame = found.createDataFrame(table.to_pandas()).repartition(TASKS)
        return columns(pa.Table.from_pandas(score_frame(frame).select(*NAMES).toPandas()))

    yield score
    found.stop()


ENGINES = (python, pandas, polars, arrow, duckdb, dask, datasets, ray, spark)
PACKAGES = {"python": "epitome", "arrow": "pyarrow", "spark": "pyspark"}


def compare(found: Scored, wanted: dict[str, dict[str, Any]]) -> float:
    """The greatest difference of a number. Ends the program where rows, words or errors are others."""
    if sorted(found["id"]) != sorted(wanted):
        raise SystemExit(f"engines.py: {len(found['id'])} rows, {len(set(found['id']))} ids for {len(wanted)} pairs")
    worst = 0.0
    for row, each in enumerate(found["id"]):
        want = wanted[each]
        if ("error" in want) != isinstance(found["error"][row], str):
            raise SystemExit(f"engines.py: {each}: {found['error'][row]!r} where {want} was to be")
        if "error" in want:
            continue
        for name in ("verdict", "language"):
            if found[name][row] != want[name]:
                raise SystemExit(f"engines.py: {each}: {name} {found[name][row]!r} where {want[name]!r} was to be")
        worst = max([worst, *(abs(found[name][row] - want[name]) for name in ("score", "probability"))])
    return worst


def run(engine: Any, table: pa.Table, wanted: dict[str, dict[str, Any]], rounds: int) -> dict[str, Any]:
    """One worker and two, in turns, each after some pairs that open the models."""
    found: dict[str, Any] = {"worst": 0.0, "1": [], "2": []}
    for round_ in range(rounds):
        for workers in (1, 2) if round_ % 2 == 0 else (2, 1):
            with engine(workers) as score:
                score(table.slice(0, min(256, table.num_rows)))
                with Watch() as watch:
                    began = time.perf_counter()
                    scored = score(table)
                    wall = time.perf_counter() - began
            spent = watch.spent()
            busiest = spent[:workers]
            queued = statistics.mean(each.queued for each in busiest)
            found[str(workers)].append(
                {
                    "wall": wall,
                    "free": wall - queued,
                    "cpu": sum(each.cpu for each in spent),
                    "workers_cpu": [each.cpu for each in busiest],
                    "memory": max(watch.memory[each.pid] for each in busiest),
                    "load": os.getloadavg()[0],
                }
            )
            found["worst"] = max(found["worst"], compare(scored, wanted))
    return found


def native(library: str, table: pa.Table, wanted: dict[str, dict[str, Any]]) -> float:
    """The greatest difference of the module that is compiled for this machine."""
    texts = table["document"].to_pylist(), table["summary"].to_pylist()
    found = Native(library).judge(*texts)
    found["error"] = [None if each is None else each["code"] for each in found["error"]]
    return compare({"id": table["id"].to_pylist(), **found}, wanted)


def reference(pairs: list[dict[str, Any]], scores: str | None) -> dict[str, dict[str, Any]]:
    """What must be found of each pair; ``error`` for one that cannot be scored."""
    if scores is not None:
        return {row["id"]: row for row in map(json.loads, open(scores, encoding="utf-8"))}
    found = Matcher().match_columns([p["document"] for p in pairs], [p["summary"] for p in pairs])
    names = [name for name in NAMES if name not in ("id", "error")]
    return {
        pair["id"]: {name: found[name][row] for name in names} if error is None else {"error": error}
        for row, (pair, error) in enumerate(zip(pairs, found["error"]))
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs")
    parser.add_argument("scores", nargs="?")
    parser.add_argument("--native", metavar="LIBRARY")
    parser.add_argument("--only", help="names of engines, with commas between them")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--more", action="store_true", help="add rounds to those that were measured before")
    options = parser.parse_args()
    pairs = [json.loads(line) for line in open(options.pairs, encoding="utf-8")]
    table = pa.Table.from_pylist([{name: p[name] for name in ("id", "document", "summary")} for p in pairs])
    wanted = reference(pairs, options.scores)
    chosen = options.only.split(",") if options.only else [each.__name__ for each in ENGINES]
    before = page.figures().get("engines", {})
    measured = dict(before) if options.only or options.more else {}
    for engine in ENGINES:
        name = engine.__name__
        if name not in chosen:
            continue
        package = PACKAGES.get(name, name)
        try:
            importlib.import_module(package)
        except ImportError:
            print(f"{name}: not installed", file=sys.stderr)
            continue
        measured[name] = {**run(engine, table, wanted, options.rounds), "version": version(package), "rows": len(pairs)}
        if options.more and name in before:
            measured[name] = {
                **measured[name],
                "worst": max(measured[name]["worst"], before[name]["worst"]),
                **{key: before[name][key] + measured[name][key] for key in ("1", "2")},
            }
        print(json.dumps({name: measured[name]}), flush=True)
    if options.native:
        measured["native"] = {"worst": native(options.native, table, wanted), "version": "", "rows": len(pairs)}
    measured = {name: measured[name] for name in [*(each.__name__ for each in ENGINES), "native"] if name in measured}
    page.write(written(measured, len(pairs), options.scores is not None), {"engines": measured})
    if max((each["worst"] for each in measured.values()), default=0) > TOLERANCE:
        raise SystemExit(1)


def written(measured: dict[str, Any], rows: int, is_node: bool) -> dict[str, str]:
    """The two sections."""
    against = "those of the npm package in Node" if is_node else "those of one process of this package"
    equal = [
        f"`python python/benches/engines.py pairs.jsonl{' node.jsonl' if is_node else ''}`: {rows:,} pairs in four",
        f"languages, each read in the language that is guessed of it, against {against}. Every id came back",
        "once, with the same verdict and language; the program ends with an error where one does not, and where",
        "a score or probability differs by more than 1e-6.",
        "",
        "| engine | version | greatest difference |",
        "|---|---|---|",
        *(f"| {name} | {each['version']} | {each['worst']:.1e} |" for name, each in measured.items()),
    ]
    timed = {name: each for name, each in measured.items() if name != "native"}
    loads = [one["load"] for each in timed.values() for one in [*each["1"], *each["2"]]]
    scaling = [
        f"The same {rows:,} pairs, in turns with one worker and with two, each after a batch that opens the models. The",
        f"load of the machine was {min(loads):.1f} to {max(loads):.1f} on {os.cpu_count()} cores. By the clock two workers",
        "double the throughput only where both find a free core; free cores are the clock less what the workers",
        "stood in the queue for a core that others held, by the kernel's count. Pairs a second and core are",
        "those of all CPU seconds of the engine, its other processes included.",
        "",
        "| engine | seconds, 1 worker | 2 workers | times, by the clock | times, free cores | pairs a second and core | a worker's process, MB |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, each in timed.items():
        one, two = each["1"], each["2"]
        cells = [
            f"{statistics.median(a['wall'] for a in one):.1f}",
            f"{statistics.median(b['wall'] for b in two):.1f}",
            ratios([a["wall"] / b["wall"] for a, b in zip(one, two)]),
            ratios([a["free"] / b["free"] for a, b in zip(one, two)]),
            f"{each['rows'] / statistics.median(b['cpu'] for b in two):.0f}",
            f"{max(b['memory'] for b in two):.0f}",
        ]
        scaling.append(f"| {name} | {' | '.join(cells)} |")
    return {"The same pairs in every engine": "\n".join(equal), "From one worker to two": "\n".join(scaling)}


def ratios(values: list[float]) -> str:
    """The median with the range."""
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


if __name__ == "__main__":
    main()
