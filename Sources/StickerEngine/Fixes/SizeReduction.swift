package import StickerImage

extension SizeReducer {
  /// How small a file has to become, and what may be given up for it.
  package struct Options: Hashable, Sendable {
    /// The most bytes that the file may have.
    package var bytes: Int
    /// Pixels that the shorter side keeps at least.
    var minSide: Int
    /// Longer sides that a sticker is shown at, in pixels; scaling down goes to these first.
    var gridSides: [Int]
    /// What must stay.
    var keeps: Set<Keep>
    /// How carefully the result is encoded.
    var effort: OptimizingEffort
    /// Whether anything that is seen may change at all.
    var isLossy: Bool
    /// How long a frame lasts at least, where the format has to round times anyway.
    var minFrameMilliseconds = 0

    /// Limits; without more, the sides are Apple's, in pixels at @3x.
    package init(
      bytes: Int, minSide: Int = AppleLimits.sides.lowerBound,
      gridSides: [Int] = GridSides.apple.descending, keeps: Set<Keep> = [],
      effort: OptimizingEffort = .normal, isLossy: Bool = true
    ) {
      self.bytes = bytes
      self.minSide = minSide
      self.gridSides = gridSides
      self.keeps = keeps
      self.effort = effort
      self.isLossy = isLossy
    }
  }

  /// The result of a search.
  package struct Outcome: Sendable {
    /// The best picture that fits, or nil.
    package let fit: ReducedPicture?
    /// The fewest bytes of each stage that was tried, in order. A stage is tried together with those before it.
    let nearest: [(stage: SizeReductionStage, bytes: Int)]
    /// Whether the search stopped at its work limit.
    var hasEndedEarly = false
    /// The work of encoding: pixels, and bytes of samples. Zero for a WebP, whose search counts codings.
    package var work = 0
  }
}

/// A picture whose file fits a limit.
package struct ReducedPicture: Sendable {
  /// The picture as it is stored.
  let picture: Picture
  /// The bytes of the file.
  package let bytes: [UInt8]
  /// The reductions, in order.
  package let steps: [SizeReduction]
  /// How alike it looks to what was given: each frame of that beside what is shown at its time, as large.
  package let similarity: FrameSimilarity
}

/// Counts encoded pixels and bytes of samples. Careful encoding counts each byte three times.
final class EncodingWork {
  private(set) var done = 0

  func add(_ picture: Picture, _ file: [UInt8], _ effort: OptimizingEffort) {
    done += picture.allPixels + (effort == .fast ? 1 : 3) * sampleBytes(of: file)
  }

  /// Adds the cost of estimating the size of a still.
  func add(still picture: Picture) { done += 5 * picture.allPixels }
}

extension Picture {
  /// Pixels of all frames.
  var allPixels: Int { size.area * frames.count }

  /// About how many bytes the file has.
  func roughBytes(_ work: EncodingWork) throws(InternalError) -> Int {
    guard plays == nil, frames.count == 1 else {
      let file = try unverified(.fast)
      work.add(self, file, .fast)
      return file.count
    }
    work.add(still: self)
    return try frames[0].bitmap.roughPNGBytes(chunks: chunks)
  }
}

/// Bytes of the samples of all frames that a file stores, before deflating.
func sampleBytes(of file: [UInt8]) -> Int { Container(of: file, budget: .unlimited)?.sampleBytes ?? 0 }

/// What must stay when a file is made smaller.
package enum Keep: String, CaseIterable, Hashable, Sendable {
  /// The pixels of the canvas: nothing is scaled down.
  case size
  /// The frames: none is dropped.
  case frames
  /// The colors: none is changed, but for what scaling mixes.
  case colors = "colours"
}

/// The ways to make a file smaller, in the order in which they are tried.
package enum SizeReductionStage: String, CaseIterable, Hashable, Sendable {
  case reencode
  case nearLossless
  case palette
  case quality
  case downscale
  case dropFrames

  /// What it is called in reports.
  package var name: String {
    switch self {
    case .reencode: "lossless encoding"
    case .nearLossless: "near-lossless colors"
    case .palette: "a palette"
    case .quality: "a lower quality"
    case .downscale: "fewer pixels"
    case .dropFrames: "fewer frames"
    }
  }
}

/// One reduction of a picture.
package enum SizeReduction: Hashable, Sendable {
  /// The file was encoded with more care; nothing that is seen has changed.
  case reencoded
  /// Red, green and blue moved by at most half of `step`, of 255; in a WebP what is translucent too.
  case nearLossless(step: Int)
  /// So many colors are left for all frames; errors were diffused by that much, 0...1.
  case palette(colors: Int, dithering: Float)
  /// Colors and alpha were encoded with a quality of 0...100. At 100, alpha is exact.
  case lowered(quality: Double, alpha: Int = 100)
  /// Every frame was scaled.
  case downscaled(from: PixelSize, to: PixelSize)
  /// Frames went; their time is that of the frame shown before.
  case droppedFrames(from: Int, to: Int)

  /// The stage that it belongs to.
  var stage: SizeReductionStage {
    switch self {
    case .reencoded: .reencode
    case .nearLossless: .nearLossless
    case .palette: .palette
    case .lowered: .quality
    case .downscaled: .downscale
    case .droppedFrames: .dropFrames
    }
  }
}

extension SizeReduction {
  /// What was done, in words with figures.
  ///
  /// - Parameter inPalette: whether fewer colors are stored in a palette.
  func words(inPalette: Bool) -> String {
    switch self {
    case .reencoded: "encode it with more care"
    case .nearLossless: "slightly fewer colors"
    case .palette(_, let dithering):
      "store fewer colors\(inPalette ? " in a palette" : "")\(dithering > 0 ? ", errors diffused" : "")"
    case .lowered(let quality, 100): "lower the quality to \(Int(quality.rounded())) of 100"
    case .lowered(let quality, let alpha):
      "lower the quality of colors to \(Int(quality.rounded())) of 100, and that of soft edges to \(alpha)"
    case .downscaled(let from, let to): "\(from) became \(to)"
    case .droppedFrames(let from, let to): "\(countText(to, "frame")) of \(from), the time is the same"
    }
  }

  /// Whether people may see it.
  var isLossy: Bool { self != .reencoded }
}

extension ReducedPicture {
  /// The same with the similarity to a source of other size or timing: each frame of the source beside what is
  /// shown at its time, as large.
  func measuringSimilarity(to source: Picture) -> ReducedPicture {
    var shown = picture.frames.map(\.bitmap)
    if picture.size != source.size {
      let resampler = Resampler(from: picture.size, to: source.size)
      shown = shown.map(resampler.resample)
    }
    let pairs = shownAtTheTime(of: source.frames).map { shown[$0] }
    return ReducedPicture(
      picture: picture, bytes: bytes, steps: steps,
      similarity: FrameSimilarity(source.frames.map(\.bitmap), pairs))
  }

  /// For each frame of the source the number of the frame that is shown while it was.
  private func shownAtTheTime(of frames: [Frame]) -> [Int] {
    var (number, shownUntil) = (0, picture.frames[0].shownDelay)
    var time = ExactSeconds.zero
    return frames.map { frame in
      let current = number
      time = time.adding(frame.shownDelay) ?? time
      // A GIF knows the nearest hundredth of a time.
      let isOver =
        picture.storage == .gif
        ? time.hundredths ?? .max >= shownUntil.hundredths ?? .max : time.isSameTime(as: shownUntil)
      if isOver, number + 1 < picture.frames.count {
        number += 1
        shownUntil = shownUntil.adding(picture.frames[number].shownDelay) ?? shownUntil
      }
      return current
    }
  }
}

/// The files of pictures that were made of one source, so that several messengers share encodings.
///
/// One thread at a time works on a source.
final class SharedEncodings {
  /// All that an encoder goes by.
  private struct Key: Hashable {
    let size: PixelSize
    let pixels: [PixelDigest]
    let delays: [ExactSeconds]
    let plays: Int?
    let chunks: PreservedChunks
    let storage: Picture.Storage
    let takesPalette: Bool
    let effort: OptimizingEffort?

    init(_ picture: Picture, _ effort: OptimizingEffort?) {
      (size, delays, plays) = (picture.size, picture.frames.map(\.delay), picture.plays)
      pixels = picture.bitmaps.map { PixelDigest(of: $0.pixels) }
      (chunks, storage, self.effort) = (picture.chunks, picture.storage, effort)
      takesPalette = picture.takesPalette
    }
  }

  private var files: [Key: [UInt8]] = [:]
  private var gifs: [Key: EncodedGIF] = [:]

  /// The PNG or APNG of a picture, not compared with it yet.
  func file(_ picture: Picture, _ effort: OptimizingEffort) throws(InternalError) -> [UInt8] {
    let key = Key(picture, effort)
    if let known = files[key] { return known }
    let made = try picture.unverified(effort)
    files[key] = made
    return made
  }

  /// The GIF of a picture, which knows nothing but frames.
  func gif(_ picture: Picture, plays: Int) throws(InternalError) -> EncodedGIF {
    let key = Key(picture, nil)
    if let known = gifs[key] { return known }
    let made = try picture.frames.encodedGIF(plays: plays)
    gifs[key] = made
    return made
  }
}
