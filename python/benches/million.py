"""A million pairs through two executors of Spark, one of which is killed in the middle.

    python million.py [--rows N] [--model NAME] [--folder FOLDER] [--part killed]

The pairs are invented (``examples/pairs.py``, every hundredth without a summary). They go through a
shuffle, so that a dead executor takes map output along, too. Every id must come back once, with an
error where it must have one, and with the score that this process gives it (each 500th is
compared). Before that the shuffle alone is timed, with memory enough and with so little that it
spills. The sections of docs/results/scale.md are written from what was measured.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from epitome import Matcher
from epitome.engines.spark import score_frame

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "examples")]
import page
from pairs import row
from spark_cluster import Killer, session, spilled
from watch import Watch

TASKS = 100
BATCH = 50_000
EVERY = 500


def write_pairs(rows: int, path: str) -> None:
    """The pairs, some at a time."""
    kinds = pa.schema([("id", pa.int64()), ("document", pa.string()), ("summary", pa.string())])
    with pq.ParquetWriter(path, kinds) as writer:
        for start in range(0, rows, BATCH):
            some = [row(n) for n in range(start, min(rows, start + BATCH))]
            writer.write_table(pa.Table.from_pylist(some, kinds))


def check(rows: int, out: str, model: str) -> dict[str, Any]:
    """What is in the output, compared with what must be there."""
    found = ds.dataset(out, format="parquet").to_table(columns=["id", "score", "error"]).sort_by("id")
    ids = found["id"].to_numpy()
    if len(ids) != rows or (ids != range(rows)).any():
        raise SystemExit(f"million.py: {len(ids)} rows, {len(set(ids.tolist()))} ids for {rows} pairs")
    errors = found["error"].to_pylist()
    wrong = [n for n, error in enumerate(errors) if (error is not None) != (n % 100 == 99)]
    if wrong:
        raise SystemExit(f"million.py: errors in the wrong rows: {wrong[:10]}")
    some = [n for n in range(0, rows, EVERY) if n % 100 != 99]
    pairs = [row(n) for n in some]
    here = Matcher("en", model=model).match_columns([p["document"] for p in pairs], [p["summary"] for p in pairs])
    scores = found["score"].to_pylist()
    worst = max(abs(score - scores[n]) for n, score in zip(some, here["score"]))
    if worst > 1e-6:
        raise SystemExit(f"million.py: a score differs by {worst}")
    return {"errors": sum(error is not None for error in errors), "compared": len(some), "worst": worst}


def shuffle(source: str, **settings: str) -> dict[str, float]:
    """What a sort of all rows by their documents costs, which moves each through the network and the disk."""
    spark = session(spark_sql_shuffle_partitions="8", **settings)
    frame = spark.read.parquet(source)
    frame.write.mode("overwrite").format("noop").save()
    with Watch() as watch:
        began = time.perf_counter()
        frame.sort("document", "id").write.mode("overwrite").format("noop").save()
        wall = time.perf_counter() - began
    moved = spilled(spark)
    spark.stop()
    return {"wall": wall, "cpu": sum(each.cpu for each in watch.spent()), **moved}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--model", default="rouge")
    parser.add_argument("--part", choices=["killed", "shuffle"], help="one of both; default: both")
    parser.add_argument("--folder", help="where the pairs and their scores are kept; default: nowhere")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.folder or temporary)
        source, out = str(folder / "pairs.parquet"), str(folder / "scored")
        write_pairs(options.rows, source)
        if options.part != "killed":
            costs(source, options.rows)
        if options.part != "shuffle":
            killed(options, source, out)


def killed(options: argparse.Namespace, source: str, out: str) -> None:
    """The run with an executor killed, and its row of the section."""
    spark = session(spark_sql_shuffle_partitions=str(TASKS), spark_sql_execution_arrow_maxRecordsPerBatch="2000")
    frame = spark.read.parquet(source).repartition(TASKS)
    loads = [os.getloadavg()[0]]
    began = time.perf_counter()
    with Watch(1.0) as watch, Killer(spark, TASKS, TASKS * 2 // 5) as killer:
        scored = score_frame(frame, language="en", model=options.model).drop("document", "summary")
        scored.write.mode("overwrite").parquet(out)
    seconds = time.perf_counter() - began
    loads.append(os.getloadavg()[0])
    if killer.killed is None:
        raise SystemExit("million.py: the run was over before an executor could be killed")
    version = spark.version
    spark.stop()
    found = check(options.rows, out, options.model)
    bytes_in = Path(source).stat().st_size / options.rows
    bytes_out = sum(each.stat().st_size for each in Path(out).glob("*.parquet")) / options.rows
    spent = watch.spent()
    figures = {
        "rows": options.rows, "seconds": seconds, "cpu": sum(each.cpu for each in spent), "version": version,
        "memory": max(watch.memory[each.pid] for each in spent[:2]), "loads": loads,
        "bytes_in": bytes_in, "bytes_out": bytes_out,
        "done": killer.done, "lost": killer.failed, **found,
    }  # fmt: skip
    measured = {**page.figures().get("million", {}), options.model: figures}
    text = written(measured)
    page.write({"A million pairs, and an executor killed": text}, {"million": measured})
    print(text)


def costs(source: str, rows: int) -> None:
    """What a shuffle costs, and one that spills."""
    found: dict[str, dict[str, float]] = {}
    for name, settings in (("memory enough", {}), ("a fiftieth of it", {"spark_memory_fraction": "0.012"})):
        found[name] = shuffle(source, **settings)
        write_costs(found, rows)


def write_costs(found: dict[str, dict[str, float]], rows: int) -> None:
    """The section, with what is known so far."""
    lines = [
        f"`python python/benches/million.py --part shuffle --rows {rows}`: the same pairs sorted by their documents, not scored.",
        "Invented texts repeat, and compress to some bytes a pair; the seconds are mostly those of Spark itself.",
        "",
        "| memory of an executor | MB moved | MB spilled to the disk | CPU seconds | microseconds of CPU a pair | seconds by the clock |",
        "|---|---|---|---|---|---|",
    ]
    for name, each in found.items():
        lines.append(
            f"| {name} | {each['moved']:.0f} | {each['spilled']:.0f} | {each['cpu']:.1f} | "
            f"{1e6 * each['cpu'] / rows:.0f} | {each['wall']:.1f} |"
        )
    page.write({"A shuffle, and a spill": "\n".join(lines)}, {"shuffle": {**found, "rows": rows}})
    print(*lines, sep="\n")


def written(measured: dict[str, Any]) -> str:
    """The section, with a row for each model."""
    version = next(iter(measured.values()))["version"]
    lines = [
        f"`python python/benches/million.py --rows ROWS --model MODEL`, Spark {version}, two executors of one core on",
        f"this machine, {TASKS} tasks behind a shuffle. One executor was killed (`SIGKILL`) in the middle; Spark started",
        "another.",
        "",
        "| model | pairs | rows out | twice or missing | with an error (no summary) | compared with this process | greatest difference | tasks done at the kill | tasks lost |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {model} | {f['rows']:,} | {f['rows']:,} | 0 | {f['errors']:,} | {f['compared']:,} | {f['worst']:.1e} | {f['done']} | {f['lost']} |"
        for model, f in measured.items()
    ]
    lines += [
        "",
        "| model | seconds | pairs a second | CPU seconds of all processes | pairs a second and core | a worker's process, MB | load |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {model} | {f['seconds']:.0f} | {f['rows'] / f['seconds']:,.0f} | {f['cpu']:,.0f} | {f['rows'] / f['cpu']:,.0f} | "
        f"{f['memory']:.0f} | {f['loads'][0]:.1f} to {f['loads'][1]:.1f} |"
        for model, f in measured.items()
    ]
    lines += [
        "",
        "The program ends with an error where a row is missing, comes twice, or has an error that it must not",
        "have. Seconds are those of the clock on a shared machine, with the killed executor's part done twice.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
