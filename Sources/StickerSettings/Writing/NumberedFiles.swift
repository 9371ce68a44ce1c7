package import StickerModel

/// Files whose names differ in a number that counts up by one: `wave_01.png` to `wave_12.png`. They can be
/// the frames of one animation, or stickers of their own.
package struct NumberedFiles: Hashable, Sendable {
  /// The files in the order of their numbers.
  package let files: [Path]
  /// What stands for all of them, and for no other picture, as `frames` takes it: `wave_[0-9][0-9].png`.
  package let glob: String

  /// Every run of numbered files among pictures, in the order of the first of each.
  ///
  /// - Parameter pictures: relative to one folder, in natural order.
  package static func all(among pictures: [Path]) -> [NumberedFiles] {
    var (order, runs) = ([Key](), [Key: [(number: Int, digits: Int, path: Path)]]())
    for path in pictures {
      guard let (key, number, digits) = Key.split(path) else { continue }
      if runs[key] == nil { order.append(key) }
      runs[key, default: []].append((number, digits, path))
    }
    return order.compactMap { key in
      let run = (runs[key] ?? []).sorted { $0.number < $1.number }
      let counts = zip(run, run.dropFirst()).allSatisfy { $0.number + 1 == $1.number }
      guard run.count >= fewest, counts else { return nil }
      let digits = Set(run.map(\.digits))
      let number = String(repeating: "[0-9]", count: digits.count == 1 ? run[0].digits : 1)
      let glob = key.front + number + (digits.count == 1 ? "" : "*") + key.back
      let pattern = Glob(git: Array(glob.utf8)[...], anchored: true)
      let matched = pictures.filter { pattern?.matches($0) ?? false }
      guard Set(matched) == Set(run.map(\.path)) else { return nil }
      return NumberedFiles(files: run.map(\.path), glob: glob)
    }
  }
}

/// Fewer files are not taken for frames.
private let fewest = 3

/// What a numbered name has around its number.
private struct Key: Hashable {
  let front: String
  let back: String

  /// A path whose name has a number at its end, with a name in front of it.
  static func split(_ path: Path) -> (key: Key, number: Int, digits: Int)? {
    guard let text = path.text, let stem = path.stem.text, !text.contains(where: "*?[]\\".contains),
      path.splitScale.scale == nil
    else { return nil }
    let digits = stem.reversed().prefix { ("0"..."9").contains($0) }.count
    guard digits > 0, digits < stem.count, digits < 9, let number = Int(stem.suffix(digits)) else {
      return nil
    }
    let back = String(text.dropFirst(path.parentPrefix.count + stem.count))
    let front = path.parentPrefix + stem.dropLast(digits)
    return (Key(front: front, back: back), number, digits)
  }
}

extension Path {
  /// What stands in front of the name.
  fileprivate var parentPrefix: String {
    guard let text, let slash = text.lastIndex(of: "/") else { return "" }
    return String(text[...slash])
  }
}
