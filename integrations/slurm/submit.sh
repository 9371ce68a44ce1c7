#!/bin/bash
# Submits the array and, once all of it has ended well, the merge; prints the number of the merge's job:
#
#   submit.sh SHARDS REPORTS FOLDER...
set -euo pipefail

here=$(cd -- "$(dirname -- "$0")" && pwd)
shards=$1
reports=$2
mkdir -p -- "$reports"
job=$(sbatch --parsable --array="1-$shards" --output="$reports/%a.log" "$here/lint.sbatch" "${@:2}")
sbatch --parsable --dependency="afterok:$job" --kill-on-invalid-dep=yes --output="$reports/merge.log" \
  "$here/merge.sbatch" "$reports"
