"""Parquet files without an engine: ``python shards.py IN OUT [WORKERS]``.

A file of OUT appears when it is whole. What is there is passed over, so that a run that was stopped
goes on, and several machines share a folder by taking files of their own.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from epitome.engines.arrow import score_parquet


def score(source: Path, out: Path) -> int:
    """Scores a file, unless that is done."""
    target = out / source.name
    return 0 if target.exists() else score_parquet(source, target, language="en")


def main() -> None:
    folder, out = map(Path, sys.argv[1:3])
    workers = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers) as pool:
        rows = sum(pool.map(partial(score, out=out), sorted(folder.glob("*.parquet"))))
    print(f"scored {rows} rows")


if __name__ == "__main__":
    main()
