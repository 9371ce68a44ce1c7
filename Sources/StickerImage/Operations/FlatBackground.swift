/// The uniform background color of art. In every frame, at least 60% of the pixels along the edge of the
/// canvas have this color.
public struct FlatBackground: Hashable, Sendable {
  /// The color, 0xRRGGBB.
  public let rgb: UInt32
  /// The maximum difference between background samples and the color, 0...255. It is higher in noisy images,
  /// such as JPEGs.
  public private(set) var tolerance: Int

  /// The noise: how much a pixel differs from both of its neighbors, 0...255.
  private(set) var noiseBetweenNeighbors: Int

  /// The `tolerance` for the pixels around art in a JPEG, which is higher because edges cause ringing and
  /// color bleeding.
  private(set) var toleranceNearArt: Int

  /// Whether the image came from a JPEG or a scanner. Noise of 1 comes from rounding.
  var isNoisy: Bool { noiseBetweenNeighbors >= 2 }

  /// The samples of the color: red, green, blue, 0.
  var rgbSamplesPaddedWithZero: SIMD4<Int32> {
    SIMD4(Int32(rgb >> 16 & 255), Int32(rgb >> 8 & 255), Int32(rgb & 255), 0)
  }

  /// The minimum percentage of the ring of outermost pixels that must have the color. The rest is art that
  /// extends past the canvas. Gradients and photos in the corpus are far below it.
  static let minRingSharePercent = 60
  /// Enough for the noise of a JPEG with a quality of 50.
  static let maxTolerance = 48
  private static let ringTolerance = 12

  /// Finds the background.
  ///
  /// - Parameter frames: Frames of the same size. All frames of an animation share one background.
  /// - Returns: nil if there is no background, if it isn't flat (as in a photo or a gradient), or if the case
  ///   is ambiguous.
  /// - Complexity: O(pixels).
  public init?(of frames: [Bitmap]) {
    var border = BorderRing()
    for frame in frames { border.add(BorderRing(of: frame)) }
    guard let color = border.mostFrequentSolidColor else { return nil }
    var (noise, noiseNearArt) = (PeakAndValleyHistogram(), PeakAndValleyHistogram())
    for frame in frames {
      guard frame.size.shorterSide >= 3, Self.hasFlatRing(frame, color) else { return nil }
      let flood = BackgroundFlood(frame, color: color, tolerance: 28)
      noise.addFrame(flood, within: nil)
      noiseNearArt.addFrame(flood, within: JPEGArtifactBand(flood))
    }
    self.rgb = color
    let (everywhere, nearArt) = (
      noise.largestDifference(exceptOneIn: 200), noiseNearArt.largestDifference(exceptOneIn: 100)
    )
    self.noiseBetweenNeighbors = max(everywhere, nearArt)
    tolerance = Self.tolerance(noise: everywhere)
    toleranceNearArt = Self.tolerance(noise: max(everywhere, 2 * nearArt))
  }

  /// The same background with the tolerances for art without noise.
  var withoutNoise: FlatBackground {
    var even = self
    even.noiseBetweenNeighbors = 0
    even.tolerance = Self.tolerance(noise: 0)
    even.toleranceNearArt = even.tolerance
    return even
  }

  private static func tolerance(noise: Int) -> Int {
    min(noise < 2 ? 4 : 4 + 5 * noise, maxTolerance)
  }

  /// Whether the ring of a frame has one color.
  private static func hasFlatRing(_ frame: Bitmap, _ color: UInt32) -> Bool {
    let (right, bottom) = (frame.width - 1, frame.height - 1)
    var (solid, near) = (0, 0)
    func look(_ x: Int, _ y: Int) {
      let at = (y * frame.width + x) * 4
      guard frame.pixels[at + 3] >= 250 else { return }
      solid += 1
      if frame.maxVisibleSampleDifference(atByte: at, from: color) <= ringTolerance { near += 1 }
    }
    for x in 0...right {
      look(x, 0)
      look(x, bottom)
    }
    for y in 1..<bottom {
      look(0, y)
      look(right, y)
    }
    return solid * 2 >= 2 * (right + bottom) && near * 100 >= solid * minRingSharePercent
  }
}

/// A histogram of how much background pixels differ from both of their neighbors.
private struct PeakAndValleyHistogram {
  private var pixelCountsByDifference = [Int](repeating: 0, count: 256)

  /// Counts pixels whose left and right neighbors are also background, so that soft edges of art don't count.
  ///
  /// - Parameter band: If given, only pixels within the band count.
  mutating func addFrame(_ flood: BackgroundFlood, within band: JPEGArtifactBand?) {
    let margin = 3
    for y in 0..<flood.size.height {
      var run = 0
      for x in 0..<flood.size.width {
        let at = y &* flood.size.width &+ x
        run = flood.isBackground[at] ? run &+ 1 : 0
        guard run > 2 &* margin else { continue }
        let middle = at &- margin
        if let band, !band.isNearArt[middle] { continue }
        // Only peaks and valleys count, because the slope of a shadow and the edge of pale art are monotonic.
        let (before, own) = (Int(flood.differences[middle &- 1]), Int(flood.differences[middle]))
        let after = Int(flood.differences[middle &+ 1])
        let isPeak = (own > before) == (own > after)
        pixelCountsByDifference[isPeak ? min(abs(own &- before), abs(own &- after)) : 0] &+= 1
      }
    }
  }

  /// The largest difference after ignoring the most extreme pixels: one in `share`.
  func largestDifference(exceptOneIn share: Int) -> Int {
    var rest = pixelCountsByDifference.reduce(0, +) / share
    for step in pixelCountsByDifference.indices.reversed() {
      rest -= pixelCountsByDifference[step]
      if rest < 0 { return step }
    }
    return 0
  }
}

extension Bitmap {
  /// The largest difference between the samples of a pixel and of a color, or 0 if the pixel is transparent.
  @inline(__always)
  func maxVisibleSampleDifference(atByte: Int, from color: UInt32) -> UInt8 {
    guard pixels[atByte &+ 3] > 0 else { return 0 }
    let red = Int16(pixels[atByte]) &- Int16(truncatingIfNeeded: color >> 16 & 255)
    let green = Int16(pixels[atByte &+ 1]) &- Int16(truncatingIfNeeded: color >> 8 & 255)
    let blue = Int16(pixels[atByte &+ 2]) &- Int16(truncatingIfNeeded: color & 255)
    return UInt8(truncatingIfNeeded: max(red.magnitude, green.magnitude, blue.magnitude))
  }
}

/// The area in which JPEG compression has distorted the background around art. Blocks of 16 px that contain
/// an edge show ringing and color bleeding.
struct JPEGArtifactBand {
  /// For each pixel, whether a pixel that is certainly art is within `mcuSide`.
  private(set) var isNearArt: [Bool]
  /// The difference from the background above which a pixel is certainly art, 0...255.
  let minArtDifference: UInt8

  /// The side of a block in pixels if color is stored at half resolution.
  /// - Source: ITU-T T.81, A.2.
  private static let mcuSide = 16
  private static let minArtDifferenceRange = 8...64

  init(_ flood: BackgroundFlood) {
    var counts = [Int](repeating: 0, count: 256)
    for pixel in flood.differences.indices where !flood.isBackground[pixel] {
      counts[Int(flood.differences[pixel])] &+= 1
    }
    // Half of the median, because art that differs little from its background causes little ringing.
    var rest = counts.reduce(0, +) / 2
    let median = counts.firstIndex {
      rest -= $0
      return rest < 0
    }
    let range = Self.minArtDifferenceRange
    let least = UInt8(clamping: min(max((median ?? 0) / 2, range.lowerBound), range.upperBound))
    minArtDifference = least
    isNearArt = zip(flood.differences, flood.isBackground).map { $0 > least && !$1 }
    isNearArt.dilate(flood.size, by: Self.mcuSide)
  }
}

extension [Bool] {
  /// Sets every pixel within `reach` pixels of a set pixel, including diagonally.
  mutating func dilate(_ size: PixelSize, by reach: Int) {
    for y in 0..<size.height { dilate(from: y * size.width, by: 1, count: size.width, reach) }
    for x in 0..<size.width { dilate(from: x, by: size.width, count: size.height, reach) }
  }

  /// Widens the set pixels of a row or column in both directions.
  private mutating func dilate(from start: Int, by step: Int, count: Int, _ reach: Int) {
    // Positions ahead of the written one still have their old values.
    var (last, next) = (-reach - 1, 0)
    for place in 0..<count {
      while next < count, next <= place + reach {
        if self[start + next * step] { last = next }
        next += 1
      }
      if last >= place - reach { self[start + place * step] = true }
    }
  }
}
