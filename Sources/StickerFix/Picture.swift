public import StickerImage

/// A picture on its way from one file to another: every composited frame, the timing, and what is carried
/// along.
public struct Picture: Sendable {
  /// In playing order, all of one size; at least one.
  public var frames: [Frame]
  /// How often it plays, 0 is endless; nil for a still.
  public var plays: Int?
  /// A default image, as large as the frames, that is not part of the animation.
  public var hidden: Bitmap?
  /// What the colors mean, and metadata that stays.
  public var chunks: CarriedChunks

  /// A picture.
  public init(
    _ frames: [Frame], plays: Int? = nil, hidden: Bitmap? = nil, chunks: CarriedChunks = CarriedChunks()
  ) {
    self.frames = frames
    self.plays = plays
    self.hidden = hidden
    self.chunks = chunks
  }

  /// Pixels.
  public var size: PixelSize { frames.first?.bitmap.size ?? PixelSize(0, 0) }

  /// The PNG or APNG with the fewest bytes that the effort finds.
  ///
  /// - Throws: `EncodingDefect` where it cannot be made, or does not decode to what went in.
  public func encoded(_ effort: OptimizingEffort) throws(EncodingDefect) -> [UInt8] {
    if let plays {
      return try smallestAPNG(frames, plays: plays, hidden: hidden, chunks: chunks, effort: effort)
    }
    guard frames.count == 1 else { throw EncodingDefect("\(frames.count) frames are no still") }
    return try smallestPNG(frames[0].bitmap, chunks: chunks, effort: effort)
  }
}
