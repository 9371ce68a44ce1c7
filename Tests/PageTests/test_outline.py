"""A white outline around art whose background was removed."""

import io
import tempfile

import accessibility
from PIL import Image

from serve_case import ServeCase
from serving import drop
from test_walkthrough import SIDE, face, png


def white_background():
    picture = Image.new("RGBA", (SIDE, SIDE), (255, 255, 255, 255))
    picture.alpha_composite(face(6))
    return png(picture.convert("RGB"))


class OutlineTests(ServeCase):
    def open_cut_out(self):
        """Removes a background, and returns the server, the session and the article."""
        server = self.start_server()
        session = self.open_page(server)
        drop(session.page, {"white.png": white_background()})
        self.wait_for_verdict(session.page, "white.png")
        article = self.open_sticker(session.page, "white.png")
        article.get_by_role("button", name="Make the flat background transparent").click()
        article.locator(".outline").wait_for()
        return server, session, article

    def white_count(self, server, article):
        data = self.fetch(server, f"fixed/{article.get_attribute('data-number')}")
        pixels = Image.open(io.BytesIO(data)).convert("RGBA").getdata()
        return sum(pixel == (255, 255, 255, 255) for pixel in pixels)

    def wait_for_outline(self, page, width):
        page.locator(f"article[data-name='white.png'][data-outline='{width}']").wait_for(state="attached")

    def test_a_white_outline_is_offered_after_a_background_is_removed_and_can_be_undone(self):
        server, session, article = self.open_cut_out()
        page = session.page
        self.assertEqual(self.white_count(server, article), 0)
        self.assertEqual(article.locator("[data-outline-width]").input_value(), "6", "the width for 618 px")
        article.get_by_role("button", name="Add a white outline").click()
        self.wait_for_outline(page, 6)
        self.assertIn("Add a white outline of 6 px", article.locator(".steps").inner_text())
        count = self.white_count(server, article)
        self.assertGreater(count, 5000)
        self.assertEqual(accessibility.violations(page), [])
        article.locator("[data-outline-width]").select_option("8")
        self.wait_for_outline(page, 8)
        self.assertGreater(self.white_count(server, article), count * 1.15)
        page.locator("#undo").click()
        self.wait_for_outline(page, 6)
        article.locator(".outline").get_by_role("button", name="Remove the outline").click()
        self.wait_for_outline(page, "")
        self.assertEqual(self.white_count(server, article), 0)
        self.assertEqual(session.errors, [])

    def test_the_result_of_the_fix_dialog_offers_outlines(self):
        server = self.start_server()
        session = self.open_page(server)
        page = session.page
        drop(page, {"white.png": white_background(), "face.png": png(face(2))})
        for name in ("white.png", "face.png"):
            self.wait_for_verdict(page, name)
        self.fix_all(page)
        page.locator("#offer", has_text="Add a white outline").click()
        page.locator("#outcome", has_text="Added a white outline to 1 sticker.").wait_for()
        self.wait_for_outline(page, 6)
        self.assertTrue(page.locator("#offer").is_hidden())
        page.locator("#undo").click()
        self.wait_for_outline(page, "")
        self.assertEqual(session.errors, [])

    def test_an_outline_survives_a_restart(self):
        cache = self.enterContext(tempfile.TemporaryDirectory())
        server = self.start_server(cache=cache)
        page = self.open_page(server).page
        drop(page, {"white.png": white_background()})
        self.wait_for_verdict(page, "white.png")
        article = self.open_sticker(page, "white.png")
        article.get_by_role("button", name="Make the flat background transparent").click()
        article.get_by_role("button", name="Add a white outline").click()
        self.wait_for_outline(page, 6)
        page.wait_for_timeout(2500)
        server.stop()
        page = self.open_page(self.start_server(cache=cache)).page
        page.locator("#session-continue").click()
        self.wait_for_outline(page, 6)
