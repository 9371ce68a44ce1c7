#!/usr/bin/env bash
# Creates a Debian package from the folder that `make dist` has filled. The static executable has no dependencies.
#
#   Scripts/debian.sh STAGE VERSION RELEASES OUTPUT
set -euo pipefail
stage=$1
version=$2
releases=$3
output=$4
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
root=$work/root

mkdir -p "$root/usr" "$root/DEBIAN"
cp -R "$stage/bin" "$stage/share" "$root/usr"
# Debian uses different folders for these files.
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
# groff requires a macro instead of an empty line, and a sourced file must not have an interpreter line.
sed -i 's/^$/.Pp/' "$root/usr/share/man/man1/stickerlint.1"
gzip -9n "$root/usr/share/man/man1/stickerlint.1"
sed -i '1 { /^#!/d; }' "$root/usr/share/bash-completion/completions/stickerlint"

# The package's maintainer is the owner of the repository.
owner=${releases#https://github.com/}
case $releases in
  https://github.com/*) maintainer="the stickerlint authors <${owner%%/*}@users.noreply.github.com>" ;;
  *) host=${releases#*://}; maintainer="the stickerlint authors <stickerlint@${host%%/*}>" ;;
esac
documents=$root/usr/share/doc/stickerlint
gzip -9n "$documents/CHANGELOG.md"
{
  printf 'stickerlint (%s) stable; urgency=medium\n\n  * Version %s: see CHANGELOG.md.\n\n' "$version" "$version"
  printf ' -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$documents/changelog.gz"
overrides=$root/usr/share/lintian/overrides
mkdir -p "$overrides"
cat >"$overrides/stickerlint" <<'TEXT'
# The release is one static file that runs on any system. stickerlint.cdx.json lists its libraries.
stickerlint: statically-linked-binary
stickerlint: embedded-library
TEXT
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: stickerlint\n\n'
  printf 'Files: *\nCopyright: %s\nLicense: Expat\n' "$(sed -n 's/^Copyright (c) //p' "$documents/LICENSE")"
  sed -n '5,$ { s/^$/./; s/^/ /; p; }' "$documents/LICENSE"
  printf '\nComment: THIRD-PARTY.txt next to this file lists the linked libraries and their licenses.\n'
  printf ' stickerlint.cdx.json lists their versions.\n'
} >"$documents/copyright"
rm "$documents/LICENSE"

cat >"$root/DEBIAN/control" <<TEXT
Package: stickerlint
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$root/usr" | cut -f 1)
Recommends: git
Section: graphics
Priority: optional
Description: lint, fix and package iMessage stickers
 Checks every frame of PNG, APNG, GIF and JPEG stickers against the requirements
 of Messages, Xcode and the App Store, reports each measured value and its limit,
 fixes many findings, and builds packs for Xcode.
TEXT
(cd "$root" && find usr -type f | sort | xargs md5sum) >"$root/DEBIAN/md5sums"
find "$root" -type d -exec chmod 755 {} +
find "$root" -type f -exec chmod u=rwX,go=rX {} +
# dpkg-deb uses SOURCE_DATE_EPOCH only for its own members, so set the time of all files.
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$output/stickerlint_${version}_$architecture.deb" >/dev/null
