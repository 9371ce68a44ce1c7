#!/usr/bin/env bash
# Makes a Debian package from what `make dist` has put together; one static file needs nothing else.
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
# Debian's own places for the same things.
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
# groff asks for a macro where the generator leaves a line empty, and a file that is sourced has no interpreter.
sed -i 's/^$/.Pp/' "$root/usr/share/man/man1/stickerlint.1"
gzip -9n "$root/usr/share/man/man1/stickerlint.1"
sed -i '1 { /^#!/d; }' "$root/usr/share/bash-completion/completions/stickerlint"

# Whoever has the project is who answers for the package.
owner=${releases#https://github.com/}
case $releases in
  https://github.com/*) maintainer="the stickerlint authors <${owner%%/*}@users.noreply.github.com>" ;;
  *) host=${releases#*://}; maintainer="the stickerlint authors <stickerlint@${host%%/*}>" ;;
esac
documents=$root/usr/share/doc/stickerlint
gzip -9n "$documents/CHANGELOG.md"
{
  printf 'stickerlint (%s) stable; urgency=medium\n\n  * Version %s: CHANGELOG.md has what is new.\n\n' "$version" "$version"
  printf ' -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$documents/changelog.gz"
overrides=$root/usr/share/lintian/overrides
mkdir -p "$overrides"
cat >"$overrides/stickerlint" <<'TEXT'
# One static file is what is released: it runs on any system, and its libraries are listed in stickerlint.cdx.json.
stickerlint: statically-linked-binary
stickerlint: embedded-library
TEXT
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: stickerlint\n\n'
  printf 'Files: *\nCopyright: %s\nLicense: Expat\n' "$(sed -n 's/^Copyright (c) //p' "$documents/LICENSE")"
  sed -n '5,$ { s/^$/./; s/^/ /; p; }' "$documents/LICENSE"
  printf '\nComment: what is linked into the program, with its licences, is listed in THIRD-PARTY.txt beside this file,\n'
  printf ' and by version in stickerlint.cdx.json.\n'
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
Description: checks and packs stickers for iMessage
 Measures every frame of PNG, APNG, GIF and JPEG stickers against what Messages,
 Xcode and the App Store accept, says what is wrong with figure and limit, fixes
 what can be fixed, and builds packs for Xcode.
TEXT
(cd "$root" && find usr -type f | sort | xargs md5sum) >"$root/DEBIAN/md5sums"
find "$root" -type d -exec chmod 755 {} +
find "$root" -type f -exec chmod u=rwX,go=rX {} +
# dpkg-deb takes SOURCE_DATE_EPOCH for its own members, and files as old as they are.
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$output/stickerlint_${version}_$architecture.deb" >/dev/null
