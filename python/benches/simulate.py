"""A run over many pairs as a queue of tasks: what stragglers and lost workers cost.

    python simulate.py [--pairs N] [--rate PAIRS_PER_SECOND_AND_CORE]

Workers take tasks from one queue. A task takes its pairs over the rate, times a factor of its own
(log-normal: texts differ in length) and one of its worker (some are slow all along). A worker is
lost after an exponential time, with its task, and is back after ten minutes. With speculation an idle
worker repeats a task that has taken twice the median, and the first copy that ends counts. Prints the
time over that of perfect workers, for sizes of tasks.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import random
import statistics
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cluster:
    """What is assumed of workers."""

    workers: int = 1000
    rate: float = 150.0
    #: Seconds from a task's start to its first score, where the module is compiled already.
    start: float = 0.5
    #: The standard deviation of the logarithm of a task's factor.
    spread: float = 0.2
    #: The share of workers that are slow, and how slow.
    slow_share: float = 0.02
    slowness: float = 4.0
    #: Mean hours until a worker is lost, and seconds until it is back.
    hours_to_loss: float = 200.0
    seconds_back: float = 600.0


@dataclass
class Run:
    """What came of a run."""

    seconds: float = 0.0
    lost_tasks: int = 0
    copies: int = 0
    wasted: float = 0.0
    lengths: list[float] = field(default_factory=list)


def simulate(cluster: Cluster, pairs: int, task: int, speculation: bool, seed: int) -> Run:
    """One run; its events are the ends of tasks and losses."""
    draw = random.Random(seed)
    total = math.ceil(pairs / task)
    queue = list(range(total))
    factor = [draw.lognormvariate(0, cluster.spread) for _ in range(total)]
    speed = [cluster.slowness if draw.random() < cluster.slow_share else 1.0 for _ in range(cluster.workers)]
    loss = [draw.expovariate(1 / (3600 * cluster.hours_to_loss)) for _ in range(cluster.workers)]
    done = bytearray(total)
    running: dict[int, tuple[int, float]] = {}
    run, left, now = Run(), total, 0.0
    events: list[tuple[float, int]] = [(0.0, worker) for worker in range(cluster.workers)]
    heapq.heapify(events)
    idle: list[int] = []

    def begin(worker: int, each: int, at: float) -> None:
        takes = cluster.start + task / cluster.rate * factor[each] * speed[worker]
        end = at + takes
        if loss[worker] < end:
            end = loss[worker]
        running[worker] = (each, at)
        heapq.heappush(events, (end, worker))

    def again(at: float) -> int | None:
        """The task that has taken longest, if it is a straggler."""
        if not speculation or len(run.lengths) < 20:
            return None
        limit = 2 * statistics.median(run.lengths[-200:])
        copies: dict[int, int] = {}
        for each, _ in running.values():
            copies[each] = copies.get(each, 0) + 1
        late = [
            (began, each)
            for each, began in running.values()
            if at - began > limit and copies[each] == 1 and not done[each]
        ]
        return min(late)[1] if late else None

    while left:
        now, worker = heapq.heappop(events)
        free_at = now
        held = running.pop(worker, None)
        if held is not None:
            each, began = held
            if now >= loss[worker]:
                run.lost_tasks += 1
                run.wasted += now - began
                if not done[each] and each not in {other for other, _ in running.values()}:
                    queue.append(each)
                    while idle:
                        heapq.heappush(events, (now, idle.pop()))
                free_at = now + cluster.seconds_back
                loss[worker] = free_at + draw.expovariate(1 / (3600 * cluster.hours_to_loss))
                heapq.heappush(events, (free_at, worker))
                continue
            if done[each]:
                run.wasted += now - began
            else:
                done[each] = 1
                left -= 1
                run.lengths.append(now - began)
        if queue:
            begin(worker, queue.pop(), now)
            continue
        copy = again(now)
        if copy is not None:
            run.copies += 1
            begin(worker, copy, now)
        elif speculation and left:
            heapq.heappush(events, (now + max(5.0, task / cluster.rate / 4), worker))
        else:
            idle.append(worker)
    run.seconds = now
    return run


def table(cluster: Cluster, pairs: int, sizes: list[int], seeds: int = 3) -> list[dict[str, float]]:
    """The mean cost of sizes of tasks, with and without speculation."""
    ideal = pairs / cluster.rate / cluster.workers
    rows = []
    for task in sizes:
        row: dict[str, float] = {"task": task, "tasks": math.ceil(pairs / task), "minutes": task / cluster.rate / 60}
        for name, speculation in (("plain", False), ("speculation", True)):
            runs = [simulate(cluster, pairs, task, speculation, seed) for seed in range(seeds)]
            row[name] = statistics.mean(run.seconds for run in runs) / ideal
            row[f"{name}_wasted"] = statistics.mean(run.wasted for run in runs) / (ideal * cluster.workers)
            row["lost"] = statistics.mean(run.lost_tasks for run in runs)
        rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1_000_000_000)
    parser.add_argument("--rate", type=float, default=150.0)
    parser.add_argument("--workers", type=int, default=1000)
    options = parser.parse_args()
    cluster = Cluster(workers=options.workers, rate=options.rate)
    sizes = [10_000, 30_000, 100_000, 300_000]
    print(
        json.dumps(
            {
                "ideal_hours": options.pairs / options.rate / options.workers / 3600,
                "rows": table(cluster, options.pairs, sizes),
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
