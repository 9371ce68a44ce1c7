"""The pack for other messengers: verdicts and where they lead, downloads that other programs read, and how
each messenger shows a sticker."""

import io
import json
import pathlib
import subprocess
import tarfile
import tempfile
import zipfile

from PIL import Image

import test_stations
from browser import PROGRAM
from preview_case import PreviewCase
from serve_case import ServeCase
from serving import drop

LEAST = 60_000


class MessengerCase(ServeCase):
    def filled(self, page, *names):
        drop(page, self.some(*names))
        for name in names:
            self.verdict(page, name)
        page.locator("#pack-text", has_text=names[-1]).wait_for(state="attached")

    def open_part(self, page):
        page.locator("#messengers > summary").click()
        self.asked(page)

    def asked(self, page):
        """Waits until there is a verdict for each messenger."""
        page.locator("#messengers-sum", has_text="can be downloaded").wait_for(timeout=LEAST)

    def row(self, page, name):
        return page.locator(f"[data-messenger={name}]")

    def words(self, page, name):
        row = self.row(page, name)
        return (row.locator(".words > span").inner_text() or row.locator("summary").inner_text()).strip()

    def said(self, page, name, words):
        """Waits until a row contains some words."""
        self.row(page, name).locator(".words", has_text=words).wait_for(timeout=LEAST)

    def handed(self, page, name):
        return self.downloaded(page, self.row(page, name).locator("[data-hand]"))


class MessengerTests(MessengerCase):
    def packed(self, page, names, messenger, file):
        """Exports the same art with the description from the page on the command line."""
        place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in names:
            (place / "art" / name).parent.mkdir(exist_ok=True)
            (place / "art" / name).write_bytes(self.art[name])
        (place / "art/stickerpack.yml").write_text(page.locator("#pack-text").text_content())
        command = [PROGRAM, "pack", place / "art", "--for", messenger, "--output", place / "out", "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return (place / "out" / file).read_bytes()

    def test_what_is_lacking_leads_to_its_field_and_packs_are_read_by_other_programs(self):
        page = self.opened(self.served()).page
        names = ("ready.png", "cut.png", "large.png")
        self.filled(page, *names)
        self.assertFalse(self.row(page, "signal").is_visible(), "it is folded away")
        self.open_part(page)
        self.assertEqual(self.words(page, "signal"), "Needs a name, an author and emoji for 3 stickers")
        self.assertEqual(self.words(page, "line"), "The pack has 3 stickers (must have 8, 16, 24, 32 or 40)")
        self.assertFalse(self.row(page, "signal").locator("[data-hand]").is_visible())
        self.row(page, "signal").locator(".lead").click()
        page.keyboard.type("Discs")
        self.said(page, "signal", "Needs an author and emoji")
        self.row(page, "signal").locator(".lead").focus()
        page.keyboard.press("Enter")
        self.assertEqual(page.evaluate("document.activeElement.id"), "messengers-author")
        page.keyboard.type("Ada")
        self.said(page, "signal", "Needs emoji for 3 stickers")
        for left in (2, 1, 0):
            self.row(page, "signal").locator(".lead").click()
            field = page.locator("[data-field=emoji]")
            self.assertTrue(field.evaluate("(field) => field === document.activeElement"))
            field.fill("👋")
            field.blur()
            page.locator("[data-walk='0']").click()
            self.said(page, "signal", f"Needs emoji for {left} sticker" if left else "Ready")
        self.asked(page)
        name, data = self.handed(page, "signal")
        self.assertEqual(name, "Discs-signal.zip")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.assertIsNone(archive.testzip())
            manifest = json.loads(archive.read("manifest.json"))
            self.assertEqual((manifest["title"], manifest["author"]), ("Discs", "Ada"))
            self.assertEqual([one["emoji"] for one in manifest["stickers"]], ["👋"] * 3)
            sizes = {Image.open(archive.open(one["file"])).size for one in manifest["stickers"]}
            self.assertEqual(sizes, {(512, 512)})
        self.assertEqual(data, self.packed(page, names, "signal", "signal.zip"))
        page.locator("#outcome", has_text="Downloaded the pack for Signal: a zip with manifest.json").wait_for()
        name, data = self.handed(page, "discord-sticker")
        self.assertEqual(name, "Discs-discord-sticker.zip")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = archive.namelist()
            self.assertTrue(all(path.startswith("Discs-discord-sticker/") for path in files), files)
            pictures = [path for path in files if path.endswith(".png")]
            self.assertEqual({Image.open(archive.open(path)).size for path in pictures}, {(320, 320)})
        name, data = self.handed(page, "mastodon")
        self.assertEqual(name, "Discs-mastodon.tar.gz")
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            self.assertEqual(sorted(archive.getnames()), ["cut.png", "large.png", "ready.png"])
        self.assertEqual(data, self.packed(page, names, "mastodon", "mastodon.tar.gz"))
        page.locator("#outcome", has_text="Downloaded the pack for Mastodon emoji: ").wait_for()
        self.assertIn('author: "Ada"', page.locator("#pack-text").text_content())

    def test_what_changes_is_found_out_anew_only_where_somebody_looks(self):
        watched = self.opened(self.served())
        page = watched.page
        self.filled(page, "ready.png", "cut.png")
        asked = lambda: [url for url in watched.requests if url.endswith("/messengers")]
        self.assertEqual(asked(), [])
        self.open_part(page)
        self.assertEqual(len(asked()), 1)
        self.assertEqual(self.words(page, "discord-sticker"), "Ready: 2 of 2 changed")
        page.locator("#messengers > summary").click()
        drop(page, self.some("large.png"))
        self.verdict(page, "large.png")
        page.locator("#messengers.old").wait_for(state="attached")
        self.assertEqual(len(asked()), 1)
        page.locator("#messengers > summary").click()
        self.said(page, "discord-sticker", "Ready: 3 of 3 changed")
        self.asked(page)
        self.tile(page, "cut.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        self.said(page, "discord-sticker", "Ready: 2 of 2 changed")
        self.row(page, "discord-sticker").locator("summary").click()
        lines = self.row(page, "discord-sticker").locator("li").all_inner_texts()
        self.assertEqual([line.split(":")[0] for line in lines], ["large.png", "ready.png"])


# The properties of a chat: its color, and the sizes of its contents.
DRAWN = """(panel) => [...panel.querySelectorAll(".look")].map((chat) => ({
  ground: getComputedStyle(chat.querySelector(".talk")).backgroundColor,
  boxes: [...chat.querySelectorAll(".canvas-box")].map((box) => {
    const [outer, inner] = [box.getBoundingClientRect(), box.firstChild.getBoundingClientRect()];
    return [outer.width, outer.height, inner.width, inner.height].map(Math.round);
  }),
}))"""


class LookTests(PreviewCase):
    def look(self, page, name, messenger):
        panel = self.view(page, name, "Other messengers")
        panel.locator("[data-look]").select_option(messenger)
        return panel.evaluate(DRAWN)

    def test_each_has_its_backgrounds_and_its_canvas_in_the_same_scale(self):
        watched = self.opened()
        page = watched.page
        # 400 px of art on a canvas of 512 px, which is 200 points.
        signal = self.look(page, "ready.png", "signal")
        self.assertEqual([chat["ground"] for chat in signal], ["rgb(255, 255, 255)", "rgb(18, 18, 18)"])
        side = page.evaluate("Number(document.querySelector('.open img.art').getAttribute('width'))")
        self.assertEqual(signal[0]["boxes"], [[200, 200, *[round(side * 200 / 512)] * 2]] * 2)
        # Larger art is scaled down to 320 px, and its canvas is no larger: 185 points are 370 px.
        line = self.look(page, "large.png", "line")
        self.assertEqual(line[1]["boxes"], [[160, 160, 160, 160]] * 2)
        # An emoji is shown in text and alone.
        discord = self.look(page, "large.png", "discord-emoji")
        self.assertEqual(discord[0]["boxes"], [[22, 22, 22, 22], [48, 48, 48, 48]] * 2)
        # The next sticker is shown in the same messenger.
        page.keyboard.press("Escape")
        panel = self.view(page, "ready.png", "Other messengers")
        self.assertEqual(panel.locator("[data-look]").input_value(), "discord-emoji")
        self.assertEqual(watched.complaints, [])

    def test_a_preview_for_a_messenger_is_by_its_limits_and_in_its_look_first(self):
        file = self.file.with_name("line.html")
        command = [PROGRAM, "preview", self.stickers, "--output", file, "--quiet", "--no-fixes", "--for", "line"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        page = self.opened().page
        page.goto(file.as_uri())
        panel = self.view(page, "large.png", "Other messengers")
        self.assertEqual(panel.locator("[data-look]").input_value(), "line")
        self.assertIn("370", self.article(page, "large.png").locator(".findings").inner_text())
        both = subprocess.run([*command, "--profile", "line"], capture_output=True, text=True)
        self.assertEqual(both.returncode, 2)
        other = subprocess.run([*command[:-1], "icq"], capture_output=True, text=True)
        self.assertEqual(other.returncode, 2)
        self.assertIn("icq", other.stderr)


class MessengerStationTests(MessengerCase):
    each, holds = test_stations.StationTests.each, test_stations.StationTests.holds

    def test_the_messengers_and_their_looks(self):
        for page, shape in self.each():
            self.filled(page, "ready.png", "cut.png", "dance.png")
            self.open_part(page)
            self.row(page, "mastodon").locator("summary").click()
            page.locator("#messengers").evaluate("(part) => part.scrollIntoView()")
            self.holds(page, "messengers", shape)
            article = self.open_sticker(page, "ready.png")
            article.get_by_role("tab", name="Other messengers").click()
            for messenger in ("line", "misskey"):
                article.locator("[data-look]").select_option(messenger)
                article.locator(".looks").evaluate("(panel) => panel.scrollIntoView()")
                self.holds(page, f"look-{messenger}", shape)
