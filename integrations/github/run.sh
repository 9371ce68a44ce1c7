#!/usr/bin/env bash
# The action's check. What a workflow gives comes in through the environment, a thing a line, and is never part of a
# line of shell: a branch or a file may be called whatever its author likes.
#
# Reads STICKERLINT_EXECUTABLE, STICKERLINT_PATHS, STICKERLINT_FOLDER, STICKERLINT_FORMATS, STICKERLINT_FAIL_ON,
# STICKERLINT_BASELINE, STICKERLINT_CHANGED_SINCE, STICKERLINT_ARGUMENTS, STICKERLINT_CACHE, GITHUB_STEP_SUMMARY,
# RUNNER_TEMP. Writes exit-code, sarif, json and cache to GITHUB_OUTPUT.
set -euo pipefail

stop() { printf '::error title=stickerlint::%s\n' "$1"; exit 2; }

# Takes the lines of a text, without empty ones and without the carriage returns of Windows, into `lines`.
split() {
  lines=()
  local line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    [[ $line =~ ^[[:space:]]*$ ]] || lines+=("$line")
  done <<<"$1"
}

# A path as it is seen from the folder that the workflow chose. The run itself stays in the workspace, since GitHub
# wants the paths of annotations from there.
placed() {
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

# Of values that are one line each.
refuse_lines() { [[ $2 != *$'\n'* ]] || stop "the input $1 is one line"; }
refuse_lines working-directory "${STICKERLINT_FOLDER:-}"
refuse_lines fail-on "${STICKERLINT_FAIL_ON:-}"
refuse_lines baseline "${STICKERLINT_BASELINE:-}"
refuse_lines changed-since "${STICKERLINT_CHANGED_SINCE:-}"

sarif=$RUNNER_TEMP/stickerlint.sarif
json=$RUNNER_TEMP/stickerlint.json
annotations=$RUNNER_TEMP/stickerlint.annotations
errors=$RUNNER_TEMP/stickerlint.errors
rm -f "$sarif" "$json" "$annotations"
trap 'rm -f "$annotations" "$errors"' EXIT

# A pull request brings files of strangers. The input args comes later, and may say --no-isolate or --isolate=required.
arguments=(lint --isolate "--format=sarif=$sarif" "--format=json=$json")
split "${STICKERLINT_FORMATS:-github}"
has_annotations=
for line in ${lines[@]+"${lines[@]}"}; do
  arguments+=("--format=$line")
  [ "$line" != github ] || has_annotations=1
done
# Another report in the log takes the place of neither annotations nor summary.
[ -n "$has_annotations" ] || arguments+=("--format=github=$annotations")
[ -z "${STICKERLINT_FAIL_ON:-}" ] || arguments+=("--fail-on=$STICKERLINT_FAIL_ON")
[ -z "${STICKERLINT_BASELINE:-}" ] || arguments+=("--baseline=$(placed "$STICKERLINT_BASELINE")")
[ -z "${STICKERLINT_CHANGED_SINCE:-}" ] || arguments+=("--changed-since=$STICKERLINT_CHANGED_SINCE")
split "${STICKERLINT_ARGUMENTS:-}"
arguments+=(${lines[@]+"${lines[@]}"})

arguments+=(--)
split "${STICKERLINT_PATHS:-.}"
for line in ${lines[@]+"${lines[@]}"}; do arguments+=("$(placed "$line")"); done

status=0
"$STICKERLINT_EXECUTABLE" "${arguments[@]}" 2>"$errors" || status=$?
cat "$errors" >&2
[ ! -s "$annotations" ] || cat "$annotations"

# What follows `::`, where a line break or a colon would end it.
data() { local text=${1//'%'/%25}; printf '%s' "${text//$'\r'/%0D}"; }
property() { local text; text=$(data "$1"); text=${text//:/%3A}; printf '%s' "${text//,/%2C}"; }

# A run that could not be done has no report: what it says is marked where it is wrong, and stands in the summary.
if [ "$status" -ge 2 ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    if [[ $line =~ ^error:\ ([^:]+):([0-9]+):([0-9]+):\ (.*)$ ]]; then
      place=" file=$(property "${BASH_REMATCH[1]}"),line=${BASH_REMATCH[2]},col=${BASH_REMATCH[3]},"
      message=${BASH_REMATCH[4]}
    elif [[ $line == error:\ * ]]; then
      place=" "
      message=${line#error: }
    else
      continue
    fi
    printf '::error%stitle=stickerlint::%s\n' "$place" "$(data "$message")"
  done <"$errors"
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    {
      printf "\n### stickerlint: the stickers could not be checked\n\n"
      sed "s/^/    /" "$errors"
    } >>"$GITHUB_STEP_SUMMARY"
  fi
fi

{
  printf 'exit-code=%s\n' "$status"
  # A run that ended early wrote none; uploading nothing would be an error of its own.
  [ ! -s "$sarif" ] || printf 'sarif=%s\n' "$sarif"
  [ ! -s "$json" ] || printf 'json=%s\n' "$json"
  # Of few files nothing is kept; a step that is to save nothing warns.
  [ ! -d "${STICKERLINT_CACHE:-}" ] || printf 'cache=%s\n' "$STICKERLINT_CACHE"
} >>"$GITHUB_OUTPUT"
exit "$status"
