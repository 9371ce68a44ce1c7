/// What a rung of the ladder found.
public struct LossyFit: Hashable, Sendable {
  /// What was given up.
  public enum Means: Hashable, Sendable {
    /// Samples were moved by at most half of `step`.
    case nearLossless(step: Int)
    /// So many colors were left, and errors diffused by that much, 0...1.
    case palette(colors: Int, dithering: Float)
  }

  /// How it was reached.
  public let means: Means
  /// The frames as they would be stored.
  public let frames: [Bitmap]
  /// What the encoder made of them.
  public let bytes: [UInt8]
  /// How alike they are to the frames that were given.
  public let similarity: FrameSimilarity

  fileprivate init(
    _ means: Means, _ frames: [Bitmap], _ bytes: [UInt8],
    _ similarity: FrameSimilarity = FrameSimilarity([], [])
  ) {
    (self.means, self.frames, self.bytes, self.similarity) = (means, frames, bytes, similarity)
  }
}

/// Searches both rungs of the ladder for the best picture that fits.
///
/// - Source: the order of the ladder and what is measured, `docs/decisions/0024`.
public struct LossySearch {
  private let frames: [Bitmap]
  private let limit: Int
  private let encode: ([Bitmap]) throws(EncodingDefect) -> [UInt8]
  /// The fewest bytes that any try came to, to say how near it was where none fits.
  public private(set) var nearestBytes: Int?
  /// How often something was encoded.
  public private(set) var encodes = 0

  /// A search.
  ///
  /// - Parameter frames: at least one, all of one size.
  /// - Parameter limit: bytes that the encoded frames may have at most.
  /// - Parameter encode: frames to a file; asked 10 to 30 times for both rungs.
  public init(
    _ frames: [Bitmap], limit: Int, encode: @escaping ([Bitmap]) throws(EncodingDefect) -> [UInt8]
  ) {
    self.frames = frames
    self.limit = limit
    self.encode = encode
  }

  /// The least step of `nearLossless` that fits; nil where not even 24 does.
  public mutating func nearLosslessFit() throws(EncodingDefect) -> LossyFit? {
    var (tooSmall, enough) = (1, mostStep + 1)
    var best: LossyFit?
    while enough - tooSmall > 1 {
      // Small steps first: they are the ones that are wanted.
      let step = best == nil ? min(tooSmall * 2, enough - 1) : (tooSmall + enough) / 2
      let moved = nearLossless(frames, step: step)
      let bytes = try encode(moved)
      note(bytes)
      if bytes.count <= limit {
        (enough, best) = (step, LossyFit(.nearLossless(step: step), moved, bytes))
      } else {
        tooSmall = step
      }
    }
    return best.map(measured)
  }

  /// The palette that fits and is most alike, over several strengths of diffusion; nil where none fits.
  public mutating func paletteFit() throws(EncodingDefect) -> LossyFit? {
    let quantizer = Quantizer(frames)
    var best: LossyFit?
    var least = 2
    for dithering in ditherings {
      // Less diffusion never takes more bytes worth speaking of, so at least as many colors fit.
      guard let fit = try mostColors(quantizer, dithering, from: least) else { continue }
      let found = measured(fit)
      if found.similarity.mean.mean > best?.similarity.mean.mean ?? -1 { best = found }
      if case .palette(let colors, _) = found.means { least = colors }
    }
    return best
  }

  private mutating func mostColors(
    _ quantizer: Quantizer, _ dithering: Float, from least: Int
  ) throws(EncodingDefect) -> LossyFit? {
    var (fits, tooMany) = (Try(colors: least - 1, bytes: nil), Try(colors: 257, bytes: nil))
    var best: LossyFit?
    // What fitted at the strength before is where to begin.
    var colors = least > 2 ? min(least + least / 8, 256) : 256
    var tries = 0
    while tooMany.colors - fits.colors > 1 + (best == nil ? 0 : fits.colors / 32) {
      let result = quantizer.quantized(colors: colors, dithering: dithering)
      let means = LossyFit.Means.palette(colors: result.palette.count, dithering: dithering)
      let bytes = try encode(result.frames)
      note(bytes)
      if bytes.count <= limit {
        (fits, best) = (Try(colors: colors, bytes: bytes.count), LossyFit(means, result.frames, bytes))
        if bytes.count > limit - limit / 100 { break }  // a hundredth is not worth another try
      } else {
        tooMany = Try(colors: colors, bytes: bytes.count)
      }
      tries += 1
      colors = between(fits, tooMany, isBent: tries.isMultiple(of: 2))
    }
    return best
  }

  /// A number of colors that may just fit: on the line through what two tries came to, or, where the line
  /// is bent, in the middle.
  private func between(_ fits: Try, _ tooMany: Try, isBent: Bool) -> Int {
    let room = tooMany.colors - fits.colors
    var share = 0.5
    if let many = tooMany.bytes, !isBent {
      if let few = fits.bytes, many > few {
        share = Double(limit - few) / Double(many - few)
      } else {
        let ratio = Double(limit) / Double(many)
        share = ratio * ratio  // bytes grow more slowly than colors
      }
    }
    let step = Int(Double(room) * min(max(share, 0.05), 0.95))
    return fits.colors + min(max(step, 1), max(room - 1, 1))
  }

  private mutating func note(_ bytes: [UInt8]) {
    encodes += 1
    nearestBytes = min(nearestBytes ?? .max, bytes.count)
  }

  private func measured(_ fit: LossyFit) -> LossyFit {
    LossyFit(fit.means, fit.frames, fit.bytes, FrameSimilarity(frames, fit.frames))
  }
}

/// What a number of colors came to.
private struct Try {
  let colors: Int
  /// Nil before it was tried.
  let bytes: Int?
}

/// Beyond it a palette is always better.
private let mostStep = 24
/// The strongest first.
private let ditherings: [Float] = [0.6, 0.3, 0]
