"""Packs for other messengers: verdicts and the fields that they lead to, downloads that other programs can read, and
how each messenger shows a sticker."""

import gzip
import io
import json
import pathlib
import subprocess
import tarfile
import tempfile
import zipfile

from PIL import Image

import test_page_states
from browser import PROGRAM
from preview_case import PreviewCase
from serve_case import ServeCase
from serving import drop

TIMEOUT = 60_000


def tgs():
    """Returns a Telegram animation with one ellipse."""
    ellipse = {"ty": "el", "p": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [200, 200]}}
    layer = {"ty": 4, "nm": "Arm", "ip": 0, "op": 180, "st": 0, "ks": {}, "shapes": [{"ty": "gr", "it": [ellipse]}]}
    animation = {"tgs": 1, "v": "5.5.2", "fr": 60, "ip": 0, "op": 180, "w": 512, "h": 512, "assets": [],
                 "layers": [layer]}
    return gzip.compress(json.dumps(animation).encode(), mtime=0)


class MessengerCase(ServeCase):
    def drop_art(self, page, *names):
        drop(page, self.art_files(*names))
        for name in names:
            self.wait_for_verdict(page, name)
        page.locator("#pack-text", has_text=names[-1]).wait_for(state="attached")

    def open_messengers(self, page):
        page.locator("#messengers > summary").click()
        self.wait_for_verdicts(page)

    def wait_for_verdicts(self, page):
        """Waits until there is a verdict for each messenger."""
        page.locator("#messengers-sum", has_text="can be downloaded").wait_for(timeout=TIMEOUT)

    def row(self, page, name):
        return page.locator(f"[data-messenger={name}]")

    def row_text(self, page, name):
        row = self.row(page, name)
        return (row.locator(".words > span").inner_text() or row.locator("summary").inner_text()).strip()

    def wait_for_row(self, page, name, text):
        """Waits until a row contains a text."""
        self.row(page, name).locator(".words", has_text=text).wait_for(timeout=TIMEOUT)

    def download_pack(self, page, name):
        return self.download(page, self.row(page, name).locator("[data-hand]"))


class MessengerTests(MessengerCase):
    def pack_with_cli(self, page, names, messenger, file):
        """Packs the same art with the page's pack file on the command line."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in names:
            (folder / "art" / name).parent.mkdir(exist_ok=True)
            (folder / "art" / name).write_bytes(self.art[name])
        (folder / "art/stickerpack.yml").write_text(page.locator("#pack-text").text_content())
        command = [PROGRAM, "pack", folder / "art", "--for", messenger, "--output", folder / "out", "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return (folder / "out" / file).read_bytes()

    def test_a_tgs_is_a_sticker_in_the_pack_for_telegram(self):
        session = self.open_page(self.start_server())
        page, animation = session.page, tgs()
        stickers = "".join(f"  - {{ file: {name}, emoji: [\"👋\"] }}\n" for name in ("duck.tgs", "large.png"))
        pack_file = f"name: Ducks\nauthor: Ada\nstickers:\n{stickers}".encode()
        drop(page, {"duck.tgs": animation, "large.png": self.art["large.png"], "stickerpack.yml": pack_file})
        for name in ("duck.tgs", "large.png"):
            self.wait_for_verdict(page, name)
        tile = self.tile(page, "duck.tgs")
        tile.locator(".none", has_text="TGS").wait_for()
        self.assertIn("animated", tile.get_attribute("aria-label"))
        self.assertEqual(page.locator(".tile.apart").count(), 0)
        article = self.open_sticker(page, "duck.tgs")
        self.assertIn("TGS animation", article.locator(".facts").inner_text())
        self.assertIn("A pack for Telegram includes TGS files as is", article.locator(".nothing").inner_text())
        self.assertIn("is a TGS", article.locator(".findings").inner_text())
        self.assertIn("as APNG", article.locator(".findings").inner_text())
        page.locator("[data-walk='0']").click()
        self.open_messengers(page)
        self.wait_for_row(page, "telegram", "Ready")
        _, data = self.download_pack(page, "telegram")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".tgs")]
            self.assertEqual(len(names), 1)
            self.assertEqual(archive.read(names[0]), animation)
        self.assertIn("Ready: 1 sticker, 1 changed, 1 left out", self.row(page, "signal").inner_text())
        self.assertEqual(session.errors, [])

    def test_missing_items_lead_to_their_fields_and_downloads_match_the_command_line(self):
        page = self.open_page(self.start_server()).page
        names = ("ready.png", "cut.png", "large.png")
        self.drop_art(page, *names)
        self.assertFalse(self.row(page, "signal").is_visible(), "the section is collapsed")
        self.open_messengers(page)
        self.assertEqual(self.row_text(page, "signal"), "Needs a name, an author and emoji for 3 stickers")
        self.assertEqual(self.row_text(page, "line"), "The pack has 3 stickers (must have 8, 16, 24, 32 or 40)")
        self.assertFalse(self.row(page, "signal").locator("[data-hand]").is_visible())
        self.row(page, "signal").locator(".lead").click()
        page.keyboard.type("Discs")
        self.wait_for_row(page, "signal", "Needs an author and emoji")
        self.row(page, "signal").locator(".lead").focus()
        page.keyboard.press("Enter")
        self.assertEqual(page.evaluate("document.activeElement.id"), "messengers-author")
        page.keyboard.type("Ada")
        self.wait_for_row(page, "signal", "Needs emoji for 3 stickers")
        for remaining in (2, 1, 0):
            self.row(page, "signal").locator(".lead").click()
            field = page.locator("[data-field=emoji]")
            self.assertTrue(field.evaluate("(field) => field === document.activeElement"))
            field.fill("👋")
            field.blur()
            page.locator("[data-walk='0']").click()
            self.wait_for_row(page, "signal", f"Needs emoji for {remaining} sticker" if remaining else "Ready")
        self.wait_for_verdicts(page)
        name, data = self.download_pack(page, "signal")
        self.assertEqual(name, "Discs-signal.zip")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.assertIsNone(archive.testzip())
            manifest = json.loads(archive.read("manifest.json"))
            self.assertEqual((manifest["title"], manifest["author"]), ("Discs", "Ada"))
            self.assertEqual([one["emoji"] for one in manifest["stickers"]], ["👋"] * 3)
            sizes = {Image.open(archive.open(one["file"])).size for one in manifest["stickers"]}
            self.assertEqual(sizes, {(512, 512)})
        self.assertEqual(data, self.pack_with_cli(page, names, "signal", "signal.zip"))
        page.locator("#outcome", has_text="Downloaded the pack for Signal: a zip with manifest.json").wait_for()
        name, data = self.download_pack(page, "discord-sticker")
        self.assertEqual(name, "Discs-discord-sticker.zip")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = archive.namelist()
            self.assertTrue(all(path.startswith("Discs-discord-sticker/") for path in files), files)
            pictures = [path for path in files if path.endswith(".png")]
            self.assertEqual({Image.open(archive.open(path)).size for path in pictures}, {(320, 320)})
        name, data = self.download_pack(page, "mastodon")
        self.assertEqual(name, "Discs-mastodon.tar.gz")
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            self.assertEqual(sorted(archive.getnames()), ["cut.png", "large.png", "ready.png"])
        self.assertEqual(data, self.pack_with_cli(page, names, "mastodon", "mastodon.tar.gz"))
        page.locator("#outcome", has_text="Downloaded the pack for Mastodon emoji: ").wait_for()
        self.assertIn('author: "Ada"', page.locator("#pack-text").text_content())

    def test_verdicts_are_updated_only_while_the_section_is_open(self):
        session = self.open_page(self.start_server())
        page = session.page
        self.drop_art(page, "ready.png", "cut.png")
        requests = lambda: [url for url in session.requests if url.endswith("/messengers")]
        self.assertEqual(requests(), [])
        self.open_messengers(page)
        self.assertEqual(len(requests()), 1)
        self.assertEqual(self.row_text(page, "discord-sticker"), "Ready: 2 stickers, 2 changed")
        page.locator("#messengers > summary").click()
        drop(page, self.art_files("large.png"))
        self.wait_for_verdict(page, "large.png")
        page.locator("#messengers.old").wait_for(state="attached")
        self.assertEqual(len(requests()), 1)
        page.locator("#messengers > summary").click()
        self.wait_for_row(page, "discord-sticker", "Ready: 3 stickers, 3 changed")
        self.wait_for_verdicts(page)
        self.tile(page, "cut.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        self.wait_for_row(page, "discord-sticker", "Ready: 2 stickers, 2 changed")
        self.row(page, "discord-sticker").locator("summary").click()
        lines = self.row(page, "discord-sticker").locator("details li").all_inner_texts()
        self.assertEqual([line.split(": ")[1] for line in lines], ["large.png and ready.png"])


# Returns the background color of each chat, and the sizes of its canvases and stickers.
CHAT_LAYOUT = """(panel) => [...panel.querySelectorAll(".look")].map((chat) => ({
  ground: getComputedStyle(chat.querySelector(".talk")).backgroundColor,
  boxes: [...chat.querySelectorAll(".canvas-box")].map((box) => {
    const [outer, inner] = [box.getBoundingClientRect(), box.firstChild.getBoundingClientRect()];
    return [outer.width, outer.height, inner.width, inner.height].map(Math.round);
  }),
}))"""


class MessengerPreviewTests(PreviewCase):
    def chat_layout(self, page, name, messenger):
        panel = self.open_tab(page, name, "Other messengers")
        panel.locator("[data-look]").select_option(messenger)
        return panel.evaluate(CHAT_LAYOUT)

    def test_each_messenger_shows_its_backgrounds_and_canvases_to_scale(self):
        session = self.open_page()
        page = session.page
        # 408 px of art on a canvas of 512 px, which is shown at 200 points.
        signal = self.chat_layout(page, "ready.png", "signal")
        self.assertEqual([chat["ground"] for chat in signal], ["rgb(255, 255, 255)", "rgb(18, 18, 18)"])
        side = page.evaluate("Number(document.querySelector('.open img.art').getAttribute('width'))")
        self.assertEqual(signal[0]["boxes"], [[200, 200, *[round(side * 200 / 512)] * 2]] * 2)
        # Larger art is scaled down to 320 px, and so is its canvas. At 185 points for 370 px, that is 160 points.
        line = self.chat_layout(page, "large.png", "line")
        self.assertEqual(line[1]["boxes"], [[160, 160, 160, 160]] * 2)
        # An emoji is shown in text and alone.
        discord = self.chat_layout(page, "large.png", "discord-emoji")
        self.assertEqual(discord[0]["boxes"], [[22, 22, 22, 22], [48, 48, 48, 48]] * 2)
        # The next sticker is shown in the same messenger.
        page.keyboard.press("Escape")
        panel = self.open_tab(page, "ready.png", "Other messengers")
        self.assertEqual(panel.locator("[data-look]").input_value(), "discord-emoji")
        self.assertEqual(session.errors, [])

    def test_a_preview_for_a_messenger_uses_its_limits_and_opens_in_its_style(self):
        file = self.file.with_name("line.html")
        command = [PROGRAM, "preview", self.stickers, "--output", file, "--quiet", "--no-fixes", "--for", "line"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        page = self.open_page().page
        page.goto(file.as_uri())
        panel = self.open_tab(page, "large.png", "Other messengers")
        self.assertEqual(panel.locator("[data-look]").input_value(), "line")
        self.assertIn("370", self.article(page, "large.png").locator(".findings").inner_text())
        both = subprocess.run([*command, "--profile", "line"], capture_output=True, text=True)
        self.assertEqual(both.returncode, 2)
        other = subprocess.run([*command[:-1], "icq"], capture_output=True, text=True)
        self.assertEqual(other.returncode, 2)
        self.assertIn("icq", other.stderr)


class MessengerStateTests(MessengerCase):
    each_layout, check_state = test_page_states.PageStateTests.each_layout, test_page_states.PageStateTests.check_state

    def test_the_messenger_section_and_previews_pass_the_page_checks(self):
        for page, layout in self.each_layout():
            self.drop_art(page, "ready.png", "cut.png", "dance.png")
            self.open_messengers(page)
            self.row(page, "mastodon").locator("summary").click()
            page.locator("#messengers").evaluate("(part) => part.scrollIntoView()")
            self.check_state(page, "messengers", layout)
            article = self.open_sticker(page, "ready.png")
            article.get_by_role("tab", name="Other messengers").click()
            for messenger in ("line", "misskey"):
                article.locator("[data-look]").select_option(messenger)
                article.locator(".looks").evaluate("(panel) => panel.scrollIntoView()")
                self.check_state(page, f"look-{messenger}", layout)
