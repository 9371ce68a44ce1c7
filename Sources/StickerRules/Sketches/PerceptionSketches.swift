import StickerImage
import StickerModel

extension Color {
  static let nearlyBlack = Color(red: 8, green: 8, blue: 8)
  static let teal = Color(red: 0x1F, green: 0x9E, blue: 0x9E)
  static let paleGray = Color(red: 0xF4, green: 0xF4, blue: 0xF4)
  static let pureRed = Color(red: 0xFF, green: 0, blue: 0)
  /// A gray as bright as pure red.
  static let middleGray = Color(red: 0x7F, green: 0x7F, blue: 0x7F)
}

extension Sketch {
  /// A disc with a border of another color, 300 px square.
  static func outlinedDisc(_ inside: Color, _ border: Color) -> Sketch {
    Sketch("sticker.png") {
      var bitmap = Ellipse(centeredOn: canvas).bitmap(canvas, border)
      bitmap.cover(with: Ellipse(centeredOn: canvas, scale: 0.92), inside)
      return .bytes(try bitmap.encodedPNG())
    }
  }

  /// A face that smiles or does not, 300 px square.
  ///
  /// - Parameter speck: with a small white one on its forehead.
  static func face(smiling: Bool, speck: Bool = false) -> Sketch {
    Sketch("sticker.png") {
      var bitmap = Ellipse(centeredOn: canvas).bitmap(canvas, .peach)
      func paint(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, _ color: Color) {
        var spot = Ellipse(centeredOn: canvas)
        (spot.x, spot.y, spot.radiusX, spot.radiusY) = (x, y, radiusX, radiusY)
        bitmap.cover(with: spot, color)
      }
      for eye in [105.0, 195] { paint(eye, 120, 14, 20, .black) }
      paint(150, 200, 60, 30, .black)
      paint(150, smiling ? 186 : 214, 60, 30, .peach)
      if speck { paint(150, 70, 3, 3, .white) }
      return .bytes(try bitmap.encodedPNG())
    }
  }

  /// A disc that changes its color from frame to frame, 300 px square, as an endless APNG of eight frames.
  ///
  /// - Parameter scale: 1 fills 86 % of each side.
  static func flashing(_ colors: [Color], milliseconds: Int, scale: Double = 1) -> Sketch {
    Sketch("sticker.png") {
      let disc = Ellipse(centeredOn: canvas, scale: scale)
      let pictures = colors.map { disc.bitmap(canvas, $0) }
      let frames = (0..<8).map {
        Frame(pictures[$0 % pictures.count], delay: ExactSeconds(milliseconds, 1000))
      }
      return .bytes(try frames.encodedAPNG(plays: 0))
    }
  }
}

private let canvas = PixelSize(300, 300)

extension Bitmap {
  /// Lays a soft-edged ellipse over what is there, which must be opaque where it lies.
  fileprivate mutating func cover(with ellipse: Ellipse, _ color: Color) {
    let layer = ellipse.bitmap(size, color).pixels
    for at in stride(from: 0, to: layer.count, by: 4) where layer[at + 3] > 0 {
      let alpha = Int(layer[at + 3])
      for sample in at..<at + 3 {
        pixels[sample] = UInt8((Int(layer[sample]) * alpha + Int(pixels[sample]) * (255 - alpha)) / 255)
      }
    }
  }
}
