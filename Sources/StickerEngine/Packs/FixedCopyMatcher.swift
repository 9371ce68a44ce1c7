package import StickerImage

/// Matches fixed copies of a pack's art with their originals. Copies are in the folder `fixed` next to the pack
/// file: `fixed/cat.png` is a copy of `cat.png`, and so is `fixed/cat-2.png` unless other art is named `cat-2`.
/// If the pack lists the art or one of its copies, the others do not count as unlisted.
package struct FixedCopyMatcher {
  /// The folder of the copies, relative to the folder of the pack file.
  package static let copiesFolder = Path("fixed")

  /// The number of originals with each name, without folder and extension.
  private let originalCountsByStem: [Path: Int]

  /// - Parameter pictures: all images below the folder of the pack file, relative to it.
  package init(among pictures: some Sequence<Path>) {
    originalCountsByStem = Dictionary(
      Set(pictures).lazy.filter { !Self.isDirectlyInCopiesFolder($0) }.map { ($0.stem, 1) },
      uniquingKeysWith: +)
  }

  /// Whether an image is in the folder of the copies.
  static func isDirectlyInCopiesFolder(_ path: Path) -> Bool { path.parent == copiesFolder }

  /// Returns the name of an image without its extension or, for a copy, the name of its original.
  package func originalStem(of path: Path) -> Path {
    let stem = path.stem
    guard Self.isDirectlyInCopiesFolder(path), originalCountsByStem[stem] == nil,
      let unnumbered = stem.withoutHyphenatedCopyNumber,
      originalCountsByStem[unnumbered] != nil
    else { return stem }
    return unnumbered
  }

  /// Returns the images that a pack lists in place of their originals or copies.
  ///
  /// - Parameter listed: the images of the pack, relative to the folder of the pack file.
  package func listedOriginalsAndCopies(in listed: some Sequence<Path>) -> ListedOriginalsAndCopies {
    ListedOriginalsAndCopies(
      matcher: self,
      listedImagesByOriginalStem: Dictionary(listed.map { (originalStem(of: $0), $0) }) {
        Self.isDirectlyInCopiesFolder($0) ? $0 : $1
      })
  }

  /// The images in a pack, keyed by the names of their originals.
  package struct ListedOriginalsAndCopies {
    fileprivate let matcher: FixedCopyMatcher
    fileprivate let listedImagesByOriginalStem: [Path: Path]

    /// Returns the image that the pack lists in place of another one, or nil.
    package func listedOriginalOrCopy(for path: Path) -> Path? {
      let subject = matcher.originalStem(of: path)
      // If two originals have the same name, the original of a copy is unknown.
      guard matcher.originalCountsByStem[subject, default: 0] < 2,
        let other = listedImagesByOriginalStem[subject],
        other != path
      else {
        return nil
      }
      return FixedCopyMatcher.isDirectlyInCopiesFolder(path)
        || FixedCopyMatcher.isDirectlyInCopiesFolder(other) ? other : nil
    }
  }
}

extension Path {
  /// The name without a trailing number of 2 or more: `cat` for `cat-2`; nil if there is no such number.
  fileprivate var withoutHyphenatedCopyNumber: Path? {
    guard let dash = bytes.lastIndex(of: UInt8(ascii: "-")), dash > 0 else { return nil }
    let digits = String(decoding: bytes[(dash + 1)...], as: UTF8.self)
    guard let number = Int(digits), number > 1, String(number) == digits else { return nil }
    return Path(bytes: Array(bytes[..<dash]))
  }
}

extension Path {
  /// Returns the path with an extension that matches a format. A path that already has one is returned
  /// unchanged.
  package func withMatchingExtension(for format: ImageFormat) -> Path {
    if let found = lowercasedExtension, format.fileExtensions.contains(found) { return self }
    return parent.appending(Path(bytes: stem.bytes + Array(".\(format.fileExtensions[0])".utf8)))
  }
}
