#!/bin/bash
# Writes one report on folders, checked in shards with one process per processor. The report is the one that a single run
# would write, including findings of rules about packs:
#
#   shards.sh REPORT.json FOLDER...        SHARDS=32 sets the number, OPTIONS="--profile imessage" sets options of lint
#
# Exit codes: 0 no finding fails the run, 1 a finding does, 2 no report. With --sshlogin, shards also run on other machines
# that have the same folders under the same names.
set -euo pipefail

fail() {
  echo "shards.sh: $1" >&2
  exit 2
}
[ $# -gt 1 ] || fail "usage: shards.sh REPORT.json FOLDER..."
report=$1
shift
shards=${SHARDS:-$(nproc)}
case $shards in '' | *[!0-9]* | 0) fail "SHARDS: not a number: $shards" ;; esac
hash parallel || fail "GNU parallel is not installed"
lint=${STICKERLINT:-stickerlint}
folder=$(mktemp -d "$(dirname -- "$report")/.shards-XXXXXX") || fail "cannot write next to $report"
trap 'rm -rf -- "$folder"' EXIT

# With --isolate, a file that crashes its process is a finding. Without it, the shard would crash on every attempt.
# Exit code 1 means findings. A shard that was killed is started again.
shard='"$0" shard "$2" --quiet --isolate $1 --format json="$3" -- "${@:4}" || [ $? = 1 ]'
# All arguments are passed as input, because parallel would replace {} in a folder's name if it were part of the command.
for ((index = 1; index <= shards; index++)); do
  printf '%s\0' "$lint" "${OPTIONS:-}" "$index/$shards" "$folder/$index.json" "$@"
done | parallel --null --max-replace-args $(($# + 4)) --quote --retries 3 --halt soon,fail=1 bash -c "$shard" '{}' ||
  fail "not all shards could be checked"
status=0
"$lint" merge "$folder"/*.json --format json="$report" || status=$?
[ "$status" -le 1 ] || fail "could not merge the shards"
exit "$status"
