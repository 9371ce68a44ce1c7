#!/bin/sh
# A Run Script phase, before "Copy Bundle Resources":
#
#   "$SRCROOT/scripts/run-script.sh" "$SRCROOT/Stickers"
#
# Findings show in the issue navigator and lead to their file. Xcode's script sandbox hides files that are no inputs of
# the phase: set User Script Sandboxing to No, and untick "Based on dependency analysis", since a run without changes
# costs next to nothing.
set -eu

# Indexing and previews build too, many times a minute.
[ "${ACTION:-build}" != indexbuild ] && [ "${ENABLE_PREVIEWS:-NO}" != YES ] || exit 0

# Xcode starts without the shell's settings.
PATH=${STICKERLINT_FOLDER:+$STICKERLINT_FOLDER:}$PATH:/opt/homebrew/bin:/usr/local/bin
if ! command -v stickerlint >/dev/null; then
  echo "warning: stickerlint is not installed, so stickers were not checked"
  exit 0
fi

# Without a path, all stickers of the project. Xcode follows absolute paths only.
if [ $# = 0 ]; then set -- "${SRCROOT:-.}"; fi
for path; do
  shift
  case $path in /*) ;; *) path=${SRCROOT:-$PWD}/$path ;; esac
  set -- "$@" "$path"
done
exec stickerlint lint --format xcode --quiet --allow-empty -- "$@"
