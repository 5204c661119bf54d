"""The host of ``lubdub tune --dask ADDRESS``: needs the package distributed.

It answers the tool's questions on a Dask cluster: ``python3 -m lubdub.dask tcp://host:8786``, or ``local:2`` for two workers on
this machine. In Python, ``lubdub.tune(recordings, client=client)`` accepts a client directly.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from ._errors import LubdubError
from ._host import Host


def connect(address: str) -> Any:
    """Returns a Dask client of a scheduler, or of workers on this machine for ``local:N``."""
    from distributed import Client, LocalCluster

    kind, _, rest = address.partition(":")
    if kind != "local":
        return Client(address)
    if not rest.isdecimal() or int(rest) < 1:
        raise LubdubError(f"{address}: expected local:N, or the address of a scheduler")
    note_shared_cores(int(rest))
    return Client(LocalCluster(
        n_workers=int(rest), threads_per_worker=1, dashboard_address=None))  # pyright: ignore[reportArgumentType]


def note_shared_cores(workers: int) -> None:
    """Prints a note if this machine has fewer free cores than workers."""
    cores, load = os.cpu_count() or 1, os.getloadavg()[0]
    if workers > cores - load + 0.5:
        print(
            f"lubdub: {workers} workers share {cores} cores, which have a load of {load:.1f} without them: "
            "they are only as fast as the free cores", file=sys.stderr)


def main() -> None:
    """Answers questions from standard input on standard output."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python3 -m lubdub.dask ADDRESS, see docs/how-to/many-machines.md")
    # Ctrl-C is for the tool, which then closes its end of the pipe.
    os.setpgrp()
    # All prints go to standard error, because standard output belongs to the tool.
    output, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        with connect(sys.argv[1]) as client:
            print(f"lubdub: {sum(client.nthreads().values())} workers make the runs", file=sys.stderr)
            host = Host(client)
            for question in sys.stdin.buffer:
                output.write(host.answer(question))
                output.flush()
    except LubdubError as error:
        sys.exit(f"lubdub: {error}")
    except BrokenPipeError:
        pass  # The tool has ended, so there are no more questions.


if __name__ == "__main__":
    main()
