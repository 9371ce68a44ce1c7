#!/usr/bin/env bash
# The action's check. Inputs arrive in environment variables, one item per line. They are never part of shell code, because
# a branch or a file can have any name.
#
# Reads STICKERLINT_EXECUTABLE, STICKERLINT_PATHS, STICKERLINT_FOLDER, STICKERLINT_FORMATS, STICKERLINT_FAIL_ON,
# STICKERLINT_BASELINE, STICKERLINT_CHANGED_SINCE, STICKERLINT_ARGUMENTS, STICKERLINT_COMMENT, STICKERLINT_CACHE,
# GITHUB_STEP_SUMMARY, RUNNER_TEMP. Writes exit-code, sarif, json, markdown and cache to GITHUB_OUTPUT.
set -euo pipefail

stop() { printf '::error title=stickerlint::%s\n' "$1"; exit 2; }

# Splits text into `lines`, without empty lines and without the carriage returns of Windows.
read_lines() {
  lines=()
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    [[ $line =~ ^[[:space:]]*$ ]] || lines+=("$line")
  done <<<"$1"
}

# Resolves a path against the input working-directory. The run itself stays in the workspace, because GitHub expects the
# paths of annotations relative to it.
resolve_path() {
  local folder=${STICKERLINT_FOLDER:-}
  folder=${folder%/}
  if [ -z "$folder" ] || [ "$folder" = . ] || [[ $1 == /* ]]; then
    printf '%s' "$1"
  elif [ "$1" = . ]; then
    printf '%s' "$folder"
  else
    printf '%s/%s' "$folder" "$1"
  fi
}

# Rejects values with more than one line.
require_single_line() { [[ $2 != *$'\n'* ]] || stop "The input $1 has more than one line."; }
require_single_line working-directory "${STICKERLINT_FOLDER:-}"
require_single_line fail-on "${STICKERLINT_FAIL_ON:-}"
require_single_line baseline "${STICKERLINT_BASELINE:-}"
require_single_line changed-since "${STICKERLINT_CHANGED_SINCE:-}"

sarif=$RUNNER_TEMP/stickerlint.sarif
json=$RUNNER_TEMP/stickerlint.json
markdown=$RUNNER_TEMP/stickerlint.md
annotations=$RUNNER_TEMP/stickerlint.annotations
errors=$RUNNER_TEMP/stickerlint.errors
rm -f "$sarif" "$json" "$markdown" "$annotations"
trap 'rm -f "$annotations" "$errors"' EXIT

# A pull request may contain untrusted files. The input args comes later, and may add --no-isolate or --isolate=required.
arguments=(lint --isolate "--format=sarif=$sarif" "--format=json=$json")
read_lines "${STICKERLINT_FORMATS:-github}"
has_annotations=
for line in ${lines[@]+"${lines[@]}"}; do
  arguments+=("--format=$line")
  [ "$line" != github ] || has_annotations=1
done
# Annotations and the job summary are written even if the log has another report.
[ -n "$has_annotations" ] || arguments+=("--format=github=$annotations")
[ "${STICKERLINT_COMMENT:-false}" != true ] || arguments+=("--format=markdown=$markdown")
[ -z "${STICKERLINT_FAIL_ON:-}" ] || arguments+=("--fail-on=$STICKERLINT_FAIL_ON")
[ -z "${STICKERLINT_BASELINE:-}" ] || arguments+=("--baseline=$(resolve_path "$STICKERLINT_BASELINE")")
[ -z "${STICKERLINT_CHANGED_SINCE:-}" ] || arguments+=("--changed-since=$STICKERLINT_CHANGED_SINCE")
read_lines "${STICKERLINT_ARGUMENTS:-}"
arguments+=(${lines[@]+"${lines[@]}"})

arguments+=(--)
read_lines "${STICKERLINT_PATHS:-.}"
for line in ${lines[@]+"${lines[@]}"}; do arguments+=("$(resolve_path "$line")"); done

status=0
"$STICKERLINT_EXECUTABLE" "${arguments[@]}" 2>"$errors" || status=$?
cat "$errors" >&2
[ ! -s "$annotations" ] || cat "$annotations"

# Escape the text of a workflow command and of its properties, which a line break, a colon or a comma would end.
escape_data() { local text=${1//'%'/%25}; printf '%s' "${text//$'\r'/%0D}"; }
escape_property() { local text; text=$(escape_data "$1"); text=${text//:/%3A}; printf '%s' "${text//,/%2C}"; }

# A run that failed has no report. Its errors become annotations at their location, and appear in the summary.
if [ "$status" -ge 2 ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    if [[ $line =~ ^error:\ ([^:]+):([0-9]+):([0-9]+):\ (.*)$ ]]; then
      place=" file=$(escape_property "${BASH_REMATCH[1]}"),line=${BASH_REMATCH[2]},col=${BASH_REMATCH[3]},"
      message=${BASH_REMATCH[4]}
    elif [[ $line == error:\ * ]]; then
      place=" "
      message=${line#error: }
    else
      continue
    fi
    printf '::error%stitle=stickerlint::%s\n' "$place" "$(escape_data "$message")"
  done <"$errors"
  explain() {
    printf "### stickerlint: could not check the stickers\n\n"
    sed "s/^/    /" "$errors"
  }
  [ -z "${GITHUB_STEP_SUMMARY:-}" ] || { echo; explain; } >>"$GITHUB_STEP_SUMMARY"
  # A comment with the findings of an earlier run would be wrong now. GitHub rejects more than 65,536 characters.
  [ "${STICKERLINT_COMMENT:-false}" != true ] || head -c 60000 < <(explain) >"$markdown"
fi

{
  printf 'exit-code=%s\n' "$status"
  # A run that ended early wrote no report, and uploading a missing file would be another error.
  [ ! -s "$sarif" ] || printf 'sarif=%s\n' "$sarif"
  [ ! -s "$json" ] || printf 'json=%s\n' "$json"
  [ ! -s "$markdown" ] || printf 'markdown=%s\n' "$markdown"
  # A run with few files has no cache, and a step that saves nothing prints a warning.
  [ ! -d "${STICKERLINT_CACHE:-}" ] || printf 'cache=%s\n' "$STICKERLINT_CACHE"
} >>"$GITHUB_OUTPUT"
exit "$status"
