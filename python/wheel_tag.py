"""Names the platform of the wheel: it holds a shared library, and no code for one version of Python."""

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelTag(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        platform = os.environ.get("LUBDUB_WHEEL_PLATFORM")
        if not platform:
            raise RuntimeError("LUBDUB_WHEEL_PLATFORM is not set; tools/wheel builds the wheel")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
