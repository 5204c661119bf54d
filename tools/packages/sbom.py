"""The bill of materials of a release as CycloneDX 1.5 JSON, checked against its schema: sbom.py VERSION.

It holds the parts of all files of a release; the files LICENSES have those of one each.
"""

import sys
import uuid
from datetime import datetime, timezone
from os import environ

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot5
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from parts import PARTS, Part, pinned

licenses = LicenseFactory()


def component(part: Part) -> Component:
    """A part, under the name by which package managers know it."""
    if part.origin == "package":
        address = pinned(part.name)["address"].removesuffix(".git")
        host, owner, name = address.removeprefix("https://").split("/")
        purl = PackageURL("swift", f"{host}/{owner}", name, part.version)
    elif part.origin == "toolchain":
        address = f"https://github.com/swiftlang/{part.name}"
        purl = PackageURL("generic", None, part.name, part.version)
    else:
        address, purl = None, PackageURL("deb", "debian", part.name, part.version)
    made = Component(
        type=ComponentType.LIBRARY, name=part.name, version=part.version, purl=purl, bom_ref=str(purl),
        licenses=[licenses.make_from_string(part.licence)])
    if address:
        made.external_references.add(ExternalReference(type=ExternalReferenceType.VCS, url=XsUri(address)))
    return made


version = sys.argv[1]
when = datetime.fromtimestamp(int(environ["SOURCE_DATE_EPOCH"]), timezone.utc)
whole = Component(
    type=ComponentType.APPLICATION, name="lubdub", version=version, bom_ref="lubdub",
    licenses=[licenses.make_from_string("Apache-2.0")])
bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"lubdub {version} {when.isoformat()}"))
bom.metadata.component = whole
bom.metadata.timestamp = when
parts = [component(part) for part in PARTS]
for part in parts:
    bom.components.add(part)
bom.register_dependency(whole, parts)
text = JsonV1Dot5(bom).output_as_string(indent=2)
if fault := JsonStrictValidator(SchemaVersion.V1_5).validate_str(text):
    sys.exit(f"sbom.py: {fault}")
print(text)
