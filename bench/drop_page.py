"""Measures the drop page with hundreds of stickers: `drop_page.py [COUNT]` prints figures and their limits.

Uses the program in the environment variable STICKERLINT, or the debug build, and Chromium.
"""

import pathlib
import sys
import tempfile

from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/PageTests"))

from browser import PageSession, stop  # noqa: E402
from serving import Server  # noqa: E402

# The limits for 600 stickers on two cores.
GOALS = {"first verdict": (0.5, "s"), "all verdicts": (8, "s"), "longest task while scrolling": (50, "ms"),
         "memory of the tab": (400, "MiB")}

# Records the times at which files are chosen, the first sticker has a verdict, and all stickers have one.
WATCH = """(count) => {
  window.times = {};
  document.getElementById("files").addEventListener("change", () => (times.start = performance.now()),
    { capture: true });
  new MutationObserver(() => {
    const now = document.querySelectorAll("article.sticker[data-verdict]").length;
    if (now > 0) times.first ??= performance.now();
    if (now >= count) times.all ??= performance.now();
  }).observe(document.getElementById("stickers"), { childList: true });
}"""

# Scrolls from top to bottom, and returns the longest task that the browser reports.
SCROLL = """async () => {
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: "longtask" });
  for (let pass = 0; pass < 2; pass += 1) {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 200) {
      scrollTo(0, y);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
    }
  }
  await new Promise((done) => setTimeout(done, 500));
  return longest;
}"""


def draw(folder, count):
    """Draws stickers with realistic file sizes: copies of the fixtures, each with a different shift in hue."""
    pack = sorted((ROOT / "Fixtures/Art/pack").iterdir())
    stills = [path for path in pack if getattr(Image.open(path), "n_frames", 1) == 1]
    paths = []
    for number in range(count):
        art = Image.open(stills[number % len(stills)]).convert("RGBA")
        hue, saturation, value = art.convert("RGB").convert("HSV").split()
        turned = Image.merge("HSV", (hue.point(lambda at: (at + number * 7) % 256), saturation, value)).convert("RGB")
        turned.putalpha(art.getchannel("A"))
        paths.append(folder / f"sticker-{number:03}.png")
        turned.save(paths[-1], compress_level=6)
    return paths


def memory_of_tab(page):
    """Returns the memory of the page's process in MiB, including its share of shared pages."""
    session = page.context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    sizes = []
    for process in processes:
        if process["type"] == "renderer":
            lines = pathlib.Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines()
            sizes.append(next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024)
    return max(sizes)


def measure(paths):
    """Drops all files, scrolls, and returns the figures."""
    with Server() as server, PageSession(viewport={"width": 1280, "height": 800}) as session:
        page = session.page
        page.set_default_timeout(120_000)
        page.goto(server.address)
        page.evaluate(WATCH, len(paths))
        page.locator("#files").set_input_files(paths)
        page.wait_for_function("() => times.all !== undefined")
        times = page.evaluate("times")
        page.locator("#doing").wait_for(state="hidden")
        page.wait_for_timeout(2000)
        longest = page.evaluate(SCROLL)
        page.locator(".tile").first.click()
        page.wait_for_timeout(500)
        return {
            "first verdict": (times["first"] - times["start"]) / 1000,
            "all verdicts": (times["all"] - times["start"]) / 1000,
            "longest task while scrolling": longest,
            "memory of the tab": memory_of_tab(page),
        }


def main():
    """Exits with 1 if a limit is exceeded."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    try:
        with tempfile.TemporaryDirectory() as folder:
            figures = measure(draw(pathlib.Path(folder), count))
    finally:
        stop()
    missed = 0
    print(f"{count} stickers")
    for name, (most, unit) in GOALS.items():
        is_met = figures[name] <= most
        missed += not is_met
        print(f"{name:30} {figures[name]:8.1f} {unit:4} {'at most' if is_met else 'MORE THAN'} {most} {unit}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
