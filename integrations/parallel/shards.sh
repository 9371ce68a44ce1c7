#!/bin/bash
# One report on folders, checked in shards by as many processes as there are processors; the report is that of a single
# run, rules about packs included:
#
#   shards.sh REPORT.json FOLDER...        SHARDS=32 sets how many, OPTIONS="--profile imessage" options of lint
#
# With --sshlogin the shards run on other machines that see the same folders under the same names, and this one.
set -euo pipefail

report=$1
shift
shards=${SHARDS:-$(nproc)}
lint=${STICKERLINT:-stickerlint}
folder=$(mktemp -d "$(dirname -- "$report")/.shards-XXXXXX")
trap 'rm -rf -- "$folder"' EXIT

# Exit code 1 says that something was found. A shard that was killed is started again.
shard='"$0" lint --quiet ${OPTIONS:-} --shard "$1" --format json="$2" -- "${@:3}" || [ $? = 1 ]'
seq "$shards" | parallel --quote --retries 3 --halt soon,fail=1 \
  bash -c "$shard" "$lint" "{}/$shards" "$folder/{}.json" "$@"
"$lint" merge "$folder"/*.json --format json="$report"
