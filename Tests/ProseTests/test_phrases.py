"""Checks that strings, comments and pages contain no phrase from `phrases.txt`, which has a replacement for each."""

import re
import unittest

import prose


def phrases():
    """Returns pairs of a pattern and its replacement, from `phrases.txt`."""
    found = []
    for line in (prose.ROOT / "Tests/ProseTests/phrases.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, replacement = line.split("\t")
            found.append((re.compile(pattern, re.IGNORECASE), replacement))
    return found


def allowed():
    """Returns pairs of a file and a part of a line that may stay, from `allowed.txt`."""
    lines = (prose.ROOT / "Tests/ProseTests/allowed.txt").read_text().splitlines()
    return [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]


def find_phrases(name, lines, unwanted, exceptions=()):
    """Returns a message for each unwanted phrase."""
    return [
        f"{name}:{number}: {match[0]!r}: write {replacement}"
        for number, text in lines
        for pattern, replacement in unwanted
        for match in pattern.finditer(text)
        if not any(file == name and part in text for file, part in exceptions)]


class Phrases(unittest.TestCase):
    """Checks every file against the list of phrases."""

    def test_no_source_or_page_contains_a_listed_phrase(self):
        unwanted, exceptions = phrases(), allowed()
        found = []
        for name in prose.pages() + prose.sources():
            found += find_phrases(name, prose.prose_lines(name), unwanted, exceptions)
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_every_exception_is_still_needed(self):
        for file, part in allowed():
            lines = prose.prose_lines(file)
            self.assertTrue(
                find_phrases(file, [(n, text) for n, text in lines if part in text], phrases()), f"{file}: {part}")

    def test_phrases_are_found_in_strings_and_comments_but_not_in_code(self):
        code = 'let isTold = a  // is told\nlet b = "x \\(isTold("is told")) is told"\nlet c = """\n  is told \\\n  is told\n  """\n'
        pattern = [(re.compile("is told"), "reports")]
        numbers = [fault.split(":")[1] for fault in find_phrases("a.swift", prose.swift_prose(code), pattern)]
        self.assertEqual(numbers, ["1", "2", "2", "4", "5"])
