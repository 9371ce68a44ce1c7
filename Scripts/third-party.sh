#!/usr/bin/env bash
# Lists the third-party code and the font that are part of the executable on this machine.
#
#   Scripts/third-party.sh licenses               prints all licenses
#   Scripts/third-party.sh sbom VERSION SYSTEM    prints a software bill of materials (CycloneDX 1.6, JSON)
#
# The list matches the linker's map. docs/RELEASING.md explains how to check it.
set -euo pipefail
cd "$(dirname "$0")/.."

stop() { printf '%s\n' "$*" >&2; exit 1; }

# name | Debian package | Homebrew formula | SPDX license expression
libraries() {
  cat <<'LIST'
libpng|libpng-dev|libpng|libpng-2.0
libjpeg-turbo|libjpeg62-turbo-dev|jpeg-turbo|IJG AND BSD-3-Clause AND Zlib
giflib|libgif-dev|giflib|MIT
libwebp|libwebp-dev|webp|BSD-3-Clause
libvpx|libvpx-dev|libvpx|BSD-3-Clause
libdeflate|libdeflate-dev|libdeflate|MIT
xxhash|libxxhash-dev|xxhash|BSD-2-Clause
libyaml|libyaml-dev|libyaml|MIT
LIST
  if [ "$(uname -s)" != Darwin ]; then
    cat <<'LIST'
openssl|libssl-dev||Apache-2.0
zlib|zlib1g-dev||Zlib
zopfli|libzopfli-dev||Apache-2.0
glibc|libc6-dev||LGPL-2.1-or-later
LIST
    # The installed release of the compiler's libraries.
    printf 'gcc|%s||GPL-3.0-or-later WITH GCC-exception-3.1\n' \
      "$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 'libstdc++-*-dev' | sed -n 's/^installed //p' | sort -V | tail -n 1)"
  fi
}

# Linked Swift packages: name in Package.resolved, owner, license, and license files. swift-system is not linked. It is built
# only for unused parts of SwiftNIO.
packages() {
  cat <<'LIST'
swift-argument-parser|apple|Apache-2.0 WITH Swift-exception|LICENSE.txt
swift-atomics|apple|Apache-2.0 WITH Swift-exception|LICENSE.txt
swift-collections|apple|Apache-2.0 WITH Swift-exception|LICENSE.txt
swift-nio|apple|Apache-2.0|LICENSE.txt NOTICE.txt
LIST
}

# Uses the packages of a release build if one exists, and otherwise those of the test build.
checkouts=.build/checkouts
[ -d "$checkouts" ] || checkouts=.build/dev/checkouts

# SwiftNIO contains llhttp, the HTTP parser of Node.
llhttp=$checkouts/swift-nio/Sources/CNIOLLHTTP
llhttp_version() {
  sed -n 's/^#define LLHTTP_VERSION_[A-Z]* //p' "$llhttp/include/c_nio_llhttp.h" | paste -sd. -
}

resolved() { sed -n "/\"identity\" : \"$1\"/,/^    }/s/.*\"$2\" : \"\(.*\)\"/\1/p" Package.resolved; }
swift_version() { swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | head -n 1; }
swift_license=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/share/swift/LICENSE.txt
[ "$(uname -s)" != Darwin ] || swift_license=$checkouts/swift-argument-parser/LICENSE.txt # Apple's toolchain has no license file; the license is the same

version_of() {
  if [ "$(uname -s)" = Darwin ]; then
    brew list --versions "$2" | awk '{ print $2 }'
  else
    dpkg-query -W -f '${source:Version}' "$1"
  fi
}

license_of() {
  if [ "$(uname -s)" = Darwin ]; then
    find -L "$(brew --prefix "$2")" -maxdepth 1 -iname 'licen[cs]e*' -o -maxdepth 1 -iname 'copying*' | sort | head -n 1
  else
    printf '/usr/share/doc/%s/copyright' "$1"
  fi
}

licenses() {
  printf 'stickerlint is linked with the following software. For libraries under the LGPL: the source code and the build of\n'
  printf 'stickerlint are public, so you can link it with another version of such a library.\n'
  while IFS='|' read -r name _ _ files; do
    for file in $files; do section "$name, ${file%.txt}" "$checkouts/$name/$file"; done
  done < <(packages)
  section 'llhttp, a part of swift-nio' "$llhttp/LICENSE"
  section 'DejaVu Sans, the font of contact sheets' Fonts/DejaVuSans/LICENSE.txt
  section 'Swift: its standard library, Foundation and Dispatch' "$swift_license"
  while IFS='|' read -r name package formula _; do
    section "$name" "$(license_of "$package" "$formula")"
  done < <(libraries)
  if [ -d /usr/share/common-licenses ]; then
    for name in LGPL-2.1 GPL-3; do section "$name, which some of these refer to" "/usr/share/common-licenses/$name"; done
  fi
}

section() {
  [ -s "${2:-}" ] || stop "The license of $1 is not on this machine, but a release must contain it."
  printf '\n\n===== %s =====\n\n' "$1"
  cat "$2"
}

# Prints a note about a library's version, and stops if a release must not contain that version.
require_safe_version() { # NAME VERSION
  case $1 in
    # On ARM, a palette could cause an out-of-bounds write.
    libpng)
      require_version "$@" 1.6.56 1.6.39-2+deb12u4 1.6.40 CVE-2026-33636 'CVE-2026-33416 and CVE-2026-33636 are fixed'
      ;;
    # A lossless image could cause an out-of-bounds write.
    libwebp) require_version "$@" 1.3.2 1.2.4-0.2+deb12u1 1.3 CVE-2023-4863 'CVE-2023-4863 is fixed' ;;
    # A change of dimensions could cause an out-of-bounds write.
    libvpx)
      [ "$(uname -s)" != Darwin ] || return 0
      dpkg --compare-versions "$2" ge 1.12.0-1+deb12u5 ||
        stop "libvpx $2 is vulnerable (CVE-2026-2447). A release needs Debian's 1.12.0-1+deb12u5 or newer."
      printf '1.12.0-1+deb12u5 of Debian or newer: CVE-2023-44488, CVE-2024-5197 and CVE-2026-2447 are fixed'
      ;;
  esac
}

# Stops unless the version is FIXED or newer or, on Debian, at least DEBIAN and older than NEXT. Prints a note otherwise.
require_version() { # NAME VERSION FIXED DEBIAN NEXT CVE NOTE
  if [ "$(uname -s)" = Darwin ]; then
    printf '%s\n' "$3" "$2" | sort -C -V || stop "$1 $2 is vulnerable ($6). A release needs $3 or newer."
  else
    dpkg --compare-versions "$2" ge "$3" ||
      { dpkg --compare-versions "$2" ge "$4" && dpkg --compare-versions "$2" lt "$5"; } ||
      stop "$1 $2 is vulnerable ($6). A release needs $3 or newer, or Debian's $4."
  fi
  printf '%s or newer, or %s of Debian or newer: %s' "$3" "$4" "$7"
}

# Prints a component: name, version, license, package URL and description, with a comma before all but the first.
component() {
  [ -n "$2" ] || stop "The version of $1 is unknown."
  printf '%s\n    {\n      "type": "library",\n      "bom-ref": "%s",\n      "name": "%s",\n      "version": "%s",\n' \
    "$separator" "$1" "$1" "$2"
  [ -z "${5:-}" ] || printf '      "description": "%s",\n' "$5"
  printf '      "licenses": [{ "expression": "%s" }],\n      "purl": "%s"\n    }' "$3" "$4"
  separator=,
  references=$references${references:+, }\"$1\"
}

sbom() {
  separator='' references=''
  date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ 2>/dev/null || date -u -r "$SOURCE_DATE_EPOCH" +%FT%TZ)
  cat <<JSON
{
  "\$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
  "bomFormat": "CycloneDX",
  "specVersion": "1.6",
  "version": 1,
  "metadata": {
    "timestamp": "$date",
    "component": {
      "type": "application",
      "bom-ref": "stickerlint",
      "name": "stickerlint",
      "version": "$1",
      "licenses": [{ "license": { "id": "MIT" } }],
      "properties": [{ "name": "stickerlint:system", "value": "$2" }]
    }
  },
JSON
  printf '  "components": ['
  while IFS='|' read -r name owner license _; do
    component "$name" "$(resolved "$name" version)" "$license" \
      "pkg:swift/github.com/$owner/$name@$(resolved "$name" version)"
  done < <(packages)
  component llhttp "$(llhttp_version)" MIT "pkg:github/nodejs/llhttp@v$(llhttp_version)"
  component dejavu-fonts 2.37 Bitstream-Vera pkg:github/dejavu-fonts/dejavu-fonts@version_2_37
  component swift "$(swift_version)" 'Apache-2.0 WITH Swift-exception' \
    "pkg:swift/github.com/swiftlang/swift@$(swift_version)"
  while IFS='|' read -r name package formula license; do
    found=$(version_of "$package" "$formula")
    said=$(require_safe_version "$name" "$found")
    if [ "$(uname -s)" = Darwin ]; then
      component "$name" "$found" "$license" "pkg:brew/$formula@$found" "$said"
    else
      origin=$(dpkg-query -W -f '${source:Package}' "$package")
      component "$name" "$found" "$license" "pkg:deb/debian/$(escaped "$origin")@$(escaped "$found")?arch=source" \
        "$said"
    fi
  done < <(libraries)
  printf '\n  ],\n  "dependencies": [{ "ref": "stickerlint", "dependsOn": [%s] }]\n}\n' "$references"
}

# Escapes characters in Debian's versions that are special in a package URL.
escaped() { printf '%s' "$1" | sed -e 's/%/%25/g' -e 's/:/%3A/g' -e 's/+/%2B/g' -e 's/~/%7E/g'; }

case ${1:-} in
  licenses) licenses ;;
  sbom) sbom "$2" "$3" ;;
  *) stop "Usage: third-party.sh licenses | sbom VERSION SYSTEM" ;;
esac
