package import StickerModel

/// Files with consecutive numbers in their names, for example `wave_01.png` to `wave_12.png`. They can be
/// the frames of one animation or separate stickers.
package struct NumberedFiles: Hashable, Sendable {
  /// The files in the order of their numbers.
  package let files: [Path]
  /// A glob for `frames` that matches exactly these files, for example `wave_[0-9][0-9].png`.
  package let glob: String

  /// Returns every sequence of numbered files, ordered by first file.
  ///
  /// - Parameter pictures: paths relative to one folder, in natural order.
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

/// The minimum number of files that can be an animation.
private let fewest = 3

/// The parts of a name before and after its number.
private struct Key: Hashable {
  let front: String
  let back: String

  /// Splits a path whose name ends with a number. Returns nil for other names.
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
  /// The path up to and including the last slash.
  fileprivate var parentPrefix: String {
    guard let text, let slash = text.lastIndex(of: "/") else { return "" }
    return String(text[...slash])
  }
}
