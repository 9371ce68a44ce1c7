import StickerImage

/// A sticker drawn in code.
struct Artwork: Sendable {
  /// The file's name without `.png`.
  let name: String
  /// How many pictures an animation has; 1 for a still.
  let frameCount: Int
  /// The picture at a share of the cycle, 0..<1.
  let draw: @Sendable (Double) -> Picture

  /// A sticker of one frame.
  init(still name: String, draw: @escaping @Sendable () -> Picture) {
    self.name = name
    frameCount = 1
    self.draw = { _ in draw() }
  }

  /// An animation that ends where it begins.
  init(animation name: String, frameCount: Int, draw: @escaping @Sendable (Double) -> Picture) {
    self.name = name
    self.frameCount = frameCount
    self.draw = draw
  }

  /// The frames at 15 a second, the rate that every player keeps.
  ///
  /// - Parameter side: pixels.
  /// - Parameter place: turns, scales and recolors the whole drawing.
  func frames(side: Int, _ place: Placement = .asDrawn) -> [Frame] {
    let pictures = (0..<frameCount).map { draw(Double($0) / Double(frameCount)) }
    let paper = Picture.paper(for: pictures, side: side, place)
    let delay = frameCount == 1 ? .zero : ExactSeconds(1, 15)
    return pictures.map { Frame($0.bitmap(on: paper, place), delay: delay) }
  }
}

extension Artwork {
  /// Every sticker of the house's pack.
  static let all = [cat, coffee, rocket, heart, ghost, cactus, star, avocado, rainCloud, donut]
}

/// A sticker in the house's manner: flat fills with a dark outline, around all of it a white border as if cut
/// from paper, below it a soft shadow.
struct Picture {
  /// One shape in its paint.
  private struct Layer {
    var shape: Shape
    var paint: Paint
    var blur: Double
  }

  private var layers: [Layer] = []
  private var silhouette: [Shape] = []

  /// Adds a part with an outline of its own; the white border runs around it.
  mutating func part(_ shape: Shape, _ paint: Paint, outline: Paint = .house) {
    parts([(shape, paint)], outline: outline)
  }

  /// Adds a part with an outline that lies on paper which is there anyway (`paper`).
  mutating func ornament(_ shape: Shape, _ paint: Paint) {
    detail(shape.grown(outlineUnits), .house)
    detail(shape, paint)
  }

  /// Adds parts that share one outline.
  mutating func parts(_ parts: [(Shape, Paint)], outline: Paint = .house) {
    for (shape, _) in parts {
      silhouette.append(shape.grown(outlineUnits))
      layers.append(Layer(shape: shape.grown(outlineUnits), paint: outline, blur: 0))
    }
    for (shape, paint) in parts { layers.append(Layer(shape: shape, paint: paint, blur: 0)) }
  }

  /// Adds something drawn on a part: it changes neither outline nor border.
  mutating func detail(_ shape: Shape, _ paint: Paint, blur: Double = 0) {
    layers.append(Layer(shape: shape, paint: paint, blur: blur))
  }

  /// Adds room on the paper: nothing is painted, but the white border runs around the shape.
  mutating func paper(_ shape: Shape) { silhouette.append(shape) }

  /// Paper that all of the pictures fit on, and its shadow: that of an animation lies still.
  ///
  /// - Parameter pictures: with the same parts in the same order.
  /// - Parameter side: pixels.
  static func paper(for pictures: [Picture], side: Int, _ place: Placement) -> Canvas {
    var canvas = Canvas(side: side)
    let parts = pictures[0].silhouette.indices.map { part in
      Shape.union(pictures.map { $0.silhouette[part] })
    }
    let border = place.applied(to: Shape.melted(parts, 14).grown(borderUnits))
    canvas.paint(border.moved(0, 2.6), .flat(shadow), blur: 7)
    canvas.paint(border, .hex(0xFFFFFF))
    return canvas
  }

  /// The picture on its paper.
  func bitmap(on paper: Canvas, _ place: Placement) -> Bitmap {
    var canvas = paper
    for layer in layers {
      canvas.paint(place.applied(to: layer.shape), place.applied(to: layer.paint), blur: layer.blur)
    }
    return canvas.bitmap
  }
}

/// How a whole drawing is turned, scaled and recolored.
struct Placement: Sendable {
  /// Full circles, clockwise, around the middle.
  var turns = 0.0
  /// The scale of the drawing, at most 1: more would leave the canvas.
  var scale = 1.0
  /// How far red, green and blue are mixed with each other in a circle, 0...1.
  var hue = 0.0

  /// A drawing that is neither turned nor scaled nor recolored.
  static let asDrawn = Placement()

  fileprivate func applied(to shape: Shape) -> Shape {
    guard turns != 0 || scale != 1 else { return shape }
    let middle = Point(canvasUnits / 2, canvasUnits / 2)
    return shape.scaled(scale, scale, around: middle).turned(turns, around: middle)
  }

  fileprivate func applied(to paint: Paint) -> Paint {
    guard hue != 0 else { return paint }
    return paint.mapped { $0.mixed(Ink($0.y, $0.z, $0.x, $0.w), hue) }
  }
}

extension Paint {
  /// The color of outlines and eyes.
  static let house = Paint.hex(0x3B2A52)
}

private let outlineUnits = 2.4
private let borderUnits = 6.0
/// Tinted, not black: a black rim beside white paper is what a badly cut-out picture has.
private let shadow = Ink(hex: 0x5A4A8C).faded(0.42)
