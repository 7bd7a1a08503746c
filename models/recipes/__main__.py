"""Lists the recipes, or runs those that need nothing but this repository on invented pairs.

    PYTHONPATH=models python -m recipes --help
    PYTHONPATH=models python -m recipes --toy
"""

import argparse
from pathlib import Path

from .commands import GROUPS


def listed() -> str:
    """The commands as a text, by group."""
    lines = []
    for group, commands in GROUPS.items():
        lines += ["", f"{group}:"]
        for command in commands:
            about = "; ".join(filter(None, (command.time, command.needs and f"needs {command.needs}")))
            lines.append(f"  python -m recipes.{command.module:27} {command.makes} ({about})")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m recipes",
        description="Programs that make the models, each with --help of its own." + "\n" + listed(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--toy", action="store_true", help="run what needs no other data on invented pairs: two minutes")
    parser.add_argument("--out", type=Path, default=Path("target/toy"), help="folder for the toy models (default: %(default)s)")
    options = parser.parse_args()
    if not options.toy:
        print(parser.format_help())
        return
    from .toy import run  # imports torch, which --help does without

    run.main(options.out)


if __name__ == "__main__":
    main()
