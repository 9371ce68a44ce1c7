package import StickerImage

/// A decoded image to fix and encode again: all composited frames, the timing, and the preserved chunks.
package struct EditableImage: Sendable {
  /// The frames in playing order. There is at least one, and all of them are the same size.
  package var frames: [Frame]
  /// The number of plays, 0 for an endless loop, or nil for a still.
  var playsOrZeroForever: Int?
  /// A default image of the same size that is not part of the animation, or nil.
  var hiddenDefaultImage: Bitmap?
  /// The color information and the metadata to keep.
  var ancillaryChunks: PreservedChunks
  /// The file format to encode.
  package var outputFormat = OutputFormat.pngOrAPNG
  /// Whether the encoder may use a palette in an APNG.
  var allowsAPNGPalette = true

  /// The file format of an image.
  package enum OutputFormat: Hashable, Sendable {
    /// PNG for a still, APNG for an animation.
    case pngOrAPNG
    /// PNG for a still, GIF for an animation.
    case gifOrStillPNG
    case webP
    case webM
  }

  package init(
    _ frames: [Frame], plays: Int? = nil, hiddenDefaultImage: Bitmap? = nil,
    chunks: PreservedChunks = PreservedChunks()
  ) {
    self.frames = frames
    self.playsOrZeroForever = plays
    self.hiddenDefaultImage = hiddenDefaultImage
    self.ancillaryChunks = chunks
  }

  /// Replaces each delay with the time for which viewers show the frame, so that the image plays at the same
  /// speed in other formats.
  mutating func replaceDelaysWithShownDelays() {
    guard playsOrZeroForever != nil else { return }
    frames = frames.map(\.withShownDelay)
  }

  /// The size of all frames in pixels.
  var size: PixelSize { frames.first?.bitmap.size ?? PixelSize(0, 0) }

  /// Returns the smallest PNG, APNG or GIF that the encoder can find with this effort.
  ///
  /// - Throws: `InternalError` if the image cannot be encoded, or if the file does not decode to the same
  ///   frames.
  package func verifiedPNGOrGIF(_ effort: OptimizingEffort) throws(InternalError) -> [UInt8] {
    let file = try unverifiedPNGOrGIF(effort)
    try expectedDecodedFrames?.verify(file)
    return file
  }

  /// Returns the same file as `verifiedPNGOrGIF`, but does not decode it for verification. Most encodings are only
  /// trials to fit a byte limit. The file that is kept is compared with `expectedDecodedFrames` when it is
  /// analyzed.
  func unverifiedPNGOrGIF(_ effort: OptimizingEffort) throws(InternalError) -> [UInt8] {
    if outputFormat == .gifOrStillPNG, let playsOrZeroForever {
      return try frames.encodedGIF(plays: playsOrZeroForever).bytes
    }
    if let playsOrZeroForever {
      return try frames.unverifiedSmallestAPNG(
        plays: playsOrZeroForever, hiddenDefaultImage: hiddenDefaultImage, chunks: ancillaryChunks,
        effort: effort,
        allowsPalette: allowsAPNGPalette)
    }
    guard frames.count == 1 else { throw InternalError("\(frames.count) frames are not a still") }
    return try frames[0].bitmap.unverifiedSmallestPNG(chunks: ancillaryChunks, effort: effort)
  }

  /// Encodes the image as one of several trials to fit a byte limit. For a still, the slow encoding, which
  /// saves about 0.6%, is used only if the file exceeds the limit by no more than that.
  func encodedAsSizeTrial(_ effort: OptimizingEffort, toTargetBytes limit: Int) throws(InternalError)
    -> [UInt8]
  {
    guard effort == .normal, playsOrZeroForever == nil, frames.count == 1 else {
      return try unverifiedPNGOrGIF(effort)
    }
    let bytes = try frames[0].bitmap.unverifiedSmallestPNG(
      chunks: ancillaryChunks, effort: effort, isOneOfManyAttempts: true)
    guard bytes.count > limit, bytes.count - limit <= limit / 160 else { return bytes }
    return try unverifiedPNGOrGIF(effort)
  }

  /// The frames that the PNG or APNG must decode to; nil for an animated GIF, a WebP or a WebM. Their
  /// encoders decode their results anyway, because the GIF encoder decides which frames and colors are shown,
  /// and a lossy WebP or WebM is judged by its decoded frames.
  var expectedDecodedFrames: ExpectedFrames? {
    switch outputFormat {
    case .webP, .webM: return nil
    case .gifOrStillPNG where playsOrZeroForever != nil: return nil
    case .pngOrAPNG, .gifOrStillPNG: break
    }
    guard let playsOrZeroForever else { return frames.first.map { .png($0.bitmap) } }
    return .apng(frames, plays: playsOrZeroForever, hiddenDefaultImage: hiddenDefaultImage)
  }
}

extension EditableImage {
  /// Returns the image with all frames and the hidden default image scaled.
  func scaled(to size: PixelSize) -> EditableImage {
    let resampler = Resampler(from: self.size, to: size)
    return mapAllBitmaps { resampler.resample($0) }
  }

  /// Returns the image with a change applied to every bitmap. A frame that repeats the previous one is not
  /// processed again.
  func mapAllBitmaps(_ change: (Bitmap) -> Bitmap) -> EditableImage {
    var result = self
    for number in frames.indices {
      let isRepeat = number > 0 && frames[number].bitmap == frames[number - 1].bitmap
      result.frames[number].bitmap =
        isRepeat ? result.frames[number - 1].bitmap : change(frames[number].bitmap)
    }
    result.hiddenDefaultImage = hiddenDefaultImage.map(change)
    return result
  }

  /// The bitmaps of all frames, followed by the hidden default image.
  var allBitmaps: [Bitmap] { frames.map(\.bitmap) + (hiddenDefaultImage.map { [$0] } ?? []) }

  /// Returns an image of the frames in a range, with their bitmaps replaced. The new bitmaps are in the order
  /// of `allBitmaps`.
  func excerptWithBitmaps(_ bitmaps: [Bitmap], in range: Range<Int>) -> EditableImage {
    var result = self
    result.hiddenDefaultImage = nil
    result.frames = []
    for (number, bitmap) in zip(range, bitmaps) {
      if number < frames.count {
        result.frames.append(Frame(bitmap, delay: frames[number].delay))
      } else {
        result.hiddenDefaultImage = bitmap
      }
    }
    return result
  }
}

/// Returns the sizes that an image can be scaled down to, largest first.
///
/// If the longer side is a multiple of 3 px, as Apple's sizes are, both sides are rounded to multiples of 3
/// px. The aspect ratio stays as close as rounding allows. A result is smaller than `size`, and its shorter
/// side is at least `minSide`.
func smallerSizesLargestFirst(than size: PixelSize, longerSides: some Sequence<Int>, minSide: Int)
  -> [PixelSize]
{
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
