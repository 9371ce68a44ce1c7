"""Every state of the drop page, in both widths and in light and dark mode: axe-core's rules, a name for every
control, no horizontal scrolling, and a screenshot."""

import pathlib
import tempfile

import accessibility
from browser import SCREENSHOTS
from serve_case import ServeCase
from serving import drop

NAMES = ("ready.png", "cut.png", "specks.png", "large.png", "dance.png", "photo.jpg")
VIEWPORTS = {"laptop": (1280, 800), "phone": (390, 844)}
TABS = ("In Messages", "Sizes", "Close-up", "Animation")


class PageStateTests(ServeCase):
    def each_layout(self, *arguments, **options):
        """Yields a page for each width and color scheme, with a name for its screenshots. Then checks that the page
        logged no errors."""
        for scheme in ("light", "dark"):
            for size, (width, height) in VIEWPORTS.items():
                settings = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                session = self.open_page(self.start_server(*arguments), **settings, **options)
                yield session.page, f"{size}-{scheme}"
                # The browser also logs a line for each rejected file.
                logged = [words for words in session.errors if "Failed to load resource" not in words]
                self.assertEqual(logged, [])
                session.context.close()

    def drop_art(self, page):
        drop(page, self.art_files(*NAMES))
        for name in NAMES:
            self.wait_for_verdict(page, name)
        page.locator(".tile canvas").nth(len(NAMES) - 1).wait_for()
        page.locator("#doing").wait_for(state="hidden")

    def check_state(self, page, state, layout):
        """Runs the checks that apply to every state, and saves a screenshot."""
        page.evaluate("document.activeElement?.blur()")
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"state-{state}-{layout}.png")
        description = f"{state}, {layout}"
        self.assertEqual(accessibility.violations(page), [], description)
        self.assertEqual(accessibility.unnamed_controls(page), [], description)
        overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(overflow, 0, f"{description} scrolls horizontally")

    def close_pane(self, page):
        page.locator("[data-walk='0']").click()

    def test_the_empty_page_and_an_upload_pass_the_page_checks(self):
        for page, layout in self.each_layout():
            self.check_state(page, "empty", layout)
            held = []
            page.route("**/files?*", lambda route: held.append(route))
            drop(page, {**self.art_files(*NAMES), "notes.psd": b"8BPS"})
            page.locator("#doing").wait_for()
            self.check_state(page, "loading", layout)
            for route in held:
                route.abort()
            page.unroute_all()

    def test_the_grid_the_menu_and_a_selection_pass_the_page_checks(self):
        for page, layout in self.each_layout():
            self.drop_art(page)
            self.check_state(page, "grid", layout)
            page.locator(".menu summary").click()
            self.check_state(page, "menu", layout)
            page.keyboard.press("Escape")
            page.locator(".tile").first.focus()
            page.keyboard.press("Space")
            self.check_state(page, "selected", layout)
            page.locator("#chosen").get_by_role("button", name="Deselect all").click()
            if "phone" in layout:
                page.locator("#fold").click()
                self.check_state(page, "unfolded", layout)
            page.locator("#grounds label:has(input[value=black])").click()
            self.check_state(page, "black", layout)
            drop(page, {"broken.png": self.art["broken.png"], "a\\b.png": self.art["ready.png"]})
            page.locator("#refused li").wait_for()
            self.wait_for_verdict(page, "broken.png")
            self.check_state(page, "refused", layout)

    def test_the_pane_passes_the_page_checks_in_each_tab(self):
        for page, layout in self.each_layout():
            self.drop_art(page)
            article = self.open_sticker(page, "dance.png")
            self.check_state(page, "pane", layout)
            for tab in TABS:
                article.get_by_role("tab", name=tab, exact=True).click()
                page.wait_for_timeout(300)
                article.get_by_role("tabpanel").scroll_into_view_if_needed()
                self.check_state(page, f"pane-{tab.split()[-1].lower()}", layout)
            self.close_pane(page)
            article = self.open_sticker(page, "specks.png")
            article.get_by_role("button", name="Remove specks").click()
            article.locator(".fixed").wait_for()
            article.get_by_role("tab", name="Before and after").click()
            article.get_by_role("slider").wait_for()
            self.check_state(page, "pane-compare", layout)

    def test_the_fix_dialog_and_its_result_pass_the_page_checks(self):
        for page, layout in self.each_layout():
            self.drop_art(page)
            dialog = self.open_fix_dialog(page)
            self.check_state(page, "sheet", layout)
            dialog.locator("[data-sheet=go]").click()
            page.locator("#outcome", has_text="fixed").wait_for()
            self.check_state(page, "outcome", layout)

    def test_the_pack_card_and_the_sticker_fields_pass_the_page_checks(self):
        for page, layout in self.each_layout(locale="en-US"):
            self.drop_art(page)
            page.locator("#pack-card").scroll_into_view_if_needed()
            self.check_state(page, "pack-bare", layout)
            article = self.open_sticker(page, "ready.png")
            field = article.locator(".describe textarea")
            field.scroll_into_view_if_needed()
            field.fill("A coral disc with a dark border, that looks at you as if it knew something")
            field.blur()
            page.locator("#pack-text", has_text="coral").wait_for(state="attached")
            self.check_state(page, "described", layout)
            article.get_by_role("button", name="Use as icon").click()
            page.locator("#pack-name").fill("Coral discs")
            page.locator("#pack-icon-color").fill("#ffd54f")
            page.get_by_label("Add a language").select_option("de")
            page.locator("#pack-icon-sizes summary").click()
            page.locator("#pack-icon-sizes img").last.scroll_into_view_if_needed()
            page.wait_for_function("""() => [...document.querySelectorAll("#pack-icon-sizes img")].every(
                (picture) => picture.complete && picture.src.includes("FFD54F"))""")
            page.locator("#pack-card").scroll_into_view_if_needed()
            self.check_state(page, "pack-icons", layout)
            page.locator("#pack-icon").click()
            self.tile(page, "cut.png").click(modifiers=["Control"])
            page.keyboard.press("Delete")
            page.locator("#outcome", has_text="from the pack").wait_for()
            page.locator("#said").click()
            page.locator("#pack-apart summary").click()
            page.wait_for_timeout(500)
            page.locator("#pack-card").scroll_into_view_if_needed()
            self.check_state(page, "pack", layout)
            self.open_sticker(page, "cut.png")
            page.locator(".describe").scroll_into_view_if_needed()
            self.check_state(page, "apart", layout)

    def test_the_description_list_and_the_missing_items_pass_the_page_checks(self):
        for page, layout in self.each_layout(locale="en-US"):
            self.drop_art(page)
            page.locator("#pack-text", has_text="specks.png").wait_for(state="attached")
            page.get_by_role("button", name="Describe all…").click()
            page.locator("#describing li canvas").nth(len(NAMES) - 1).wait_for()
            page.keyboard.type("A disc")
            page.keyboard.press("Enter")
            page.locator("#describing-sum", has_text="5 stickers without").wait_for()
            self.check_state(page, "describe-all", layout)
            page.keyboard.press("Escape")
            page.locator("#pack-card").scroll_into_view_if_needed()
            self.check_state(page, "missing-items", layout)

    def test_reduced_motion_turns_off_transitions_and_animations(self):
        session = self.open_page(self.start_server(), reduced_motion="reduce")
        page = session.page
        self.drop_art(page)
        self.open_sticker(page, "dance.png")
        lasting = page.evaluate("""() => [...document.querySelectorAll("*")].filter((element) =>
          ["", "::before", "::after", "::backdrop"].some((part) => {
            const style = getComputedStyle(element, part || null);
            const times = [style.transitionDuration, style.animationDuration].join(", ");
            return style.scrollBehavior === "smooth" || times.split(", ").some((time) => parseFloat(time) > 0);
          })).map((element) => element.outerHTML.slice(0, 80))""")
        self.assertEqual(lasting, [])
        self.assertEqual(page.evaluate("document.getAnimations().length"), 0)

    def test_the_save_dialog_and_a_conflict_pass_the_page_checks(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("ready.png", "cut.png", "large.png"):
                (pathlib.Path(folder) / name).write_bytes(self.art[name])
            for page, layout in self.each_layout(folder):
                self.wait_for_verdict(page, "large.png")
                page.locator(".tile canvas").nth(2).wait_for()
                page.locator("#iconless").wait_for()
                self.check_state(page, "folder", layout)
                page.locator("[data-do=save]").click()
                self.check_state(page, "saving", layout)
                (pathlib.Path(folder) / "stickerpack.yml").write_text("name: Theirs\n")
                page.locator("#saving-yes").click()
                page.locator("#saving-theirs").wait_for()
                self.check_state(page, "conflict", layout)
                (pathlib.Path(folder) / "stickerpack.yml").unlink()
