#!/usr/bin/env bash
# The action's first step: installs stickerlint for the second step.
#
# Reads STICKERLINT_VERSION, STICKERLINT_BUILD (true: from source), STICKERLINT_RELEASES (empty: the releases of the
# action's own repository), STICKERLINT_SHA256, ACTION_PATH, RUNNER_TEMP, GITHUB_SERVER_URL.
# Writes executable and cache to GITHUB_OUTPUT.
set -euo pipefail

stop() { printf '::error title=stickerlint::%s\n' "$1"; exit 2; }

folder=$RUNNER_TEMP/stickerlint-bin
if [ "${STICKERLINT_BUILD:-false}" = true ]; then
  make -C "$ACTION_PATH" deps build
  executable=$ACTION_PATH/.build/release/stickerlint
else
  if [ -z "${STICKERLINT_RELEASES:-}" ]; then
    # The runner keeps an action in …/_actions/OWNER/REPOSITORY/REF. A composite action has no other way to learn where
    # it comes from.
    IFS=/ read -r owner repository _ <<<"${ACTION_PATH##*/_actions/}"
    [[ $ACTION_PATH == */_actions/*/*/* ]] ||
      stop "The address of the releases is unknown. Set the input releases, or build: true."
    export STICKERLINT_RELEASES=${GITHUB_SERVER_URL:-https://github.com}/$owner/$repository/releases/download
  fi
  sh "$ACTION_PATH/integrations/get-stickerlint.sh" "$folder" ||
    stop "Could not install stickerlint. See the lines above."
  executable=$folder/stickerlint
fi
"$executable" --version >/dev/null || stop "The installed stickerlint does not run on this machine."
{
  printf 'executable=%s\n' "$executable"
  printf 'cache=%s\n' "$("$executable" cache path)"
} >>"$GITHUB_OUTPUT"
