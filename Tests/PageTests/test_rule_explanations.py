"""The explanations that "Why?" opens below a finding, on the drop page and in a preview file."""

import base64
import io
import re
import struct

import accessibility
import art
from PIL import Image

from preview_case import PreviewCase
from serve_case import ServeCase
from serving import drop


def play_count(data):
    """Returns how many times an APNG plays (0 means forever); None for a still."""
    at = data.find(b"acTL")
    return None if at < 0 else struct.unpack(">I", data[at + 8:at + 12])[0]


def example_files(explanation):
    """Returns the bytes of the two images in an explanation."""
    addresses = explanation.locator(".examples img").evaluate_all("(images) => images.map(({ src }) => src)")
    return [base64.b64decode(address.split(",", 1)[1]) for address in addresses]


def once_playing_animation():
    """Draws an animation that plays once."""
    frames = [art.ball(step) for step in range(8)]
    out = io.BytesIO()
    frames[0].save(out, "png", save_all=True, append_images=frames[1:], duration=100, loop=1, disposal=1)
    return out.getvalue()


class RuleExplanationTests(ServeCase):
    def open_explanation(self, page, name, rule):
        """Opens a sticker and the explanation of a finding, and returns the explanation."""
        self.wait_for_verdict(page, name)
        article = self.open_sticker(page, name)
        finding = article.locator(f".findings > li[data-rule='{rule}']")
        finding.get_by_role("link", name="Why?").click()
        explanation = finding.locator(".reason")
        explanation.wait_for()
        return explanation

    def open_with_file(self, name, data, rule, **options):
        session = self.open_page(self.start_server(), **options)
        drop(session.page, {name: data})
        return session, self.open_explanation(session.page, name, rule)

    def test_a_rule_about_motion_has_a_good_and_a_bad_example_that_move(self):
        session, explanation = self.open_with_file("once.png", once_playing_animation(), "finite-loop")
        good, bad = example_files(explanation)
        self.assertEqual((play_count(good), play_count(bad)), (0, 1))
        captions = explanation.locator("figcaption").all_inner_texts()
        self.assertEqual([words.split()[0] for words in captions], ["Good", "Bad"])
        self.assertEqual(explanation.get_by_role("button", name="Play examples").count(), 0)
        self.assertEqual(accessibility.violations(session.page), [])
        self.assertEqual(session.errors, [])

    def test_with_reduced_motion_examples_stay_still_until_the_user_plays_them(self):
        session, explanation = self.open_with_file(
            "once.png", once_playing_animation(), "finite-loop", reduced_motion="reduce")
        self.assertEqual(explanation.locator("img").count(), 0)
        self.assertEqual(explanation.locator(".examples canvas[role=img][aria-label]").count(), 2)
        explanation.get_by_role("button", name="Play examples").click()
        self.assertEqual([play_count(data) for data in example_files(explanation)], [0, 1])
        self.assertEqual(session.errors, [])

    def test_pausing_animations_also_pauses_open_examples(self):
        session, explanation = self.open_with_file("once.png", once_playing_animation(), "finite-loop")
        motion = session.page.locator("#motion")
        motion.evaluate("(box) => box.click()")
        explanation.get_by_role("button", name="Play examples").wait_for()
        self.assertEqual(explanation.locator("img").count(), 0)
        motion.evaluate("(box) => box.click()")
        explanation.locator("img").nth(1).wait_for()
        self.assertEqual(explanation.get_by_role("button", name="Play examples").count(), 0)
        self.assertEqual(session.errors, [])

    def test_two_quick_clicks_open_and_close_an_explanation(self):
        session, explanation = self.open_with_file("once.png", once_playing_animation(), "finite-loop")
        finding = session.page.locator(".findings > li[data-rule='finite-loop']")
        link = finding.get_by_role("link", name="Why?")
        link.click()
        explanation.wait_for(state="detached")
        link.evaluate("(link) => { link.click(); link.click(); link.click(); }")
        explanation.wait_for()
        self.assertEqual(finding.locator(".reason").count(), 1)
        self.assertEqual(link.get_attribute("aria-expanded"), "true")
        self.assertEqual(session.errors, [])

    def test_an_explanation_that_cannot_be_loaded_shows_the_reason(self):
        server = self.start_server()
        page = self.open_page(server).page
        drop(page, {"large.png": self.art["large.png"]})
        self.wait_for_verdict(page, "large.png")
        article = self.open_sticker(page, "large.png")
        page.route("**/rules/*", lambda route: route.abort())
        article.get_by_role("link", name="Why?").first.click()
        explanation = article.locator(".reason")
        explanation.wait_for()
        self.assertTrue(explanation.inner_text())

    def test_flashing_examples_never_move(self):
        _, explanation = self.open_with_file("flash.png", self.art["flash.png"], "flashing")
        self.assertEqual([play_count(data) for data in example_files(explanation)], [None, None])

    def test_other_rules_are_named_by_their_titles(self):
        frames = [art.ball(step) for step in range(8)]
        out = io.BytesIO()
        frames[0].save(out, "png", save_all=True, append_images=frames[1:], duration=33, loop=0, disposal=1)
        _, explanation = self.open_with_file("fast.png", out.getvalue(), "clamped-delay")
        text = explanation.inner_text()
        self.assertIn("“Frame delay”", text)
        self.assertNotIn("frame-delay", text)

    def test_findings_name_no_commands_and_no_options(self):
        page = self.open_page(self.start_server()).page
        huge = io.BytesIO()
        Image.new("RGBA", (8193, 4)).save(huge, "png")
        broken = self.art["broken.png"]
        drop(page, {"huge.png": huge.getvalue(), "cut-off.png": broken[:1500], "large.png": self.art["large.png"]})
        for name in ("huge.png", "cut-off.png", "large.png"):
            self.assertEqual(self.wait_for_verdict(page, name), "error")
            article = self.open_sticker(page, name)
            self.assertNotRegex(article.locator(".findings").inner_text(), r"stickerlint|--\w|`")


class PreviewExplanationTests(PreviewCase):
    def test_a_preview_file_explains_its_findings_without_a_network_connection(self):
        session = self.open_page()
        page = session.page
        article = self.open_sticker(page, "specks.png")
        link = article.locator(".findings > li[data-rule=stray-pixels] a[data-why]")
        link.click()
        explanation = article.locator(".reason")
        explanation.wait_for()
        self.assertIn("No stray specks", explanation.inner_text())
        self.assertEqual(len(example_files(explanation)), 2)
        self.assertEqual(
            explanation.locator("img").evaluate_all("(images) => images.every(({ naturalWidth }) => naturalWidth > 0)"),
            True)
        self.assertEqual(accessibility.violations(page), [])
        link.click()
        self.assertEqual(article.locator(".reason").count(), 0)
        self.assertEqual([url for url in session.requests if url.startswith("http")], [])
        self.assertEqual(session.errors, [])

    def test_findings_and_explanations_in_a_preview_file_name_no_commands(self):
        page = self.open_page().page
        findings = page.locator("article.sticker .findings").all_text_contents()
        explanations = page.locator("template[id^=why-]").evaluate_all(
            "(templates) => templates.map(({ content }) => content.textContent)")
        self.assertTrue(findings and explanations)
        for text in findings + explanations:
            self.assertFalse(re.search(r"stickerlint (fix|pack|lint|init|info)\b|--\w|ffmpeg", text), text)
