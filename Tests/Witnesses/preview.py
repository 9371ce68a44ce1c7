"""Reads preview pages. Each must be valid and complete, and may run and load only its own code."""
import base64
import hashlib
import json
import re
import subprocess
import sys

import html5lib

from display import display_name
from markup import RULE_PAGE, TIDY, compare, content

TAGS = set("""html head meta title style link script body a header h1 h2 h3 h4 p div form fieldset legend label input span b select
  option svg circle path line rect g defs linearGradient stop nav main article figure figcaption img ul ol li small code button section
  table caption thead tbody tr th td em template canvas i output footer
  symbol use image mark details summary dialog progress br pre textarea""".split())
ATTRIBUTES = set("""lang charset name content class id href rel src scope role type value for alt width height hidden tabindex
  title multiple webkitdirectory checked selected min max step decoding viewBox preserveAspectRatio d cx cy r x y x1 y1 x2 y2 fill offset
  stop-color stroke stroke-opacity http-equiv loading target
  autocomplete spellcheck accept placeholder rows rx disabled""".split())
DATA_OR_ARIA = re.compile(r"(data|aria)-[a-z]+$")


def faults(page):
  parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False)
  root = parser.parse(page["html"]).getroot()
  yield from (f"invalid HTML: {error}" for error in parser.errors[:3])
  if TIDY:
    output = subprocess.run(
        [TIDY, "-e", "-q", "-utf8"], input=page["html"].encode(), capture_output=True).stderr.decode()
    # Tidy reports empty elements, which the script fills, and does not know three newer attributes of the
    # standard.
    expected_lines = re.compile('trimming empty|proprietary attribute "(decoding|webkitdirectory|loading)"')
    lines = [line for line in output.split("\n") if line and not expected_lines.search(line)]
    yield from (f"Tidy: {line}" for line in lines[:3])
  for element in root.iter():
    tag = re.sub(r"^\{.*\}", "", element.tag)
    names = [name for name in element.keys() if name not in ATTRIBUTES and not DATA_OR_ARIA.match(name)]
    if tag not in TAGS or names:
      yield f"unexpected element: {tag} {names} {dict(element.attrib)!r}"[:300]
  yield from resource_faults(root, page["isFile"])
  yield from sticker_faults(root, page)


def resource_faults(root, is_file):
  """Yields faults in everything that the page runs or loads."""
  scripts = [script for script in root.iter("script")]
  styles = [style for style in root.iter("style")]
  # Explanations link to the sources of rules. Following such a link is the user's choice.
  explanations = [e for e in root.iter("template") if e.get("id", "").startswith("why-")]
  sources = [a for explanation in explanations for a in explanation.iter("a")]
  yield from (f"unexpected link: {a.get('href')}" for a in sources
              if not a.get("href").startswith("https://") or a.get("rel") != "noreferrer")
  addresses = [e.get(name) for e in root.iter() if e not in sources for name in ("src", "href", "data-src", "data-tile")
               if e.get(name)]
  icon = next(e.get("href") for e in root.iter("link") if e.get("rel") == "icon")
  addresses.remove(icon)
  if not icon.startswith("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' ") or re.search("href|script|url", icon):
    yield f"the icon is not a drawing: {icon[:60]}"
  if is_file:
    policy = root.find(".//meta[@http-equiv]").get("content")
    for kind, elements in [("script", scripts), ("style", styles)]:
      if len(elements) != 1 or elements[0].keys():
        yield f"{len(elements)} {kind} elements"
      digest = base64.b64encode(hashlib.sha256(elements[0].text.encode()).digest()).decode()
      if f"{kind}-src 'sha256-{digest}';" not in policy:
        yield f"the policy does not allow the {kind}"
    if not policy.startswith("default-src 'none';"):
      yield f"the policy allows too much: {policy}"
    allowed = rf"#|data:image/(png|gif|jpeg);base64,|{RULE_PAGE.pattern}$"
    yield from (f"unexpected address: {a[:60]}" for a in addresses if not re.match(allowed, a))
  else:
    if styles or any(script.text for script in scripts):
      yield "the drop page contains an inline script or style"
    allowed = r"#|preview\.(css|js)$|art/\d+\?v=[0-9a-f]+$|fixed/\d+\?v=[0-9a-f]+$|rules/[a-z0-9-]+$|data:image/(png|jpeg);base64,|data:image/gif;base64,R0lGODlhAQABAAAAACw=$"
    yield from (f"unexpected address: {a[:60]}" for a in addresses if not re.match(allowed, a))


LABELS = {"error": "Must fix", "warning": "Needs review", "hint": None}


def severity(item):
  """Returns the severity of a finding, or the label if it does not belong to the severity."""
  label = item.find("span[@class='severity']")
  output = None if label is None else content(label)
  return item.get("class") if output == LABELS[item.get("class")] else f"labeled {output}"


def rule(item):
  """Returns the rule of a finding, whose explanation the script opens."""
  link = item.find("a[@class='why']")
  return link.get("data-why")


def sticker_faults(root, page):
  articles = list(root.iter("article"))
  expected = page["stickers"]
  if len(articles) != len(expected):
    yield f"{len(articles)} stickers, not {len(expected)}"
  for article, sticker in zip(articles, expected):
    name = display_name(base64.b64decode(sticker["name"]))
    if content(article.find(".//h3")) != name:
      yield f"name {content(article.find('.//h3'))!r}, not {name!r}"
    if article.get("data-verdict") != sticker["verdict"]:
      yield f"verdict {article.get('data-verdict')}, not {sticker['verdict']}"
    # A fixed sticker shows its current and its original properties.
    original = article.find(".//details[@class='was']")
    items = (article if original is None else original).iterfind(".//ul[@class='findings']/li")
    actual = [(severity(item), rule(item), content(item.find("small"))) for item in items]
    yield from compare(actual, [(f["severity"], f["rule"], display_name(f["advice"])) for f in sticker["findings"]])
    image = article.find(".//img[@class='art']")
    if (image is None) != (sticker["art"] is None):
      yield "a missing or an unexpected image"
    elif image is not None and page["isFile"]:
      source = image.get("data-src") or image.get("src")
      if source.split(",", 1)[1] != sticker["art"]:
        yield "the image is not the file"


messages = [f"page {number}: {fault}" for number, page in enumerate(json.load(sys.stdin)) for fault in faults(page)]
print(json.dumps(messages[:20]))
