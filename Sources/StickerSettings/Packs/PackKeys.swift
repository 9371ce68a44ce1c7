/// The keys of a `stickerpack.yml`: the reader takes these, and the schema lists them.
enum PackKey: String, CaseIterable {
  case name
  case bundleIdentifier = "bundle-identifier"
  case gridSize = "grid-size"
  case icon
  case iconSticker = "icon-sticker"
  case iconBackground = "icon-background"
  case icons, background
  case baseURL = "base-url"
  case author, publisher, links
  case about = "description"
  case copyright, cover, languages, localize, stickers

  static let words = allCases.map(\.rawValue)
}

/// The keys of `links`.
enum LinkKey: String, CaseIterable {
  case website, privacy, license

  static let words = allCases.map(\.rawValue)
}

/// The keys of one of its stickers.
enum StickerKey: String, CaseIterable {
  case file, frames, fps, duration, repetitions, name, description, keywords, emoji

  static let words = allCases.map(\.rawValue)
  /// The keys that a sticker may have only with `frames`.
  static let ofSequences: [StickerKey] = [.fps, .duration, .repetitions]
}

/// What the figures of a sequence may be.
enum SequenceRange {
  /// Frames a second: within it a frame's time, written to a thousandth, fits the fields of an APNG.
  static let framesPerSecond = 0.1...60.0
  /// Seconds of a cycle: within it, milliseconds for each frame fit too.
  static let duration = 0.001...60.0
  static let repetitions = 0...1_000_000
  /// The most digits behind the point of a figure.
  static let mostDecimals = 3
}

extension [String: YAMLMember] {
  subscript(key: PackKey) -> YAMLMember? { self[key.rawValue] }
  subscript(key: LinkKey) -> YAMLMember? { self[key.rawValue] }
  subscript(key: StickerKey) -> YAMLMember? { self[key.rawValue] }
}
