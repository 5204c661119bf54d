"""The licences of what a file of a release holds, one after the other: licenses.py static|debian|c|python."""

import sys

from parts import BINARIES, PARTS

[binary] = sys.argv[1:]
if binary not in BINARIES:
    sys.exit(f"licenses.py: expected one of {', '.join(sorted(BINARIES))}, not {binary}")
for part in PARTS:
    if binary not in part.held:
        continue
    print(f"=== {part.name} {part.version}, {part.licence}\n")
    for text in part.texts:
        print(text.read_text().strip() + "\n")
