"""The landing page of the interactive message's template: what a Mac shows when someone clicks a message."""

import base64
import hashlib
import html
import json
import pathlib
import re
import unittest

import accessibility
from browser import SCREENSHOTS, VIEWPORTS, PageSession

TEMPLATE = pathlib.Path(__file__).parents[2] / "Templates/InteractiveMessage"
# The package's own tests check the app against the same file.
MESSAGES = json.loads((TEMPLATE / "Logic/Tests/TemplateLogicTests/MessageURLs.json").read_text())
ADDRESS = MESSAGES["address"]
NAME = "Monkey <Business> & \"Friends\""
NAMES = [["en", NAME], ["fr", "Singe <affairé>"], ["pt-br", "Macaco"]]
PAGE = (TEMPLATE / "Landing/index.html").read_text(encoding="utf-8").replace("«name»", html.escape(NAME)).replace(
    "«names»", html.escape(json.dumps(NAMES)))
REGIONS = {"en": "en-GB", "de": "de-AT", "fr": "fr-CA", "es": "es-MX"}

PAGE_CONTENT = """() => ({
  state: document.querySelector("main").dataset.state,
  reason: document.querySelector("main").dataset.reason ?? null,
  title: document.getElementById("title").textContent,
  items: [...document.querySelectorAll("li")].map((item) => ({
    choice: item.querySelector(".line bdi").textContent,
    count: Number(item.querySelector(".line span").textContent),
    share: [item.querySelector("progress").value, item.querySelector("progress").max],
    names: [...item.querySelectorAll(".names bdi")].map((name) => name.textContent),
  })),
  voters: document.querySelector(".voters")?.textContent ?? null,
  elements: document.querySelectorAll("main *").length,
  text: document.querySelector("main").innerText,
})"""


class LandingTests(unittest.TestCase):
    def open_page(self, url, **options):
        """Opens a URL of the page, which is served from memory. Requests of other addresses fail."""
        session = self.enterContext(PageSession(**options))
        body = {"status": 200, "content_type": "text/html; charset=utf-8", "body": PAGE}
        session.page.route("**/*", lambda route: route.abort())
        session.page.route(lambda address: address.split("?")[0].split("#")[0].rstrip("/") == ADDRESS,
                           lambda route: route.fulfill(**body))
        session.page.goto(url)
        return session

    def case(self, description):
        return next(case for case in MESSAGES["cases"] if case["what"] == description)

    def test_the_page_reads_every_url_as_the_app_does(self):
        session = self.open_page(ADDRESS)
        count = 0
        for case in MESSAGES["cases"]:
            if not re.match(re.escape(ADDRESS) + r"($|\?)", case["url"]):
                continue  # a different address is a different page
            count += 1
            with self.subTest(case["what"]):
                # The browser does not reload a page if only the fragment changes.
                session.page.goto("about:blank")
                session.page.goto(case["url"])
                self.assert_shows(case, session.page.evaluate(PAGE_CONTENT))
        self.assertGreaterEqual(count, 100)
        self.assertEqual(session.errors, [])
        self.assertEqual([url for url in session.requests if not url.startswith(ADDRESS)], [])

    def assert_shows(self, case, found):
        if "poll" in case:
            expected = case["poll"]
            self.assertEqual((found["state"], found["title"]), ("poll", expected["question"]))
            self.assertEqual([item["choice"] for item in found["items"]], expected["choices"])
            self.assertEqual([item["count"] for item in found["items"]], expected["counts"])
            self.assertEqual([item["names"] for item in found["items"]], expected["names"])
            self.assertEqual(found["voters"], f"Votes: {expected['voters']}")
            shares = [[count, max(1, expected["voters"])] for count in expected["counts"]]
            self.assertEqual([item["share"] for item in found["items"]], shares)
        elif "token" in case:
            self.assertEqual((found["state"], found["title"]), ("token", "A poll"))
            self.assertIn("iPhone or iPad", found["text"])
        else:
            self.assertEqual(found["reason"], case["unreadable"])
            is_newer = case["unreadable"] == "newerVersion"
            self.assertEqual(found["state"], "newer" if is_newer else "unreadable")
            self.assertEqual(found["title"], "From a newer version" if is_newer else "Cannot be read")
            self.assertIn("iPhone or iPad", found["text"])
            self.assertEqual(found["items"], [])

    def test_markup_in_a_message_stays_text(self):
        session = self.open_page(self.case("markup is text")["url"])
        plain = self.open_page(self.case("a new poll")["url"])
        found, expected = (one.page.evaluate(PAGE_CONTENT) for one in (session, plain))
        self.assertEqual(found["elements"], expected["elements"])
        self.assertEqual(found["title"], "<b>&amp;</b><script>alert(1)</script>")
        self.assertEqual(session.errors, [])

    def test_a_url_longer_than_a_megabyte_is_rejected(self):
        page = self.open_page(self.case("a new poll")["url"] + "&z=" + "y" * (1 << 20)).page
        self.assertEqual(page.evaluate(PAGE_CONTENT)["reason"], "tooLong")

    def test_the_policy_allows_only_the_pages_own_style_and_script(self):
        for kind in ("style", "script"):
            body = re.search(f"<{kind}>(.*?)</{kind}>", PAGE, re.S).group(1)
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            self.assertIn(f"{kind}-src 'sha256-{digest}'", PAGE, f"the policy has a different hash for the {kind}")
        session = self.open_page(self.case("a new poll")["url"])
        session.page.evaluate("""() => {
          const script = Object.assign(document.createElement("script"), { textContent: "window.ran = 1" });
          document.body.append(script);
          fetch("https://example.com/").catch(() => {});
        }""")
        session.page.wait_for_timeout(300)
        self.assertIsNone(session.page.evaluate("window.ran ?? null"))
        self.assertTrue(any("policy: script-src" in words for words in session.errors))
        self.assertTrue(any("policy: connect-src" in words for words in session.errors))

    def test_placeholders_are_not_in_the_style_or_the_script(self):
        template = (TEMPLATE / "Landing/index.html").read_text(encoding="utf-8")
        for kind in ("style", "script"):
            # Replacing a placeholder would change the text, and the hash in the policy would no longer match.
            self.assertNotIn("«", re.search(f"<{kind}>(.*?)</{kind}>", template, re.S).group(1))
        self.assertEqual(set(re.findall("«(.*?)»", template)), {"name", "names"})
        page = self.open_page(self.case("a new poll")["url"]).page
        self.assertEqual(page.title(), f"Pizza? – {NAME}")

    def test_the_name_is_in_the_language_of_the_browser(self):
        for locale, name in (("fr-CA", "Singe <affairé>"), ("pt-BR", "Macaco"), ("ja-JP", NAME), ("en-GB", NAME)):
            page = self.open_page(self.case("a new poll")["url"], locale=locale).page
            self.assertEqual(page.title(), f"Pizza? – {name}")

    def test_every_state_has_text_in_every_language(self):
        descriptions = ["a name with dots", "a token", "version 2", "no question", "the address without a query"]
        texts = {}
        for language in REGIONS:
            for description in descriptions:
                session = self.open_page(self.case(description)["url"], locale=REGIONS[language])
                self.assertEqual(session.page.locator("html").get_attribute("lang"), language)
                texts[language, description] = session.page.evaluate(PAGE_CONTENT)["text"]
                self.assertRegex(texts[language, description], "iPhone .* iPad")
                self.assertEqual(session.errors, [])
        self.assertEqual(len(set(texts.values())), len(REGIONS) * (len(descriptions) - 1))
        session = self.open_page(self.case("a token")["url"], locale="ja-JP")
        self.assertEqual(session.page.evaluate(PAGE_CONTENT)["text"], texts["en", "a token"])

    def test_the_page_is_accessible_on_phone_and_laptop_in_light_and_dark_mode(self):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        descriptions = ["names are sorted by their bytes", "Arabic", "choices of 60 characters", "version 2"]
        for scheme in ("light", "dark"):
            for size in ("phone", "laptop"):
                width, height = VIEWPORTS[size]
                for description in descriptions:
                    page = self.open_page(self.case(description)["url"], color_scheme=scheme, bypass_csp=True,
                                       viewport={"width": width, "height": height}).page
                    with self.subTest(f"{description}, {scheme}, {size}"):
                        self.assertEqual(accessibility.violations(page), [])
                        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                    if size == "phone":
                        page.screenshot(path=SCREENSHOTS / f"landing-{descriptions.index(description)}-{scheme}.png")
