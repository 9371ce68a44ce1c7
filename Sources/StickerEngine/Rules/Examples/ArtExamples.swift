import StickerImage

extension ExampleFile {
  /// A 206 px disc on a 300 × 300 px canvas, moved off center, with an optional arm on its right side.
  ///
  /// - Parameter arm: the length of the arm, which is 12 px thick; 0 means no arm.
  static func smallDiscMovedByPixels(right: Double = 0, down: Double = 0, armLength arm: Int = 0)
    -> ExampleFile
  {
    png {
      var disc = Ellipse(centeredOn: exampleCanvasSize, scale: 0.8)
      disc.centerX += right
      disc.centerY += down
      var bitmap = disc.bitmap(exampleCanvasSize, .coral)
      bitmap.overwrite(PixelRect(x: 240, y: 144, width: arm, height: 12), .coral)
      return bitmap
    }
  }

  /// A 258 px disc on a 300 × 300 px canvas, with holes of one size.
  static func discWithHoles(at corners: [(x: Int, y: Int)], width: Int, height: Int? = nil) -> ExampleFile {
    png {
      var bitmap = Ellipse(centeredOn: exampleCanvasSize).bitmap(exampleCanvasSize, .coral)
      for (x, y) in corners {
        bitmap.overwrite(PixelRect(x: x, y: y, width: width, height: height ?? width), .white, alpha: 0)
      }
      return bitmap
    }
  }

  /// A disc that was cut out of a white background with the magic wand tool. Nearly white pixels are
  /// transparent, and the others are opaque.
  static func magicWandCutout() -> ExampleFile {
    png {
      var bitmap = Ellipse(centeredOn: exampleCanvasSize).bitmap(exampleCanvasSize, .coral)
      for at in stride(from: 0, to: bitmap.pixels.count, by: 4) where bitmap.pixels[at + 3] < 255 {
        let alpha = Int(bitmap.pixels[at + 3])
        let isTaken = alpha < 40
        for sample in 0..<3 {
          let mixed = Int(bitmap.pixels[at + sample]) * alpha + 255 * (255 - alpha)
          bitmap.pixels[at + sample] = isTaken ? 0 : UInt8(mixed / 255)
        }
        bitmap.pixels[at + 3] = isTaken ? 0 : 255
      }
      return bitmap
    }
  }

  /// A disc without translucent pixels, with a white border 3 px wide.
  static func discWithWhiteBorder() -> ExampleFile {
    png {
      var bitmap = Bitmap(transparent: exampleCanvasSize)
      for pixel in 0..<exampleCanvasSize.area {
        let (right, down) = (2 * (pixel % 300) - 299, 2 * (pixel / 300) - 299)
        let distance = right * right + down * down
        guard distance < 258 * 258 else { continue }
        let color: Color = distance < 252 * 252 ? .coral : .white
        bitmap.overwrite(PixelRect(x: pixel % 300, y: pixel / 300, width: 1, height: 1), color)
      }
      return bitmap
    }
  }

  /// A sharp disc in a glow that fades out over 40 px.
  static func glowingDisc() -> ExampleFile {
    png {
      let disc = Ellipse(centeredOn: exampleCanvasSize, scale: 0.7).bitmap(exampleCanvasSize, .plum)
      return Bitmap.softDisc(radius: 110, edgeWidth: 40, .peach).overlaid(by: disc)
    }
  }

  /// A face whose edges are as wide as in art that was enlarged by this factor.
  static func faceSoftAsIfEnlarged(by times: Double) -> ExampleFile {
    png {
      var face = Bitmap.softDisc(radius: 120, edgeWidth: times, .peach)
      for x in [105.0, 195] {
        face = face.overlaid(by: .softDisc(x: x, y: 120, radius: 24, edgeWidth: times, .black))
      }
      return face
    }
  }

  /// Pixel art of 80 × 80 squares, enlarged to 272 × 272 px without smoothing.
  static func unevenPixelArt() -> ExampleFile {
    png {
      let small = PixelSize(80, 80)
      let disc = Ellipse(centeredOn: small).bitmap(small, .coral)
      var bitmap = Bitmap(transparent: exampleCanvasSize)
      for y in 0..<272 {
        for x in 0..<272 where disc.pixels[(y * 10 / 34 * 80 + x * 10 / 34) * 4 + 3] >= 128 {
          bitmap.overwrite(PixelRect(x: x + 14, y: y + 14, width: 1, height: 1), .coral)
        }
      }
      return bitmap
    }
  }

  /// A face that was saved as a JPEG at quality 30 and then cut out again.
  static func jpegDamagedFace() -> ExampleFile {
    ExampleFile("sticker.png") {
      let disc = Ellipse(centeredOn: exampleCanvasSize).bitmap(exampleCanvasSize, .coral)
      var face = Bitmap(exampleCanvasSize, pixels: [UInt8](repeating: 255, count: exampleCanvasSize.area * 4))
        .overlaid(by: disc)
      for x in [105.0, 195] {
        face = face.overlaid(by: .softDisc(x: x, y: 120, radius: 24, edgeWidth: 1, .black))
      }
      let jpeg = try Image(decoding: face.encodedJPEG(quality: 30))
      var cutOut = jpeg.frames[0].bitmap
      for at in stride(from: 3, to: cutOut.pixels.count, by: 4) { cutOut.pixels[at] = disc.pixels[at] }
      return .bytes(try cutOut.encodedPNG())
    }
  }

  private static func png(_ draw: @escaping @Sendable () -> Bitmap) -> ExampleFile {
    ExampleFile("sticker.png") { .bytes(try draw().encodedPNG()) }
  }
}

private let exampleCanvasSize = PixelSize(300, 300)

extension Bitmap {
  /// A disc on a 300 × 300 px canvas.
  ///
  /// - Parameter edge: the width in pixels over which its edge fades out evenly.
  fileprivate static func softDisc(
    x: Double = 150, y: Double = 150, radius: Double, edgeWidth edge: Double, _ color: Color
  ) -> Bitmap {
    var bitmap = Bitmap(transparent: exampleCanvasSize)
    for pixel in 0..<exampleCanvasSize.area {
      let (right, down) = (Double(pixel % 300) + 0.5 - x, Double(pixel / 300) + 0.5 - y)
      let inside = (radius - (right * right + down * down).squareRoot()) / edge + 0.5
      let alpha = UInt8(min(1, max(0, inside)) * 255)
      if alpha == 0 { continue }
      bitmap.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: color.pixel(alpha: alpha))
    }
    return bitmap
  }

  /// Replaces a rectangle inside the bitmap with one color.
  fileprivate mutating func overwrite(_ rect: PixelRect, _ color: Color, alpha: UInt8 = 255) {
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        let at = (y * width + x) * 4
        pixels.replaceSubrange(at..<at + 4, with: color.pixel(alpha: alpha))
      }
    }
  }

  /// The bitmap with another bitmap of the same size drawn over it.
  fileprivate func overlaid(by other: Bitmap) -> Bitmap {
    var both = self
    for at in stride(from: 0, to: pixels.count, by: 4) where other.pixels[at + 3] > 0 {
      let (over, under) = (Int(other.pixels[at + 3]), Int(pixels[at + 3]))
      let alpha = over * 255 + under * (255 - over)
      for sample in at..<at + 3 {
        let mixed = Int(other.pixels[sample]) * over * 255 + Int(pixels[sample]) * under * (255 - over)
        both.pixels[sample] = UInt8(mixed / alpha)
      }
      both.pixels[at + 3] = UInt8((alpha + 127) / 255)
    }
    return both
  }
}

extension Color {
  static let nearlyBlack = Color(red: 8, green: 8, blue: 8)
  static let teal = Color(red: 0x1F, green: 0x9E, blue: 0x9E)
  static let paleGray = Color(red: 0xF4, green: 0xF4, blue: 0xF4)
  static let pureRed = Color(red: 0xFF, green: 0, blue: 0)
  /// A gray as bright as pure red.
  static let middleGray = Color(red: 0x7F, green: 0x7F, blue: 0x7F)
}

extension ExampleFile {
  /// A disc with a border of another color on a 300 × 300 px canvas.
  static func outlinedDisc(_ inside: Color, _ border: Color) -> ExampleFile {
    ExampleFile("sticker.png") {
      var bitmap = Ellipse(centeredOn: exampleCanvasSize).bitmap(exampleCanvasSize, border)
      bitmap.coverOpaquePixels(with: Ellipse(centeredOn: exampleCanvasSize, scale: 0.92), inside)
      return .bytes(try bitmap.encodedPNG())
    }
  }

  /// A face on a 300 × 300 px canvas.
  ///
  /// - Parameter speck: whether the face has a small white speck on its forehead.
  static func face(smiling: Bool, speck: Bool = false) -> ExampleFile {
    ExampleFile("sticker.png") {
      var bitmap = Ellipse(centeredOn: exampleCanvasSize).bitmap(exampleCanvasSize, .peach)
      func paint(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, _ color: Color) {
        var spot = Ellipse(centeredOn: exampleCanvasSize)
        (spot.centerX, spot.centerY, spot.radiusX, spot.radiusY) = (x, y, radiusX, radiusY)
        bitmap.coverOpaquePixels(with: spot, color)
      }
      for eye in [105.0, 195] { paint(eye, 120, 14, 20, .black) }
      paint(150, 200, 60, 30, .black)
      paint(150, smiling ? 186 : 214, 60, 30, .peach)
      if speck { paint(150, 70, 3, 3, .white) }
      return .bytes(try bitmap.encodedPNG())
    }
  }

  /// A disc on a 300 × 300 px canvas that changes color in every frame, as an endless APNG with eight frames.
  ///
  /// - Parameter scale: the size of the disc; at 1, the disc fills 86% of each side.
  static func flashingDisc(_ colors: [Color], milliseconds: Int, scale: Double = 1) -> ExampleFile {
    ExampleFile("sticker.png") {
      let disc = Ellipse(centeredOn: exampleCanvasSize, scale: scale)
      let pictures = colors.map { disc.bitmap(exampleCanvasSize, $0) }
      let frames = (0..<8).map {
        Frame(pictures[$0 % pictures.count], delay: ExactSeconds(milliseconds, 1000))
      }
      return .bytes(try frames.encodedAPNG(plays: 0))
    }
  }
}

extension Bitmap {
  /// Draws a soft-edged ellipse over pixels that must be opaque.
  fileprivate mutating func coverOpaquePixels(with ellipse: Ellipse, _ color: Color) {
    let layer = ellipse.bitmap(size, color).pixels
    for at in stride(from: 0, to: layer.count, by: 4) where layer[at + 3] > 0 {
      let alpha = Int(layer[at + 3])
      for sample in at..<at + 3 {
        pixels[sample] = UInt8((Int(layer[sample]) * alpha + Int(pixels[sample]) * (255 - alpha)) / 255)
      }
    }
  }
}
