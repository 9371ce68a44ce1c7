#!/usr/bin/env bash
# Installs the executable, its man page and its shell completions below a prefix.
set -euo pipefail
executable=$1
manual=$2
prefix=$3

install -d "$prefix/bin" "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" \
  "$prefix/share/fish/vendor_completions.d" "$prefix/share/man/man1"
install -m 755 "$executable" "$prefix/bin/stickerlint"
install -m 644 "$manual" "$prefix/share/man/man1/stickerlint.1"
complete() { "$executable" --generate-completion-script "$1" >"$2"; chmod 644 "$2"; }
complete bash "$prefix/share/bash-completion/completions/stickerlint"
complete zsh "$prefix/share/zsh/site-functions/_stickerlint"
complete fish "$prefix/share/fish/vendor_completions.d/stickerlint.fish"
echo "Installed $prefix/bin/stickerlint, with its man page and completions for bash, zsh and fish."
