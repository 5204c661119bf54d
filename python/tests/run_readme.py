"""Runs the Python of a README, block after block, in this folder: `run_readme.py README.md`."""

import re
import sys
from pathlib import Path


def blocks(text: str) -> list[str]:
    """The Python blocks of a text."""
    return re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)


if __name__ == "__main__":
    names: dict[str, object] = {}
    found = blocks(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for block in found:
        exec(compile(block, sys.argv[1], "exec"), names)
    print(f"{len(found)} blocks of {sys.argv[1]} ran")
