import StickerImage

/// A sticker drawn in code.
struct Artwork: Sendable {
  /// The file name without `.png`.
  let name: String
  /// The number of frames; 1 for a still.
  let frameCount: Int
  /// Draws the sticker at a phase of the loop, 0..<1.
  let drawAtPhase: @Sendable (Double) -> StickerDrawing

  init(still name: String, draw: @escaping @Sendable () -> StickerDrawing) {
    self.name = name
    frameCount = 1
    self.drawAtPhase = { _ in draw() }
  }

  /// Creates an animation. It loops seamlessly if `draw` is periodic.
  init(animation name: String, frameCount: Int, draw: @escaping @Sendable (Double) -> StickerDrawing) {
    self.name = name
    self.frameCount = frameCount
    self.drawAtPhase = draw
  }

  /// Returns the frames at 15 per second, a rate that all players support.
  ///
  /// - Parameters:
  ///   - side: the side of the canvas in px.
  ///   - variation: the rotation, scale and color change of the whole drawing.
  func frames(side: Int, _ variation: DrawingVariation = .unchanged) -> [Frame] {
    let pictures = (0..<frameCount).map { drawAtPhase(Double($0) / Double(frameCount)) }
    let background = StickerDrawing.sharedBorderAndShadow(for: pictures, side: side, variation)
    let delay = frameCount == 1 ? .zero : ExactSeconds(1, 15)
    return pictures.map { Frame($0.bitmap(on: background, variation), delay: delay) }
  }
}

extension Artwork {
  /// All stickers of the sample pack.
  static let all = [
    wavingCat, coffee, rocket, bouncingHeart, ghost, cactus, blinkingStar, avocado, rainCloud, donut,
  ]
}

/// A sticker in the style of the sample pack: flat fills with a dark outline, a white border as if it were
/// cut from paper, and a soft shadow.
struct StickerDrawing {
  /// One shape and its paint.
  private struct Layer {
    var shape: Shape
    var paint: Paint
    var blurWidthUnits: Double
  }

  private var layers: [Layer] = []
  private var shapesInsideBorder: [Shape] = []

  /// Adds a part with its own outline, surrounded by the white border.
  mutating func addBorderedPart(_ shape: Shape, _ paint: Paint, outline: Paint = .outlineColor) {
    addBorderedPartsSharingOutline([(shape, paint)], outline: outline)
  }

  /// Adds a part with an outline that does not extend the white border.
  mutating func addOutlinedDetail(_ shape: Shape, _ paint: Paint) {
    addDetail(shape.grown(outlineWidthUnits), .outlineColor)
    addDetail(shape, paint)
  }

  /// Adds parts that share one outline.
  mutating func addBorderedPartsSharingOutline(_ parts: [(Shape, Paint)], outline: Paint = .outlineColor) {
    for (shape, _) in parts {
      shapesInsideBorder.append(shape.grown(outlineWidthUnits))
      layers.append(Layer(shape: shape.grown(outlineWidthUnits), paint: outline, blurWidthUnits: 0))
    }
    for (shape, paint) in parts { layers.append(Layer(shape: shape, paint: paint, blurWidthUnits: 0)) }
  }

  /// Adds a detail to a part. It changes neither the outline nor the border.
  mutating func addDetail(_ shape: Shape, _ paint: Paint, blurWidthUnits blur: Double = 0) {
    layers.append(Layer(shape: shape, paint: paint, blurWidthUnits: blur))
  }

  /// Extends the white border around a shape without painting the shape.
  mutating func extendBorder(around shape: Shape) { shapesInsideBorder.append(shape) }

  /// Draws the white border and its shadow for all frames, so that both stay still in an animation.
  ///
  /// - Parameters:
  ///   - pictures: the frames, with the same parts in the same order.
  ///   - side: the side of the canvas in px.
  static func sharedBorderAndShadow(for pictures: [StickerDrawing], side: Int, _ variation: DrawingVariation)
    -> DrawingCanvas
  {
    var canvas = DrawingCanvas(side: side)
    let parts = pictures[0].shapesInsideBorder.indices.map { part in
      Shape.union(pictures.map { $0.shapesInsideBorder[part] })
    }
    let border = variation.appliedRotationAndScale(
      to: Shape.smoothUnion(parts, width: 14).grown(borderWidthUnits))
    canvas.paint(border.moved(0, 2.6), .flat(shadowColor), blurWidthUnits: 7)
    canvas.paint(border, .hex(0xFFFFFF))
    return canvas
  }

  /// Draws the picture on its border and shadow.
  func bitmap(on background: DrawingCanvas, _ variation: DrawingVariation) -> Bitmap {
    var canvas = background
    for layer in layers {
      canvas.paint(
        variation.appliedRotationAndScale(to: layer.shape), variation.appliedColorChange(to: layer.paint),
        blurWidthUnits: layer.blurWidthUnits)
    }
    return canvas.bitmap
  }
}

/// The rotation, scale and color change of a whole drawing.
struct DrawingVariation: Sendable {
  /// The rotation in full turns, clockwise, around the center.
  var turns = 0.0
  /// The scale of the drawing. It is at most 1, because a larger drawing would not fit on the canvas.
  var scale = 1.0
  /// The share of the next color channel that is mixed into each channel, 0...1.
  var nextChannelShare = 0.0

  /// No change.
  static let unchanged = DrawingVariation()

  fileprivate func appliedRotationAndScale(to shape: Shape) -> Shape {
    guard turns != 0 || scale != 1 else { return shape }
    let middle = Point(canvasSideUnits / 2, canvasSideUnits / 2)
    return shape.scaled(scale, scale, around: middle).rotated(turns: turns, around: middle)
  }

  fileprivate func appliedColorChange(to paint: Paint) -> Paint {
    guard nextChannelShare != 0 else { return paint }
    return paint.mapped { $0.mixed(RGBAColor($0.y, $0.z, $0.x, $0.w), nextChannelShare) }
  }
}

extension Paint {
  /// The color of outlines and eyes.
  static let outlineColor = Paint.hex(0x3B2A52)
}

private let outlineWidthUnits = 2.4
private let borderWidthUnits = 6.0
/// The shadow is tinted rather than black, because a black rim next to a white border looks like a badly
/// cut-out image.
private let shadowColor = RGBAColor(hex: 0x5A4A8C).withOpacity(multipliedBy: 0.42)
