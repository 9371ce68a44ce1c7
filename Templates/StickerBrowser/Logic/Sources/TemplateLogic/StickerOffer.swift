import Foundation

/// A sticker that can be shown.
public struct OfferedSticker: Equatable, Sendable {
  /// Where a sticker came from.
  public enum Source: Equatable, Sendable {
    /// The app's own bundle.
    case bundle
    /// The server, or the cache of what it once sent.
    case server
    /// The person.
    case made
  }

  /// What the index says of the sticker.
  public let sticker: StickerIndex.Sticker
  /// The file that `MSSticker` reads.
  public let file: URL
  /// Where the sticker came from.
  public let source: Source

  init(_ sticker: StickerIndex.Sticker, at file: URL, source: Source) {
    (self.sticker, self.file, self.source) = (sticker, file, source)
  }
}

/// Stickers to show, and what kept others away.
public struct StickerOffer: Equatable, Sendable {
  /// The stickers in the order in which they are shown.
  public internal(set) var stickers: [OfferedSticker]
  /// What went wrong, for a log.
  public internal(set) var problems: [StickerProblem]

  /// An offer; an empty one to begin with.
  public init(stickers: [OfferedSticker] = [], problems: [StickerProblem] = []) {
    (self.stickers, self.problems) = (stickers, problems)
  }
}
