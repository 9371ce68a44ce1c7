#!/bin/bash
# A line of JSON for every file below folders, by as many processes as there are processors:
#
#   lint.sh FOLDER... >answers.jsonl       OPTIONS="--no-config --profile imessage" sets options of lint
#
# Exit code 0: nothing was found; 1: something was; 2: not everything could be checked, and standard error or
# answers of the type "error" say what. GNU parallel gives each process a block of names, keeps the order of the
# blocks, and starts a block again whose process was killed. `record` in an answer counts within its block: what
# tells answers apart is the path.
#
# Files are found by the extensions that lint goes by, and hidden folders, node_modules, Pods and those sets of
# asset catalogs that hold no stickers are left out, as it does. Unlike it: no links, and a video is a finding;
# what stickerlint built, and .gitignore, are not minded; each file is judged alone, packs and catalogs are not.
# shards.sh has all of that.
set -euo pipefail

fail() {
  echo "lint.sh: $1" >&2
  exit 2
}
[ $# -gt 0 ] || fail "usage: lint.sh FOLDER... >answers.jsonl"
folders=()
for folder; do
  [ -d "$folder" ] || fail "$folder: no folder"
  # So that find takes it for no option.
  case $folder in [-\(\)!,]*) folder=./$folder ;; esac
  folders+=("$folder")
done
hash parallel || fail "GNU parallel is not installed"
export STICKERLINT=${STICKERLINT:-stickerlint} OPTIONS=${OPTIONS:-}
# Options that are none are said once, and stop everything.
"$STICKERLINT" stream $OPTIONS </dev/null || fail "$STICKERLINT cannot be run so"
STATE=$(mktemp -d) || fail "no temporary folder"
export STATE
trap 'rm -rf -- "$STATE"' EXIT

pictures=(-iname '*.png')
for extension in apng gif jpg jpeg jpe webp heic heif avif svg tif tiff bmp mp4 mov pdf; do
  pictures+=(-o -iname "*.$extension")
done
others=(-name '.*' -o -name node_modules -o -name Pods -o -path '*.xcassets/*' '('
  -name '*.brandassets' -o -name '*.launchimage' -o -name '*.spriteatlas'
  -o -name '*.*set' '!' -name '*.stickersiconset' ')')
# 1 and 2 have answered everything; any other code, 128 + a signal among them, is a block to try again.
block='status=0
"$STICKERLINT" stream --null --jobs 1 $OPTIONS || status=$?
[ "$status" -le 2 ] || exit "$status"
touch "$STATE/$status"'
find "${folders[@]}" -mindepth 1 -type d '(' "${others[@]}" ')' -prune \
  -o -type f '!' -name '.*' '(' "${pictures[@]}" ')' -print0 | LC_ALL=C sort -z |
  parallel --null --pipe --recend '\0' --block "${BLOCK_SIZE:-64k}" --keep-order --retries 3 --halt soon,fail=1 \
    --quote bash -c "$block" || fail "not all files could be checked"
[ ! -e "$STATE/2" ] || fail "some files could not be checked: see answers of the type \"error\""
[ ! -e "$STATE/1" ] || exit 1
