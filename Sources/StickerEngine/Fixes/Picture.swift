package import StickerImage

/// A picture on its way from one file to another: every composited frame, the timing, and what is carried
/// along.
package struct Picture: Sendable {
  /// The frames in playing order, all of one size; at least one.
  package var frames: [Frame]
  /// How often it plays, 0 is endless; nil for a still.
  var plays: Int?
  /// A default image, as large as the frames, that is not part of the animation.
  var hidden: Bitmap?
  /// What the colors mean, and metadata that stays.
  var chunks: PreservedChunks
  /// The file format to encode.
  package var storage = Storage.png
  /// Whether the encoder may use a palette in an APNG.
  var takesPalette = true

  /// What a picture is stored as.
  package enum Storage: Hashable, Sendable {
    /// As a PNG, or as an APNG where it moves.
    case png
    /// As a PNG, or as a GIF where it moves.
    case gif
    case webP
  }

  package init(
    _ frames: [Frame], plays: Int? = nil, hidden: Bitmap? = nil, chunks: PreservedChunks = PreservedChunks()
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
  var size: PixelSize { frames.first?.bitmap.size ?? PixelSize(0, 0) }

  /// The PNG, APNG or GIF with the fewest bytes that the effort finds.
  ///
  /// - Throws: `InternalError` where it cannot be made, or does not decode to what went in.
  package func encoded(_ effort: OptimizingEffort) throws(InternalError) -> [UInt8] {
    let file = try unverified(effort)
    try expected?.verify(file)
    return file
  }

  /// The same file without decoding it for comparison: most files are tries for a limit, and the one that is
  /// kept is compared with `expected` when it is analyzed.
  func unverified(_ effort: OptimizingEffort) throws(InternalError) -> [UInt8] {
    if storage == .gif, let plays { return try frames.encodedGIF(plays: plays).bytes }
    if let plays {
      return try frames.unverifiedSmallestAPNG(
        plays: plays, hidden: hidden, chunks: chunks, effort: effort, takesPalette: takesPalette)
    }
    guard frames.count == 1 else { throw InternalError("\(frames.count) frames are no still") }
    return try frames[0].bitmap.unverifiedSmallestPNG(chunks: chunks, effort: effort)
  }

  /// The same as one of several tries for a limit: of a still the last half percent is looked for only where
  /// no more than that is too much.
  func tried(_ effort: OptimizingEffort, atMost limit: Int) throws(InternalError) -> [UInt8] {
    guard effort == .normal, plays == nil, frames.count == 1 else { return try unverified(effort) }
    let bytes = try frames[0].bitmap.unverifiedSmallestPNG(chunks: chunks, effort: effort, isTry: true)
    guard bytes.count > limit, bytes.count - limit <= limit / 160 else { return bytes }
    return try unverified(effort)
  }

  /// What its PNG or APNG decodes to. Nil for an animated GIF and for a WebP: their encoders decode what they
  /// made in any case, a GIF's because it decides which frames and colors are shown, and WebP's because a
  /// lossy file is judged by what it shows.
  var expected: ExpectedFrames? {
    switch storage {
    case .webP: return nil
    case .gif where plays != nil: return nil
    case .png, .gif: break
    }
    guard let plays else { return frames.first.map { .png($0.bitmap) } }
    return .apng(frames, plays: plays, hidden: hidden)
  }
}

extension Picture {
  /// All frames and the hidden default image at another size.
  func scaled(to size: PixelSize) -> Picture {
    let resampler = Resampler(from: self.size, to: size)
    return mapped { resampler.resample($0) }
  }

  /// The picture with every bitmap changed. What repeats the frame before stays a repeat.
  func mapped(_ change: (Bitmap) -> Bitmap) -> Picture {
    var result = self
    for number in frames.indices {
      let isRepeat = number > 0 && frames[number].bitmap == frames[number - 1].bitmap
      result.frames[number].bitmap =
        isRepeat ? result.frames[number - 1].bitmap : change(frames[number].bitmap)
    }
    result.hidden = hidden.map(change)
    return result
  }

  /// All frames, and last the hidden default image.
  var bitmaps: [Bitmap] { frames.map(\.bitmap) + (hidden.map { [$0] } ?? []) }

  /// The picture with some or all of its frames replaced by bitmaps, which are ordered like `bitmaps`.
  func replacing(_ bitmaps: [Bitmap], _ range: Range<Int>) -> Picture {
    var result = self
    result.hidden = nil
    result.frames = []
    for (number, bitmap) in zip(range, bitmaps) {
      if number < frames.count {
        result.frames.append(Frame(bitmap, delay: frames[number].delay))
      } else {
        result.hidden = bitmap
      }
    }
    return result
  }
}

/// The sizes that a picture may be scaled down to, the largest first.
///
/// If the longer side is a multiple of 3 px, as Apple's sizes are, both sides are rounded to 3 px.
/// The aspect ratio stays as close as rounding allows. A result is smaller than `size`, and its
/// shorter side is at least `minSide`.
func smallerSizes(than size: PixelSize, longerSides: some Sequence<Int>, minSide: Int) -> [PixelSize] {
  var sizes: [PixelSize] = []
  for longer in longerSides.sorted(by: >) where longer >= 3 && longer < size.longerSide {
    let point = longer % 3 == 0 ? 3 : 1
    let sides = [size.width, size.height].map { side in
      let exact = (side * longer * 2 + size.longerSide) / (size.longerSide * 2)
      return min((exact + point / 2) / point * point, size.longerSide / point * point)
    }
    let smaller = PixelSize(sides[0], sides[1])
    guard smaller.shorterSide >= max(minSide, 1), smaller != sizes.last else { continue }
    guard smaller.width <= size.width, smaller.height <= size.height, smaller != size else { continue }
    sizes.append(smaller)
  }
  return sizes
}
