#!/usr/bin/env bash
# Runs the fuzz targets, one after the other, and prints a summary.
#
#   Scripts/fuzz.sh EXECUTABLE SECONDS [TARGET [MERGE]]
#
# SECONDS is the CPU time for each target, so that a busy machine does as much work as an idle one. The corpus in .build/fuzz
# grows, and the next run continues with it. With MERGE, a number of seconds, each corpus is then reduced to the inputs that
# add coverage. A corpus that takes longer to reduce is not changed.
set -euo pipefail
executable=$1
seconds=$2
only=${3:-}
merge=${4:-}
work=.build/fuzz
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "SECONDS must be a whole number of seconds, not $seconds" >&2; exit 2; }
[[ $merge =~ ^([1-9][0-9]*)?$ ]] || { echo "MERGE must be a whole number of seconds, not $merge" >&2; exit 2; }
corpus=${STICKERLINT_CORPUS:-../shared/corpus}
[ -d "$corpus" ] || corpus=Fixtures/Art
export SWIFT_BACKTRACE=enable=no
# ASan keeps freed memory in quarantine. With millions of small blocks, that alone could exceed the memory limit.
export ASAN_OPTIONS=quarantine_size_mb=32
export LSAN_OPTIONS=suppressions=$PWD/Scripts/leaks.txt:print_suppressions=0
TIMEFORMAT='%U %S'

targets=$("$executable" | if [ -n "$only" ]; then awk -F'\t' -v only="$only" '$1 == only'; else cat; fi)
if [ -z "$targets" ]; then
  echo "There is no target named $only. Targets:" >&2
  "$executable" | cut -f 1,3 | expand -t 14 >&2
  exit 2
fi

figure() { sed -n "s/^stat::$1: *//p" "$2" | tail -n 1; }

# Runs the command in `run` until the CPU time is used up.
run_until_time_limit() {
  (
    ulimit -S -t "$seconds"
    exec "${run[@]}" "$@" >"$log" 2>&1
  )
}

# Reduces the corpus to the fewest inputs with the same coverage. libFuzzer leaves out an input that crashes, and stores it
# with the crashes.
reduce() {
  local reduced=$work/reduced/$target
  rm -rf "$reduced"
  mkdir -p "$reduced"
  if timeout "$merge" "${run[@]}" -merge=1 "$reduced" "$units" >"$work/$target-merge.log" 2>&1 &&
    [ -n "$(ls -A "$reduced")" ]; then
    echo "$target: reduced $(find "$units" -type f | wc -l) inputs to $(find "$reduced" -type f | wc -l)"
    rm -rf "$units"
    mv "$reduced" "$units"
  else
    echo "$target: kept all $(find "$units" -type f | wc -l) inputs, see $work/$target-merge.log"
  fi
}

failed=0
summary=("target|CPU s|executions|new|crashes")
while IFS=$'\t' read -r target longest _; do
  units=$work/corpus/$target crashes=$work/crashes/$target log=$work/$target.log
  rm -rf "$work/seeds/$target"
  mkdir -p "$units" "$crashes" "$work/seeds/$target" "Fixtures/Broken/$target"
  "$executable" seeds "$target" "$work/seeds/$target" "$corpus" Fixtures
  before=$(find "$crashes" -type f | wc -l)
  echo "$target: $seconds s of CPU time, log in $log"
  run=(env STICKERLINT_FUZZ="$target" "$executable" -rss_limit_mb=512 -timeout=10 -max_len="$longest" -len_control=20
    -print_final_stats=1 -reload=0 -report_slow_units=3600 -artifact_prefix="$crashes/")
  rm -f "$work/status"
  times=$({ time run_until_time_limit "$units" "$work/seeds/$target" "Fixtures/Broken/$target" ||
    echo $? >"$work/status"; } 2>&1)
  cpu=$(awk '{ printf "%.0f", $1 + $2 }' <<<"$times")
  [ -z "$merge" ] || reduce
  found=$(($(find "$crashes" -type f | wc -l) - before))
  if [ "$found" -gt 0 ]; then
    failed=1
    tail -n 40 "$log"
    for crash in "$crashes"/*; do
      small=$work/small-$target-$(basename "$crash")
      "${run[@]}" -minimize_crash=1 -max_total_time=30 -exact_artifact_path="$small" "$crash" >>"$log" 2>&1 || true
      [ -e "$small" ] || cp "$crash" "$small"
      echo "$target crashes. Run cp $small Fixtures/Broken/$target/DESCRIPTION, fix the bug, and run make test."
    done
  fi
  executions=$(figure number_of_executed_units "$log")
  if [ -e "$work/status" ] || [ -z "$executions" ]; then  # also if it did not start, or crashed on a known input
    failed=1
    [ "$found" -gt 0 ] || tail -n 40 "$log"
  fi
  summary+=("$target|$cpu|${executions:-none}|$(figure new_units_added "$log")|$found")
done <<<"$targets"

printf '\n'
printf '%s\n' "${summary[@]}" | awk -F'|' '{ printf "%-14s %8s %12s %8s %8s\n", $1, $2, $3, $4, $5 }'
exit $failed
