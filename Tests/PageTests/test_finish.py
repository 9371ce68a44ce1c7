"""What a designer needs to finish a pack: the list of missing items, one list of all descriptions, one size,
the state of checks, and messages that disappear by themselves."""

import io
import pathlib

import art
from browser import PICTURES
from PIL import Image
from serving import drop
from test_save import SaveCase


def sized(width, height):
    out = io.BytesIO()
    art.disc(900).resize((width, height)).save(out, "PNG")
    return out.getvalue()


def moving(side):
    out = io.BytesIO()
    frames = [art.ball(step, side=side) for step in range(8)]
    frames[0].save(out, "png", save_all=True, append_images=frames[1:], duration=100, loop=0, disposal=1)
    return out.getvalue()


class FinishCase(SaveCase):
    def filled(self, page, files):
        drop(page, files)
        for name in files:
            self.verdict(page, name)
        page.locator("#tally", has_text=f"{len(files)} sticker").wait_for()
        page.locator("#pack-text", has_text=next(iter(files))).wait_for(state="attached")

    def wait_for_text(self, page, words):
        page.wait_for_function(
            "(words) => document.getElementById('pack-text').textContent.includes(words)", arg=words)


class LackTests(FinishCase):
    def test_what_still_lacks_is_said_in_one_place_and_goes_when_it_is_there(self):
        page = self.opened(self.served(), locale="en-US").page
        self.filled(page, self.some("ready.png", "dance.png"))
        lacks = page.locator("#pack-lacks")
        lacks.wait_for()
        self.assertEqual(lacks.locator("li:visible").count(), 3)
        page.locator("#tally", has_text="missing: an icon, a name and 2 descriptions").wait_for()
        lacks.get_by_role("button", name="Name it").click()
        page.keyboard.type("Discs")
        page.keyboard.press("Tab")
        page.locator("#tally", has_text="missing: an icon and 2 descriptions").wait_for()
        # The art of a pack with its own metadata has no further findings.
        page.wait_for_timeout(900)
        self.assertEqual(self.verdict(page, "ready.png"), "fine")
        page.locator("#tally", has_text="2 stickers · 2 ready · missing").wait_for()
        lacks.get_by_role("button", name="Describe all…").click()
        for words in ("A ball that runs", "A coral disc"):
            page.keyboard.type(words)
            page.keyboard.press("Enter")  # to its emoji
            page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        self.wait_for_text(page, "A coral disc")
        page.locator("#tally", has_text="missing: an icon").wait_for()
        self.open_sticker(page, "ready.png").get_by_role("button", name="Use as icon").click()
        lacks.wait_for(state="hidden")
        page.wait_for_function(
            "() => document.getElementById('tally').textContent === '2 stickers · 2 ready'")

    def test_the_window_is_called_as_the_pack_is(self):
        page = self.opened(self.served()).page
        self.filled(page, self.some("ready.png"))
        page.get_by_label("Name in Messages").fill("Round & <b>things</b>")
        page.get_by_label("Name in Messages").blur()
        page.wait_for_function("() => document.title === 'Round & <b>things</b> · stickerlint'")
        self.assertEqual(page.locator("h1").inner_text(), "Round & <b>things</b>")
        self.assertEqual(page.locator("h1 b").count(), 0)


class DescribeAllTests(FinishCase):
    def test_all_are_described_in_one_list_by_keyboard_in_each_language(self):
        watched = self.opened(self.served(), locale="en-US")
        page = watched.page
        files = {f"{number:02}.png": sized(408, 408 - number) for number in range(12)}
        self.filled(page, files)
        page.get_by_role("button", name="Describe all…").last.click()
        dialog = page.locator("#describing")
        self.assertEqual(dialog.locator("li").count(), 12)
        self.assertEqual(dialog.locator("#describing-sum").inner_text(), "12 stickers without a description.")
        for number in range(12):
            page.keyboard.type(f"Disc number {number}")
            page.keyboard.press("Enter")  # to its emoji
            page.keyboard.press("Enter")
        dialog.locator("#describing-sum", has_text="All stickers have a description.").wait_for()
        self.wait_for_text(page, "Disc number 11")
        for number in range(12):
            self.assertIn(f"Disc number {number}", page.locator("#pack-text").text_content())
        self.assertIn("languages:", page.locator("#pack-text").text_content())
        first = dialog.get_by_label("00.png: emoji")
        first.fill("👋")
        first.press("Enter")
        page.keyboard.type("🎉")
        page.keyboard.press("Shift+Enter")
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-label')"), "00.png: emoji")
        page.keyboard.press("Tab")
        label = "01.png: description in English"
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-label')"), label)
        page.keyboard.press("Escape")
        self.wait_for_text(page, "🎉")
        page.get_by_label("Add a language").select_option("de")
        page.locator("#pack-languages", has_text="German").wait_for()
        page.get_by_role("button", name="Describe all…").last.click()
        page.get_by_label("Language of the descriptions").select_option("de")
        dialog.get_by_label("00.png: description in German").fill("Eine Scheibe")
        page.keyboard.press("Enter")
        self.wait_for_text(page, "Eine Scheibe")
        self.assertIn("Disc number 0", page.locator("#pack-text").text_content())
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / "describe-all-laptop.png")
        self.assertEqual(watched.complaints, [])

    def test_what_voiceover_says_without_a_description_is_told_in_one_way(self):
        page = self.opened(self.served(), locale="en-US").page
        self.filled(page, self.some("ready.png"))
        page.get_by_label("Name in Messages").fill("Discs")
        page.get_by_label("Name in Messages").blur()
        self.wait_for_text(page, "Discs")
        page.wait_for_timeout(900)
        article = self.open_sticker(page, "ready.png")
        said = article.inner_text()
        self.assertEqual(said.count("VoiceOver"), 1, said)
        self.assertIn("Without a description, VoiceOver reads “ready.png.accessibilityLabel”.", said)


class OneSizeTests(FinishCase):
    def test_mixed_art_becomes_one_size_and_what_is_said_of_it_is_true(self):
        server = self.served()
        page = self.opened(server).page
        files = {
            "large.png": sized(900, 900), "great.png": sized(618, 618), "low.png": sized(500, 300),
            "slim.png": sized(300, 900), "tiny.png": sized(200, 200), "right.png": sized(408, 408),
            "moves.png": moving(618),
        }
        self.filled(page, files)
        page.locator("#pack-fields label", has_text="Regular").click()
        self.wait_for_text(page, "regular")
        page.get_by_role("button", name="Make all the same size").click()
        page.locator("#outcome", has_text="Fixed 5 stickers.").wait_for()
        said = page.locator("#outcome").inner_text().split("\n")
        self.assertEqual(said, [
            "Fixed 5 stickers.", "1 already had that size.",
            "tiny.png would have to be enlarged to 408 × 408 px. Export it again at a larger size."])
        for name in set(files) - {"tiny.png", "right.png"}:
            number = self.sticker(page, name).get_attribute("data-number")
            fixed = Image.open(io.BytesIO(self.fetched(server, f"fixed/{number}")))
            self.assertEqual(fixed.size, (408, 408), name)
        self.assertEqual(self.sticker(page, "right.png").get_attribute("data-asked"), "")
        page.get_by_role("button", name="Make all the same size").click()
        page.locator("#outcome", has_text="No sticker could be resized to 408 × 408 px.").wait_for()
        page.locator("#said").click()
        self.tile(page, "tiny.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        page.locator("#outcome", has_text="Removed tiny").wait_for()
        page.wait_for_function("() => !document.querySelector('#pack').textContent.includes('different sizes')")
        page.get_by_role("button", name="Make all the same size").click()
        page.locator("#outcome", has_text="All stickers are already 408 × 408 px.").wait_for()


class FixedTileTests(FinishCase):
    def test_a_tile_has_the_name_that_the_fix_gave_and_the_pane_shows_what_is_taken_along(self):
        server = self.served()
        page = self.opened(server).page
        self.filled(page, {"photo.jpg": self.art["photo.jpg"], **self.some("specks.png")})
        self.fix_all(page)
        page.locator(".tile[title='photo.png']").wait_for()
        self.assertEqual(page.locator(".tile .name").all_text_contents(), ["photo.png", "specks.png"])
        article = self.open_sticker(page, "photo.png")
        self.assertEqual(article.locator(".stage img").get_attribute("class"), "after")
        self.assertEqual(article.locator(".stage figcaption").count(), 0)
        self.assertEqual(article.locator(".fixed figcaption").inner_text(), "before fixing")
        article.get_by_role("button", name="Revert to original").click()
        page.locator(".tile[title='photo.jpg']").wait_for()
        page.locator("article.open .stage img.art").wait_for()

    def test_the_button_and_the_words_count_what_is_changed(self):
        page = self.opened(self.served()).page
        self.filled(page, self.some("specks.png", "ready.png", "dance.png"))
        sheet = self.open_sheet(page)
        sheet.locator("[data-all]").first.check()
        go = sheet.locator("[data-sheet=go]")
        self.assertEqual(go.inner_text(), "Fix 1 sticker")
        sheet.get_by_role("checkbox", name="Minimize the file size").check()
        self.assertEqual(go.inner_text(), "Fix up to 3 stickers")
        go.click()
        page.locator("#outcome", has_text="fixed").wait_for()
        fixed = page.locator("article.sticker:has(img.after)").count()
        words = page.locator("#outcome").inner_text()
        self.assertTrue(words.startswith(f"Fixed {fixed} stickers"), words)
        self.assertIn(f"For {fixed - 1} of them, only the file size changed", words)


class AgainTests(FinishCase):
    def test_what_is_looked_at_again_says_so_and_has_no_verdict(self):
        page = self.opened(self.served()).page
        page.add_init_script("""window.EventSource = class extends EventSource {
          constructor(...given) {
            super(...given);
            window.events = this;
          }
        };""")
        page.reload()
        self.filled(page, self.some("ready.png", "large.png"))
        page.wait_for_timeout(600)
        # Messages from the program itself must not interfere.
        page.evaluate("() => window.events.close()")
        tally = page.locator("#tally")
        before = (tally.inner_text(), self.tile(page, "large.png").get_attribute("aria-label"))
        number = int(self.sticker(page, "large.png").get_attribute("data-number"))
        # The program finishes too quickly for its progress to be seen, so simulate the progress of slower
        # checks.
        tell = """(numbers) => window.events.dispatchEvent(
          new MessageEvent("message", { data: JSON.stringify({ type: "checking", numbers, pack: false }) }))"""
        page.evaluate(tell, [number])
        again = page.locator(".tile[data-verdict=checking]")
        self.assertEqual(again.get_attribute("aria-label"), "large.png: Checking…")
        page.locator("#tally", has_text="1 checking").wait_for()
        # One more file, which is not on the page yet.
        page.evaluate(tell, [number, 99])
        page.locator("#tally", has_text="2 checking").wait_for()
        page.evaluate(tell, [])
        page.wait_for_function("() => !document.getElementById('tally').textContent.includes('checking')")
        self.assertEqual(again.count(), 0)
        after = (tally.inner_text(), self.tile(page, "large.png").get_attribute("aria-label"))
        self.assertEqual(after, before)

    def test_nothing_is_still_being_checked_when_all_has_come(self):
        page = self.opened(self.served()).page
        self.filled(page, self.some("ready.png", "large.png"))
        # A new export of the same file, among many others.
        others = {f"{n:02}.png": sized(900 - n, 900) for n in range(40)}
        drop(page, {**others, "large.png": moving(900), **{f"later-{n}.png": moving(700 - n) for n in range(8)}})
        page.locator(".tile").nth(49).wait_for()
        page.wait_for_function("() => !document.querySelector('.tile[data-verdict=checking], .checking')")
        page.wait_for_function("() => !document.getElementById('tally').textContent.includes('checking')")
        self.assertTrue(page.locator("#tally").inner_text().startswith("50 stickers · "))

    def test_after_a_save_the_pack_is_counted_as_it_is(self):
        place = self.folder("ready.png", "specks.png", "large.png")
        page = self.opened_folder(place)
        for name in ("ready.png", "specks.png", "large.png"):
            self.verdict(page, name)
        self.fix_all(page)
        page.locator("#tally", has_text="3 stickers · 3 ready").wait_for()
        page.evaluate("""() => {
          window.told = [];
          new MutationObserver(() => window.told.push(document.getElementById("tally").textContent))
            .observe(document.getElementById("tally"), { childList: true });
        }""")
        self.save(page)
        page.locator("#saving-yes").click()
        page.locator("#outcome", has_text="Saved to").wait_for()
        page.locator("article[data-path='fixed/large.png'][data-verdict]").wait_for(state="attached")
        page.locator("#tally", has_text="3 stickers · 3 ready").wait_for()
        page.wait_for_timeout(1500)
        for words in page.evaluate("window.told"):
            self.assertNotIn("to fix", words.split("The pack")[0], words)
        self.assertTrue(page.locator("#tally").inner_text().startswith("3 stickers · 3 ready"))


class ToastTests(FinishCase):
    def test_words_go_by_themselves_but_not_while_somebody_is_at_them(self):
        page = self.opened(self.served()).page
        page.clock.install()
        self.filled(page, self.some("ready.png", "cut.png"))
        self.tile(page, "cut.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        outcome = page.locator("#outcome", has_text="from the pack")
        outcome.wait_for()
        page.clock.run_for(12_000)
        self.assertTrue(outcome.is_visible(), "what can be undone stays longer")
        page.locator(".outcome").hover()
        page.clock.run_for(60_000)
        self.assertTrue(outcome.is_visible(), "somebody points at it")
        page.mouse.move(5, 5)
        page.locator("#said").focus()
        page.clock.run_for(60_000)
        self.assertTrue(outcome.is_visible(), "somebody has the focus in it")
        page.locator(".tile").first.focus()
        page.clock.run_for(30_000)
        outcome.wait_for(state="hidden")
        self.assertFalse(page.locator(".outcome").is_visible())

    def test_on_a_phone_no_button_of_the_bars_is_covered(self):
        page = self.opened(self.served(), viewport={"width": 390, "height": 844}, has_touch=True).page
        self.filled(page, self.some("ready.png", "cut.png", "specks.png"))
        self.fix_all(page)
        for open_pane in (False, True):
            if open_pane:
                self.tile(page, "cut.png").tap()
            covered = page.evaluate("""() => {
              const toast = document.querySelector(".outcome").getBoundingClientRect();
              return [...document.querySelectorAll(".top button, .top summary, .top .button, .bars button,"
                  + " .pane-bar button, #chosen button")].filter((button) => {
                const box = button.getBoundingClientRect();
                return box.width > 0 && box.bottom > toast.top && box.top < toast.bottom
                  && box.right > toast.left && box.left < toast.right;
              }).map((button) => button.textContent);
            }""")
            self.assertEqual(covered, [])
            self.assertTrue(page.locator("#said").is_visible())


class BarTests(FinishCase):
    def test_the_bar_is_one_line_at_1280_px(self):
        place = self.folder("ready.png", "cut.png", "large.png")
        page = self.opened_folder(place)
        self.verdict(page, "large.png")
        page.get_by_label("Name in Messages").fill("A pack with a name that is as long as names of packs are")
        page.get_by_label("Name in Messages").blur()
        page.locator("h1", has_text="A pack with").wait_for()
        tops = self.tops(page)
        self.assertGreaterEqual(len(tops), 6)
        self.assertEqual(len(set(tops)), 1, tops)
        self.assertLessEqual(page.locator(".top").bounding_box()["height"], 84)

    def test_on_a_phone_it_is_one_line_of_buttons_under_the_name(self):
        place = self.folder("ready.png", "cut.png")
        page = self.opened(self.served(place), viewport={"width": 390, "height": 844}).page
        page.locator("[data-do=save]").wait_for()
        self.verdict(page, "cut.png")
        self.assertEqual(len(set(self.tops(page))), 1, self.tops(page))
        self.assertEqual(page.locator("#actions").get_by_role("button", name="Download pack").count(), 1)

    def tops(self, page):
        return page.evaluate("""() => [...document.querySelectorAll(
            ".top .button, .top .actions > button:not([hidden]), .top summary")]
          .filter((one) => one.offsetWidth > 0).map((one) => Math.round(one.getBoundingClientRect().top))""")

    def test_what_parting_with_a_sticker_means_is_said(self):
        page = self.opened(self.served()).page
        self.filled(page, self.some("ready.png", "cut.png"))
        article = self.open_sticker(page, "cut.png")
        self.assertIn("It stays on this page, and can be added again", article.inner_text())
        self.assertIn("Your file stays where it is.", article.inner_text())
        self.tile(page, "cut.png").click(modifiers=["Control"])
        for name in ("Take out of pack", "Remove from this page"):
            button = page.locator("#chosen").get_by_role("button", name=name)
            self.assertTrue(button.get_attribute("title"))


class MoveTests(FinishCase):
    def order(self, page):
        return page.locator(".tile .name").all_text_contents()

    def test_stickers_are_moved_without_a_mouse_and_without_a_keyboard(self):
        page = self.opened(self.served(), viewport={"width": 390, "height": 844}, has_touch=True).page
        self.filled(page, self.some("cut.png", "dance.png", "ready.png"))
        self.tile(page, "ready.png").tap()
        article = page.locator("article.open")
        article.get_by_role("button", name="Move earlier").tap()
        page.wait_for_function("() => document.querySelectorAll('.tile')[1].title === 'ready.png'")
        article.get_by_role("button", name="Move earlier").tap()
        page.wait_for_function("() => document.querySelectorAll('.tile')[0].title === 'ready.png'")
        self.wait_for_text(page, "ready.png")
        article.get_by_role("button", name="Move later").tap()
        page.wait_for_function("() => document.querySelectorAll('.tile')[1].title === 'ready.png'")
        page.locator("[data-walk='0']").tap()
        self.assertIn("Move earlier", page.locator("#keys").inner_text())
        text = page.locator("#pack-text")
        page.wait_for_function(
            "() => { const text = document.getElementById('pack-text').textContent;"
            " return text.indexOf('cut.png') < text.indexOf('ready.png')"
            " && text.indexOf('ready.png') < text.indexOf('dance.png'); }")
        self.assertIn("ready.png", text.text_content())

    def test_a_finger_that_rests_takes_hold_and_drags(self):
        watched = self.opened(self.served(), viewport={"width": 390, "height": 844}, has_touch=True)
        page = watched.page
        self.filled(page, self.some("cut.png", "dance.png", "ready.png"))
        page.locator(".tile canvas").nth(2).wait_for()
        start, end = (self.tile(page, name).bounding_box() for name in ("ready.png", "cut.png"))
        line = watched.context.new_cdp_session(page)

        def touch(kind, box, x=0.5):
            at = [{"x": box["x"] + box["width"] * x, "y": box["y"] + 30}] if box else []
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

        touch("touchStart", start)
        page.locator(".ghost").wait_for()
        for share in (0.8, 0.4, 0.2):
            touch("touchMove", end, share)
        touch("touchEnd", None)
        self.assertEqual(self.order(page), ["ready.png", "cut.png", "dance.png"])
