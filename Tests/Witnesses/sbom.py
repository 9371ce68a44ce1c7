"""Checks a bill of materials with third-party programs: the CycloneDX schema, package URLs, SPDX licenses.

Prints `name version` for each component. Exits with 1 if anything is wrong.
"""
import json
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing
from packageurl import PackageURL

text = open(sys.argv[1], encoding="utf-8").read()
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
if error is not None:
    sys.exit(f"schema: {error}")
licensing = get_spdx_licensing()
document = json.loads(text)
references = {document["metadata"]["component"]["bom-ref"]}
for component in document["components"]:
    references.add(component["bom-ref"])
    PackageURL.from_string(component["purl"])
    for entry in component["licenses"]:
        errors = licensing.validate(entry["expression"]).errors
        if errors:
            sys.exit(f"{component['name']}: {errors}")
    print(component["name"], component["version"])
for dependency in document["dependencies"]:
    for name in [dependency["ref"], *dependency["dependsOn"]]:
        if name not in references:
            sys.exit(f"no component has the reference {name}")
