#!/usr/bin/env bash
# A first look: sound art is checked and packed, faulty art is named with figure and limit.
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

heading "Ten stickers as a designer exports them: nothing to say"
run lint demo/art
[ "$status" = 0 ] || { echo "expected exit 0, got $status" >&2; exit 1; }

heading "The same art with one fault in each file: every one is named"
run lint demo/faulty
[ "$status" = 1 ] || { echo "expected exit 1, got $status" >&2; exit 1; }
printf '\n(exit %s: this is what stops a CI job)\n' "$status"

heading "What can be fixed is fixed, in a folder beside it, and what that cost is said"
run fix demo/faulty --lossy --output demo/fixed
[ "$status" = 1 ] || { echo "expected exit 1, got $status" >&2; exit 1; }
printf '\n(exit %s: some of it only a person can mend)\n' "$status"

heading "The good ones become a pack"
run pack demo/art --output demo/pack --name "House Stickers"
[ "$status" = 0 ] || { echo "expected exit 0, got $status" >&2; exit 1; }

heading "All of them on a page, as Messages will show them"
run preview demo/art demo/faulty --output demo/preview.html --contact-sheet demo/stickers.png
[ "$status" = 0 ] || { echo "expected exit 0, got $status" >&2; exit 1; }

heading "Where to look"
cat <<TEXT
demo/preview.html                the page: open it in a browser
demo/stickers.png                the same as a picture
demo/art                         the stickers; open one
demo/faulty                      the faulty ones
demo/fixed                       the same, as far as they could be fixed
demo/pack/Stickers.xcstickers    the sticker catalog, for Xcode
demo/pack/variants               every sticker at @3x, @2x and @1x
demo/pack/manifest.json          names, sizes, frames and hashes of all of it
.build/release/stickerlint       the program, one file; try: .build/release/stickerlint explain file-size
TEXT
