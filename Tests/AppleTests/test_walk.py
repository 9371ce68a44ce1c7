"""A walkthrough of the drop page: in Safari on macOS, and with the same steps in Chromium elsewhere."""

import base64
import functools
import signal
import subprocess
import unittest

import apple
import webdriver

CHOOSE = """
  const chosen = new DataTransfer();
  for (const [name, text] of arguments[0]) {
    chosen.items.add(new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name));
  }
  const input = document.getElementById("files");
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
"""
LISTEN = """
  window.told = [];
  addEventListener("error", (event) => told.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => told.push(String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => told.push(event.violatedDirective));
"""


@unittest.skipUnless(webdriver.driver_name(), "skipped: no browser driver")
class WalkthroughTests(unittest.TestCase):
    """The first steps of a designer."""

    def start_server(self):
        """Serves a page until the test ends, and returns its address."""
        listens = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        program = subprocess.Popen(
            [apple.PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, preexec_fn=listens)
        self.addCleanup(program.communicate)
        self.addCleanup(program.send_signal, signal.SIGINT)
        return program.stdout.readline().strip()

    def test_walk(self):
        """Two files are added, each gets a verdict, the finding on the faulty one is shown, and no errors occur."""
        address = self.start_server()
        browser = self.enterContext(webdriver.Browser())
        browser.open(address)
        self.assertIn("tickerlint", browser.send_command("GET", "/title"))
        browser.run_script(LISTEN)
        art = apple.PROJECT / "Fixtures/Art"
        files = [art / "pack/ghost.png", art / "faulty/too-small.png"]
        browser.run_script(CHOOSE, [[path.name, base64.b64encode(path.read_bytes()).decode()] for path in files])
        labels = {}
        for path in files:
            tile = f"document.querySelector(\".tile[aria-label^='{path.name}:']\")"
            find = f"const said = {tile}?.ariaLabel; return /: (Ready|Must fix)$/.test(said) && said"
            labels[path.name] = browser.wait(lambda find=find: browser.run_script(find), f"the verdict on {path.name}")
        self.assertEqual(labels, {"ghost.png": "ghost.png: Ready", "too-small.png": "too-small.png: Must fix"})
        browser.click(".tile[aria-label^='too-small.png:']")
        said = "return [...document.querySelectorAll('article.sticker')].map((one) => one.innerText).join()"
        browser.wait(lambda: "240 × 240 px" in browser.run_script(said), "the finding on too-small.png")
        seen = "return [...document.images].some((one) => one.naturalWidth)"
        browser.wait(lambda: browser.run_script(seen), "an image to load")
        browser.save_screenshot(apple.SCREENSHOTS / f"{browser.name.split()[0]}.png")
        self.assertEqual(browser.run_script("return told"), [])


if __name__ == "__main__":
    unittest.main()
