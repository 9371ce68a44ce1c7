"""Interactive messages: what a `message.yml` looks like in the preview and on the drop page."""

import io
import pathlib
import subprocess
import tempfile
import unittest

import accessibility
from PIL import Image, ImageDraw

from browser import SCREENSHOTS, PROGRAM, VIEWPORTS, PageSession
from serve_case import ServeCase
from serving import drop

TEXT = """\
base-url: https://example.com/vote
image: vote.png
image-title: "{question}"
image-subtitle: { en: "{votes} votes", fr: "{votes} voix" }
caption: { en: "{leader} leads", fr: "{leader} mène" }
subcaption: A caption that is too long for one line of a bubble
trailing-caption: "{votes}"
trailing-subcaption: "<i>so far</i>"
accessibility-label: { en: A vote, fr: Un vote }
summary: It was {leader}
states: [{ question: "Où ?", votes: 3 }]
"""


# Finds elements that extend beyond the bubble, the conversation or the section that contains them.
OVERFLOWING = """() => [...document.querySelectorAll(".message *:not(symbol *, use)")].filter((element) => {
  const box = element.closest(".app-bubble, .talk, .message").getBoundingClientRect();
  const own = element.getBoundingClientRect();
  return own.width > 0 && (own.left < box.left - 1 || own.right > box.right + 1);
}).map((element) => element.outerHTML.slice(0, 80))"""


def picture(color):
    """Returns a red PNG with a strip on the left that is cropped when the message is sent."""
    image = Image.new("RGB", (900, 900), "#e4572e")
    ImageDraw.Draw(image).rectangle((0, 0, 11, 899), fill=color)
    data = io.BytesIO()
    image.save(data, "png")
    return data.getvalue()


class MessageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        message_folder = pathlib.Path(cls.folder.name) / "vote"
        message_folder.mkdir()
        (message_folder / "message.yml").write_text(TEXT)
        (message_folder / "vote.png").write_bytes(picture("#0000ff"))
        Image.new("RGB", (1024, 1024), "#00a000").save(message_folder / "icon.png")
        (message_folder / "stickerpack.yml").write_text("icon: icon.png\n")
        cls.file = pathlib.Path(cls.folder.name) / "preview.html"
        subprocess.run([PROGRAM, "preview", message_folder, "--output", cls.file, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def open_page(self, **options):
        session = self.enterContext(PageSession(**{"viewport": {"width": 1280, "height": 800}, **options}))
        session.page.goto(self.file.as_uri())
        return session

    def color(self, element, x, y):
        """Returns the color of an element's pixel at a fraction of its width and height."""
        image = Image.open(io.BytesIO(element.screenshot())).convert("RGB")
        return image.getpixel((round(x * (image.width - 1)), round(y * (image.height - 1))))

    def test_the_bubble_shows_image_icon_and_texts_with_and_without_javascript(self):
        for script in (True, False):
            session = self.open_page(java_script_enabled=script)
            bubble = session.page.locator(".app-bubble").first
            for words in ("{question}", "{votes} votes", "{leader} leads", "A caption that", "<i>so far</i>"):
                self.assertIn(words, bubble.inner_text())
            red, green = self.color(bubble, 0.5, 0.3), self.color(bubble.locator(".app-icon"), 0.5, 0.5)
            self.assertTrue(red[0] > 200 and max(red[1:]) < 110, red)
            self.assertTrue(green[1] > 130 and max(green[0], green[2]) < 60, green)
            self.assertEqual(bubble.locator("i").count(), 0)
            self.assertEqual(session.errors, [])
            self.assertTrue(all(url.startswith(("file:", "data:", "blob:")) for url in session.requests))

    def test_the_image_is_shown_before_and_after_cropping(self):
        page = self.open_page().page
        before, after = page.locator(".pictures img"), page.locator(".pictures svg")
        before.scroll_into_view_if_needed()
        page.wait_for_function("document.querySelector('.pictures img').complete")
        blue, cropped = self.color(before, 0.005, 0.5), self.color(after, 0.005, 0.5)
        self.assertGreater(blue[2], 150)
        self.assertLess(cropped[2], 110)
        ratio = after.bounding_box()["width"] / before.bounding_box()["width"]
        self.assertAlmostEqual(ratio, 288 / 300, places=2)
        self.assertIn("Simulated", page.locator(".pictures").inner_text())

    def test_the_preview_shows_languages_link_summary_and_voiceover_text(self):
        page = self.open_page().page
        self.assertEqual(page.locator(".in-language h4").all_inner_texts(), ["Language: en", "Language: fr"])
        french = page.locator(".in-language").nth(1)
        self.assertIn("{leader} mène", french.inner_text())
        self.assertIn("Un vote", french.locator(".voiceover").inner_text())
        self.assertEqual(page.locator(".link").inner_text(),
                         "https://example.com/vote?question=O%C3%B9%20?&votes=3")
        self.assertEqual(page.locator(".collapsed").first.inner_text(), "It was {leader}")
        self.assertEqual(page.locator("mark").first.inner_text(), "{question}")
        self.assertIn("1 message: ready", page.locator("#tally").inner_text())

    def test_nothing_overflows_and_the_preview_is_accessible_in_every_layout(self):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for name, (width, height) in VIEWPORTS.items():
            for scheme in ("light", "dark"):
                session = self.open_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                page = session.page
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                overflowing = page.evaluate(OVERFLOWING)
                self.assertEqual(overflowing, [], (name, scheme))
                self.assertEqual(accessibility.violations(page), [], (name, scheme))
                page.locator(".message").screenshot(path=SCREENSHOTS / f"message-{name}-{scheme}.png")


class DroppedMessageTests(ServeCase):
    def test_a_message_that_is_dropped_with_its_image_is_shown(self):
        session = self.open_page(self.start_server())
        page = session.page
        files = {"vote/message.yml": TEXT.encode(), "vote/vote.png": picture("#0000ff"),
                 "vote/ready.png": self.art["ready.png"]}
        drop(page, files, folder="vote")
        page.locator(".message").wait_for()
        self.assertEqual(self.wait_for_verdict(page, "ready.png"), "fine")
        page.wait_for_function("document.querySelectorAll('article.sticker').length === 1")
        page.locator("#tally", has_text="1 sticker · 1 ready · 1 message: ready").wait_for()
        page.locator(".pictures img").scroll_into_view_if_needed()
        page.wait_for_function("document.querySelector('.pictures img').naturalWidth === 900")
        self.assertEqual(session.errors, [])
        self.assertEqual(accessibility.violations(page), [])
        self.menu_button(page, "Start over").click()
        page.locator(".message").wait_for(state="detached")
