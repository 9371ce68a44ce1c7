"""What others make of a bill of materials: the schema of CycloneDX, package URLs, SPDX's licences.

Prints a line for each component, `name version`; anything wrong ends it with 1.
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
bill = json.loads(text)
references = {bill["metadata"]["component"]["bom-ref"]}
for component in bill["components"]:
    references.add(component["bom-ref"])
    PackageURL.from_string(component["purl"])
    for entry in component["licenses"]:
        faults = licensing.validate(entry["expression"]).errors
        if faults:
            sys.exit(f"{component['name']}: {faults}")
    print(component["name"], component["version"])
for dependency in bill["dependencies"]:
    for name in [dependency["ref"], *dependency["dependsOn"]]:
        if name not in references:
            sys.exit(f"nothing is called {name}")
