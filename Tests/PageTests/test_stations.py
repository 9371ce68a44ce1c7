"""Every state of the drop page, in both widths and in light and dark mode: axe-core's rules, a name for every
control, no horizontal scrolling, and a screenshot."""

import pathlib
import tempfile

import accessibility
from browser import PICTURES
from serve_case import ServeCase
from serving import drop

NAMES = ("ready.png", "cut.png", "specks.png", "large.png", "dance.png", "photo.jpg")
WIDTHS = {"laptop": (1280, 800), "phone": (390, 844)}
TABS = ("In Messages", "Sizes", "Close-up", "Animation")


class StationTests(ServeCase):
    def each(self, *arguments, **options):
        """A page for each width and color scheme, with the name of its screenshots."""
        for scheme in ("light", "dark"):
            for size, (width, height) in WIDTHS.items():
                shape = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                watched = self.opened(self.served(*arguments), **shape, **options)
                yield watched.page, f"{size}-{scheme}"
                # The browser also logs a line for each rejected file.
                told = [words for words in watched.complaints if "Failed to load resource" not in words]
                self.assertEqual(told, [])
                watched.context.close()

    def filled(self, page):
        drop(page, self.some(*NAMES))
        for name in NAMES:
            self.verdict(page, name)
        page.locator(".tile canvas").nth(len(NAMES) - 1).wait_for()
        page.locator("#doing").wait_for(state="hidden")

    def holds(self, page, station, shape):
        """Checks that apply to every state."""
        page.evaluate("document.activeElement?.blur()")
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"station-{station}-{shape}.png")
        where = f"{station}, {shape}"
        self.assertEqual(accessibility.violations(page), [], where)
        self.assertEqual(accessibility.nameless(page), [], where)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(wide, 0, f"{where} scrolls sideways")

    def close_pane(self, page):
        page.locator("[data-walk='0']").click()

    def test_before_there_is_anything_and_while_files_come(self):
        for page, shape in self.each():
            self.holds(page, "empty", shape)
            held = []
            page.route("**/files?*", lambda route: held.append(route))
            drop(page, {**self.some(*NAMES), "notes.psd": b"8BPS"})
            page.locator("#doing").wait_for()
            self.holds(page, "loading", shape)
            for route in held:
                route.abort()
            page.unroute_all()

    def test_the_table_and_what_is_selected_and_the_menu(self):
        for page, shape in self.each():
            self.filled(page)
            self.holds(page, "grid", shape)
            page.locator(".menu summary").click()
            self.holds(page, "menu", shape)
            page.keyboard.press("Escape")
            page.locator(".tile").first.focus()
            page.keyboard.press("Space")
            self.holds(page, "selected", shape)
            page.locator("#chosen").get_by_role("button", name="Deselect all").click()
            if "phone" in shape:
                page.locator("#fold").click()
                self.holds(page, "unfolded", shape)
            page.locator("#grounds label:has(input[value=black])").click()
            self.holds(page, "black", shape)
            drop(page, {"broken.png": self.art["broken.png"], "a\\b.png": self.art["ready.png"]})
            page.locator("#refused li").wait_for()
            self.verdict(page, "broken.png")
            self.holds(page, "refused", shape)

    def test_the_pane_with_each_way_to_look(self):
        for page, shape in self.each():
            self.filled(page)
            article = self.open_sticker(page, "dance.png")
            self.holds(page, "pane", shape)
            for tab in TABS:
                article.get_by_role("tab", name=tab, exact=True).click()
                page.wait_for_timeout(300)
                article.get_by_role("tabpanel").scroll_into_view_if_needed()
                self.holds(page, f"pane-{tab.split()[-1].lower()}", shape)
            self.close_pane(page)
            article = self.open_sticker(page, "specks.png")
            article.get_by_role("button", name="Remove specks").click()
            article.locator(".fixed").wait_for()
            article.get_by_role("tab", name="Before and after").click()
            article.get_by_role("slider").wait_for()
            self.holds(page, "pane-compare", shape)

    def test_the_sheet_and_what_is_said_then(self):
        for page, shape in self.each():
            self.filled(page)
            sheet = self.open_sheet(page)
            self.holds(page, "sheet", shape)
            sheet.locator("[data-sheet=go]").click()
            page.locator("#outcome", has_text="fixed").wait_for()
            self.holds(page, "outcome", shape)

    def test_the_card_of_the_pack_and_what_it_says_of_a_sticker(self):
        for page, shape in self.each(locale="en-US"):
            self.filled(page)
            page.locator("#pack-card").scroll_into_view_if_needed()
            self.holds(page, "pack-bare", shape)
            article = self.open_sticker(page, "ready.png")
            field = article.locator(".describe textarea")
            field.scroll_into_view_if_needed()
            field.fill("A coral disc with a dark border, that looks at you as if it knew something")
            field.blur()
            page.locator("#pack-text", has_text="coral").wait_for(state="attached")
            self.holds(page, "described", shape)
            article.get_by_role("button", name="Use as icon").click()
            page.locator("#pack-name").fill("Coral discs")
            page.locator("#pack-icon-color").fill("#ffd54f")
            page.get_by_label("Add a language").select_option("de")
            page.locator("#pack-icon-sizes img").last.scroll_into_view_if_needed()
            page.wait_for_function("""() => [...document.querySelectorAll("#pack-icon-sizes img")].every(
                (picture) => picture.complete && picture.src.includes("FFD54F"))""")
            page.locator("#pack-card").scroll_into_view_if_needed()
            self.holds(page, "pack-icons", shape)
            page.locator("#pack-icon").click()
            self.tile(page, "cut.png").click(modifiers=["Control"])
            page.keyboard.press("Delete")
            page.locator("#outcome", has_text="from the pack").wait_for()
            page.locator("#said").click()
            page.locator("#pack-apart summary").click()
            page.wait_for_timeout(500)
            page.locator("#pack-card").scroll_into_view_if_needed()
            self.holds(page, "pack", shape)
            self.open_sticker(page, "cut.png")
            page.locator(".describe").scroll_into_view_if_needed()
            self.holds(page, "apart", shape)

    def test_the_list_of_all_descriptions(self):
        for page, shape in self.each(locale="en-US"):
            self.filled(page)
            page.locator("#pack-text", has_text="specks.png").wait_for(state="attached")
            page.locator("#pack-describe-all").click()
            page.locator("#describing li canvas").nth(len(NAMES) - 1).wait_for()
            page.keyboard.type("A disc")
            page.keyboard.press("Enter")
            page.locator("#describing-sum", has_text="5 stickers without").wait_for()
            self.holds(page, "describe-all", shape)
            page.keyboard.press("Escape")
            page.locator("#pack-card").scroll_into_view_if_needed()
            self.holds(page, "lacks", shape)

    def test_nothing_moves_by_itself_where_people_want_calm(self):
        watched = self.opened(self.served(), reduced_motion="reduce")
        page = watched.page
        self.filled(page)
        self.open_sticker(page, "dance.png")
        lasting = page.evaluate("""() => [...document.querySelectorAll("*")].filter((element) =>
          ["", "::before", "::after", "::backdrop"].some((part) => {
            const style = getComputedStyle(element, part || null);
            const times = [style.transitionDuration, style.animationDuration].join(", ");
            return style.scrollBehavior === "smooth" || times.split(", ").some((time) => parseFloat(time) > 0);
          })).map((element) => element.outerHTML.slice(0, 80))""")
        self.assertEqual(lasting, [])
        self.assertEqual(page.evaluate("document.getAnimations().length"), 0)

    def test_saving_to_the_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("ready.png", "cut.png", "large.png"):
                (pathlib.Path(folder) / name).write_bytes(self.art[name])
            for page, shape in self.each(folder):
                self.verdict(page, "large.png")
                page.locator(".tile canvas").nth(2).wait_for()
                page.locator("#iconless").wait_for()
                self.holds(page, "folder", shape)
                page.locator("[data-do=save]").click()
                self.holds(page, "saving", shape)
                (pathlib.Path(folder) / "stickerpack.yml").write_text("name: Theirs\n")
                page.locator("#saving-yes").click()
                page.locator("#saving-theirs").wait_for()
                self.holds(page, "conflict", shape)
                (pathlib.Path(folder) / "stickerpack.yml").unlink()
