"""Writes the website: the pages of docs/rules and docs/messengers as HTML, and an index of both.

    site.py FOLDER [REPOSITORY]

The folder is replaced. REPOSITORY is the URL of the repository, to which links to other docs pages point
(https://github.com/OWNER/stickerlint by default). Needs cmarkgfm. docs/decisions/0053-website.md explains why.
"""

import html
import itertools
import pathlib
import posixpath
import re
import shutil
import sys

import cmarkgfm

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
FOLDERS = {"rules": "Rules", "messengers": "Messengers"}
LINK = re.compile(r"\]\(([^)\s]+)\)")
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{description}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<nav><a href="{top}index.html">stickerlint</a>{links} <a href="{repository}">Source</a></nav>
<main>
{body}</main>
</body>
</html>
"""
STYLE = """:root { --page: #f6f7f9; --ink: #1b1f24; --quiet: #59616b; --line: #dde1e6; --link: #0b5cad; --code: #e9ecf0; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171b; --ink: #e8eaed; --quiet: #a3abb5; --line: #343a42; --link: #8ec2ff; --code: #262b31; }
}
body {
  margin: 0; padding: 1.5rem 1rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
nav, main { max-width: 52rem; margin: 0 auto; }
nav { padding: 0 0 1rem; border-bottom: 1px solid var(--line); }
nav a { margin: 0 1rem 0 0; }
h1 { font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .75rem; font-size: 1.25rem; }
a { color: var(--link); }
code {
  padding: .1rem .3rem; border-radius: .25rem; background: var(--code); font: .9em ui-monospace, Menlo, Consolas, monospace;
}
pre { padding: .75rem; border-radius: .5rem; background: var(--code); overflow-x: auto; }
pre code { padding: 0; background: none; }
main { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .5rem .75rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-size: .875rem; }
img { max-width: 100%; height: auto; }
"""


def read(path):
    """Returns the Markdown of a page, without comments."""
    return re.sub(r"<!--.*?-->\n", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def resolve_link(link, folder, repository):
    """Returns the website address for a link on a page in a docs folder."""
    address, _, passage = link.partition("#")
    if ":" in address or not address:
        return link
    path = posixpath.normpath(posixpath.join(folder, address))
    suffix = f"#{passage}" if passage else ""
    folders = path.split("/")[:-1]
    # Only the pages of the folders themselves and their images are on the website.
    if folders[:1] not in ([name] for name in FOLDERS) or folders[1:] not in ([], ["images"]):
        return f"{repository}/blob/HEAD/{posixpath.normpath(posixpath.join('docs', path))}{suffix}"
    # The folders are next to each other on the website, too.
    return address.replace("README.md", "index.html").replace(".md", ".html") + suffix


def page(text, folder, repository):
    """Returns a page of a folder as HTML. If `folder` is an empty string, the page is the first page of the website."""
    title = re.search(r"^# (.*)$", text, re.MULTILINE)[1]
    description = re.search(r"^(?![#|\s])(.*?)\n\n", text + "\n", re.MULTILINE | re.DOTALL)[1]
    resolved_text = LINK.sub(lambda match: f"]({resolve_link(match[1], folder, repository)})", text)
    top = "../" if folder else ""
    links = "".join(f' <a href="{top}{name}/index.html">{words}</a>' for name, words in FOLDERS.items())
    return PAGE.format(
        title=html.escape(title if title == "stickerlint" else f"{title} · stickerlint"),
        description=html.escape(" ".join(description.replace("`", "").split())),
        style=STYLE, top=top, links=links, repository=html.escape(repository),
        # Raw HTML in a page is left out.
        body=cmarkgfm.markdown_to_html_with_extensions(resolved_text, extensions=["table"]))


def table(folder):
    """Returns the table of a folder's README, with links relative to the first page of the website."""
    lines = read(DOCS / folder / "README.md").splitlines()
    first_row = next(number for number, line in enumerate(lines) if line.startswith("| ["))
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[first_row - 2 :])
    return "\n".join(rows).replace("](", f"]({folder}/")


def index():
    """Returns the Markdown of the website's first page."""
    sections = "\n\n".join(f"## {words}\n\n{table(name)}" for name, words in FOLDERS.items())
    return (
        "# stickerlint\n\nWhat stickerlint checks in stickers for messengers, and the limits of each messenger.\n\n"
        f"{sections}\n")


def main(out, repository="https://github.com/OWNER/stickerlint"):
    """Writes all pages."""
    out = pathlib.Path(out)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / "index.html").write_text(page(index(), "", repository), encoding="utf-8")
    for folder in FOLDERS:
        (out / folder).mkdir()
        for path in sorted((DOCS / folder).glob("*.md")):
            name = "index" if path.stem == "README" else path.stem
            (out / folder / f"{name}.html").write_text(page(read(path), folder, repository), encoding="utf-8")
    shutil.copytree(DOCS / "rules/images", out / "rules/images")


if __name__ == "__main__":
    main(*sys.argv[1:])
