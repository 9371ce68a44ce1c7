#!/bin/bash
# Submits the array and, once all of it has ended well, the merge; prints the number of the merge's job:
#
#   submit.sh SHARDS REPORTS FOLDER...
#
# The merge fails with exit code 1 where something was found, with 2 where there is no report.
set -euo pipefail

fail() {
  echo "submit.sh: $1" >&2
  exit 2
}
[ $# -gt 2 ] || fail "usage: submit.sh SHARDS REPORTS FOLDER..."
here=$(cd -- "$(dirname -- "$0")" && pwd)
shards=$1
reports=$2
mkdir -p -- "$reports" || fail "cannot make $reports"
# Of a run whose files had the same names nobody could tell them from what this one writes.
for old in "$reports"/*.json; do
  [ ! -e "$old" ] || fail "$reports holds reports: empty it, or name another folder"
done
job=$(sbatch --parsable --array="1-$shards" --output="$reports/%a.log" "$here/lint.sbatch" "${@:2}")
sbatch --parsable --dependency="afterok:$job" --kill-on-invalid-dep=yes --output="$reports/merge.log" \
  "$here/merge.sbatch" "$reports"
