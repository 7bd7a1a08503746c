"""A million pairs through two executors of Spark, one of which is killed in the middle.

    python million.py [--rows N] [--model NAME] [--folder FOLDER]

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
    parser.add_argument("--folder", help="where the pairs and their scores are kept; default: nowhere")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.folder or temporary)
        source, out = str(folder / "pairs.parquet"), str(folder / "scored")
        write_pairs(options.rows, source)
        costs = {
            "memory enough": shuffle(source),
            "a fiftieth of it": shuffle(source, spark_memory_fraction="0.012"),
        }
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
    spent = watch.spent()
    cpu = sum(each.cpu for each in spent)
    memory = max(watch.memory[each.pid] for each in spent[:2])
    text = f"""`python python/benches/million.py --rows {options.rows} --model {options.model}`, Spark {version}, two
executors of one core on this machine, {TASKS} tasks behind a shuffle. One executor was killed
(`SIGKILL`) when {killer.done} tasks were done; Spark counted {killer.failed} tasks as lost and started another.

| pairs | rows out | rows twice or missing | rows with an error | compared with this process | greatest difference | seconds | pairs a second | a worker's process, MB | load |
|---|---|---|---|---|---|---|---|---|---|
| {options.rows:,} | {options.rows:,} | 0 | {found["errors"]:,} (those without a summary) | {found["compared"]:,} | {found["worst"]:.1e} | {seconds:.0f} | {options.rows / seconds:,.0f} | {memory:.0f} | {loads[0]:.1f} to {loads[1]:.1f} |

The program ends with an error where a row is missing, comes twice, or has an error that it must not
have. Seconds are those of the clock on a shared machine, with the killed executor's part done twice;
all processes of Spark took {cpu:.0f} seconds of CPU."""
    lines = [
        f"`python python/benches/million.py --rows {options.rows}`: the same pairs sorted by their documents, not scored.",
        "",
        "| memory of an executor | MB moved | MB spilled to the disk | CPU seconds | microseconds of CPU a pair | seconds by the clock |",
        "|---|---|---|---|---|---|",
    ]
    for name, each in costs.items():
        lines.append(
            f"| {name} | {each['moved']:.0f} | {each['spilled']:.0f} | {each['cpu']:.1f} | "
            f"{1e6 * each['cpu'] / options.rows:.0f} | {each['wall']:.1f} |"
        )
    figures = {
        "rows": options.rows, "model": options.model, "seconds": seconds, "cpu": cpu, "memory": memory,
        "done": killer.done, "lost": killer.failed, **found,
    }  # fmt: skip
    page.write(
        {"A million pairs, and an executor killed": text, "A shuffle, and a spill": "\n".join(lines)},
        {"million": figures, "shuffle": {**costs, "rows": options.rows}},
    )
    print(text, *lines, sep="\n")


if __name__ == "__main__":
    main()
