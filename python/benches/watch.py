"""What a run takes: CPU, time in the queue for a core, and memory, of this process and all it started.

On a machine that others use, the clock tells how busy the machine is. The kernel counts for each thread
how long it ran and how long it stood in the queue while others ran (``/proc/PID/task/TID/schedstat``).
Seconds by the clock less those in the queue are what a free core would have taken.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

_PAGE = os.sysconf("SC_PAGE_SIZE")


class Spent(NamedTuple):
    """What a thread has spent."""

    pid: int
    #: Seconds on a core.
    cpu: float
    #: Seconds in the queue for one.
    queued: float


def family(root: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        children.setdefault(parent, []).append(int(folder.name))
    found, rest = [], [root]
    while rest:
        pid = rest.pop()
        found.append(pid)
        rest.extend(children.get(pid, []))
    return found


def threads(pid: int) -> dict[int, Spent]:
    """What the threads of a process have spent so far."""
    found = {}
    for task in Path(f"/proc/{pid}/task").glob("*"):
        try:
            cpu, queued, _ = (task / "schedstat").read_text().split()
        except (OSError, ValueError):
            continue
        found[int(task.name)] = Spent(pid, int(cpu) / 1e9, int(queued) / 1e9)
    return found


def resident(pid: int) -> float:
    """The memory of a process in MB; 0 where it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE / 2**20
    except (OSError, IndexError):
        return 0.0


@dataclass
class Watch:
    """A context that looks at the family of this process every ``interval`` seconds."""

    interval: float = 0.4
    #: The most memory that each process had, in MB.
    memory: dict[int, float] = field(default_factory=dict)
    _first: dict[int, Spent] = field(default_factory=dict)
    _last: dict[int, Spent] = field(default_factory=dict)

    def _look(self) -> dict[int, Spent]:
        found: dict[int, Spent] = {}
        for pid in family(os.getpid()):
            found.update(threads(pid))
            self.memory[pid] = max(self.memory.get(pid, 0.0), resident(pid))
        return found

    def _watch(self) -> None:
        while not self._over.wait(self.interval):
            self._last.update(self._look())

    def __enter__(self) -> Watch:
        self._first = self._look()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._last.update(self._look())

    def spent(self) -> list[Spent]:
        """What each thread has spent in this context, the busiest first."""
        found = []
        for thread, last in self._last.items():
            first = self._first.get(thread, Spent(last.pid, 0.0, 0.0))
            found.append(Spent(last.pid, last.cpu - first.cpu, last.queued - first.queued))
        return sorted(found, key=lambda each: -each.cpu)
