"""The bridge from a tuner to Ray, which has to be installed beside the package.

``lubdub tune --engine "python3 -m lubdub.ray auto"`` starts it for a cluster that runs, and ``local:2`` for two
processors of this machine. In Python, ``lubdub.tune(recordings, client=ray)`` takes the module after ``ray.init()``.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any

from ._bridge import RETRIES, Bridge, Done, Shard, fingerprint, score
from ._engines import note_shared_cores
from ._errors import LubdubError


class RayEngine:
    """Makes runs on the nodes of a Ray cluster."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._score = ray.remote(max_retries=RETRIES)(score)

    def threads(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def arithmetic(self) -> Mapping[str, tuple[str, str]]:
        from ray.util.scheduling_strategies import (  # pyright: ignore[reportMissingImports]
            NodeAffinitySchedulingStrategy,
        )

        task = self._ray.remote(fingerprint)
        asked = {
            node["NodeManagerAddress"]: task.options(
                scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            ).remote()
            for node in self._ray.nodes() if node["Alive"]
        }
        return {name: self._ray.get(answer) for name, answer in asked.items()}

    def hold(self, shard: Shard) -> Any:
        return self._ray.put(shard)

    def submit(self, number: int, held: Any, unit: bytes, done: Done) -> None:
        future = self._score.remote(held, unit).future()
        future.add_done_callback(lambda future: done(future.result))


def connect(address: str) -> Any:
    """Ray, connected to a cluster, or started on this machine for ``local:N``."""
    ray: Any = importlib.import_module("ray")

    kind, _, rest = address.partition(":")
    if kind != "local":
        ray.init(address=address, log_to_driver=False)
        return ray
    if not rest.isdecimal() or int(rest) < 1:
        raise LubdubError(f"{address}: expected local:N, or the address of a cluster such as auto")
    note_shared_cores(int(rest))
    ray.init(num_cpus=int(rest), include_dashboard=False, log_to_driver=False)
    return ray


def main() -> None:
    """Bridges standard input and output to the cluster that the command line names."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python3 -m lubdub.ray ADDRESS, see docs/clusters.md")
    os.setpgrp()
    output, sys.stdout = sys.stdout, sys.stderr
    ray = connect(sys.argv[1])
    try:
        Bridge(RayEngine(ray), output.buffer).run(sys.stdin.buffer)
    finally:
        ray.shutdown()


if __name__ == "__main__":
    # Workers know the functions of this module by its name, and not as those of a program.
    from lubdub.ray import main as bridge

    bridge()
