"""The licences of the crates in the module, by cargo's own account: ``THIRD-PARTY-NOTICES.md``.

python notices.py FILE
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
PACKAGE = "epitome-plain"
TERMS = re.compile(r"(licen[cs]e|copying|notice|copyright|unlicense)", re.IGNORECASE)
HEAD = """# Third-party software

The module of this package holds the crates below and the Rust standard library (MIT OR Apache-2.0).

| crate | version | licence | source |
|---|---|---|---|
"""


def linked() -> list[dict[str, Any]]:
    """The crates of others that are linked into the module."""
    tree = ["cargo", "tree", "--locked", "--package", PACKAGE, "--target", "wasm32-unknown-unknown"]
    lines = subprocess.run(
        [*tree, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    named = {tuple(line.split()[:2]) for line in lines if line}
    metadata = ["cargo", "metadata", "--format-version", "1", "--locked"]
    found = subprocess.run(metadata, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    packages = json.loads(found)["packages"]
    ours = [p for p in packages if (p["name"], f"v{p['version']}") in named and p["source"] is not None]
    return sorted(ours, key=lambda package: (package["name"], package["version"]))


def main() -> None:
    rows: list[str] = []
    texts: dict[str, list[str]] = {}
    for crate in linked():
        cells = (crate["name"], crate["version"], crate["license"] or "see its text", crate["repository"] or "")
        rows.append(f"| {' | '.join(cells)} |\n")
        for file in sorted(Path(crate["manifest_path"]).parent.iterdir()):
            if file.is_file() and TERMS.match(file.name):
                text = file.read_text(encoding="utf-8").strip()
                texts.setdefault(text, []).append(f"{crate['name']} {crate['version']} ({file.name})")
    parts = [f"\n### {', '.join(holders)}\n\n```text\n{text}\n```\n" for text, holders in texts.items()]
    Path(sys.argv[1]).write_text(HEAD + "".join(rows) + "\n## Licence texts\n" + "".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
