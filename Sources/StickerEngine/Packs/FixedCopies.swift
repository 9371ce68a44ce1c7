package import StickerImage

/// What is fixed for a description lies beside it in a folder of its own: `fixed/cat.png` is made of
/// `cat.png`, and so is `fixed/cat-2.png` where no other art is called `cat-2`. Of a picture and what was
/// made of it one is in the pack, and the others are not missing there.
package struct FixedCopies {
  /// Where they lie, beside the description.
  package static let folder = Path("fixed")

  /// The names, without folder and extension, of art that is none, and how often each is there.
  private let originals: [Path: Int]

  /// - Parameter pictures: all that lie around a description, seen from its folder.
  package init(among pictures: some Sequence<Path>) {
    originals = Dictionary(
      Set(pictures).lazy.filter { !Self.isCopy($0) }.map { ($0.stem, 1) }, uniquingKeysWith: +)
  }

  /// Whether a picture lies where fixed ones do.
  static func isCopy(_ path: Path) -> Bool { path.parent == folder }

  /// What a picture shows: its own name without extension, or that of the art that it was made of.
  package func subject(of path: Path) -> Path {
    let stem = path.stem
    guard Self.isCopy(path), originals[stem] == nil, let unnumbered = stem.withoutNumber,
      originals[unnumbered] != nil
    else { return stem }
    return unnumbered
  }

  /// What is in the pack in place of other pictures.
  ///
  /// - Parameter listed: the pictures of the pack, seen from the folder of its description.
  package func replacements(in listed: some Sequence<Path>) -> Replacements {
    Replacements(
      copies: self,
      listed: Dictionary(listed.map { (subject(of: $0), $0) }) { Self.isCopy($0) ? $0 : $1 })
  }

  /// Pictures of a pack, by what they show.
  package struct Replacements {
    fileprivate let copies: FixedCopies
    fileprivate let listed: [Path: Path]

    /// The picture that is in the pack in place of one that is not; nil where there is none.
    package func replacement(for path: Path) -> Path? {
      let subject = copies.subject(of: path)
      // Of which of two that have a name a copy was made, nothing says.
      guard copies.originals[subject, default: 0] < 2, let other = listed[subject], other != path else {
        return nil
      }
      return FixedCopies.isCopy(path) || FixedCopies.isCopy(other) ? other : nil
    }
  }
}

extension Path {
  /// `cat` of `cat-2`; nil where no number from 2 on is behind it.
  fileprivate var withoutNumber: Path? {
    guard let dash = bytes.lastIndex(of: UInt8(ascii: "-")), dash > 0 else { return nil }
    let digits = String(decoding: bytes[(dash + 1)...], as: UTF8.self)
    guard let number = Int(digits), number > 1, String(number) == digits else { return nil }
    return Path(bytes: Array(bytes[..<dash]))
  }
}

extension Path {
  /// The path that a file has once it is of a format: the same where its extension says so already.
  package func named(for format: ImageFormat) -> Path {
    if let found = lowercasedExtension, format.fileExtensions.contains(found) { return self }
    return parent.appending(Path(bytes: stem.bytes + Array(".\(format.fileExtensions[0])".utf8)))
  }
}
