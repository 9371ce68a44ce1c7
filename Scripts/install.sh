#!/usr/bin/env bash
# Installs the executable and its shell completions below a prefix.
set -euo pipefail
executable=$1
prefix=$2

install -d "$prefix/bin" "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" \
  "$prefix/share/fish/vendor_completions.d"
install -m 755 "$executable" "$prefix/bin/stickerlint"
complete() { "$executable" --generate-completion-script "$1" >"$2"; chmod 644 "$2"; }
complete bash "$prefix/share/bash-completion/completions/stickerlint"
complete zsh "$prefix/share/zsh/site-functions/_stickerlint"
complete fish "$prefix/share/fish/vendor_completions.d/stickerlint.fish"
echo "Installed $prefix/bin/stickerlint, with completions for bash, zsh and fish."
