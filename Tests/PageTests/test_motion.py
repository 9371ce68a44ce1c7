"""Animations: what moves, when it stops, and how it starts again."""

import pathlib
import subprocess
import tempfile

import art
from browser import PROGRAM
from preview_case import PreviewCase


class MotionTests(PreviewCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        stickers = pathlib.Path(cls.folder.name) / "stickers"
        stickers.mkdir()
        frames = [art.ball(step) for step in range(8)]
        save = {"save_all": True, "append_images": frames[1:], "duration": 100, "disposal": 1}
        frames[0].save(stickers / "dance.png", loop=0, **save)
        frames[0].save(stickers / "once.png", loop=1, **save)
        flashes = [art.disc(color=color, border=color) for color in ((255, 255, 255, 255), (0, 0, 0, 255))] * 4
        flashes[0].save(
            stickers / "flash.png", save_all=True, append_images=flashes[1:], duration=50, loop=0, disposal=1)
        with open(stickers / "flash.png", "ab") as file:
            file.write(bytes(42))  # bytes that a fix removes
        cls.file = pathlib.Path(cls.folder.name) / "preview.html"
        subprocess.run([PROGRAM, "preview", stickers, "--output", cls.file, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)

    def wait_for_still_image(self, page, name, kind):
        """Waits until the page replaces an animation with an image of its first frame."""
        self.article(page, name).locator(f"img.{kind}[src^='blob:']").wait_for(state="attached")

    def test_reduced_motion_stops_animations_until_they_are_turned_on(self):
        page = self.open_page(reduced_motion="reduce").page
        for name, kind in (("dance.png", "art"), ("once.png", "art"), ("once.png", "after"), ("flash.png", "after")):
            self.wait_for_still_image(page, name, kind)
        page.locator(".menu summary").click()
        motion = page.get_by_label("Play animations")
        self.assertFalse(motion.is_checked())
        motion.check()
        self.article(page, "dance.png").locator("img.art[src^='data:image/png']").wait_for(state="attached")
        self.wait_for_still_image(page, "flash.png", "art")

    def test_a_flashing_sticker_is_still_before_and_after_fixing(self):
        page = self.open_page().page
        for kind in ("art", "after"):
            self.wait_for_still_image(page, "flash.png", kind)
        self.article(page, "dance.png").locator("img.art[src^='data:image/png']").wait_for(state="attached")

    def test_a_finished_animation_can_be_played_again(self):
        page = self.open_page().page
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        panel = self.open_tab(page, "once.png", "Animation")
        panel.locator("[data-now]", has_text="frame 1 of 8").wait_for()
        button = panel.locator("[data-play]")
        for _ in range(200):
            if button.inner_text() == "Play":
                break
            page.clock.run_for(10)
        panel.locator("[data-now]", has_text="frame 8 of 8").wait_for()
        button.click()
        panel.locator("[data-now]", has_text="frame 1 of 8").wait_for()
        self.assertEqual(button.inner_text(), "Pause")
