"""Checks the pages with Harper, a grammar checker: spelling, repeated words, and overlong sentences."""

import json
import re
import subprocess
import unittest

import prose

# Matches text that is not a plain word: a name with digits (`GIF89a`), a single letter, or a possessive.
NOT_A_WORD = re.compile(r"\d|^\W*\w\W*$|.'s$")


def findings(pages, rules):
    """Returns Harper's findings on pages, one per line."""
    checked = subprocess.run(
        [prose.harper(), "lint", "--no-color", "--format", "json", "--quiet", "--only", ",".join(rules),
         "--user-dict-path", "Tests/ProseTests/dictionary.txt", *pages],
        cwd=prose.ROOT, capture_output=True, text=True)
    if checked.returncode not in (0, 1):
        raise RuntimeError(checked.stderr)
    return [
        f"{page['file']}:{lint['line']}: {lint['message']} ({lint['matched_text'][:60]!r})"
        for page in json.loads(checked.stdout) for lint in page["lints"]
        if lint["rule"] != "SpellCheck" or not NOT_A_WORD.search(lint["matched_text"])]


class Grammar(unittest.TestCase):
    """Add correct words to `dictionary.txt`. Put file names and code in backticks."""

    def test_pages_have_no_misspelled_or_repeated_words(self):
        found = findings(prose.written_pages(), ["SpellCheck", "RepeatedWords"])
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_no_sentence_in_a_guide_is_too_long(self):
        # Decisions list alternatives in one sentence, and one rule page lists all limits.
        lists = ("docs/decisions/", "docs/rules/resource-limit.md")
        guides = [page for page in prose.written_pages() if not page.startswith(lists)]
        found = findings(guides, ["LongSentences"])
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_a_misspelled_word_and_a_repeated_word_are_found(self):
        page = prose.ROOT / ".build/mistake.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text("Stickers are are checked. Stikcers pass.\n")
        found = findings([str(page)], ["SpellCheck", "RepeatedWords"])
        page.unlink()
        self.assertEqual(len(found), 2, found)
