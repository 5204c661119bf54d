"""How long a program takes to start, beside one that does nothing: start-time.py PROGRAM."""

import statistics
import subprocess
import sys
import time


def milliseconds(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return 1e3 * (time.perf_counter() - begin)


pairs = [(milliseconds([sys.argv[1], "--version"]), milliseconds(["/bin/true"])) for _ in range(51)]
program, nothing = (statistics.median(column) for column in zip(*pairs))
print(f"starts in {program:.1f} ms; a program that does nothing takes {nothing:.1f} ms")
