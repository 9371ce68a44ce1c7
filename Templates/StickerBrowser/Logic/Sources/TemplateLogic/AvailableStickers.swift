import Foundation

/// A sticker that can be shown.
public struct AvailableSticker: Equatable, Sendable {
  /// Where a sticker came from.
  public enum Source: Equatable, Sendable {
    /// The app's own bundle.
    case bundle
    /// The server, or the cache of an earlier download.
    case server
    /// The person.
    case user
  }

  /// The sticker in the index.
  public let sticker: StickerIndex.Sticker
  /// The file that `MSSticker` reads.
  public let file: URL
  /// Where the sticker came from.
  public let source: Source

  init(_ sticker: StickerIndex.Sticker, at file: URL, source: Source) {
    self.sticker = sticker
    self.file = file
    self.source = source
  }
}

/// Stickers to show, and the problems with other stickers.
public struct AvailableStickers: Equatable, Sendable {
  /// The stickers, in display order.
  public internal(set) var stickers: [AvailableSticker]
  /// The problems, for a log.
  public internal(set) var problems: [StickerProblem]

  /// Creates a list (default: empty).
  public init(stickers: [AvailableSticker] = [], problems: [StickerProblem] = []) {
    self.stickers = stickers
    self.problems = problems
  }
}
