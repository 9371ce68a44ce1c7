"""The preview page as a file: verdicts, filters, security policy, keyboard and accessibility."""

import pathlib

import accessibility
import art

from browser import SCREENSHOTS, VIEWPORTS
from preview_case import PreviewCase


class PreviewTests(PreviewCase):
    def test_the_preview_file_makes_no_other_requests_and_logs_no_errors(self):
        session = self.open_page()
        for tile in session.page.locator(".tile").all():
            tile.click()
        session.page.wait_for_timeout(500)
        outside = [url for url in session.requests if not url.startswith(("file:", "data:", "blob:"))]
        self.assertEqual(outside, [])
        self.assertEqual(session.errors, [])
        self.assertEqual([url for url in session.requests if url.startswith("file:")], [self.file.as_uri()])

    def test_the_policy_blocks_added_scripts_and_requests(self):
        session = self.open_page()
        session.page.evaluate("""() => {
          const script = Object.assign(document.createElement("script"), { textContent: "window.ran = 1" });
          document.body.append(script);
          fetch("https://example.com/").catch(() => {});
        }""")
        session.page.wait_for_timeout(300)
        self.assertIsNone(session.page.evaluate("window.ran ?? null"))
        self.assertTrue(any(words.startswith("error: policy: script-src") for words in session.errors))
        self.assertTrue(any("policy: connect-src" in words for words in session.errors))

    def test_each_sticker_has_the_verdict_of_lint(self):
        page = self.open_page().page
        worst = {path.name: None for path in self.stickers.iterdir()}
        order = [None, "hint", "warning", "error"]
        for finding in self.report["findings"]:
            name = pathlib.Path(finding["path"]).name
            if name in worst:
                worst[name] = max(worst[name], finding["severity"], key=order.index)
        shown = page.evaluate("Object.fromEntries([...document.querySelectorAll('article.sticker')]"
                              ".map((a) => [a.dataset.name, a.dataset.verdict]))")
        self.assertEqual(shown, {art.displayed_name(name): verdict or "fine" for name, verdict in worst.items()})

    def test_file_names_are_shown_as_text(self):
        session = self.open_page()
        page, dialogs = session.page, []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        names = page.locator("article.sticker h3").all_text_contents()
        for name in art.HOSTILE_NAMES:
            self.assertIn(art.displayed_name(name), names)
        for tile in page.locator(".tile").all():
            tile.click()
        self.assertEqual((dialogs, page.title().startswith("stickers"), session.errors), ([], True, []))
        self.assertEqual(page.locator("h3 *, svg[onload], img[onerror], [onmouseover]").count(), 0)

    def test_tiles_refit_when_the_pane_opens_and_the_open_tile_stays_visible(self):
        page = self.open_page().page
        side = "getComputedStyle(document.getElementById('grid')).getPropertyValue('--tile')"
        before = page.evaluate(side)
        tile = page.locator(".tile").last
        tile.click()
        page.wait_for_timeout(200)
        after = page.evaluate(side)
        self.assertLess(int(after[:-2]), int(before[:-2]))
        box = tile.bounding_box()
        self.assertTrue(0 <= box["y"] and box["y"] + box["height"] <= 800, box)
        page.keyboard.press("Escape")
        page.wait_for_timeout(200)
        self.assertEqual(page.evaluate(side), before)

    def test_each_filter_shows_the_stickers_that_it_counts(self):
        page = self.open_page().page
        shown = page.locator(".tile:visible")
        total = shown.count()
        for words, kinds in (("error", ["error"]), ("warning", ["warning"]), ("ready", ["fine", "hint"])):
            self.select_filter(page, words)
            verdicts = {article.get_attribute("data-verdict") for article in shown.all()}
            self.assertTrue(verdicts and verdicts <= set(kinds), (words, verdicts))
            count = page.locator(f"[data-count={words}]").inner_text()
            self.assertEqual(shown.count(), int(count))
        self.select_filter(page, "all")
        self.assertEqual(shown.count(), total)
        page.locator("#rule").select_option("touches-edge")
        self.assertEqual(shown.locator(".name").all_inner_texts(), ["cut.png"])
        self.select_filter(page, "ready")
        self.assertEqual(shown.count(), 0)
        page.locator("#all").click()
        self.assertEqual(shown.count(), total)

    def select_filter(self, page, verdict):
        page.locator(f"#filters label:has(input[value={verdict}])").click()

    def test_every_control_is_reached_by_keyboard_and_each_kind_shows_its_focus(self):
        page = self.open_page().page
        self.open_tab(page, "dance.png", "Animation")
        page.wait_for_timeout(200)
        stops = accessibility.tab_stops(page)
        self.assertEqual(len(stops), page.evaluate(accessibility.CONTROL_COUNT))
        self.assertEqual([stop for stop in stops if not stop["name"]], [])
        kinds = set()
        accessibility.start_at_top(page)
        for _ in stops:
            page.keyboard.press("Tab")
            focused = page.evaluate(accessibility.FOCUSED_ELEMENT)
            if focused["kind"] in kinds:
                continue
            kinds.add(focused["kind"])
            element = page.evaluate_handle("document.activeElement").as_element()
            self.assertTrue(accessibility.shows_focus(page, element), focused)
            element.focus()
        self.assertGreaterEqual(kinds, {"radio", "checkbox", "select-one", "color", "tab", "button", "range"})

    def test_filters_tabs_and_the_player_work_by_keyboard(self):
        page = self.open_page().page
        page.locator("#filters input[value=all]").focus()
        page.keyboard.press("ArrowRight")
        self.assertEqual(page.locator(".tile:visible").count(), 3)
        page.keyboard.press("ArrowLeft")
        article = self.open_sticker(page, "dance.png")
        article.get_by_role("tab", name="In Messages").focus()
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        panel = article.get_by_role("tabpanel")
        focused = article.locator(":focus").get_attribute("id")
        self.assertEqual(panel.get_attribute("aria-labelledby"), focused)
        panel.locator("[data-strip] li").nth(7).wait_for()
        button = panel.locator("[data-play]")
        button.focus()
        if button.inner_text() == "Pause":
            page.keyboard.press("Space")
        self.assertEqual(button.inner_text(), "Play")
        panel.get_by_label("Frame", exact=True).focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        panel.locator("[data-now]", has_text="frame 2 of 8, 100 ms").wait_for()

    def test_the_preview_has_no_accessibility_violations_in_light_and_dark_mode(self):
        for scheme in ("light", "dark"):
            page = self.open_page(color_scheme=scheme).page
            page.locator(".tile canvas").nth(13).wait_for()
            self.assertEqual(accessibility.violations(page), [], scheme)
            for tab in ("In Messages", "Sizes", "Close-up", "Animation"):
                self.open_tab(page, "dance.png", tab)
                page.wait_for_timeout(150)
                self.assertEqual(accessibility.violations(page), [], f"{scheme}, {tab}")
            self.open_tab(page, "specks.png", "Before and after")
            self.assertEqual(accessibility.violations(page), [], f"{scheme}, before and after")

    def test_the_preview_does_not_scroll_horizontally_in_any_layout(self):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            for name, (width, height) in VIEWPORTS.items():
                session = self.open_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                page = session.page
                page.locator(".tile canvas").nth(13).wait_for()
                page.screenshot(path=SCREENSHOTS / f"preview-{name}-{scheme}.png")
                for tab in ("In Messages", "Sizes", "Animation"):
                    self.open_tab(page, "dance.png", tab)
                    page.wait_for_timeout(300)
                    page.screenshot(path=SCREENSHOTS / f"preview-{name}-{scheme}-{tab.split()[-1].lower()}.png")
                    page.keyboard.press("Escape")
                overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(overflow, 0, f"{name} scrolls horizontally")
                session.context.close()
