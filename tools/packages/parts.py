"""What a release is made of beside its own source: names, licences, versions and the places of their texts.

Packages of Swift are read from the state of a build, for Package.resolved has only those of the build before;
what comes from the system is read from Debian's package manager.
"""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

BINARIES = {"static", "debian", "c", "python"}


@dataclass(frozen=True)
class Part:
    """One part. The licence is an SPDX expression; `held` are the files of a release that it is linked into for good.

    The toolchain comes without the texts of ICU; those of Debian's ICU are taken.
    """

    name: str
    licence: str
    held: frozenset[str]
    origin: str

    @property
    def version(self) -> str:
        if self.origin == "package":
            return str(pinned(self.name)["version"])
        if self.origin == "toolchain":
            said = subprocess.run(["swiftc", "--version"], check=True, capture_output=True, text=True)
            found = re.search(r"Swift version (\S+)", said.stdout + said.stderr)
            return found[1] if found else sys.exit("parts.py: swiftc says no version")
        return system(self.name)

    @property
    def texts(self) -> list[Path]:
        """The files with its licence."""
        if self.origin == "package":
            folder = pinned(self.name)["folder"]
            found = [p for p in folder.glob("*") if p.name.lower().startswith(("license", "notice"))]
        elif self.name == "swift-foundation-icu":
            found = [Path("/usr/share/doc") / named("libicu[0-9]*") / "copyright"]
        elif self.origin == "toolchain":
            found = [toolchain() / "share/swift/LICENSE.txt"]
        else:
            found = [Path("/usr/share/doc") / self.name / "copyright"]
        found = sorted(p for p in found if p.is_file())
        return found or sys.exit(f"parts.py: the licence text of {self.name} is missing")


def part(name: str, licence: str, held: str = "", origin: str = "debian") -> Part:
    return Part(name, licence, frozenset(held.split()), origin)


@cache
def state() -> dict[str, dict]:
    """The packages of the build with all traits, by name."""
    build = Path(".build/debian")
    found = json.loads((build / "workspace-state.json").read_text())["object"]["dependencies"]
    return {
        entry["packageRef"]["identity"]: {
            "version": entry["state"]["checkoutState"]["version"], "address": entry["packageRef"]["location"],
            "folder": build / "checkouts" / entry["subpath"]}
        for entry in found}


def pinned(name: str) -> dict:
    return state()[name]


@cache
def toolchain() -> Path:
    info = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return Path(json.loads(info)["paths"]["runtimeResourcePath"]).parent.parent


@cache
def system(name: str) -> str:
    found = subprocess.run(["dpkg-query", "-W", "-f=${Version}", name], capture_output=True, text=True)
    return found.stdout or sys.exit(f"parts.py: {name} is not installed, so its version and licence are not known")


def named(pattern: str) -> str:
    """The package whose texts have a name like this, which changes with the release of Debian."""
    found = sorted(p.name for p in Path("/usr/share/doc").glob(pattern) if (p / "copyright").is_file())
    return found[-1] if found else sys.exit(f"parts.py: no package {pattern} is installed, for its licence")


PARTS = [
    part("swift-argument-parser", "Apache-2.0 WITH Swift-exception", "static debian python", "package"),
    part("swift-numerics", "Apache-2.0 WITH Swift-exception", "static debian c python", "package"),
    part("yams", "MIT", "static debian python", "package"),
    # The runtime, and for the tool Foundation, which holds ICU.
    part("swift", "Apache-2.0 WITH Swift-exception", "static debian c python", "toolchain"),
    part("swift-foundation-icu", "Unicode-3.0", "static debian python", "toolchain"),
    # What a static binary takes from the system, which the wheel brings too.
    part("libc6-dev", "LGPL-2.1-or-later", "static python"),
    part(named("libstdc++-[0-9]*-dev"), "GPL-3.0-or-later WITH GCC-exception-3.1", "static python"),
    part("zlib1g-dev", "Zlib", "static python"),
    part("libqrcodegen-dev", "MIT", "static python"),
    # The pages and their engine.
    part("node-qrcode-generator", "MIT", "static debian python"),
    part("wasi-libc", "CC0-1.0 AND BSD-2-Clause AND MIT AND Apache-2.0", "static debian python"),
    part(named("libclang-rt-*-dev-wasm32"), "Apache-2.0 WITH LLVM-exception", "static debian python"),
    # What the Debian package depends on.
    part("libfftw3-dev", "GPL-2.0-or-later"),
]
# A package of Swift that is not in the list stops the release.
if missing := set(state()) - {part.name for part in PARTS}:
    sys.exit(f"parts.py: the licence of {', '.join(sorted(missing))} is not stated here")
