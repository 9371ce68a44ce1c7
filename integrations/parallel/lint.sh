#!/bin/bash
# Writes a line of JSON for each file in the folders, with one process per processor:
#
#   lint.sh FOLDER... >answers.jsonl       OPTIONS="--no-config --profile imessage" sets options of lint
#
# Exit codes: 0 no findings that fail the run, 1 findings, 2 not everything could be checked; standard error or answers
# of type "error" give the reason. GNU parallel gives each process a block of names, keeps the order of the blocks, and
# restarts a block whose process was killed. `record` in an answer is the number within its block, so use the path to
# identify an answer.
#
# Like lint, the script selects files by extension, and skips hidden folders, node_modules, Pods and asset catalog sets that
# contain no stickers. Differences from lint:
# - It does not follow links, and a video is a finding.
# - It does not skip what stickerlint built, and has no equivalent of --respect-gitignore.
# - It checks each file alone, without packs and catalogs.
# shards.sh behaves like lint in all of these respects.
set -euo pipefail

fail() {
  echo "lint.sh: $1" >&2
  exit 2
}
[ $# -gt 0 ] || fail "usage: lint.sh FOLDER... >answers.jsonl"
folders=()
for folder; do
  [ -d "$folder" ] || fail "$folder: not a folder"
  # Keeps find from reading the name as an option.
  case $folder in [-\(\)!,]*) folder=./$folder ;; esac
  folders+=("$folder")
done
hash parallel || fail "GNU parallel is not installed"
export STICKERLINT=${STICKERLINT:-stickerlint} OPTIONS=${OPTIONS:-}
# Reports invalid options once, before anything runs.
"$STICKERLINT" stream $OPTIONS </dev/null || fail "cannot run $STICKERLINT with these options"
STATE=$(mktemp -d) || fail "no temporary folder"
export STATE
trap 'rm -rf -- "$STATE"' EXIT

pictures=(-iname '*.png')
for extension in apng gif jpg jpeg jpe webp webm heic heif avif svg tif tiff bmp mp4 mov pdf; do
  pictures+=(-o -iname "*.$extension")
done
others=(-name '.*' -o -name node_modules -o -name Pods -o -path '*.xcassets/*' '('
  -name '*.brandassets' -o -name '*.launchimage' -o -name '*.spriteatlas'
  -o -name '*.*set' '!' -name '*.stickersiconset' ')')
# After exit code 0, 1 or 2, the block is complete. After any other code, such as 128 + a signal, it is tried again.
block='status=0
"$STICKERLINT" stream --null --jobs 1 $OPTIONS || status=$?
[ "$status" -le 2 ] || exit "$status"
touch "$STATE/$status"'
find "${folders[@]}" -mindepth 1 -type d '(' "${others[@]}" ')' -prune \
  -o -type f '!' -name '.*' '(' "${pictures[@]}" ')' -print0 | LC_ALL=C sort -z |
  parallel --null --pipe --recend '\0' --block "${BLOCK_SIZE:-64k}" --keep-order --retries 3 --halt soon,fail=1 \
    --quote bash -c "$block" || fail "not all files could be checked"
[ ! -e "$STATE/2" ] || fail "some files could not be checked: see the answers of type \"error\""
[ ! -e "$STATE/1" ] || exit 1
