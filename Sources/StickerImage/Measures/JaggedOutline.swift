/// The steps in a slanted or curved outline, at display size.
///
/// An outline pixel is solid (alpha of at least 128) next to one that isn't. It is slanted if its direction is
/// more than 8° off both axes, and hard if no pixel around it is translucent (alpha of 16...239).
public struct JaggedOutline: Hashable, Sendable {
  /// The number of outline pixels in the most jagged frame.
  public private(set) var outlinePixels = 0
  /// The number of outline pixels that are slanted.
  public private(set) var slantedPixels = 0
  /// The number of slanted pixels that are hard.
  public private(set) var hardPixels = 0
  /// The positions of up to 128 hard pixels.
  public private(set) var hardPixelPositions: [PixelPoint] = []
  /// The index of the most jagged frame, starting at 0.
  public private(set) var mostJaggedFrameIndex = 0

  /// The minimum number of slanted pixels in a jagged outline, and of solid pixels in its frame.
  private static let (minSlantedPixels, minSolidPixels) = (24, 64)
  /// On larger canvases, a pixel is smaller than 3/4 of a device pixel, so steps aren't visible.
  private static let maxMeasuredCanvasSide = 544
  /// The sine of 8°.
  private static let minSlantSine = 0.14
  /// Gradients below this share of `AlphaGradientOperator.sharpEdgeGradientLength` have no clear direction.
  private static let minGradientShareOfSharpEdge = 0.05 * 8

  init() {}

  /// The share of the slanted pixels that are hard, 0...1.
  public var hardShare: Double { slantedPixels == 0 ? 0 : Double(hardPixels) / Double(slantedPixels) }

  /// The share of the outline that is slanted, 0...1.
  public var slantedShare: Double {
    outlinePixels == 0 ? 0 : Double(slantedPixels) / Double(outlinePixels)
  }

  mutating func addFrame(_ bitmap: Bitmap, _ masks: AlphaLevelMasks, number: Int) {
    let outline = masks.solid.subtracting(masks.solid.erodedByCross).withoutOutermostPixels
    let soft = masks.atLeastFaint.subtracting(masks.nearlyOpaque)
    let hard = soft.isEmpty ? outline : outline.subtracting(soft.dilated(by: 1))
    // At least 30% of a jagged outline is slanted, and at least half of that is hard.
    let (outlineCount, hardCount) = (outline.setBitCount, hard.setBitCount)
    guard hardCount * 100 >= outlineCount * 15, hardCount * 2 >= Self.minSlantedPixels,
      masks.solid.setBitCount >= Self.minSolidPixels, bitmap.size.longerSide <= Self.maxMeasuredCanvasSide
    else { return }
    let places = outline.positions
    let gradients = AlphaGradientOperator.coarseScale.gradients(of: bitmap, at: places)
    var (slanted, hardPlaces) = (0, [PixelPoint]())
    for (place, gradient) in zip(places, gradients) {
      let length = (gradient.x * gradient.x + gradient.y * gradient.y).squareRoot()
      guard length > Self.minGradientShareOfSharpEdge * AlphaGradientOperator.sharpEdgeGradientLength,
        min(gradient.x.magnitude, gradient.y.magnitude) > Self.minSlantSine * length
      else { continue }
      slanted += 1
      if hard.word(place.x / 64, row: place.y) & 1 << UInt64(place.x % 64) != 0 { hardPlaces.append(place) }
    }
    guard slanted >= Self.minSlantedPixels, hardPlaces.count * 2 > slanted,
      hardPlaces.count * slantedPixels > hardPixels * slanted || slantedPixels == 0, !bitmap.isPixelArt
    else { return }
    (outlinePixels, slantedPixels, hardPixels, mostJaggedFrameIndex) = (
      outlineCount, slanted, hardPlaces.count, number
    )
    hardPixelPositions = hardPlaces.evenlyThinned(to: 128)
  }
}

extension [PixelPoint] {
  /// At most `most` of the positions, evenly spread.
  func evenlyThinned(to most: Int) -> [PixelPoint] {
    count <= most ? self : (0..<most).map { self[$0 * count / most] }
  }
}
