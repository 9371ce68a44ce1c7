#!/bin/sh
# Puts the stickerlint of a release into a folder, once its checksum is right.
#
#   STICKERLINT_VERSION=0.1.0 STICKERLINT_RELEASES=https://github.com/OWNER/stickerlint/releases/download \
#     sh get-stickerlint.sh FOLDER
#
# STICKERLINT_SHA256, of the archive, protects from everybody. Without it the SHA256SUMS beside the archive are
# believed: that protects from accidents, not from somebody who can replace both.
set -eu

stop() { printf 'error: %s\n' "$*" >&2; exit 2; }

[ $# = 1 ] || stop "name the folder that stickerlint goes to"
folder=$1
version=${STICKERLINT_VERSION:-}
releases=${STICKERLINT_RELEASES:-}
expected=$(printf %s "${STICKERLINT_SHA256:-}" | tr 'A-F' 'a-f')
version=${version#v} # as a tag is called
case $version in
  '' | *[!0-9A-Za-z.+-]*) stop "STICKERLINT_VERSION is a version such as 0.1.0" ;;
esac
case $releases in
  https://* | file://*) ;;
  *) stop "STICKERLINT_RELEASES is the address that releases lie below: https://github.com/OWNER/stickerlint/releases/download" ;;
esac
case $(uname -s)-$(uname -m) in
  Linux-x86_64) system=linux-x86_64 ;;
  Linux-aarch64 | Linux-arm64) system=linux-aarch64 ;;
  Darwin-arm64) system=macos-arm64 ;;
  Darwin-x86_64) system=macos-x86_64 ;;
  *) stop "there is no release for $(uname -s) on $(uname -m): build it: make deps install" ;;
esac

name=stickerlint-$version-$system
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
  curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' \
    --output "$work/$1" "$releases/v$version/$1" ||
    stop "$releases/v$version/$1 cannot be fetched"
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
  stop "$name.tar.gz is not what was released: SHA-256 $found, expected $expected; nothing was installed"

tar -xzf "$work/$name.tar.gz" -C "$work"
mkdir -p -- "$folder"
# In one step: a job that runs beside this one sees the old program or the new one.
cp -- "$work/$name/bin/stickerlint" "$folder/.stickerlint.$$"
chmod 755 -- "$folder/.stickerlint.$$"
mv -f -- "$folder/.stickerlint.$$" "$folder/stickerlint"
printf 'stickerlint %s is in %s\n' "$version" "$folder" >&2
