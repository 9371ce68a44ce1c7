package import StickerModel
import StickerImage

/// A part of a run's files, the same on every machine: those whose paths' hashes fall into it.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which part; the first is 1.
  package let index: Int
  /// Into how many parts the files are divided.
  package let count: Int

  /// The most parts that there are.
  package static let most = 100_000

  /// A part; nil for one that there is not.
  package init?(_ index: Int, of count: Int) {
    guard 1...Self.most ~= count, 1...count ~= index else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Reads `2/7`.
  ///
  /// - Throws: what is wrong with it, and what is right, in one line.
  package init(parsing text: String) throws(CommandFailure) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      // Digits that are no Int are too many of them.
      part.isEmpty || !part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? nil : Int(part) ?? .max
    }
    let shown = Untrusted(text).shown
    guard parts.count == 2, let index = parts[0], let count = parts[1] else {
      throw CommandFailure("the shard \(shown) is none: 2/7 is the second of seven")
    }
    guard 1...Self.most ~= count else {
      throw CommandFailure("the shard \(shown) is none: there are 1 to \(grouped(Self.most)) of them")
    }
    guard let shard = Shard(index, of: count) else {
      throw CommandFailure("the shard \(shown) is none: the first is 1/\(count), the last \(count)/\(count)")
    }
    self = shard
  }

  /// Whether a file belongs to it: by the lower 64 bits of the XXH3-128 hash (seed 0) of the path's bytes as
  /// reports name it, modulo the number of shards.
  package func takes(_ path: Path) -> Bool {
    Int(PixelDigest(of: path.bytes).lowerHalf % UInt64(count)) == index - 1
  }

  /// `shard 2 of 7`.
  package var description: String { "shard \(index) of \(count)" }
}
