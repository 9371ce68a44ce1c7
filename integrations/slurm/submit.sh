#!/bin/bash
# Submits the array, and the merge job, which runs after the whole array has succeeded. Prints the ID of the merge job:
#
#   submit.sh SHARDS REPORTS FOLDER...
#
# The merge fails with exit code 1 if a finding fails the run, and with 2 if there is no report.
set -euo pipefail

fail() {
  echo "submit.sh: $1" >&2
  exit 2
}
[ $# -gt 2 ] || fail "usage: submit.sh SHARDS REPORTS FOLDER..."
here=$(cd -- "$(dirname -- "$0")" && pwd)
shards=$1
reports=$2
mkdir -p -- "$reports" || fail "cannot create $reports"
# Reports of an earlier run of the same files cannot be told apart from reports of this run.
for old in "$reports"/*.json; do
  [ ! -e "$old" ] || fail "$reports contains reports. Empty it, or choose another folder."
done
job=$(sbatch --parsable --array="1-$shards" --output="$reports/%a.log" "$here/lint.sbatch" "${@:2}")
sbatch --parsable --dependency="afterok:$job" --kill-on-invalid-dep=yes --output="$reports/merge.log" \
  "$here/merge.sbatch" "$reports"
