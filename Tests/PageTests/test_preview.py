"""The preview page as a file: what it shows without a network, by mouse, keyboard and screen reader."""

import pathlib

import accessibility
import art
from browser import PICTURES, SIZES
from preview_case import PreviewCase

class PreviewTests(PreviewCase):
    def test_it_opens_without_a_network_and_without_a_complaint(self):
        watched = self.opened()
        for tile in watched.page.locator(".tile").all():
            tile.click()
        watched.page.wait_for_timeout(500)
        outside = [url for url in watched.requests if not url.startswith(("file:", "data:", "blob:"))]
        self.assertEqual(outside, [])
        self.assertEqual(watched.complaints, [])
        self.assertEqual([url for url in watched.requests if url.startswith("file:")], [self.file.as_uri()])

    def test_its_policy_lets_nothing_load_or_run(self):
        watched = self.opened()
        watched.page.evaluate("""() => {
          const script = Object.assign(document.createElement("script"), { textContent: "window.ran = 1" });
          document.body.append(script);
          fetch("https://example.com/").catch(() => {});
        }""")
        watched.page.wait_for_timeout(300)
        self.assertIsNone(watched.page.evaluate("window.ran ?? null"))
        self.assertTrue(any(words.startswith("error: policy: script-src") for words in watched.complaints))
        self.assertTrue(any("policy: connect-src" in words for words in watched.complaints))

    def test_each_sticker_has_the_verdict_that_lint_gives(self):
        page = self.opened().page
        worst = {path.name: None for path in self.stickers.iterdir()}
        order = [None, "hint", "warning", "error"]
        for finding in self.report["findings"]:
            name = pathlib.Path(finding["path"]).name
            if name in worst:
                worst[name] = max(worst[name], finding["severity"], key=order.index)
        shown = page.evaluate("Object.fromEntries([...document.querySelectorAll('article.sticker')]"
                              ".map((a) => [a.dataset.name, a.dataset.verdict]))")
        self.assertEqual(shown, {art.shown(name): verdict or "fine" for name, verdict in worst.items()})

    def test_names_are_text_and_nothing_else(self):
        watched = self.opened()
        page, dialogs = watched.page, []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        names = page.locator("article.sticker h3").all_text_contents()
        for name in art.HOSTILE:
            self.assertIn(art.shown(name), names)
        for tile in page.locator(".tile").all():
            tile.click()
        self.assertEqual((dialogs, page.title().startswith("stickers"), watched.complaints), ([], True, []))
        self.assertEqual(page.locator("h3 *, svg[onload], img[onerror], [onmouseover]").count(), 0)

    def test_filters_show_what_they_say(self):
        page = self.opened().page
        shown = page.locator(".tile:visible")
        total = shown.count()
        for words, kinds in (("error", ["error"]), ("warning", ["warning"]), ("ready", ["fine", "hint"])):
            self.only(page, words)
            verdicts = {article.get_attribute("data-verdict") for article in shown.all()}
            self.assertTrue(verdicts and verdicts <= set(kinds), (words, verdicts))
            count = page.locator(f"[data-count={words}]").inner_text()
            self.assertEqual(shown.count(), int(count))
        self.only(page, "all")
        self.assertEqual(shown.count(), total)
        page.locator("#rule").select_option("touches-edge")
        self.assertEqual(shown.locator(".name").all_inner_texts(), ["cut.png"])
        self.only(page, "ready")
        self.assertEqual(shown.count(), 0)
        page.locator("#all").click()
        self.assertEqual(shown.count(), total)

    def only(self, page, verdict):
        page.locator(f"#filters label:has(input[value={verdict}])").click()

    def test_every_control_is_reached_by_keyboard_and_shows_it(self):
        page = self.opened().page
        self.view(page, "dance.png", "Animation")
        page.wait_for_timeout(200)
        met = accessibility.stops(page)
        self.assertEqual(len(met), page.evaluate(accessibility.CONTROLS))
        self.assertEqual([stop for stop in met if not stop["name"]], [])
        kinds = set()
        accessibility.start_at_top(page)
        for _ in met:
            page.keyboard.press("Tab")
            here = page.evaluate(accessibility.FOCUSED)
            if here["kind"] in kinds:
                continue
            kinds.add(here["kind"])
            element = page.evaluate_handle("document.activeElement").as_element()
            self.assertTrue(accessibility.shows_focus(page, element), here)
            element.focus()
        self.assertGreaterEqual(kinds, {"radio", "checkbox", "select-one", "color", "tab", "button", "range"})

    def test_the_keyboard_does_what_the_mouse_does(self):
        page = self.opened().page
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

    def test_screen_readers_and_eyes_find_nothing_amiss(self):
        for scheme in ("light", "dark"):
            page = self.opened(color_scheme=scheme).page
            page.locator(".tile canvas").nth(13).wait_for()
            self.assertEqual(accessibility.violations(page), [], scheme)
            for tab in ("In Messages", "Sizes", "Close-up", "Animation"):
                self.view(page, "dance.png", tab)
                page.wait_for_timeout(150)
                self.assertEqual(accessibility.violations(page), [], f"{scheme}, {tab}")
            self.view(page, "specks.png", "Before and after")
            self.assertEqual(accessibility.violations(page), [], f"{scheme}, before and after")

    def test_pictures_of_each_size_and_scheme(self):
        PICTURES.mkdir(parents=True, exist_ok=True)
        for scheme in ("light", "dark"):
            for name, (width, height) in SIZES.items():
                watched = self.opened(viewport={"width": width, "height": height}, color_scheme=scheme)
                page = watched.page
                page.locator(".tile canvas").nth(13).wait_for()
                page.screenshot(path=PICTURES / f"preview-{name}-{scheme}.png")
                for tab in ("In Messages", "Sizes", "Animation"):
                    self.view(page, "dance.png", tab)
                    page.wait_for_timeout(300)
                    page.screenshot(path=PICTURES / f"preview-{name}-{scheme}-{tab.split()[-1].lower()}.png")
                    page.keyboard.press("Escape")
                overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(overflow, 0, f"{name} scrolls sideways")
                watched.context.close()
