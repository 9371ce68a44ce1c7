#!/bin/sh
# ci_scripts/ci_post_clone.sh: Xcode Cloud runs this script after cloning the repository. If the script fails, the
# build fails. Put get-stickerlint.sh into ci_scripts, too. To check a folder other than `Stickers`, edit the last
# line.
set -eu

scripts=$(cd "$(dirname "$0")" && pwd)
cd "${CI_PRIMARY_REPOSITORY_PATH:-$scripts/..}"

if ! command -v stickerlint >/dev/null; then
  export STICKERLINT_VERSION="${STICKERLINT_VERSION:-0.1.0}"
  export STICKERLINT_RELEASES="${STICKERLINT_RELEASES:-https://github.com/OWNER/stickerlint/releases/download}"
  tools=${TMPDIR:-/tmp}/stickerlint-bin
  sh "$scripts/get-stickerlint.sh" "$tools"
  PATH=$tools:$PATH
fi

stickerlint lint --format concise -- Stickers
