"""The views of a sticker: the player, before and after, backgrounds, markers and print."""

import io
import unicodedata

from PIL import Image
from pypdf import PdfReader

from preview_case import PreviewCase

# Returns the canvas of the open panel as straight RGBA.
PIXELS = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return [...data].join(" ");
}"""


class ViewTests(PreviewCase):
    def player(self, page, name="dance.png"):
        panel = self.open_tab(page, name, "Animation")
        panel.locator("[data-strip] li").nth(7).wait_for()
        return panel, panel.locator("[data-play]"), panel.locator("[data-now]")

    def test_the_player_plays_pauses_and_steps(self):
        panel, button, now = self.player(self.open_page().page)
        self.assertEqual(button.inner_text(), "Pause")
        button.click()
        self.assertEqual(button.inner_text(), "Play")
        def wait_for_label(words):
            panel.locator("[data-now]", has_text=words).wait_for()

        panel.locator("[data-strip] button").nth(2).click()
        wait_for_label("frame 3 of 8, 100 ms")
        panel.get_by_role("button", name="Next frame").click()
        wait_for_label("frame 4 of 8, 100 ms")
        for _ in range(5):
            panel.get_by_role("button", name="Previous frame").click()
        wait_for_label("frame 7 of 8, 100 ms")
        self.assertEqual(panel.locator("[data-strip] [aria-current=true]").inner_text().split()[0], "7")

    def test_the_speed_setting_changes_how_long_a_frame_is_shown(self):
        page = self.open_page().page
        # Time passes only when the test advances it.
        page.clock.install(time=0)
        page.clock.pause_at(1000)
        panel, button, now = self.player(page, "flash.png")
        self.assertEqual(button.inner_text(), "Play", "a flashing sticker does not play by itself")
        frame = panel.get_by_label("Frame", exact=True)

        def frames_in(milliseconds):
            panel.locator("[data-strip] button").first.click()
            button.click()
            for _ in range(milliseconds // 10):
                page.clock.run_for(10)
                page.wait_for_timeout(2)
            button.click()
            return int(frame.input_value()) - 1

        self.assertEqual(frames_in(220), 4)
        panel.get_by_label("Speed").select_option("2")
        self.assertEqual(frames_in(120), 4)
        panel.get_by_label("Speed").select_option("0.5")
        self.assertEqual(frames_in(220), 2)
        self.assertIn("One loop takes 0.4 s", panel.locator("[data-loop]").inner_text())

    def test_reduced_motion_keeps_the_player_paused(self):
        page = self.open_page(reduced_motion="reduce").page
        _, button, _ = self.player(page)
        self.assertEqual(button.inner_text(), "Play")

    def test_frames_with_findings_are_marked_in_the_strip(self):
        panel, _, _ = self.player(self.open_page().page, "flash.png")
        marked = panel.locator("[data-strip] button.marked")
        self.assertEqual((marked.count(), marked.first.locator("i").inner_text()), (8, "flashing"))

    def test_the_slider_reveals_the_fixed_image(self):
        page = self.open_page().page
        panel = self.open_tab(page, "specks.png", "Before and after")
        slider = panel.get_by_role("slider")
        shown = []
        for end in ("Home", "End"):
            slider.press(end)
            # The first speck is 2 x 3 px, at (12, 14) of 408 px.
            picture = Image.open(io.BytesIO(panel.locator(".pair").screenshot()))
            scale = picture.width / 408
            # The art may begin between two pixels of the screen.
            left, top = round(13 * scale) - 2, round(15.5 * scale) - 2
            shown.append(min(picture.convert("L").crop((left, top, left + 5, top + 5)).getdata()))
        dark = [level < 150 for level in shown]
        self.assertEqual(sorted(dark), [False, True], f"{shown}: the speck must be visible at exactly one end")

    def test_findings_are_marked_on_the_art_until_markers_are_turned_off(self):
        page = self.open_page().page
        for name, rule, count in (("cut.png", "touches-edge", 1), ("specks.png", "stray-pixels", 3)):
            marks = self.article(page, name).locator(f"svg.marks [data-rule={rule}]")
            self.assertEqual(marks.count(), count, name)
        self.open_sticker(page, "cut.png")
        self.assertTrue(self.article(page, "cut.png").locator("svg.marks").is_visible())
        page.locator(".menu summary").click()
        page.get_by_label("Show markers").uncheck()
        self.assertFalse(self.article(page, "cut.png").locator("svg.marks").is_visible())

    def test_the_chosen_background_is_behind_the_art(self):
        page = self.open_page().page
        # Only stickers with findings show their art outside of the views.
        image = self.open_sticker(page, "cut.png").locator("img.art")

        def behind():  # a disc leaves the corners of its canvas empty
            picture = Image.open(io.BytesIO(image.screenshot())).convert("RGB")
            return picture.getpixel((picture.width // 16, picture.height // 16))

        for ground, color in (("white", (255, 255, 255)), ("black", (0, 0, 0)), ("red", (255, 0, 0))):
            page.locator(f"#grounds label:has(input[value='{ground}'])").click()
            self.assertEqual(behind(), color, ground)
        page.locator("#own").fill("#12ab34")
        self.assertEqual(behind(), (0x12, 0xAB, 0x34))

    def test_the_close_up_shows_the_color_and_opacity_of_a_pixel(self):
        page = self.open_page().page
        panel = self.open_tab(page, "ready.png", "Close-up")
        canvas = panel.locator("canvas")
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        panel.locator("[data-pixel]", has_text="#ff6f59, 100% opaque").wait_for()
        self.assertEqual(canvas.bounding_box(), box, "the art does not move while the pointer is over it")
        page.mouse.move(box["x"] + 12, box["y"] + 12)
        panel.locator("[data-pixel]", has_text="transparent").wait_for()
        panel.get_by_label("opacity only").check()
        samples = canvas.evaluate(PIXELS).split()
        middle = (204 * 408 + 204) * 4
        self.assertEqual((samples[:4], samples[middle : middle + 4]), (["0", "0", "0", "255"], ["255"] * 4))

    def test_a_printed_page_lists_stickers_with_their_verdicts(self):
        page = self.open_page().page
        text = " ".join(part.extract_text() for part in PdfReader(io.BytesIO(page.pdf())).pages)
        text = unicodedata.normalize("NFKC", " ".join(text.split()))  # replace ligatures with letters
        for name, verdict in (("ready.png", "Ready"), ("cut.png", "Needs review"), ("large.png", "Must fix"),
                              ("photo.jpg", "Must fix"), ("specks.png", "Needs review")):
            self.assertRegex(text, rf"{name}.{{0,9}}{verdict}")
        self.assertIn("the art is cut off at the bottom", text.lower())
