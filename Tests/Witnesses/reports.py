"""Reads reports as the programs that they are for do, and holds them to their schemas.

Standard input, as JSON: {"batches": [{"files": N, "findings": [...], "reports": {"sarif": TEXT, ...}}]}, or as an
argument a folder of reports called report.NAME, where what was found is taken from report.json. A finding is
{"path": base64, "message", "rule", "severity", "advice", "fails", "line", "column"}.

Writes {"reports": N, "findings": N, "faults": [...]}; a fault is a report that does not say what was found, says
more, breaks its schema, or lets a name out.
"""
import base64
import json
import pathlib
import sys
import warnings

import readers
from shown import is_command, is_harmless

warnings.simplefilter("ignore")  # they would stand in the answer


def expected(finding):
  return finding | {"path": base64.b64decode(finding["path"])}


def from_json(text):
  """What was found, as our own report says it."""
  found = []
  for entry in json.loads(text)["findings"]:
    path = base64.b64decode(entry["pathBytes"]) if "pathBytes" in entry else entry["path"].encode()
    found.append({
        "path": path, "message": entry["message"], "rule": entry["rule"], "severity": entry["severity"],
        "advice": entry["help"], "line": entry["line"], "column": entry["column"],
        "fails": entry["severity"] == "error"})
  return found


def faults(name, text, found, files):
  """All that is wrong with one report."""
  wrong = sorted({hex(ord(c)) for c in text if c != "\n" and not is_harmless(c)})
  if wrong:
    yield f"{name}: characters {wrong}"
  if not text.endswith("\n") and (found or name not in ("concise", "xcode")) and text:
    yield f"{name}: no line break at the end"
  if name != "github":
    yield from (f"{name}: a command: {line[:200]!r}" for line in text.split("\n") if is_command(line))
  try:
    yield from (f"{name}: {fault}" for fault in readers.READERS[name](text, found, files))
  except Exception as error:  # pylint: disable=broad-except
    yield f"{name}: {type(error).__name__}: {str(error)[:500]}"


def batches():
  if len(sys.argv) < 2:
    for batch in json.load(sys.stdin)["batches"]:
      yield [expected(finding) for finding in batch["findings"]], batch["files"], batch["reports"]
    return
  reports = {p.suffix[1:]: p.read_bytes().decode() for p in sorted(pathlib.Path(sys.argv[1]).glob("report.*"))}
  yield from_json(reports["json"]), json.loads(reports["json"])["summary"]["files"], reports


def main():
  count, total, wrong = 0, 0, []
  for found, files, reports in batches():
    for name, text in sorted(reports.items()):
      count += 1
      total += len(found)
      wrong += list(faults(name, text, found, files))
  json.dump({"reports": count, "findings": total, "faults": wrong[:20]}, sys.stdout)


main()
