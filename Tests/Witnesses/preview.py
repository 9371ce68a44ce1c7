"""Reads preview pages: each must be valid and complete, and run and load only our own code."""
import base64
import hashlib
import json
import re
import subprocess
import sys

import html5lib

from markup import RULE_PAGE, TIDY, content, same
from shown import shown

TAGS = set("""html head meta title style link script body a header h1 h2 h3 h4 p div form fieldset legend label input span b select
  option svg circle path line rect g defs linearGradient stop nav main article figure figcaption img ul ol li small code button section
  table caption thead tbody tr th td em template canvas i output footer
  symbol use image mark details summary dialog progress br pre textarea""".split())
ATTRIBUTES = set("""lang charset name content class id href rel src scope role type value for alt width height hidden tabindex
  title multiple webkitdirectory checked selected min max step decoding viewBox preserveAspectRatio d cx cy r x y x1 y1 x2 y2 fill offset
  stop-color stroke stroke-opacity http-equiv loading target
  autocomplete spellcheck accept placeholder rows rx disabled""".split())
OWN = re.compile(r"(data|aria)-[a-z]+$")


def faults(page):
  parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False)
  root = parser.parse(page["html"]).getroot()
  yield from (f"not valid: {error}" for error in parser.errors[:3])
  if TIDY:
    said = subprocess.run([TIDY, "-e", "-q", "-utf8"], input=page["html"].encode(), capture_output=True).stderr.decode()
    # Tidy reports empty elements, which the script fills, and does not know two newer attributes of the
    # standard.
    known = re.compile('trimming empty|proprietary attribute "(decoding|webkitdirectory|loading)"')
    lines = [line for line in said.split("\n") if line and not known.search(line)]
    yield from (f"not tidy: {line}" for line in lines[:3])
  for element in root.iter():
    tag = re.sub(r"^\{.*\}", "", element.tag)
    names = [name for name in element.keys() if name not in ATTRIBUTES and not OWN.match(name)]
    if tag not in TAGS or names:
      yield f"not ours: {tag} {names} {dict(element.attrib)!r}"[:300]
  yield from loads(root, page["isFile"])
  yield from stickers(root, page)


def loads(root, is_file):
  """Everything that runs or is loaded."""
  scripts = [script for script in root.iter("script")]
  styles = [style for style in root.iter("style")]
  addresses = [e.get(name) for e in root.iter() for name in ("src", "href", "data-src", "data-tile") if e.get(name)]
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
        yield f"the policy does not know the {kind}"
    if not policy.startswith("default-src 'none';"):
      yield f"the policy lets in: {policy}"
    ours = rf"#|data:image/(png|gif|jpeg);base64,|{RULE_PAGE.pattern}$"
    yield from (f"leads away: {a[:60]}" for a in addresses if not re.match(ours, a))
  else:
    if styles or any(script.text for script in scripts):
      yield "a script or style stands in the drop page"
    ours = r"#|preview\.(css|js)$|art/\d+\?v=[0-9a-f]+$|fixed/\d+\?v=[0-9a-f]+$|rules/[a-z0-9-]+$|data:image/(png|jpeg);base64,|data:image/gif;base64,R0lGODlhAQABAAAAACw=$"
    yield from (f"leads away: {a[:60]}" for a in addresses if not re.match(ours, a))


LABELS = {"error": "Must fix", "warning": "Needs review", "hint": None}


def severity(item):
  """Returns the severity of a finding, if its label is correct."""
  label = item.find("span[@class='severity']")
  said = None if label is None else content(label)
  return item.get("class") if said == LABELS[item.get("class")] else f"labeled {said}"


def rule(item):
  """A file names the rule, and the drop page links to its explanation."""
  link = item.find("a[@class='why']")
  return content(item.find("code")) if link is None else link.get("href").removeprefix("rules/")


def stickers(root, page):
  articles = list(root.iter("article"))
  wanted = page["stickers"]
  if len(articles) != len(wanted):
    yield f"{len(articles)} stickers of {len(wanted)}"
  for article, sticker in zip(articles, wanted):
    name = shown(base64.b64decode(sticker["name"]))
    if content(article.find(".//h3")) != name:
      yield f"another name: {content(article.find('.//h3'))!r} for {name!r}"
    if article.get("data-verdict") != sticker["verdict"]:
      yield f"verdict {article.get('data-verdict')} for {sticker['verdict']}"
    # A fixed sticker shows both its current and its original properties.
    was = article.find(".//details[@class='was']")
    found = (article if was is None else was).iterfind(".//ul[@class='findings']/li")
    read = [(severity(item), rule(item), content(item.find("small"))) for item in found]
    yield from same(read, [(f["severity"], f["rule"], shown(f["advice"])) for f in sticker["findings"]])
    image = article.find(".//img[@class='art']")
    if (image is None) != (sticker["art"] is None):
      yield "a picture too few or too many"
    elif image is not None and page["isFile"]:
      source = image.get("data-src") or image.get("src")
      if source.split(",", 1)[1] != sticker["art"]:
        yield "the art is not the file"


verdict = [f"page {number}: {fault}" for number, page in enumerate(json.load(sys.stdin)) for fault in faults(page)]
print(json.dumps(verdict[:20]))
