import StickerModel

/// Whether a walk takes a file of this name for an asset.
enum NameMeaning {
  /// A picture, a film or a drawing: by its extension.
  case asset
  /// JSON: an asset only where it is a Lottie animation.
  case json
  /// None of ours.
  case other

  init(_ name: Path) {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
      self = .other
      return
    }
    let lowercased = name.bytes[(dot + 1)...].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    self = lowercased == jsonExtension ? .json : assetExtensions.contains(lowercased) ? .asset : .other
  }
}

private let jsonExtension = Array("json".utf8)

/// What Messages plays, then what designers drop by mistake and have to be told about.
private let assetExtensions = Set(
  [
    "png", "apng", "gif", "jpg", "jpeg", "jpe",
    "webp", "heic", "heif", "avif", "svg", "tif", "tiff", "bmp", "mp4", "mov", "pdf",
  ].map { Array($0.utf8) })

/// Whether the beginning of a JSON file looks like a Lottie animation: at least two of its own top keys, each
/// with a value of its own kind. Two, because exporters order keys as they like and a key alone (`"fr"` is
/// also French) proves nothing.
///
/// - Source: the Lottie specification's Animation object: `v` a version in quotes, `fr`, `ip`, `op` numbers,
///   `layers`.
func startsLikeLottie(_ start: [UInt8]) -> Bool {
  let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
  guard text.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else { return false }
  let keys: [(String, (UInt8, UInt8?) -> Bool)] = [
    ("\"v\"", { $0 == UInt8(ascii: "\"") && isDigit($1) }),
    ("\"fr\"", { first, _ in isDigit(first) }),
    ("\"ip\"", { first, next in isDigit(first) || first == UInt8(ascii: "-") && isDigit(next) }),
    ("\"op\"", { first, _ in isDigit(first) }),
    ("\"layers\"", { first, _ in first == UInt8(ascii: "[") }),
  ]
  return keys.count { key, isItsValue in hasKey(Array(key.utf8), in: text, isItsValue) } >= 2
}

private func hasKey(_ key: [UInt8], in text: ArraySlice<UInt8>, _ isItsValue: (UInt8, UInt8?) -> Bool) -> Bool
{
  var rest = text
  while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
    if rest[quote...].starts(with: key) {
      let after = rest[(quote + key.count)...].drop(while: isSpace)
      let value = after.dropFirst().drop(while: isSpace)
      if after.first == UInt8(ascii: ":"), let first = value.first, isItsValue(first, value.dropFirst().first)
      {
        return true
      }
    }
    rest = rest[(quote + 1)...]
  }
  return false
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
