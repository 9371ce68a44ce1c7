#!/bin/bash
# A line of JSON for every file below folders, by as many processes as there are processors:
#
#   lint.sh FOLDER... >answers.jsonl       OPTIONS="--no-config --profile imessage" sets options of lint
#
# GNU parallel gives each process a block of names, keeps the order of the blocks, and starts a block again whose process
# was killed. Findings are in the answers, not in the exit code, which is 0 unless a block could not be answered.
set -euo pipefail

# Options that are none are said once, and stop everything.
"${STICKERLINT:-stickerlint}" lint --stream ${OPTIONS:-} </dev/null

# Exit codes 0 to 2 of lint have answered everything; any other one, 128 + a signal among them, is a block to try again.
block='"${STICKERLINT:-stickerlint}" lint --stream --null --jobs 1 ${OPTIONS:-} || [ $? -le 2 ]'
find "$@" -type f \( -iname '*.png' -o -iname '*.gif' -o -iname '*.jpg' -o -iname '*.jpeg' \) -print0 | sort -z |
  parallel --null --pipe --recend '\0' --block "${BLOCK_SIZE:-64k}" --keep-order --retries 3 --halt soon,fail=1 \
    --quote bash -c "$block"
