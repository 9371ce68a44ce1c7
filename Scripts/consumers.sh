#!/bin/sh
# Builds and tests a program that depends on this package, first by the path of this folder and then by the version of a
# tagged clone. Usage: consumers.sh [SWIFT FLAGS...]
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
export STICKERLINT_ART="$here/Fixtures/Art"
unset STICKERLINT_DEV # build as clients do
work="$here/.build/consumers"
mkdir -p "$work"

consume() { # NAME FLAGS...
  name=$1
  shift
  log="$work/$name.log"
  if swift test --package-path "$here/Tests/Consumers" --scratch-path "$work/$name" "$@" >"$log" 2>&1; then
    echo "A program that depends on stickerlint $name: $(grep -c '^. Test ".* passed' "$log" || true) tests passed."
  else
    cat "$log" >&2
    echo "error: a program that depends on stickerlint $name does not build, or its tests fail" >&2
    exit 1
  fi
}

# The build plan of an earlier run may list files that have moved since.
rm -f "$work/by its folder"/*.yaml
consume "by its folder" "$@"

# Uses the committed state, under a unique version.
if git -C "$here" rev-parse --verify -q HEAD >/dev/null; then
  rm -rf "$work/stickerlint"
  git clone --quiet --no-hardlinks "$here" "$work/stickerlint"
  # Each run needs a new version, because SwiftPM caches fetched versions.
  git -C "$work/stickerlint" tag "99.0.$(date +%s)"
  STICKERLINT_CLONE="$work/stickerlint"
  export STICKERLINT_CLONE
  # An earlier run resolved to another commit.
  rm -rf "$here/Tests/Consumers/Package.resolved" "$work/by a version"
  consume "by a version" "$@"
  rm -f "$here/Tests/Consumers/Package.resolved"
fi
