"""Reads reports as their consumers do, and validates them against their schemas.

Reads JSON from standard input: {"batches": [{"files": N, "findings": [...], "reports": {"sarif": TEXT, ...}}]}, or takes
two arguments: a folder of reports named report.NAME, where report.json has the expected findings, and the folder that
was checked as `.`, from which it takes the file names. A finding is {"path": base64, "message", "rule", "severity",
"advice", "fails", "line", "column"}.

Writes {"reports": N, "findings": N, "faults": [...]}; a fault is a report that lacks a finding, has an
extra one, violates its schema, or contains an unescaped name.
"""
import base64
import json
import os
import pathlib
import sys
import warnings
from collections import Counter

import readers
from display import is_command, is_harmless

warnings.simplefilter("ignore")  # warnings would become part of the output


def expected(finding):
  return finding | {"path": base64.b64decode(finding["path"])}


def from_json(text):
  """Returns the findings of stickerlint's JSON report."""
  found = []
  for entry in json.loads(text)["findings"]:
    found.append({
        "path": readers.bytes_of(entry), "message": entry["message"], "rule": entry["rule"], "severity": entry["severity"],
        "advice": entry["help"], "line": entry["line"], "column": entry["column"],
        "fails": entry["severity"] == "error", "behind": entry["behind"]})
  return found


# These reports omit findings that another finding suppresses (docs/REPORTS.md).
READ_BY_PEOPLE = {"text", "concise", "xcode", "github", "markdown", "html", "sarif"}


def faults(name, text, found, files):
  """Returns all faults of one report."""
  messages = sorted({hex(ord(c)) for c in text if c != "\n" and not is_harmless(c)})
  if messages:
    yield f"{name}: characters {messages}"
  if name in READ_BY_PEOPLE:
    found = [finding for finding in found if not finding.get("behind")]
  if not text.endswith("\n") and (found or name not in ("concise", "xcode")) and text:
    yield f"{name}: no line break at the end"
  if name != "github":
    yield from (f"{name}: a build log command: {line[:200]!r}" for line in text.split("\n") if is_command(line))
  try:
    yield from (f"{name}: {fault}" for fault in readers.READERS[name](text, found, files))
  except Exception as error:  # pylint: disable=broad-except
    yield f"{name}: {type(error).__name__}: {str(error)[:500]}"


# Only the contents show whether a file with another extension, such as .json, belongs to a pack.
PICTURES = tuple(b"." + end for end in (
    b"png apng gif jpg jpeg webp avif heic tif tiff bmp svg pdf".split()))


def faults_of_names(checked_folder, reports):
  """Compares the files in the JSON and JSON Lines reports with those on disk."""
  document = json.loads(reports["json"])
  lines = [json.loads(line) for line in reports["jsonl"].split("\n")[:-1]]
  paths_on_disk = {
      os.path.relpath(os.path.join(folder, name), checked_folder)
      for folder, _, names in os.walk(checked_folder) for name in names}
  pictures = {name for name in paths_on_disk if name.lower().endswith(PICTURES)}
  for name, entries in (("json", document["files"]), ("jsonl", [line["file"] for line in lines if line["type"] == "file"])):
    actual = [os.path.normpath(readers.bytes_of(entry)) for entry in entries]
    yield from (f"{name}: not on disk, or listed twice: {path!r}" for path in Counter(actual) - Counter(paths_on_disk))
    yield from (f"{name}: not in the report: {path!r}" for path in pictures.difference(actual))
    if document["summary"]["files"] != len(actual):
      yield f"{name}: {document['summary']['files']} files, not {len(actual)}"
  for finding in document["findings"]:
    if not os.path.lexists(os.path.join(checked_folder, readers.bytes_of(finding))):
      yield f"json: a finding in a file that is not on disk: {finding['path']!r}"


def batches():
  if len(sys.argv) < 2:
    for batch in json.load(sys.stdin)["batches"]:
      yield [expected(finding) for finding in batch["findings"]], batch["files"], batch["reports"]
    return
  reports = {p.suffix[1:]: p.read_bytes().decode() for p in sorted(pathlib.Path(sys.argv[1]).glob("report.*"))}
  yield from_json(reports["json"]), json.loads(reports["json"])["summary"]["files"], reports


def main():
  count, total, messages = 0, 0, []
  for found, files, reports in batches():
    for name, text in sorted(reports.items()):
      count += 1
      total += len(found)
      messages += list(faults(name, text, found, files))
    if len(sys.argv) > 2:
      messages += list(faults_of_names(os.fsencode(sys.argv[2]), reports))
  json.dump({"reports": count, "findings": total, "faults": messages[:20]}, sys.stdout)


main()
