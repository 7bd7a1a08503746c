"""A Spark cluster of this machine: two executors, each a process with one core."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession


def session(workers: int = 2, **settings: str) -> SparkSession:
    """A session over so many executors; ``spark_sql_shuffle_partitions="6"`` sets an option."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = (
        SparkSession.builder.master(f"local-cluster[{workers},1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.executor.memory", "900m")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.adaptive.enabled", "false")
        .config("spark.executorEnv.PYTHONPATH", os.pathsep.join(sys.path))
    )
    for name, value in settings.items():
        builder = builder.config(name.replace("_", "."), value)
    return builder.getOrCreate()


def executors() -> list[int]:
    """The executors that this process's driver started, by ``/proc``."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            grand = int(Path(f"/proc/{parent}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if b"CoarseGrainedExecutorBackend" in command and os.getpid() in (parent, grand):
            found.append(int(folder.name))
    return found


def spilled(spark: SparkSession) -> dict[str, float]:
    """The MB that the stages of a session have written for shuffles, and spilled to the disk."""
    store = spark.sparkContext._jsc.sc().statusStore()
    rest = [getattr(store, f"stageList$default${n}")() for n in (2, 3, 4, 5)]
    stages = store.stageList(None, *rest)
    each = [stages.apply(n) for n in range(stages.size())]
    return {
        "moved": sum(stage.shuffleWriteBytes() for stage in each) / 2**20,
        "spilled": sum(stage.diskBytesSpilled() for stage in each) / 2**20,
    }


class Killer:
    """Kills an executor once ``after`` of the ``tasks`` tasks of a stage are done; a context."""

    def __init__(self, spark: SparkSession, tasks: int, after: int) -> None:
        self._tracker = spark.sparkContext.statusTracker()
        self._tasks, self._after = tasks, after
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        #: The executor that was killed.
        self.killed: int | None = None
        #: The tasks that were done then.
        self.done = 0
        #: The tasks that were lost, as far as was seen.
        self.failed = 0

    def _watch(self) -> None:
        while not self._over.wait(0.05):
            stages: list[Any] = [self._tracker.getStageInfo(each) for each in self._tracker.getActiveStageIds()]
            for stage in stages:
                if stage is None or stage.numTasks != self._tasks:
                    continue
                self.failed = max(self.failed, stage.numFailedTasks)
                if self.killed is None and stage.numCompletedTasks >= self._after:
                    self.killed, self.done = executors()[0], stage.numCompletedTasks
                    os.kill(self.killed, signal.SIGKILL)

    def __enter__(self) -> Killer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
