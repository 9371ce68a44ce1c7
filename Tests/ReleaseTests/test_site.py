"""The website that reports link to, parsed as browsers do."""

import re
import subprocess
import sys
import unittest
import urllib.parse

import html5lib
import releases

sys.path.insert(0, str(releases.PROJECT / "Tests/Witnesses"))
from markup import RULE_PAGE, TIDY, content  # pylint: disable=wrong-import-position

REPOSITORY = "https://github.com/somebody/stickers"


class Site(releases.ReleaseCase):
    """All pages of the website."""

    def setUp(self):
        super().setUp()
        self.site = self.folder / "site"
        (self.site / "rules").mkdir(parents=True)
        (self.site / "rules/old.html").write_text("a rule that was renamed")
        self.run_program(sys.executable, releases.PROJECT / "Scripts/site.py", self.site, REPOSITORY)
        self.pages = {path.relative_to(self.site).as_posix(): path.read_text() for path in self.site.rglob("*.html")}

    def parsed_pages(self):
        """Yields the name and the parsed tree of each page. Checks that it has no parse errors."""
        for name, text in sorted(self.pages.items()):
            parser = html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False)
            tree = parser.parse(text).getroot()
            with self.subTest(name):
                self.assertEqual(parser.errors, [])
            yield name, tree

    def test_every_rule_and_messenger_has_a_page_and_is_in_the_index(self):
        """Compares the pages with the program's lists. Pages of an earlier website must be gone."""
        rules = set(re.findall(r"^[a-z-]+", self.run_program(releases.PROGRAM, "rules"), re.MULTILINE))
        self.assertGreater(len(rules), 70)
        names = {name[6:-5] for name in self.pages if name.startswith("rules/")}
        self.assertEqual(names - {"index"}, rules)
        messengers = {path.stem for path in (releases.PROJECT / "docs/messengers").glob("*.md")} - {"README"}
        self.assertEqual({n[11:-5] for n in self.pages if n.startswith("messengers/")} - {"index"}, messengers)
        for name in rules:
            self.assertIn(f'href="rules/{name}.html"', self.pages["index.html"])
            self.assertIn(f'href="{name}.html"', self.pages["rules/index.html"])
        for name in messengers:
            self.assertIn(f'href="messengers/{name}.html"', self.pages["index.html"])

    def test_a_sarif_report_links_to_existing_rule_pages(self):
        """A SARIF report links every rule to its page."""
        report = self.run_program(releases.PROGRAM, "lint", self.art, "--format", "sarif", status=1)
        linked = RULE_PAGE.findall(report)
        self.assertGreater(len(linked), 70)
        for name in linked:
            self.assertIn(f"rules/{name}.html", self.pages)

    def test_pages_are_valid_and_load_nothing_from_other_sites(self):
        """Validates with html5lib, and with Tidy if it is installed."""
        for name, tree in self.parsed_pages():
            with self.subTest(name):
                for element in tree.iter("script", "link", "iframe", "object"):
                    self.fail(element.tag)
                for image in tree.iter("img"):
                    self.assertTrue((self.site / name).parent.joinpath(image.get("src")).is_file(), image.get("src"))
                    self.assertTrue(image.get("alt"))
                self.assertEqual(len(list(tree.iter("h1"))), 1)
                self.assertTrue(tree.find(".//meta[@name='description']").get("content"))
                title = content(tree.find(".//title"))
                self.assertTrue(title == "stickerlint" or title.endswith(" · stickerlint"), title)
                if TIDY:
                    result = subprocess.run(
                        [TIDY, "-e", "-q", "-utf8"], input=self.pages[name].encode(), capture_output=True, check=False)
                    self.assertEqual(result.stderr.decode(), "")

    def test_every_link_within_the_site_or_the_repository_leads_to_a_file(self):
        """Links to other websites are not followed."""
        for name, tree in self.parsed_pages():
            for link in tree.iter("a"):
                address = link.get("href")
                with self.subTest(name, address=address):
                    if address.startswith(REPOSITORY + "/blob/HEAD/"):
                        path = urllib.parse.urlparse(address).path.split("/blob/HEAD/")[1]
                        self.assertTrue((releases.PROJECT / path).exists())
                    elif not address.startswith("https://"):
                        self.assertTrue((self.site / name).parent.joinpath(address).resolve().is_file())

    def test_no_markdown_syntax_is_left_in_the_pages(self):
        """Looks for Markdown tables, headings, links, code spans and omitted HTML."""
        for name, tree in self.parsed_pages():
            for element in tree.find("body").iter():
                if element.tag not in ("code", "pre", "a") and isinstance(element.tag, str):
                    for text in (element.text or "", *(child.tail or "" for child in element)):
                        with self.subTest(name, text=text):
                            self.assertNotRegex(text, r"\]\(|\|---|^#|`|raw HTML")


if __name__ == "__main__":
    unittest.main()
