package import StickerImage

/// A picture on its way from one file to another: every composited frame, the timing, and what is carried
/// along.
package struct Picture: Sendable {
  /// The frames in playing order, all of one size; at least one.
  package var frames: [Frame]
  /// How often it plays, 0 is endless; nil for a still.
  package var plays: Int?
  /// A default image, as large as the frames, that is not part of the animation.
  package var hidden: Bitmap?
  /// What the colors mean, and metadata that stays.
  package var chunks: CarriedChunks
  /// The file format to encode.
  package var storage = Storage.png
  /// Whether the encoder may use a palette in an APNG.
  package var takesPalette = true

  /// What a picture is stored as.
  package enum Storage: Hashable, Sendable {
    /// As a PNG, or as an APNG where it moves.
    case png
    /// As a PNG, or as a GIF where it moves.
    case gif
    case webP
  }

  package init(
    _ frames: [Frame], plays: Int? = nil, hidden: Bitmap? = nil, chunks: CarriedChunks = CarriedChunks()
  ) {
    self.frames = frames
    self.plays = plays
    self.hidden = hidden
    self.chunks = chunks
  }

  /// Replaces each delay with the time that viewers show, so that another format shows the same.
  mutating func writeShownDelays() {
    guard plays != nil else { return }
    frames = frames.map(\.writingShownDelay)
  }

  /// The size of all frames in pixels.
  package var size: PixelSize { frames.first?.bitmap.size ?? PixelSize(0, 0) }

  /// The PNG, APNG or GIF with the fewest bytes that the effort finds.
  ///
  /// - Throws: `EncodingDefect` where it cannot be made, or does not decode to what went in.
  package func encoded(_ effort: OptimizingEffort) throws(EncodingDefect) -> [UInt8] {
    if storage == .gif, let plays { return try frames.encodedGIF(plays: plays).bytes }
    if let plays {
      return try frames.smallestAPNG(
        plays: plays, hidden: hidden, chunks: chunks, effort: effort, takesPalette: takesPalette)
    }
    guard frames.count == 1 else { throw EncodingDefect("\(frames.count) frames are no still") }
    return try frames[0].bitmap.smallestPNG(chunks: chunks, effort: effort)
  }

  /// The same as one of several tries for a limit: of a still the last half percent is looked for only where
  /// no more than that is too much.
  func tried(_ effort: OptimizingEffort, atMost limit: Int) throws(EncodingDefect) -> [UInt8] {
    guard effort == .normal, plays == nil, frames.count == 1 else { return try encoded(effort) }
    let bytes = try frames[0].bitmap.smallestPNG(chunks: chunks, effort: effort, isTry: true)
    guard bytes.count > limit, bytes.count - limit <= limit / 160 else { return bytes }
    return try encoded(effort)
  }
}
