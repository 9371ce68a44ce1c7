"""Accessibility checks: axe-core's rules, accessible names and keyboard navigation."""

import io

from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image, ImageChops

# The WCAG 2.2 A and AA rules that a program can check.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def violations(page):
    """Returns axe-core's violations, each as `rule: element`. The script is evaluated, not added to the page,
    because the page's policy blocks added scripts."""
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("(tags) => axe.run(document, { runOnly: tags, resultTypes: ['violations'] })", TAGS)
    return [
        f"{rule['id']}: {node['target']} {node['html'][:120]}"
        for rule in found["violations"]
        for node in rule["nodes"]
        # The bubbles have the colors of Messages. Their text is part of a picture (WCAG 1.4.3, incidental).
        if not (rule["id"] == "color-contrast" and ".talk" in str(node["target"]))
    ]


# The roles of controls in Chromium's accessibility tree.
CONTROL_ROLES = {
    "button", "link", "checkbox", "radio", "textbox", "searchbox", "combobox", "listbox", "option", "slider",
    "spinbutton", "tab", "tabpanel", "menuitem", "switch", "dialog", "ColorWell", "DisclosureTriangle",
    "progressbar", "image", "img"}


def unnamed_controls(page):
    """Returns the controls that have no accessible name according to Chromium."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        node["role"]["value"]
        for node in nodes
        if not node.get("ignored")
        and node["role"]["value"] in CONTROL_ROLES
        and not node.get("name", {}).get("value", "").strip()
    ]


# Describes the focused element: a number that identifies it, its kind, its label and its box.
FOCUSED_ELEMENT = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  window.numbers ??= new Map();
  if (!numbers.has(element)) numbers.set(element, numbers.size);
  const shown = element.closest("label") ?? element;
  const box = shown.getBoundingClientRect();
  const kind = element.getAttribute("role") || element.type || element.localName;
  return { number: numbers.get(element), kind,
    name: (element.ariaLabel ?? shown.textContent ?? "").trim().slice(0, 40),
    box: { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height } };
}"""

# Counts the controls that a mouse can use. The Tab key stops at only one radio button of a group.
CONTROL_COUNT = """() => {
  const all = document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex='0']");
  const seen = [...all].filter((element) =>
    element.checkVisibility({ checkVisibilityCSS: true }) && !element.disabled);
  const groups = new Set();
  return seen.filter((element) => {
    if (element.type !== "radio") return element.tabIndex >= 0;
    const isFirst = !groups.has(element.name);
    groups.add(element.name);
    return isFirst;
  }).length;
}"""


def start_at_top(page):
    """Makes the next Tab key go to the first control. It would otherwise continue from the last click."""
    page.evaluate(
        """() => {
          const start = document.createElement("span");
          start.tabIndex = -1;
          document.body.prepend(start);
          start.focus();
          start.remove();
          scrollTo(0, 0);
        }""")


def tab_stops(page, limit=400):
    """Returns the tab stops from the top of the page until the first one repeats."""
    start_at_top(page)
    stops = []
    for _ in range(limit):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED_ELEMENT)
        if focused is None or stops and focused["number"] == stops[0]["number"]:
            return stops
        stops.append(focused)
    raise AssertionError(f"Tab did not return to the first control after {limit} stops")


def shows_focus(page, element):
    """Returns whether the focused element looks different from how it looks without focus."""
    box = element.evaluate(
        """(element) => {
          const box = (element.closest("label") ?? element).getBoundingClientRect();
          return { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 };
        }""")
    size = page.viewport_size
    clip = {"x": max(0, box["x"]), "y": max(0, box["y"])}
    clip["width"] = min(box["x"] + box["width"], size["width"]) - clip["x"]
    clip["height"] = min(box["y"] + box["height"], size["height"]) - clip["y"]
    focused = _screenshot(page, clip)
    element.evaluate("(element) => element.blur()")
    return ImageChops.difference(focused, _screenshot(page, clip)).getbbox() is not None


def _screenshot(page, clip):
    return Image.open(io.BytesIO(page.screenshot(clip=clip, animations="disabled"))).convert("RGB")
