#!/usr/bin/env bash
# Packages a built executable into the files of a release. The same executable, commit and libraries always produce the
# same bytes.
#
#   Scripts/dist.sh EXECUTABLE MANUAL OUTPUT
#
# SOURCE_DATE_EPOCH  the time of all files (default: the time of the commit)
# RELEASES           the URL of the releases, for files that refer to it
set -euo pipefail
cd "$(dirname "$0")/.."
executable=$1
manual=$2
output=$3
releases=${RELEASES:-https://github.com/OWNER/stickerlint/releases/download}
export LC_ALL=C TZ=UTC
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
umask 022

stop() { printf '%s\n' "$*" >&2; exit 1; }

case $(uname -s)-$(uname -m) in
  Linux-x86_64) system=linux-x86_64 ;;
  Linux-aarch64) system=linux-aarch64 ;;
  Darwin-arm64) system=macos-arm64 ;;
  Darwin-x86_64) system=macos-x86_64 ;;
  *) stop "Releases can be made only on Linux and macOS." ;;
esac
tar=tar
! command -v gtar >/dev/null || tar=gtar
"$tar" --version | grep -q 'GNU tar' || stop "GNU tar is missing. Run brew install gnu-tar, then make dist."
if command -v sha256sum >/dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi

version=$("$executable" --version)
name=stickerlint-$version-$system
mkdir -p "$output"
output=$(cd "$output" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Packs a folder of $work: files in byte order, without owners, all with the time of the commit.
pack() {
  "$tar" --directory "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX --format=ustar --create "$1" | gzip -9n >"$output/$2"
}

# The program with the files that `make install` adds.
stage=$work/$name
bash Scripts/install.sh "$executable" "$manual" "$stage" >/dev/null
documents=$stage/share/doc/stickerlint
mkdir -p "$documents"
cp README.md CHANGELOG.md LICENSE "$documents"
bash Scripts/third-party.sh licenses >"$documents/THIRD-PARTY.txt"
bash Scripts/third-party.sh sbom "$version" "$system" >"$output/$name.cdx.json"
cp "$output/$name.cdx.json" "$documents/stickerlint.cdx.json"
pack "$name" "$name.tar.gz"

# The artifact bundle contains a program for every system whose archive is in the output folder. Copy archives from
# other machines there first.
bundle=$work/stickerlint.artifactbundle
variants=
for archive in "$output/stickerlint-$version"-{linux,macos}-*.tar.gz; do
  [ -e "$archive" ] || continue
  from=$(basename "$archive" .tar.gz)
  case ${from#"stickerlint-$version-"} in
    linux-x86_64) triple=x86_64-unknown-linux-gnu ;;
    linux-aarch64) triple=aarch64-unknown-linux-gnu ;;
    macos-arm64) triple=arm64-apple-macosx ;;
    macos-x86_64) triple=x86_64-apple-macosx ;;
    *) continue ;;
  esac
  mkdir -p "$bundle/$from"
  "$tar" --extract --gzip --file "$archive" --directory "$bundle/$from" --strip-components 2 "$from/bin/stickerlint"
  variants=$variants${variants:+,}$(printf '\n        { "path": "%s/stickerlint", "supportedTriples": ["%s"] }' "$from" "$triple")
done
cp LICENSE "$documents/THIRD-PARTY.txt" "$bundle"
cat >"$bundle/info.json" <<JSON
{
  "schemaVersion": "1.0",
  "artifacts": {
    "stickerlint": {
      "type": "executable",
      "version": "$version",
      "variants": [$variants
      ]
    }
  }
}
JSON
find "$bundle" -exec touch -d "@$SOURCE_DATE_EPOCH" {} + 2>/dev/null ||
  find "$bundle" -exec touch -t "$(date -r "$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S)" {} +
zipped=stickerlint-$version.artifactbundle.zip
rm -f "$output/$zipped"
(cd "$work" && find stickerlint.artifactbundle | sort | zip -q -X -9 "$output/$zipped" -@)
checksum=$("${sum[@]}" "$output/$zipped")
checksum=${checksum%% *}

# The plugins: once with the program, for use from a local folder, and once with its URL, for a repository.
plugins=$work/stickerlint-plugins
mkdir -p "$plugins"
# -L replaces links to files that plugins share.
cp -RL Plugins/Package.swift Plugins/LintStickersOnBuild Plugins/LintStickers Plugins/FixStickers "$plugins"
cp -R "$bundle" "$plugins"
cp LICENSE "$plugins"
pack stickerlint-plugins "stickerlint-plugins-$version.tar.gz"
sed "s|path: \"stickerlint.artifactbundle\"|url: \"$releases/v$version/$zipped\", checksum: \"$checksum\"|" \
  Plugins/Package.swift >"$output/stickerlint-plugins-Package.swift"

# The source archive, from which the Homebrew formula and containers are built.
if git rev-parse --quiet --verify HEAD >/dev/null 2>&1; then
  source=stickerlint-$version-source.tar.gz
  git archive --format=tar --prefix="stickerlint-$version/" HEAD | gzip -9n >"$output/$source"
  checksum=$("${sum[@]}" "$output/$source")
  sed -e "s|^  url .*|  url \"$releases/v$version/$source\"|" -e "s|^  sha256 .*|  sha256 \"${checksum%% *}\"|" \
    integrations/homebrew/stickerlint.rb >"$output/stickerlint.rb"
fi

# Static executables run anywhere, so they are packaged for other installers. On macOS, the program links Homebrew libraries.
if [ "${system%%-*}" = linux ]; then
  address=${releases%/releases/download}
  for packing in wheel container; do
    python3 "Scripts/$packing.py" "$stage" "$version" "${system#linux-}" "$address" "$output"
  done

  # npm links the file in `bin`. It does not need to be a Node script.
  package=$work/package
  mkdir -p "$package"
  cp -R "$stage/bin" "$package"
  cp "$documents"/{README.md,LICENSE,THIRD-PARTY.txt,stickerlint.cdx.json} "$stage/share/man/man1/stickerlint.1" "$package"
  case $system in *-x86_64) cpu=x64 ;; *) cpu=arm64 ;; esac
  cat >"$package/package.json" <<JSON
{
  "name": "stickerlint",
  "version": "$version",
  "description": "Lint, fix and package iMessage stickers.",
  "license": "MIT",
  "repository": { "type": "git", "url": "git+$address.git" },
  "os": ["linux"],
  "cpu": ["$cpu"],
  "bin": { "stickerlint": "bin/stickerlint" },
  "man": ["./stickerlint.1"]
}
JSON
  pack package "$name-npm.tgz"

  ! command -v dpkg-deb >/dev/null || bash Scripts/debian.sh "$stage" "$version" "$releases" "$output"
fi

cd "$output"
find . -maxdepth 1 -type f \( -name "stickerlint*$version*" -o -name stickerlint.rb \
  -o -name stickerlint-plugins-Package.swift \) | sed 's|^\./||' | sort |
  xargs "${sum[@]}" >SHA256SUMS
cat SHA256SUMS
