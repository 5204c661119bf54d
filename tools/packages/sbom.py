"""The bill of materials of a release as CycloneDX 1.5 JSON, checked against its schema: sbom.py VERSION.

Packages of Swift are read from Package.resolved, libraries of the system from the package manager of Debian.
"""

import json
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from os import environ
from pathlib import Path

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot5
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

LICENSES = {
    "swift-argument-parser": "Apache-2.0", "swift-numerics": "Apache-2.0", "yams": "MIT", "flyingfox": "MIT",
    "libfftw3-dev": "GPL-2.0-or-later", "zlib1g-dev": "Zlib", "libsqlite3-dev": "blessing",
    "libqrencode-dev": "LGPL-2.1-or-later",
}
licenses = LicenseFactory()


def component(name: str, version: str, purl: PackageURL, address: str | None = None) -> Component:
    if name not in LICENSES:
        sys.exit(f"sbom.py: the licence of {name} is not stated here")
    part = Component(
        type=ComponentType.LIBRARY, name=name, version=version, purl=purl, bom_ref=str(purl),
        licenses=[licenses.make_from_string(LICENSES[name])])
    if address:
        part.external_references.add(ExternalReference(type=ExternalReferenceType.VCS, url=XsUri(address)))
    return part


def pinned() -> list[Component]:
    """The packages of Swift."""
    parts = []
    for pin in json.loads(Path("Package.resolved").read_text())["pins"]:
        version = pin["state"].get("version", pin["state"]["revision"])
        host, owner, name = pin["location"].removeprefix("https://").removesuffix(".git").split("/")
        purl = PackageURL("swift", f"{host}/{owner}", name, version)
        parts.append(component(pin["identity"], version, purl, pin["location"]))
    return parts


def system() -> list[Component]:
    """The libraries of the system that are linked."""
    parts = []
    for name in ["libfftw3-dev", "libqrencode-dev", "libsqlite3-dev", "zlib1g-dev"]:
        version = subprocess.run(
            ["dpkg-query", "-W", "-f=${Version}", name], check=True, capture_output=True, text=True).stdout
        parts.append(component(name, version, PackageURL("deb", "debian", name, version)))
    return parts


version = sys.argv[1]
when = datetime.fromtimestamp(int(environ["SOURCE_DATE_EPOCH"]), timezone.utc)
whole = Component(
    type=ComponentType.APPLICATION, name="lubdub", version=version, bom_ref="lubdub",
    licenses=[licenses.make_from_string("Apache-2.0")])
bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"lubdub {version} {when.isoformat()}"))
bom.metadata.component = whole
bom.metadata.timestamp = when
parts = pinned() + system()
for part in parts:
    bom.components.add(part)
bom.register_dependency(whole, parts)
text = JsonV1Dot5(bom).output_as_string(indent=2)
if fault := JsonStrictValidator(SchemaVersion.V1_5).validate_str(text):
    sys.exit(f"sbom.py: {fault}")
print(text)
