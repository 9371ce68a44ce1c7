#!/usr/bin/env bash
# A demo: checks and packs good art, and reports the findings in faulty art.
set -euo pipefail
executable=$1

rm -rf demo/art demo/faulty demo/fixed
mkdir -p demo
cp -R Fixtures/Art/pack demo/art
cp -R Fixtures/Art/faulty demo/faulty

heading() { printf '\n== %s\n' "$1"; }
run() {
  printf '$ %s' "$executable"
  for word in "$@"; do case $word in *' '*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac; done
  printf '\n\n'
  status=0
  "$executable" "$@" 2>&1 || status=$?
}

heading "Check ten well-made stickers: no findings"
run lint demo/art
[ "$status" = 0 ] || { echo "expected exit 0, got $status" >&2; exit 1; }

heading "Check files with one problem each: every problem is reported"
run lint demo/faulty
[ "$status" = 1 ] || { echo "expected exit 1, got $status" >&2; exit 1; }
printf '\n(exit %s: this would fail a CI job)\n' "$status"

heading "Fix the faulty files, and write the results to another folder"
run fix demo/faulty --lossy --output demo/fixed
[ "$status" = 1 ] || { echo "expected exit 1, got $status" >&2; exit 1; }
printf '\n(exit %s: some findings cannot be fixed automatically)\n' "$status"

heading "Build a pack from the well-made stickers"
run pack demo/art --output demo/pack --name "House Stickers"
[ "$status" = 0 ] || { echo "expected exit 0, got $status" >&2; exit 1; }

heading "Preview all of them as Messages shows them"
run preview demo/art demo/faulty --output demo/preview.html --contact-sheet demo/stickers.png
[ "$status" = 0 ] || { echo "expected exit 0, got $status" >&2; exit 1; }

heading "Results"
cat <<TEXT
demo/preview.html                the preview page; open it in a browser
demo/stickers.png                the contact sheet
demo/art                         the well-made stickers
demo/faulty                      the faulty stickers
demo/fixed                       the fixed versions of these
demo/pack/Stickers.xcstickers    the sticker catalog for Xcode
demo/pack/variants               every sticker at @3x, @2x and @1x
demo/pack/manifest.json          names, sizes, frames and hashes of all files
.build/release/stickerlint       the program; try: .build/release/stickerlint explain file-size
TEXT
