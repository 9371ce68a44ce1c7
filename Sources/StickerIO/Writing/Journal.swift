import StickerModel

/// What is under way where a file system cannot exchange two folders: the old one goes aside, the new one in.
/// Between the two there is none; if the process ends there, the next run reads this and completes it.
struct Journal: Hashable {
  /// Plain names in the folder that the journal lies in.
  let destination: Path
  let new: Path
  let old: Path

  /// A heading and three names in hexadecimal digits, since names may hold anything.
  var bytes: [UInt8] {
    let names = [destination, new, old].map { hexadecimal($0.bytes) }
    return Array(([heading] + names).map { $0 + "\n" }.joined().utf8)
  }

  init(destination: Path, new: Path, old: Path) {
    self.destination = destination
    self.new = new
    self.old = old
  }

  /// The journal in these bytes; nil for what we cannot have written: one can be planted, and must not lead
  /// elsewhere.
  init?(bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[0] == heading, lines[4].isEmpty else { return nil }
    let names = lines[1...3].compactMap { plainName($0) }
    guard names.count == 3, names[1] != names[2] else { return nil }
    for name in names[1...] where TemporaryName(name)?.kind != .temporary { return nil }
    self.init(destination: names[0], new: names[1], old: names[2])
  }
}

private let heading = "stickerlint journal 1"

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func plainName(_ digits: Substring) -> Path? {
  let digits = Array(digits)
  guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
  let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
  }
  let name = Path(bytes: bytes)
  return bytes.count * 2 == digits.count && name.isPlainName ? name : nil
}

extension Path {
  /// Whether this names something in a folder, and neither that folder nor the one above.
  var isPlainName: Bool {
    !bytes.isEmpty && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0) && self != Path(".")
      && self != Path("..")
  }
}
