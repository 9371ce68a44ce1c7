#!/bin/sh
# A Run Script phase, before "Copy Bundle Resources":
#
#   "$SRCROOT/scripts/run-script.sh" "$SRCROOT/Stickers"
#
# Findings appear in the issue navigator and link to their files. Set User Script Sandboxing to No, because Xcode's script
# sandbox hides files that are not inputs of the phase. Deselect "Based on dependency analysis"; a run without changes
# costs almost nothing.
set -eu

# Indexing and previews run build phases, too, many times a minute.
[ "${ACTION:-build}" != indexbuild ] && [ "${ENABLE_PREVIEWS:-NO}" != YES ] || exit 0

# Xcode starts without the PATH of your shell.
PATH=${STICKERLINT_FOLDER:+$STICKERLINT_FOLDER:}$PATH:/opt/homebrew/bin:/usr/local/bin
if ! command -v stickerlint >/dev/null; then
  echo "warning: stickerlint is not installed. Stickers were not checked."
  exit 0
fi

# Without a path, check all stickers in the project. Xcode links only absolute paths.
if [ $# = 0 ]; then set -- "${SRCROOT:-.}"; fi
for path; do
  shift
  case $path in /*) ;; *) path=${SRCROOT:-$PWD}/$path ;; esac
  set -- "$@" "$path"
done
exec stickerlint lint --format xcode --quiet --allow-empty -- "$@"
