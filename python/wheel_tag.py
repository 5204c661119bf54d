"""Names the platform of the wheel: it holds a shared library, and no code for one version of Python."""

import os
import platform
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDS = (
    "the source archive of lubdub-ranging holds the Python part alone. Its library, liblubdub.so, is compiled from Swift: "
    "tools/wheel of the repository does that with Swift 6.3 on Linux. With a library that is there, set LUBDUB_LIBRARY to "
    "its path and install again")


class WheelTag(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        tag = os.environ.get("LUBDUB_WHEEL_PLATFORM")
        library = os.environ.get("LUBDUB_LIBRARY")
        if library:
            if not Path(library).is_file():
                raise RuntimeError(f"LUBDUB_LIBRARY is {library}, which is not a file")
            build_data["force_include"][library] = "lubdub/liblubdub.so"
            tag = tag or f"linux_{platform.machine()}"
        elif not (Path(self.root) / "lubdub" / "liblubdub.so").exists():
            raise RuntimeError(NEEDS)
        elif not tag:
            raise RuntimeError("LUBDUB_WHEEL_PLATFORM is not set; tools/wheel builds the wheel")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"
