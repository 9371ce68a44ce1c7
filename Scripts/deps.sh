#!/bin/sh
# Installs missing dependencies. If nothing is missing, it needs no password and changes nothing.
#
#   Scripts/deps.sh build    libraries that the executable needs
#   Scripts/deps.sh test     Python, LittleCMS and programs that the tests use
#   Scripts/deps.sh page     Chromium, for the tests of the preview and drop pages
#   Scripts/deps.sh walk     a browser and its driver, for the end-to-end test of the drop page
#   Scripts/deps.sh scale    Java, GNU parallel and Slurm, for the tests of data engines
#   Scripts/deps.sh foreign  decoders for the package trait HEIF
#   Scripts/deps.sh bench    a C compiler and the programs that the benchmark compares stickerlint with
#   Scripts/deps.sh dist     programs that package a release
#   Scripts/deps.sh release  programs that install and check the packages
set -eu

say() { printf '%s\n' "$*"; }
stop() { printf '%s\n' "$*" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

with_apt() {
  missing=
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
    stop "Missing packages:$missing. Ask an administrator to run apt-get install$missing, then run make again."
  say "Installing:$missing"
  log=$(mktemp)
  # shellcheck disable=SC2086 # a list of names
  if as_root apt-get update -qq >"$log" 2>&1 && as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends $missing >>"$log" 2>&1; then
    rm -f "$log"
  else
    cat "$log" >&2
    stop "apt-get could not install:$missing"
  fi
}

with_brew() {
  missing=
  for formula in "$@"; do
    brew list --formula "$formula" >/dev/null 2>&1 || missing="$missing $formula"
  done
  [ -n "$missing" ] || return 0
  say "Installing:$missing"
  # shellcheck disable=SC2086 # a list of names
  HOMEBREW_NO_AUTO_UPDATE=1 brew install --quiet $missing
}

command -v swift >/dev/null || stop "Swift is missing. Install Swift 6.2 or newer from https://www.swift.org/install, then run make again."

case "${1:-build}-$(uname -s)" in
  build-Darwin) with_brew pkg-config libpng jpeg-turbo giflib webp libvpx libdeflate xxhash libyaml ;;
  test-Darwin) with_brew little-cms2 tidy-html5 gifsicle ffmpeg librsvg mkvtoolnix ;; # macOS and its developer tools include Python with venv
  page-Darwin)
    [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v google-chrome >/dev/null ||
      stop "Chromium is missing. Install it (brew install --cask chromium), or set CHROMIUM=PATH." ;;
  scale-Darwin) with_brew openjdk parallel ;;
  foreign-Darwin) with_brew libheif ;;
  dist-Darwin) with_brew gnu-tar ;;
  walk-Darwin) ;; # Safari has its own driver
  release-Darwin) ;; # these packages are built on Linux
  bench-Darwin) with_brew pngcheck imagemagick vips gifsicle librsvg ;; # the benchmark of drawings is skipped
  build-*)
    command -v apt-get >/dev/null || stop "There is no apt-get or brew. Install the development files of" \
      "libpng, libjpeg-turbo, giflib, libwebp, libvpx, libdeflate, xxhash, OpenSSL, libyaml, zopfli and zlib, and pkg-config."
    with_apt pkg-config libpng-dev libjpeg-dev libgif-dev libwebp-dev libvpx-dev libdeflate-dev libxxhash-dev libssl-dev \
      libyaml-dev libzopfli-dev zlib1g-dev ;;
  page-*)
    ! command -v apt-get >/dev/null || with_apt python3 python3-venv chromium fonts-dejavu-core webp ;;
  walk-*)
    ! command -v apt-get >/dev/null || with_apt python3 chromium chromium-driver fonts-dejavu-core ;;
  scale-*)
    command -v apt-get >/dev/null || exit 0
    java=
    command -v java >/dev/null || java=default-jre-headless
    # shellcheck disable=SC2086 # empty if Java is installed
    with_apt python3 python3-venv parallel slurm-wlm munge $java ;;
  foreign-*)
    ! command -v apt-get >/dev/null || with_apt libheif-dev ;;
  bench-*)
    ! command -v apt-get >/dev/null || with_apt gcc libc6-dev pngcheck imagemagick libvips-tools gifsicle apngopt \
      librsvg2-bin tuxpaint-stamps-default chromium fonts-dejavu-core ;;
  dist-*)
    ! command -v apt-get >/dev/null || with_apt binutils zip python3 ;;
  release-*)
    command -v apt-get >/dev/null || exit 0
    node=
    command -v npm >/dev/null || node="nodejs npm"
    # shellcheck disable=SC2086 # empty if npm is installed
    with_apt lintian skopeo umoci runc $node ;;
  test-*)
    ! command -v apt-get >/dev/null || with_apt python3 python3-venv pngcheck apngdis imagemagick webp gifsicle tidy \
      fonts-dejavu-core liblcms2-dev git curl zip unzip jq ffmpeg librsvg2-bin mkvtoolnix libwebm-tools ;;
esac

if [ "${1:-build}" = test ] || [ "${1:-build}" = page ] || [ "${1:-build}" = scale ]; then
  python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
    stop "The tests need Python 3.10 or newer with venv, for third-party validators."
fi
