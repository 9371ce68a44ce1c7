import StickerImage
package import StickerModel

/// What looking for the fewest bytes gave, over every PNG and APNG of a run.
package struct SmallestFigures: Hashable, Sendable {
  /// How many files are a PNG or APNG, damaged ones too.
  package let files: Int
  /// How many of them have fewer bytes than before, or would have.
  package let smaller: Int
  /// Bytes of all of them together, as they were found.
  package let bytesBefore: Int
  /// Bytes of all of them together, once all is done: other fixes count too.
  package let bytesAfter: Int

  /// - Parameter found: every file of a run, as it was found.
  /// - Parameter changed: the new number of bytes of those that are others now, by the old path.
  package init(_ found: [AssetSummary], changed: [Path: Int]) {
    let before = found.filter { $0.format == .png || $0.format == .apng }.compactMap { asset in
      asset.byteCount.map { (path: asset.path, bytes: $0) }
    }
    let after = before.map { changed[$0.path] ?? $0.bytes }
    files = before.count
    smaller = zip(before, after).count { $0.bytes > $1 }
    bytesBefore = before.reduce(0) { $0 + $1.bytes }
    bytesAfter = after.reduce(0, +)
  }
}
