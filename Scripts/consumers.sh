#!/bin/sh
# Builds and tests a program that depends on this package by the version of a tagged clone, and plans the build of the
# same program with the path of this folder. Usage: consumers.sh [SWIFT FLAGS...]
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
export STICKERLINT_ART="$here/Fixtures/Art"
unset STICKERLINT_DEV # build as clients do
work="$here/.build/consumers"
mkdir -p "$work"

consume() { # NAME ACTION FLAGS...
  name=$1
  action=$2
  shift 2
  log="$work/$name.log"
  if ! swift "$action" --package-path "$here/Tests/Consumers" --scratch-path "$work/$name" "$@" >"$log" 2>&1; then
    cat "$log" >&2
    echo "error: a program that depends on stickerlint $name does not build, or its tests fail" >&2
    exit 1
  fi
  case $action in
    test) echo "A program that depends on stickerlint $name: $(grep -c '^. Test ".* passed' "$log" || true) tests passed." ;;
    *) echo "A program that depends on stickerlint $name: its build was planned." ;;
  esac
}

# The build plan of an earlier run may list files that have moved since.
rm -f "$work/by its folder"/*.yaml
if ! git -C "$here" rev-parse --verify -q HEAD >/dev/null; then
  consume "by its folder" test "$@"
  exit
fi

# Apart from uncommitted changes, the sources are those of the version below, so it is enough to plan the build and to
# compile one C target.
consume "by its folder" build --target CSandbox "$@"

# Uses the committed state, under a unique version.
rm -rf "$work/stickerlint"
git clone --quiet --no-hardlinks "$here" "$work/stickerlint"
# Each run needs a new version, because SwiftPM caches fetched versions.
git -C "$work/stickerlint" tag "99.0.$(date +%s)"
STICKERLINT_CLONE="$work/stickerlint"
export STICKERLINT_CLONE
# An earlier run resolved to another commit.
rm -rf "$here/Tests/Consumers/Package.resolved" "$work/by a version"
consume "by a version" test "$@"
rm -f "$here/Tests/Consumers/Package.resolved"
