import StickerEngine
import StickerPacker

extension FuzzTarget {
  static let json = FuzzTarget(
    "json", summary: "a JSON document",
    seeds: { $0.name.hasSuffix(".json") ? [$0.bytes] : [] },
    attempt: expectJSONRoundTrip)

  static let manifest = FuzzTarget(
    "manifest", summary: "a manifest.json of a built pack", maxInputBytes: 8192,
    seeds: { $0.name == "manifest.json" ? [$0.bytes] : [] },
    attempt: expectManifestRoundTrip)

  static let glob = FuzzTarget(
    "glob", summary: "a pattern, a zero byte, and the path to match against the pattern", maxInputBytes: 512,
    attempt: { bytes throws(PropertyViolation) in
      let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let pattern = parts[0]
      let path = Path(bytes: parts.count > 1 ? Array(parts[1]) : [])
      _ = Glob(git: pattern, anchored: false)?.matches(path)
      _ = Glob(git: pattern, anchored: true)?.matches(path)
      if let text = String(validating: pattern, as: UTF8.self) { _ = Glob(text).matches(path) }
      try expectOneLine(path.displayText)
      // A pattern that escapes every byte matches exactly this path.
      guard !path.bytes.isEmpty, !path.bytes.contains(UInt8(ascii: "/")) else { return }
      let literal = path.bytes.flatMap { [UInt8(ascii: "\\"), $0] }
      try expect(
        Glob(git: literal[...], anchored: false)?.matches(components: [path][...]) == true,
        "\(path.displayText) does not match itself")
    })
}

private func expectJSONRoundTrip(_ bytes: [UInt8]) throws(PropertyViolation) {
  guard let json = try? JSON(parsing: bytes, maxBytes: 1 << 20) else { return }
  let written = json.encoded()
  let again: JSON
  do { again = try JSON(parsing: written, maxBytes: .max) } catch {
    throw PropertyViolation(description: "what is written cannot be read: \(error.description)")
  }
  try expect(again == json, "the encoded data decodes to something else")
  try expect(again.encoded() == written, "encoding a second time gives different bytes")
}

private func expectManifestRoundTrip(_ bytes: [UInt8]) throws(PropertyViolation) {
  let manifest: Manifest
  do { manifest = try Manifest(parsing: bytes) } catch { return try expectOneLine("\(error)") }
  _ = manifestFilesDigest(of: manifest.filesOutsideProject)
  let written = manifest.encoded()
  let again: Manifest
  do { again = try Manifest(parsing: written) } catch {
    throw PropertyViolation(description: "what is written cannot be read: \(error)")
  }
  try expect(again.encoded() == written, "encoding a second time gives different bytes")
}

/// Checks that human-readable text is a single line without terminal control characters.
func expectOneLine(_ text: String) throws(PropertyViolation) {
  try expect(text.unicodeScalars.allSatisfy(UntrustedText.isHarmless), "a control character in \(text)")
}
