"""Parsers for reports that people read: Markdown, as GitHub and others convert it to HTML, and HTML itself.
"""
import re
import shutil
import subprocess
from collections import Counter

import cmarkgfm
import html5lib
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt

from shown import shown

MARKDOWN_TAGS = {"h3", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "code", "strong", "details", "summary", "a"}
# Outside of the report, only rule pages are linked.
RULE_PAGE = re.compile(r"https://OWNER\.github\.io/stickerlint/rules/([a-z0-9-]+)\.html")
PAGE_TAGS = {"html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "ul", "li", "b", "code", "main",
             "section", "table", "caption", "thead", "tbody", "tr", "th", "td", "span", "article", "p", "a", "small",
             "details", "summary", "footer"}
PAGE_ATTRIBUTES = {"lang", "charset", "name", "content", "class", "id", "href", "scope", "aria-labelledby"}
# Syntax that GitHub or GitLab interprets in text outside code.
CALLS = re.compile(r"[@#!~$&^\[\]{}<>`*_\\|]|://|www\.|:\w+:|\b[0-9a-f]{7,}\b|\b[A-Z]+-\d", re.IGNORECASE)


def same(read, wanted):
  read, wanted = Counter(read), Counter(wanted)
  yield from (f"not found: {entry!r}"[:600] for entry in list(wanted - read)[:3])
  yield from (f"found too: {entry!r}"[:600] for entry in list(read - wanted)[:3])


def tidy():
  """HTML Tidy, if it is new enough to support HTML 5."""
  program = shutil.which("tidy")
  version = subprocess.run([program, "-v"], capture_output=True, text=True).stdout if program else ""
  return program if "version 5" in version else None


TIDY = tidy()


def content(element):
  return "".join(element.itertext())


def bar(text):
  return shown(text).replace("|", "\\u{7C}")


def outside_code(element):
  """Yields the pieces of text outside code spans."""
  if element.tag != "code" and element.text:
    yield element.text
  for child in element:
    yield from outside_code(child)
    if child.tail:
      yield child.tail


def rendered(text):
  """Uses the parser that GitHub used, and an unrelated one."""
  options = Options.CMARK_OPT_UNSAFE
  yield "cmark", cmarkgfm.cmark.markdown_to_html_with_extensions(
      text, options=options, extensions=["table", "autolink", "strikethrough", "tasklist"])
  yield "markdown-it", MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)


def markdown(text, found, _):
  for name, page in rendered(text):
    yield from (f"{name}: {fault}" for fault in markdown_page(page, found))


def markdown_page(page, found):
  root = html5lib.parse(page, treebuilder="lxml", namespaceHTMLElements=False).getroot().find("body")
  for element in root.iterdescendants():
    if element.tag not in MARKDOWN_TAGS or set(element.keys()) - {"align", "style", "href"}:
      yield f"not ours: {element.tag} {dict(element.attrib)!r}"
    yield from leads_away(element)
  for piece in outside_code(root):
    if CALLS.search(piece):
      yield f"not in a code span: {piece!r}"
  read = []
  for item in root.iterfind(".//li"):
    if not item.findall("ul") and not item.findall("p/../ul"):
      continue
    path = next(item.iter("code"))
    for entry in item.iterfind("ul/li"):
      words = [content(entry.find("strong")), content(next(entry.iter("code")))]
      message = content(entry).split(words[1] + ": ", 1)[1]
      read.append((content(path).strip(), words[0], words[1], message.strip()))
  wanted = [(bar(f["path"]).strip(), f["severity"], f["rule"], bar(f["message"]).strip()) for f in found]
  said = re.search(r"([\d,]+) findings? omitted", content(root))
  left_out = int(said[1].replace(",", "")) if said else 0
  faults = list(same(read, wanted))
  if left_out:
    # Tidy reports only how many are missing, not which.
    faults = [fault for fault in faults if not fault.startswith("not found")]
  yield from faults
  if len(read) + left_out != len(found):
    yield f"{len(read)} findings read and {left_out} left out of {len(found)}"


def leads_away(element):
  """Yields links other than those from a rule to its page."""
  if "href" in element.keys() or element.tag == "a":
    page = RULE_PAGE.fullmatch(element.get("href", ""))
    if element.tag != "a" or not page or page[1] != content(element):
      yield f"leads away: {element.get('href')!r} of {content(element)!r}"


def html(text, found, files):
  parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False)
  root = parser.parse(text).getroot()
  yield from (f"not valid: {error}" for error in parser.errors[:3])
  if TIDY:
    said = subprocess.run([TIDY, "-e", "-q", "-utf8"], input=text.encode(), capture_output=True).stderr.decode()
    yield from (f"not tidy: {line}" for line in said.split("\n")[:3] if line)
  for element in root.iter():
    if element.tag not in PAGE_TAGS or set(element.keys()) - PAGE_ATTRIBUTES:
      yield f"not ours: {element.tag} {dict(element.attrib)!r}"
    if not element.get("href", "#").startswith("#"):
      yield from leads_away(element)
  targets = {element.get("id") for element in root.iter() if element.get("id")}
  read = []
  for article in root.iter("article"):
    for row in article.iterfind("table/tbody/tr"):
      cells = row.findall("td")
      shape = [[child.tag for child in cell] for cell in [article.find("h3"), *cells]]
      if shape[:4] != [[], ["span"], ["a"], ["small"]] or any(shape[4:]) or any(len(c[0]) for c in cells[:3]):
        yield f"more elements than ours: {shape!r}"
      link = cells[1].find("a")
      if link.get("href")[1:] not in targets:
        yield f"a link without an end: {link.get('href')}"
      advice = content(cells[2].find("small"))
      read.append((content(article.find("h3")), content(cells[0]), content(cells[1]), cells[2].text or "", advice))
  yield from same(read, [
      (shown(f["path"]), f["severity"], f["rule"],
       (f"line {f['line']}, column {f['column']}: " if f["line"] else "") + shown(f["message"]), shown(f["advice"]))
      for f in found])
  names = root.findall(".//ul[@class='names']/li")
  passing = len(names)
  if any([child.tag for child in name] != ["small"] for name in names):
    yield "more elements than ours in the list of names"
  if files < passing or (not found and passing != files):
    yield f"{passing} files without findings of {files}"
