"""Finishing a pack on the drop page: missing items, the list of all descriptions, one size for all stickers, the
progress of checks, the toolbar, and toasts."""

import io

import art
from browser import SCREENSHOTS
from PIL import Image
from serving import drop
from test_save import SaveCase


def disc_png(width, height):
    out = io.BytesIO()
    art.disc(900).resize((width, height)).save(out, "PNG")
    return out.getvalue()


def animated_png(side):
    out = io.BytesIO()
    frames = [art.ball(step, side=side) for step in range(8)]
    frames[0].save(out, "png", save_all=True, append_images=frames[1:], duration=100, loop=0, disposal=1)
    return out.getvalue()


class FinishPackCase(SaveCase):
    def drop_files(self, page, files):
        drop(page, files)
        for name in files:
            self.wait_for_verdict(page, name)
        page.locator("#tally", has_text=f"{len(files)} sticker").wait_for()
        page.locator("#pack-text", has_text=next(iter(files))).wait_for(state="attached")

    def wait_for_pack_text(self, page, words):
        page.wait_for_function(
            "(words) => document.getElementById('pack-text').textContent.includes(words)", arg=words)


class MissingItemTests(FinishPackCase):
    def test_missing_items_are_listed_until_they_are_added(self):
        page = self.open_page(self.start_server(), locale="en-US").page
        self.drop_files(page, self.art_files("ready.png", "dance.png"))
        missing = page.locator("#pack-lacks")
        missing.wait_for()
        self.assertEqual(missing.locator("li:visible").count(), 3)
        steps = page.locator("#steps-left")
        self.assertEqual(steps.inner_text(), "3 steps left")
        steps.click()
        self.assertTrue(missing.evaluate("list => list.contains(document.activeElement)"))
        missing.get_by_role("button", name="Name it").click()
        page.keyboard.type("Discs")
        page.keyboard.press("Tab")
        page.locator("#steps-left", has_text="2 steps left").wait_for()
        named = missing.locator("li.done:visible")
        self.assertEqual(named.count(), 1)
        self.assertIn("Name the pack.", named.inner_text())
        self.assertFalse(named.get_by_role("button").is_visible())
        # Missing descriptions do not change the verdicts of stickers.
        page.wait_for_timeout(900)
        self.assertEqual(self.wait_for_verdict(page, "ready.png"), "fine")
        page.locator("#tally", has_text="2 stickers · 2 ready").wait_for()
        missing.get_by_role("button", name="Describe all…").click()
        for words in ("A ball that runs", "A coral disc"):
            page.keyboard.type(words)
            page.keyboard.press("Enter")  # moves to the next description
        page.keyboard.press("Escape")
        self.wait_for_pack_text(page, "A coral disc")
        page.locator("#steps-left", has_text="1 step left").wait_for()
        self.open_sticker(page, "ready.png").get_by_role("button", name="Use as icon").click()
        missing.wait_for(state="hidden")
        steps.wait_for(state="hidden")
        page.locator("#tally", has_text="2 stickers · 2 ready").wait_for()

    def test_the_window_title_and_heading_show_the_pack_name_as_text(self):
        page = self.open_page(self.start_server()).page
        self.drop_files(page, self.art_files("ready.png"))
        page.get_by_label("Name in Messages").fill("Round & <b>things</b>")
        page.get_by_label("Name in Messages").blur()
        page.wait_for_function("() => document.title === 'Round & <b>things</b> · stickerlint'")
        self.assertEqual(page.locator("h1").inner_text(), "Round & <b>things</b>")
        self.assertEqual(page.locator("h1 b").count(), 0)


class DescribeAllTests(FinishPackCase):
    def test_stickers_without_emoji_get_one_by_file_name_or_the_same_for_all(self):
        page = self.open_page(self.start_server(), locale="en-US").page
        names = ["angry.png", "cat_1.png", "qqq.png", "zzz-sleepy.png"]
        self.drop_files(page, {name: disc_png(408, 400 - index) for index, name in enumerate(names)})
        page.get_by_role("button", name="Describe all…").last.click()
        dialog = page.locator("#describing")

        def emoji():
            return [dialog.get_by_label(f"{name}: emoji").input_value() for name in names]

        dialog.get_by_label("angry.png: emoji").fill("👍")
        dialog.get_by_role("button", name="Guess from file names").click()
        done = "Guessed 4 descriptions and emoji for 2 stickers. Check them."
        dialog.locator("#describing-filled", has_text=done).wait_for()
        page.wait_for_function("() => document.querySelector('[aria-label=\"cat_1.png: emoji\"]').value !== ''")
        self.assertEqual(emoji(), ["👍", "🐱", "", "😴"])
        texts = [dialog.get_by_label(f"{name}: description").input_value() for name in names]
        self.assertEqual(texts, ["Angry", "Cat", "Qqq", "Zzz sleepy"])
        undo = dialog.get_by_role("button", name="Undo")
        undo.click()
        dialog.locator("#describing-filled", has_text="Undone: Edit").wait_for()
        page.wait_for_function("() => document.querySelector('[aria-label=\"cat_1.png: emoji\"]').value === ''")
        self.assertEqual(emoji(), ["👍", "", "", ""])
        self.assertFalse(undo.is_visible())
        dialog.get_by_role("button", name="Guess from file names").click()
        dialog.locator("#describing-filled", has_text=done).wait_for()
        page.wait_for_function("() => document.querySelector('[aria-label=\"cat_1.png: emoji\"]').value !== ''")
        dialog.get_by_label("Stickers without emoji").fill("word")
        page.keyboard.press("Enter")
        dialog.locator("#describing-filled", has_text="Type or paste an emoji first, like 👋.").wait_for()
        dialog.get_by_label("Stickers without emoji").fill("🎉")
        page.keyboard.press("Enter")
        dialog.locator("#describing-fill").wait_for(state="hidden")
        self.assertEqual(emoji(), ["👍", "🐱", "🎉", "😴"])
        page.keyboard.press("Escape")
        page.keyboard.press("Control+z")
        self.wait_for_pack_text(page, "😴")
        page.wait_for_function("() => !document.getElementById('pack-text').textContent.includes('🎉')")

    def test_stickers_can_be_described_in_one_list_by_keyboard_and_in_two_languages(self):
        session = self.open_page(self.start_server(), locale="en-US")
        page = session.page
        files = {f"{number:02}.png": disc_png(408, 408 - number) for number in range(12)}
        self.drop_files(page, files)
        page.get_by_role("button", name="Describe all…").last.click()
        dialog = page.locator("#describing")
        self.assertEqual(dialog.locator("li").count(), 12)
        self.assertEqual(dialog.locator("#describing-sum").inner_text(), "12 stickers without a description.")
        for number in range(12):
            page.keyboard.type(f"Disc number {number}")
            page.keyboard.press("Enter")  # moves to the next description
        dialog.locator("#describing-sum", has_text="All stickers have a description.").wait_for()
        self.wait_for_pack_text(page, "Disc number 11")
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
        self.wait_for_pack_text(page, "🎉")
        page.get_by_label("Add a language").select_option("de")
        page.locator("#pack-languages", has_text="German").wait_for()
        page.get_by_role("button", name="Describe all…").last.click()
        page.get_by_label("Language of the descriptions").select_option("de")
        dialog.get_by_label("00.png: description in German").fill("Eine Scheibe")
        page.keyboard.press("Enter")
        self.wait_for_pack_text(page, "Eine Scheibe")
        self.assertIn("Disc number 0", page.locator("#pack-text").text_content())
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / "describe-all-laptop.png")
        self.assertEqual(session.errors, [])

    def test_the_list_shows_what_is_wrong_with_a_description(self):
        page = self.open_page(self.start_server(), locale="en-US").page
        self.drop_files(page, self.art_files("ready.png", "dance.png"))
        page.get_by_role("button", name="Describe all…").last.click()
        for _ in range(2):
            page.keyboard.type("A coral disc")
            page.keyboard.press("Enter")
        issues = page.locator("#describing .text-issue")
        page.locator("#describing .text-issue:not(:empty)").first.wait_for()
        self.assertIn("Same description", " ".join(issues.all_inner_texts()))
        page.locator("#describing [data-field=text]").last.fill("A running ball")
        page.wait_for_function("() => document.querySelectorAll('.text-issue:not(:empty)').length === 0")

    def test_the_voiceover_text_of_a_sticker_without_a_description_is_shown_once(self):
        page = self.open_page(self.start_server(), locale="en-US").page
        self.drop_files(page, self.art_files("ready.png"))
        page.get_by_label("Name in Messages").fill("Discs")
        page.get_by_label("Name in Messages").blur()
        self.wait_for_pack_text(page, "Discs")
        page.wait_for_timeout(900)
        article = self.open_sticker(page, "ready.png")
        text = article.inner_text()
        self.assertEqual(text.count("VoiceOver"), 1, text)
        self.assertIn("Without a description, VoiceOver reads “ready.png.accessibilityLabel”.", text)


class OneSizeTests(FinishPackCase):
    def test_mixed_art_is_resized_to_one_size_and_the_summary_is_correct(self):
        server = self.start_server()
        page = self.open_page(server).page
        files = {
            "large.png": disc_png(900, 900), "great.png": disc_png(618, 618), "low.png": disc_png(500, 300),
            "slim.png": disc_png(300, 900), "tiny.png": disc_png(200, 200), "right.png": disc_png(408, 408),
            "moves.png": animated_png(618),
        }
        self.drop_files(page, files)
        page.locator("#pack-fields label", has_text="Regular").click()
        self.wait_for_pack_text(page, "regular")
        page.get_by_role("button", name="Make all the same size").click()
        page.locator("#outcome", has_text="Fixed 5 stickers.").wait_for()
        summary = page.locator("#outcome").inner_text().split("\n")
        self.assertEqual(summary, [
            "Fixed 5 stickers.", "1 already had that size.",
            "tiny.png would have to be enlarged to 408 × 408 px. Export it again at a larger size."])
        for name in set(files) - {"tiny.png", "right.png"}:
            number = self.sticker(page, name).get_attribute("data-number")
            fixed = Image.open(io.BytesIO(self.fetch(server, f"fixed/{number}")))
            self.assertEqual(fixed.size, (408, 408), name)
        self.assertEqual(self.sticker(page, "right.png").get_attribute("data-asked"), "")
        page.get_by_role("button", name="Make all the same size").click()
        page.locator("#outcome", has_text="No sticker could be resized to 408 × 408 px.").wait_for()
        page.locator("#said").click()
        self.tile(page, "tiny.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        page.locator("#outcome", has_text="Removed tiny").wait_for()
        page.wait_for_function("() => !document.querySelector('#pack').textContent.includes('different sizes')")
        page.get_by_role("button", name="Make all the same size").wait_for(state="hidden")

    def test_resizing_all_is_a_step_that_a_single_undo_reverts(self):
        page = self.open_page(self.start_server()).page
        self.drop_files(page, {"large.png": disc_png(618, 618), "right.png": disc_png(408, 400)})
        step = page.locator("#pack-lacks [data-item=sizes]")
        step.get_by_role("button", name="Resize all").click()
        page.locator("#outcome", has_text="Fixed").wait_for()
        page.locator("#pack-lacks [data-item=sizes].done").wait_for()
        self.wait_for_pack_text(page, "\ngrid-size:")
        page.locator("#undo").click()
        page.locator("#outcome", has_text="Undone").wait_for()
        page.wait_for_function("() => !document.getElementById('pack-text').textContent.includes('\\ngrid-size:')")
        self.assertEqual(self.sticker(page, "large.png").get_attribute("data-asked"), "")
        step.wait_for()


class DuplicateTests(FinishPackCase):
    def test_one_of_two_equal_stickers_can_be_removed_where_the_page_reports_them(self):
        page = self.open_page(self.start_server()).page
        ready = self.art["ready.png"]
        self.drop_files(page, {"dance.png": self.art["dance.png"], "one.png": ready, "two.png": ready})
        tile = page.locator(".tile[data-verdict=warning]")
        tile.wait_for()
        name = tile.locator(".name").inner_text()
        tile.click()
        page.locator("article.open").get_by_role("button", name="Remove this one").click()
        page.locator("#outcome", has_text=f"Removed {name} from this page. No files were deleted.").wait_for()
        page.locator("#tally", has_text="2 stickers · 2 ready").wait_for()


class FixedTileTests(FinishPackCase):
    def test_a_fixed_sticker_shows_its_new_name_and_image_until_it_is_reverted(self):
        server = self.start_server()
        page = self.open_page(server).page
        self.drop_files(page, {"photo.jpg": self.art["photo.jpg"], **self.art_files("specks.png")})
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

    def test_the_fix_button_and_the_summary_count_the_changed_stickers(self):
        page = self.open_page(self.start_server()).page
        self.drop_files(page, self.art_files("specks.png", "ready.png", "dance.png"))
        dialog = self.open_fix_dialog(page)
        dialog.locator("[data-all]").first.check()
        go = dialog.locator("[data-sheet=go]")
        self.assertEqual(go.inner_text(), "Fix 1 sticker")
        dialog.get_by_role("checkbox", name="Minimize the file size").check()
        self.assertEqual(go.inner_text(), "Fix up to 3 stickers")
        go.click()
        page.locator("#outcome", has_text="fixed").wait_for()
        fixed = page.locator("article.sticker:has(img.after)").count()
        summary = page.locator("#outcome").inner_text()
        self.assertTrue(summary.startswith(f"Fixed {fixed} stickers"), summary)
        self.assertIn(f"For {fixed - 1} of them, only the file size changed", summary)


class RecheckTests(FinishPackCase):
    def test_a_sticker_that_is_checked_again_is_shown_as_checking(self):
        page = self.open_page(self.start_server()).page
        page.add_init_script("""window.EventSource = class extends EventSource {
          constructor(...given) {
            super(...given);
            window.events = this;
          }
        };""")
        page.reload()
        self.drop_files(page, self.art_files("ready.png", "large.png"))
        page.wait_for_timeout(600)
        # Events from the program must not interfere.
        page.evaluate("() => window.events.close()")
        tally = page.locator("#tally")
        before = (tally.inner_text(), self.tile(page, "large.png").get_attribute("aria-label"))
        number = int(self.sticker(page, "large.png").get_attribute("data-number"))
        # The program finishes too quickly for its progress to be seen, so simulate the progress of slower
        # checks.
        send_progress = """(numbers) => window.events.dispatchEvent(
          new MessageEvent("message", { data: JSON.stringify({ type: "checking", numbers, pack: false }) }))"""
        page.evaluate(send_progress, [number])
        checking = page.locator(".tile[data-verdict=checking]")
        self.assertEqual(checking.get_attribute("aria-label"), "large.png: Checking…")
        page.locator("#tally", has_text="1 checking").wait_for()
        # One more file, which is not on the page yet.
        page.evaluate(send_progress, [number, 99])
        page.locator("#tally", has_text="2 checking").wait_for()
        page.evaluate(send_progress, [])
        page.wait_for_function("() => !document.getElementById('tally').textContent.includes('checking')")
        self.assertEqual(checking.count(), 0)
        after = (tally.inner_text(), self.tile(page, "large.png").get_attribute("aria-label"))
        self.assertEqual(after, before)

    def test_no_sticker_stays_in_the_checking_state(self):
        page = self.open_page(self.start_server()).page
        self.drop_files(page, self.art_files("ready.png", "large.png"))
        # Drop a new version of one file among many other files.
        others = {f"{n:02}.png": disc_png(900 - n, 900) for n in range(40)}
        animations = {f"later-{n}.png": animated_png(700 - n) for n in range(8)}
        drop(page, {**others, "large.png": animated_png(900), **animations})
        page.locator(".tile").nth(49).wait_for()
        page.wait_for_function("() => !document.querySelector('.tile[data-verdict=checking], .checking')")
        page.wait_for_function("() => !document.getElementById('tally').textContent.includes('checking')")
        self.assertTrue(page.locator("#tally").inner_text().startswith("50 stickers · "))

    def test_saving_does_not_change_the_count_of_ready_stickers(self):
        folder = self.art_folder("ready.png", "specks.png", "large.png")
        page = self.open_folder(folder)
        for name in ("ready.png", "specks.png", "large.png"):
            self.wait_for_verdict(page, name)
        self.fix_all(page)
        page.locator("#tally", has_text="3 stickers · 3 ready").wait_for()
        page.evaluate("""() => {
          window.tallies = [];
          new MutationObserver(() => window.tallies.push(document.getElementById("tally").textContent))
            .observe(document.getElementById("tally"), { childList: true });
        }""")
        self.save(page)
        page.locator("#saving-yes").click()
        page.locator("#outcome", has_text="Saved to").wait_for()
        page.locator("article[data-path='fixed/large.png'][data-verdict]").wait_for(state="attached")
        page.locator("#tally", has_text="3 stickers · 3 ready").wait_for()
        page.wait_for_timeout(1500)
        for words in page.evaluate("window.tallies"):
            self.assertNotIn("to fix", words.split("The pack")[0], words)
        self.assertTrue(page.locator("#tally").inner_text().startswith("3 stickers · 3 ready"))


class ToastTests(FinishPackCase):
    def test_a_toast_closes_by_itself_but_not_while_it_is_hovered_or_focused(self):
        page = self.open_page(self.start_server()).page
        page.clock.install()
        self.drop_files(page, self.art_files("ready.png", "cut.png"))
        self.tile(page, "cut.png").click(modifiers=["Control"])
        page.keyboard.press("Delete")
        outcome = page.locator("#outcome", has_text="from the pack")
        outcome.wait_for()
        page.clock.run_for(10_000)
        self.assertTrue(outcome.is_visible(), "a toast with Undo stays longer")
        page.locator(".outcome").hover()
        page.clock.run_for(60_000)
        self.assertTrue(outcome.is_visible(), "the pointer is over the toast")
        page.mouse.move(5, 5)
        page.locator("#said").focus()
        page.clock.run_for(60_000)
        self.assertTrue(outcome.is_visible(), "the focus is in the toast")
        page.locator(".tile").first.focus()
        page.clock.run_for(30_000)
        outcome.wait_for(state="hidden")
        self.assertFalse(page.locator(".outcome").is_visible())

    def test_a_toast_covers_no_toolbar_button_on_a_phone(self):
        page = self.open_page(self.start_server(), viewport={"width": 390, "height": 844}, has_touch=True).page
        self.drop_files(page, self.art_files("ready.png", "cut.png", "specks.png"))
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


class ToolbarTests(FinishPackCase):
    def test_the_toolbar_is_one_line_at_1280_px(self):
        folder = self.art_folder("ready.png", "cut.png", "large.png")
        page = self.open_folder(folder)
        self.wait_for_verdict(page, "large.png")
        page.get_by_label("Name in Messages").fill("A pack with a name that is as long as names of packs are")
        page.get_by_label("Name in Messages").blur()
        page.locator("h1", has_text="A pack with").wait_for()
        button_tops = self.button_tops(page)
        self.assertGreaterEqual(len(button_tops), 6)
        self.assertEqual(len(set(button_tops)), 1, button_tops)
        self.assertLessEqual(page.locator(".top").bounding_box()["height"], 84)

    def test_the_toolbar_buttons_are_in_one_line_on_a_phone(self):
        folder = self.art_folder("ready.png", "cut.png")
        page = self.open_page(self.start_server(folder), viewport={"width": 390, "height": 844}).page
        page.locator("[data-do=save]").wait_for()
        self.wait_for_verdict(page, "cut.png")
        self.assertEqual(len(set(self.button_tops(page))), 1, self.button_tops(page))
        self.assertEqual(page.locator("#actions").get_by_role("button", name="Download pack").count(), 1)

    def button_tops(self, page):
        return page.evaluate("""() => [...document.querySelectorAll(
            ".top .button, .top .actions > button:not([hidden]), .top summary")]
          .filter((one) => one.offsetWidth > 0).map((one) => Math.round(one.getBoundingClientRect().top))""")

    def test_the_page_explains_what_removing_a_sticker_does(self):
        page = self.open_page(self.start_server()).page
        self.drop_files(page, self.art_files("ready.png", "cut.png"))
        article = self.open_sticker(page, "cut.png")
        self.assertIn("It stays on this page, and can be added again", article.inner_text())
        self.assertIn("Your file stays where it is.", article.inner_text())
        self.tile(page, "cut.png").click(modifiers=["Control"])
        for name in ("Take out of pack", "Remove from this page"):
            button = page.locator("#chosen").get_by_role("button", name=name)
            self.assertTrue(button.get_attribute("title"))


class MoveTests(FinishPackCase):
    def tile_order(self, page):
        return page.locator(".tile .name").all_text_contents()

    def test_stickers_can_be_moved_by_tapping_buttons(self):
        page = self.open_page(self.start_server(), viewport={"width": 390, "height": 844}, has_touch=True).page
        self.drop_files(page, self.art_files("cut.png", "dance.png", "ready.png"))
        self.tile(page, "ready.png").tap()
        article = page.locator("article.open")
        article.get_by_role("button", name="Move earlier").tap()
        page.wait_for_function("() => document.querySelectorAll('.tile')[1].title === 'ready.png'")
        article.get_by_role("button", name="Move earlier").tap()
        page.wait_for_function("() => document.querySelectorAll('.tile')[0].title === 'ready.png'")
        self.wait_for_pack_text(page, "ready.png")
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

    def test_a_long_press_starts_a_drag(self):
        session = self.open_page(self.start_server(), viewport={"width": 390, "height": 844}, has_touch=True)
        page = session.page
        self.drop_files(page, self.art_files("cut.png", "dance.png", "ready.png"))
        page.locator(".tile canvas").nth(2).wait_for()
        start, end = (self.tile(page, name).bounding_box() for name in ("ready.png", "cut.png"))
        cdp = session.context.new_cdp_session(page)

        def touch(kind, box, x=0.5):
            points = [{"x": box["x"] + box["width"] * x, "y": box["y"] + 30}] if box else []
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", start)
        page.locator(".ghost").wait_for()
        for share in (0.8, 0.4, 0.2):
            touch("touchMove", end, share)
        touch("touchEnd", None)
        self.assertEqual(self.tile_order(page), ["ready.png", "cut.png", "dance.png"])
