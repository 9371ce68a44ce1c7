package import StickerImage
import StickerModel

/// What was done to a file, as far as people are told of it.
package struct ChangeNote: Hashable, Sendable {
  /// The steps, in words.
  package let words: String
  /// Bytes of the file.
  package let before: Int
  package let after: Int
  /// Whether people may see it.
  package let isSeen: Bool
  /// How alike it looks, over white or over black, whichever is less; nil where nothing was given up to make
  /// it lighter.
  package let similarity: Similarity?

  package init(words: String, before: Int, after: Int, isSeen: Bool, similarity: Similarity?) {
    (self.words, self.before, self.after) = (words, before, after)
    (self.isSeen, self.similarity) = (isSeen, similarity)
  }
}

extension Change {
  /// What was done to a file for a pack; nil where that is no news.
  ///
  /// - Parameter shrinks: whether all files are to take fewer bytes, which is told of all of them.
  package func noteForPack(shrinks: Bool = false) -> ChangeNote? {
    // The build names files by their content: a new name is none of its news.
    let told = steps.filter { $0.kind != .rename && !(shrinks && $0.kind == .reencode) }
    if told.isEmpty { return nil }
    let alike = similarity.map { Similarity(min($0.mean.overWhite, $0.mean.overBlack)) }
    return ChangeNote(
      words: told.map(\.words).joined(separator: "; "), before: before.bytes, after: after.bytes,
      isSeen: told.contains(where: \.isLossy), similarity: alike)
  }
}
