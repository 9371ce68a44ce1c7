"""Reads human-readable reports: Markdown, converted to HTML as GitHub and others do, and HTML."""
import re
import shutil
import subprocess
from collections import Counter

import cmarkgfm
import html5lib
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt

from display import display_name

MARKDOWN_TAGS = {"h3", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "code", "strong", "details", "summary", "a"}
# Reports may link only to rule pages.
RULE_PAGE = re.compile(r"https://OWNER\.github\.io/stickerlint/rules/([a-z0-9-]+)\.html")
PAGE_TAGS = {"html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "ul", "li", "b", "code", "main",
             "section", "table", "caption", "thead", "tbody", "tr", "th", "td", "span", "article", "p", "a", "small",
             "details", "summary", "footer"}
PAGE_ATTRIBUTES = {"lang", "charset", "name", "content", "class", "id", "href", "scope", "aria-labelledby"}
# Syntax that GitHub or GitLab interprets in text outside code.
SYNTAX = re.compile(r"[@#!~$&^\[\]{}<>`*_\\|]|://|www\.|:\w+:|\b[0-9a-f]{7,}\b|\b[A-Z]+-\d", re.IGNORECASE)


def compare(actual, expected):
  actual, expected = Counter(actual), Counter(expected)
  yield from (f"missing: {entry!r}"[:600] for entry in list(expected - actual)[:3])
  yield from (f"unexpected: {entry!r}"[:600] for entry in list(actual - expected)[:3])


def find_tidy():
  """Returns the path of HTML Tidy if it supports HTML 5, or None."""
  program = shutil.which("tidy")
  version = subprocess.run([program, "-v"], capture_output=True, text=True).stdout if program else ""
  return program if "version 5" in version else None


TIDY = find_tidy()


def content(element):
  return "".join(element.itertext())


def display_in_table(text):
  return display_name(text).replace("|", "\\u{7C}")


def outside_code(element):
  """Yields the pieces of text outside code spans."""
  if element.tag != "code" and element.text:
    yield element.text
  for child in element:
    yield from outside_code(child)
    if child.tail:
      yield child.tail


def render(text):
  """Yields the HTML from two independent parsers. GitHub has used the first."""
  options = Options.CMARK_OPT_UNSAFE
  yield "cmark", cmarkgfm.cmark.markdown_to_html_with_extensions(
      text, options=options, extensions=["table", "autolink", "strikethrough", "tasklist"])
  yield "markdown-it", MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)


def markdown(text, findings, _):
  for name, page in render(text):
    yield from (f"{name}: {fault}" for fault in markdown_page(page, findings))


def markdown_page(page, findings):
  root = html5lib.parse(page, treebuilder="lxml", namespaceHTMLElements=False).getroot().find("body")
  for element in root.iterdescendants():
    if element.tag not in MARKDOWN_TAGS or set(element.keys()) - {"align", "style", "href"}:
      yield f"unexpected element: {element.tag} {dict(element.attrib)!r}"
    yield from unexpected_links(element)
  for piece in outside_code(root):
    if SYNTAX.search(piece):
      yield f"Markdown syntax outside a code span: {piece!r}"
  actual = []
  for item in root.iterfind(".//li"):
    if not item.findall("ul") and not item.findall("p/../ul"):
      continue
    path = next(item.iter("code"))
    for entry in item.iterfind("ul/li"):
      words = [content(entry.find("strong")), content(next(entry.iter("code")))]
      message = content(entry).split(words[1] + ": ", 1)[1]
      actual.append((content(path).strip(), words[0], words[1], message.strip()))
  expected = [
      (display_in_table(f["path"]).strip(), f["severity"], f["rule"], display_in_table(f["message"]).strip())
      for f in findings]
  result = re.search(r"([\d,]+) findings? omitted", content(root))
  omitted = int(result[1].replace(",", "")) if result else 0
  faults = list(compare(actual, expected))
  if omitted:
    # The report states only how many findings it omits, not which.
    faults = [fault for fault in faults if not fault.startswith("missing")]
  yield from faults
  if len(actual) + omitted != len(findings):
    yield f"{len(actual)} findings and {omitted} omitted findings, not {len(findings)}"


def unexpected_links(element):
  """Yields a fault for an element with a link, unless it links the name of a rule to its page."""
  if "href" in element.keys() or element.tag == "a":
    page = RULE_PAGE.fullmatch(element.get("href", ""))
    if element.tag != "a" or not page or page[1] != content(element):
      yield f"unexpected link: {element.get('href')!r} of {content(element)!r}"


def html(text, findings, files):
  parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False)
  root = parser.parse(text).getroot()
  yield from (f"invalid HTML: {error}" for error in parser.errors[:3])
  if TIDY:
    result = subprocess.run([TIDY, "-e", "-q", "-utf8"], input=text.encode(), capture_output=True).stderr.decode()
    yield from (f"Tidy: {line}" for line in result.split("\n")[:3] if line)
  for element in root.iter():
    if element.tag not in PAGE_TAGS or set(element.keys()) - PAGE_ATTRIBUTES:
      yield f"unexpected element: {element.tag} {dict(element.attrib)!r}"
    if not element.get("href", "#").startswith("#"):
      yield from unexpected_links(element)
  targets = {element.get("id") for element in root.iter() if element.get("id")}
  actual = []
  for article in root.iter("article"):
    for row in article.iterfind("table/tbody/tr"):
      cells = row.findall("td")
      shape = [[child.tag for child in cell] for cell in [article.find("h3"), *cells]]
      if shape[:4] != [[], ["span"], ["a"], ["small"]] or any(shape[4:]) or any(len(c[0]) for c in cells[:3]):
        yield f"unexpected elements: {shape!r}"
      link = cells[1].find("a")
      if link.get("href")[1:] not in targets:
        yield f"a link without a target: {link.get('href')}"
      advice = content(cells[2].find("small"))
      actual.append((content(article.find("h3")), content(cells[0]), content(cells[1]), cells[2].text or "", advice))
  yield from compare(actual, [
      (display_name(f["path"]), f["severity"], f["rule"],
       (f"line {f['line']}, column {f['column']}: " if f["line"] else "") + display_name(f["message"]),
       display_name(f["advice"]))
      for f in findings])
  names = root.findall(".//ul[@class='names']/li")
  passing = len(names)
  if any([child.tag for child in name] != ["small"] for name in names):
    yield "unexpected elements in the list of names"
  if files < passing or (not findings and passing != files):
    yield f"{passing} files without findings, of {files} files"
