#!/bin/sh
# Downloads stickerlint from a release into a folder, and verifies its checksum.
#
#   STICKERLINT_VERSION=0.1.0 STICKERLINT_RELEASES=https://github.com/OWNER/stickerlint/releases/download \
#     sh get-stickerlint.sh FOLDER
#
# Set STICKERLINT_SHA256 to the checksum of the archive to protect against a replaced archive. Without it, the script
# trusts the SHA256SUMS next to the archive, which protects against accidents but not against someone who replaces both.
set -eu

stop() { printf 'error: %s\n' "$*" >&2; exit 2; }

[ $# = 1 ] || stop "Usage: get-stickerlint.sh FOLDER"
folder=$1
version=${STICKERLINT_VERSION:-}
releases=${STICKERLINT_RELEASES:-}
expected=$(printf %s "${STICKERLINT_SHA256:-}" | tr 'A-F' 'a-f')
version=${version#v} # tags begin with v
case $version in
  '' | *[!0-9A-Za-z.+-]*) stop "STICKERLINT_VERSION: not a version. Example: 0.1.0" ;;
esac
case $releases in
  https://* | file://*) ;;
  *) stop "STICKERLINT_RELEASES: not a base URL of releases. Example: https://github.com/OWNER/stickerlint/releases/download" ;;
esac
case $(uname -s)-$(uname -m) in
  Linux-x86_64) system=linux-x86_64 ;;
  Linux-aarch64 | Linux-arm64) system=linux-aarch64 ;;
  Darwin-arm64) system=macos-arm64 ;;
  Darwin-x86_64) system=macos-x86_64 ;;
  *) stop "There is no release for $(uname -s) on $(uname -m). Build it from source: make deps install" ;;
esac

name=stickerlint-$version-$system
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
  curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' \
    --output "$work/$1" "$releases/v$version/$1" ||
    stop "$releases/v$version/$1: download failed"
}

fetch "$name.tar.gz"
if [ -z "$expected" ]; then
  fetch SHA256SUMS
  expected=$(awk -v name="$name.tar.gz" '$2 == name { print $1 }' "$work/SHA256SUMS")
  [ -n "$expected" ] || stop "SHA256SUMS of version $version does not list $name.tar.gz"
fi
if command -v sha256sum >/dev/null; then
  found=$(sha256sum "$work/$name.tar.gz")
else
  found=$(shasum -a 256 "$work/$name.tar.gz")
fi
found=${found%% *}
[ "$found" = "$expected" ] ||
  stop "$name.tar.gz: wrong SHA-256 $found (expected: $expected). Nothing was installed."

tar -xzf "$work/$name.tar.gz" -C "$work"
mkdir -p -- "$folder"
# Move it in one step, so that a job that runs at the same time sees either the old or the new program.
cp -- "$work/$name/bin/stickerlint" "$folder/.stickerlint.$$"
chmod 755 -- "$folder/.stickerlint.$$"
mv -f -- "$folder/.stickerlint.$$" "$folder/stickerlint"
printf 'Installed stickerlint %s in %s\n' "$version" "$folder" >&2
