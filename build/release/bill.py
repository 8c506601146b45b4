"""The bill of materials: everything in a release with its version and licence, in CycloneDX's format."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from release import licences
from release.common import EPOCH, VERSION

#: the same for the same release
SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:kartenkiste:release")


def write(target: Path, used: Iterable[licences.Component], runtime: Iterable[tuple[str, str, str]]) -> None:
    """Write the bill of ``used`` and of the page's ``runtime`` (name, version, licence); SystemExit if it is not valid.

    The same release gives the same bytes.
    """
    licence = LicenseFactory()
    bom = Bom(serial_number=uuid.uuid5(SPACE, VERSION))
    bom.metadata.timestamp = datetime.fromtimestamp(EPOCH, UTC)
    whole = Component(
        name="kartenkiste",
        version=VERSION,
        type=ComponentType.APPLICATION,
        bom_ref=f"kartenkiste@{VERSION}",
        licenses=[licence.make_from_string("MIT")],
    )
    bom.metadata.component = whole
    parts = []
    for one in used:
        part = Component(
            name=one.package or one.name,
            version=one.version or None,
            type=ComponentType.LIBRARY,
            bom_ref=f"{one.package or one.name}@{one.version}",
            copyright=one.holder,
            licenses=[licence.make_from_string(one.licence)],
            purl=PackageURL("pypi", name=one.package, version=one.version) if one.package else None,
            external_references=[ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(one.site))],
        )
        parts.append(part)
    for name, version, terms in runtime:
        parts.append(
            Component(
                name=name,
                version=version,
                type=ComponentType.LIBRARY,
                bom_ref=f"site/{name}@{version}",
                group="site",
                licenses=[licence.make_from_string(terms)],
            )
        )
    for part in parts:
        bom.components.add(part)
    bom.register_dependency(whole, parts)
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(f"The bill of materials is not valid: {wrong}")
    # a fixed order, whatever the library's own is
    target.write_text(json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n", encoding="utf-8")
