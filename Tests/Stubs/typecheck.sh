#!/bin/sh
# Type-checks the shell of a generated project against the stubs beside this file, with warnings as errors.
#
#   typecheck.sh EXTENSION LOGIC MODULE SCRATCH
#
# EXTENSION  folder with the shell's Swift files
# LOGIC      folder with the sources of its logic package
# MODULE     name of the logic's module
# SCRATCH    folder for compiled modules; modules there that are newer than their sources are reused
set -eu
extension=$1 logic=$2 module=$3 scratch=$4
stubs=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$scratch"

# emit NAME FOLDER OPTION...: builds a module from all Swift files of a folder.
emit() {
  name=$1 folder=$2
  shift 2
  interface=$scratch/$name.swiftmodule
  if [ -e "$interface" ] && [ -z "$(find "$folder" "$stubs" -newer "$interface" | head -n 1)" ]; then return; fi
  find "$folder" -name '*.swift' -exec \
    swiftc -parse-as-library -emit-module -emit-module-path "$interface" -module-name "$name" -I "$scratch" \
    -swift-version 6 "$@" {} +
}

# Resilient, as Apple's modules are: a `switch` over one of their enumerations has to expect new cases.
for stub in os CryptoKit UIKit Messages; do
  emit "$stub" "$stubs/$stub" -enable-library-evolution -suppress-warnings
done
emit "$module" "$logic"

find "$extension" -name '*.swift' -exec \
  swiftc -typecheck -parse-as-library -swift-version 6 -strict-concurrency=complete -warnings-as-errors \
  -module-name TemplateName_MessagesExtension -I "$scratch" {} +
