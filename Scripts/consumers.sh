#!/bin/sh
# Builds and tests a program that depends on this package, by its folder and by the version of a tagged clone.
# Usage: consumers.sh [SWIFT FLAGS...]
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
export STICKERLINT_ART="$here/Fixtures/Art"
unset STICKERLINT_DEV # as others build it
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
    echo "error: a program that depends on stickerlint $name does not build, or fails" >&2
    exit 1
  fi
}

# The plan of an earlier build goes on naming files that were moved since.
rm -f "$work/by its folder"/*.yaml
consume "by its folder" "$@"

# What is committed, under a version that nobody else has.
if git -C "$here" rev-parse --verify -q HEAD >/dev/null; then
  rm -rf "$work/stickerlint"
  git clone --quiet --no-hardlinks "$here" "$work/stickerlint"
  # Each run has its own: what was fetched under a version stays.
  git -C "$work/stickerlint" tag "99.0.$(date +%s)"
  STICKERLINT_CLONE="$work/stickerlint"
  export STICKERLINT_CLONE
  # What an earlier run resolved to is another commit.
  rm -rf "$here/Tests/Consumers/Package.resolved" "$work/by a version"
  consume "by a version" "$@"
  rm -f "$here/Tests/Consumers/Package.resolved"
fi
