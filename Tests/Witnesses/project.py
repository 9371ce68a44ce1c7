"""Reads Xcode projects with two third-party parsers: pbxproj, and openstep-plist, a port of Apple's parser.

Reads folders from standard input, one per line, each with one project, and writes one JSON object: folder ->
faults, targets, settings, information property lists, phases, ids, string catalogs, privacy manifests and
schemes. The last three are read with Python's own parsers for JSON, property lists and XML.
"""
import json
import pathlib
import plistlib
import sys
import xml.etree.ElementTree

import openstep_plist
from pbxproj import XcodeProject


def as_plain(value):
  """Returns pbxproj's objects as dictionaries."""
  if hasattr(value, "get_keys"):
    return {str(key): as_plain(value[key]) for key in value.get_keys()}
  if isinstance(value, list):
    return [as_plain(element) for element in value]
  return str(value)


def path_of(objects, wanted, group, folder):
  """Returns the path of a file reference, joined from the paths of its groups, or None."""
  for child in objects[group]["children"]:
    node = objects[child]
    path = folder / node["path"] if "path" in node else folder
    if child == wanted:
      return path
    if "children" in node:
      found = path_of(objects, wanted, child, path)
      if found:
        return found
  return None


def phases(objects, target):
  """Returns the kind of each phase with the names of its contents."""
  answer = []
  for phase in target["buildPhases"]:
    used = [objects[file] for file in objects[phase]["files"]]
    files = [objects[file.get("fileRef") or file["productRef"]] for file in used]
    answer.append([
        objects[phase]["isa"], [file.get("path") or file.get("name") or file["productName"] for file in files]])
  return answer


def settings(objects, owner):
  """Returns build settings by configuration. The values of a list are joined by spaces, as in Xcode's build
  log."""
  return {
      objects[configuration]["name"]: {
          key: " ".join(value) if isinstance(value, list) else value
          for key, value in objects[configuration]["buildSettings"].items()}
      for configuration in objects[owner["buildConfigurationList"]]["buildConfigurations"]}


def texts(catalog):
  """Returns the texts of a string catalog by key and language, with the states of those that are not
  translated."""
  assert catalog["version"] == "1.0"
  return {
      key: {
          language: unit["value"] if unit["state"] == "translated" else [unit["state"], unit["value"]]
          for language, unit in ((name, one["stringUnit"]) for name, one in entry["localizations"].items())}
      for key, entry in catalog["strings"].items()}


def scheme(path):
  """Returns what a shared scheme builds, archives and tests, and the app in which it runs the extension."""
  root = xml.etree.ElementTree.parse(path).getroot()
  built = [
      [entry.get("buildForArchiving"), *(entry.find("BuildableReference").get(key) for key in (
          "BlueprintIdentifier", "BuildableName", "BlueprintName", "ReferencedContainer"))]
      for entry in root.iter("BuildActionEntry")]
  tested = [
      [reference.get("BlueprintIdentifier"), reference.get("ReferencedContainer")]
      for reference in root.findall("./TestAction/Testables/TestableReference/BuildableReference")]
  remote = root.find("./LaunchAction/RemoteRunnable")
  return {
      "name": path.stem, "built": built, "upgrade": root.get("LastUpgradeVersion"), "tested": tested,
      "runsIn": None if remote is None else remote.get("BundleIdentifier"),
      "isForExtension": root.get("wasCreatedForAppExtension") == "YES"}


def read_project(folder):
  faults = []
  file = next(folder.glob("*.xcodeproj")) / "project.pbxproj"
  document = openstep_plist.loads(file.read_text(encoding="utf-8"), use_numbers=False)
  project = XcodeProject.load(str(file))
  objects = document["objects"]
  seen = {str(thing.get_id()): thing for thing in project.objects.get_objects_in_section(
      *project.objects.get_sections())}
  if set(seen) != set(objects):
    faults.append("the parsers find different objects")
  for identifier, thing in seen.items():
    values = {key: value for key, value in as_plain(thing).items() if key != "_id"}
    if values != objects.get(identifier):
      faults.append(f"the parsers read {identifier} differently")
  root = objects[document["rootObject"]]
  for identifier, node in objects.items():
    if node["isa"] != "PBXFileReference" or node["sourceTree"] in ("BUILT_PRODUCTS_DIR", "SDKROOT"):
      continue
    path = path_of(objects, identifier, root["mainGroup"], folder)
    if path is None or not path.exists():
      faults.append(f"{identifier} leads to {path}, which does not exist")
  used = [file for node in objects.values() if node["isa"].endswith("BuildPhase") for file in node["files"]]
  if sorted(used) != sorted(key for key, node in objects.items() if node["isa"] == "PBXBuildFile"):
    faults.append("a build file is not in exactly one phase")
  targets = {}
  for identifier in root["targets"]:
    target = objects[identifier]
    information = []
    for configuration in settings(objects, target).values():
      path = folder / configuration["INFOPLIST_FILE"]
      information.append(plistlib.loads(path.read_bytes(), fmt=plistlib.FMT_XML))
    targets[target["productType"]] = {
        "name": target["name"], "phases": phases(objects, target), "settings": settings(objects, target),
        "id": identifier, "information": information[0], "same": all(one == information[0] for one in information),
        "depends": [objects[objects[one]["target"]]["name"] for one in target["dependencies"]]}
  copies = [node for node in objects.values() if node["isa"] == "PBXCopyFilesBuildPhase"]
  return {
      "faults": faults, "targets": targets, "ids": sorted(objects), "project": settings(objects, root),
      "copies": [[one["name"], one["dstSubfolderSpec"], one["dstPath"]] for one in copies],
      "attributes": [objects[file].get("settings") for one in copies for file in one["files"]],
      "catalogs": [key for key, node in objects.items() if node.get("lastKnownFileType") == "folder.stickers"],
      "version": [document["objectVersion"], root["compatibilityVersion"], root["developmentRegion"]],
      "regions": root["knownRegions"], "upgrade": root["attributes"]["LastUpgradeCheck"],
      "schemes": [scheme(path) for path in sorted(folder.glob("*.xcodeproj/xcshareddata/xcschemes/*"))],
      "texts": {
          str(path.relative_to(folder)): texts(json.loads(path.read_text(encoding="utf-8")))
          for path in sorted(folder.rglob("*.xcstrings"))},
      "privacy": {
          str(path.relative_to(folder)): plistlib.loads(path.read_bytes(), fmt=plistlib.FMT_XML)
          for path in sorted(folder.rglob("*.xcprivacy"))},
      "beside": sorted(path.name for path in folder.iterdir() if path.is_file())}


json.dump({line: read_project(pathlib.Path(line)) for line in sys.stdin.read().splitlines()}, sys.stdout)
