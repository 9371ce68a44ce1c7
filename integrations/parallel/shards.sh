#!/bin/bash
# One report on folders, checked in shards by as many processes as there are processors; the report is that of a single
# run, rules about packs included:
#
#   shards.sh REPORT.json FOLDER...        SHARDS=32 sets how many, OPTIONS="--profile imessage" options of lint
#
# Exit code 0: nothing was found that fails; 1: something was; 2: no report could be made. With --sshlogin the shards
# run on other machines that see the same folders under the same names, and this one.
set -euo pipefail

fail() {
  echo "shards.sh: $1" >&2
  exit 2
}
[ $# -gt 1 ] || fail "usage: shards.sh REPORT.json FOLDER..."
report=$1
shift
shards=${SHARDS:-$(nproc)}
case $shards in '' | *[!0-9]* | 0) fail "SHARDS is no number: $shards" ;; esac
hash parallel || fail "GNU parallel is not installed"
lint=${STICKERLINT:-stickerlint}
folder=$(mktemp -d "$(dirname -- "$report")/.shards-XXXXXX") || fail "cannot write beside $report"
trap 'rm -rf -- "$folder"' EXIT

# A file that crashes what reads it is a finding with --isolate; without, its shard would die at every try.
# Exit code 1 says that something was found. A shard that was killed is started again.
shard='"$0" shard "$2" --quiet --isolate $1 --format json="$3" -- "${@:4}" || [ $? = 1 ]'
# All words are input: in a command parallel would put its own for {} in a folder's name.
for ((index = 1; index <= shards; index++)); do
  printf '%s\0' "$lint" "${OPTIONS:-}" "$index/$shards" "$folder/$index.json" "$@"
done | parallel --null --max-replace-args $(($# + 4)) --quote --retries 3 --halt soon,fail=1 bash -c "$shard" '{}' ||
  fail "not all shards could be checked"
status=0
"$lint" merge "$folder"/*.json --format json="$report" || status=$?
[ "$status" -le 1 ] || fail "the shards could not be joined"
exit "$status"
