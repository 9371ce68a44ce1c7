import StickerImage

extension ExampleFile {
  /// A soft-edged ellipse that fills 86% of each side, on a transparent background.
  static func disc(_ width: Int, _ height: Int, _ color: Color = .coral) -> ExampleFile {
    let canvas = PixelSize(width, height)
    return png { Ellipse(centeredOn: canvas).bitmap(canvas, color) }
  }

  /// A canvas without visible pixels.
  static func blank(_ width: Int, _ height: Int) -> ExampleFile {
    png { Bitmap(transparent: PixelSize(width, height)) }
  }

  /// An ellipse on a solid background.
  static func discOnBackground(_ width: Int, _ height: Int, _ ground: Color) -> ExampleFile {
    png { solidDisc(PixelSize(width, height), on: ground) }
  }

  /// A solid rectangle with a transparent hole in its center.
  static func rectangleWithHole(_ width: Int, _ height: Int, _ color: Color) -> ExampleFile {
    let canvas = PixelSize(width, height)
    return png {
      var bitmap = Ellipse(centeredOn: canvas).bitmap(canvas, color)
      for pixel in 0..<canvas.area {
        let at = pixel * 4
        bitmap.pixels.replaceSubrange(at..<at + 4, with: color.pixel(alpha: 255 - bitmap.pixels[at + 3]))
      }
      return bitmap
    }
  }

  /// An ellipse on a white background, as a JPEG.
  static func jpeg(_ width: Int, _ height: Int) -> ExampleFile {
    ExampleFile("sticker.jpg") {
      .bytes(try solidDisc(PixelSize(width, height), on: .white).encodedJPEG(quality: 90))
    }
  }

  private static func png(_ draw: @escaping @Sendable () -> Bitmap) -> ExampleFile {
    ExampleFile("sticker.png") { .bytes(try draw().encodedPNG()) }
  }
}

private func solidDisc(_ canvas: PixelSize, on ground: Color) -> Bitmap {
  var bitmap = Ellipse(centeredOn: canvas).bitmap(canvas, .coral)
  for pixel in 0..<canvas.area {
    let at = pixel * 4
    let alpha = Int(bitmap.pixels[at + 3])
    if alpha == 255 { continue }
    let (over, under) = (Color.coral.pixel(alpha: 255), ground.pixel(alpha: 255))
    for sample in 0..<4 {
      let mixed = Int(over[sample]) * alpha + Int(under[sample]) * (255 - alpha)
      bitmap.pixels[at + sample] = UInt8(mixed / 255)
    }
  }
  return bitmap
}

/// An opaque RGB color.
struct Color {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  static let coral = Color(red: 0xFF, green: 0x6F, blue: 0x59)
  static let peach = Color(red: 0xFF, green: 0xCC, blue: 0xAA)
  static let plum = Color(red: 0x64, green: 0x32, blue: 0x82)
  static let black = Color(red: 0, green: 0, blue: 0)
  static let white = Color(red: 0xFF, green: 0xFF, blue: 0xFF)

  /// One RGBA pixel with straight alpha.
  func pixel(alpha: UInt8) -> [UInt8] { [red, green, blue, alpha] }
}

/// An ellipse with soft edges.
struct Ellipse {
  /// Pixels from the left edge of the canvas.
  var centerX: Double
  /// Pixels from the top edge of the canvas.
  var centerY: Double
  /// Half the width in pixels.
  var radiusX: Double
  /// Half the height in pixels.
  var radiusY: Double

  /// Creates an ellipse in the center of a canvas. A `scale` of 1 fills 86% of each side.
  init(centeredOn canvas: PixelSize, scale: Double = 1) {
    (centerX, centerY) = (Double(canvas.width) / 2, Double(canvas.height) / 2)
    (radiusX, radiusY) = (centerX * 0.86 * scale, centerY * 0.86 * scale)
  }

  /// Draws the ellipse on a transparent background.
  func bitmap(_ canvas: PixelSize, _ color: Color) -> Bitmap {
    var bitmap = Bitmap(transparent: canvas)
    guard radiusX > 0, radiusY > 0 else { return bitmap }
    let sharpness = min(radiusX, radiusY)
    for row in 0..<canvas.height {
      let down = (Double(row) + 0.5 - centerY) / radiusY
      guard let outer = halfWidth(normalizedY: down, scale: 1 + 0.5 / sharpness) else { continue }
      // Only pixels near the edge need a coverage calculation.
      let inner = halfWidth(normalizedY: down, scale: 1 - 0.5 / sharpness) ?? 0
      for column in max(0, Int(centerX - outer))..<min(canvas.width, Int(centerX + outer) + 1) {
        let across = Double(column) + 0.5 - centerX
        var alpha: UInt8 = 255
        if across.magnitude >= inner {
          let distance = (across / radiusX * (across / radiusX) + down * down).squareRoot()
          alpha = UInt8(min(1, max(0, (1 - distance) * sharpness + 0.5)) * 255)
        }
        if alpha == 0 { continue }
        let at = (row * canvas.width + column) * 4
        bitmap.pixels[at] = color.red
        bitmap.pixels[at + 1] = color.green
        bitmap.pixels[at + 2] = color.blue
        bitmap.pixels[at + 3] = alpha
      }
    }
    return bitmap
  }

  /// Half the width of a row inside the ellipse, scaled by `factor`; nil if the row is outside.
  private func halfWidth(normalizedY down: Double, scale factor: Double) -> Double? {
    let left = factor * factor - down * down
    return factor > 0 && left > 0 ? radiusX * left.squareRoot() : nil
  }
}

/// Art that fills its canvas or stands on its bottom edge.
extension ExampleFile {
  /// A gradient of colors that never repeat along the edge, as in a photo.
  static func opaqueGradient(_ width: Int, _ height: Int) -> ExampleFile {
    let canvas = PixelSize(width, height)
    return ExampleFile("sticker.png") {
      var bitmap = Bitmap(transparent: canvas)
      for pixel in 0..<canvas.area {
        let (x, y) = (pixel % width * 255 / width, pixel / width * 255 / height)
        let color = Color(red: UInt8(x), green: UInt8(y), blue: UInt8(255 - (x + y) / 2))
        bitmap.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: color.pixel(alpha: 255))
      }
      return .bytes(try bitmap.encodedPNG())
    }
  }

  /// A tile with rounded corners that fills its canvas, except for a margin.
  static func roundedSquare(canvasSide side: Int, radius: Int, margin: Int = 0) -> ExampleFile {
    let canvas = PixelSize(side, side)
    return ExampleFile("sticker.png") {
      var bitmap = Bitmap(transparent: canvas)
      for pixel in 0..<canvas.area {
        // All distances are in half pixels, from the center of the circle at the nearest corner.
        let (x, y) = (pixel % side * 2 + 1, pixel / side * 2 + 1)
        let inset = radius + margin
        let dx = max(inset * 2 - x, x - (side - inset) * 2, 0)
        let dy = max(inset * 2 - y, y - (side - inset) * 2, 0)
        guard dx * dx + dy * dy <= radius * radius * 4 else { continue }
        bitmap.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: Color.plum.pixel(alpha: 255))
      }
      return .bytes(try bitmap.encodedPNG())
    }
  }

  /// A figure with a head and a straight body that stands on the bottom of a 300 × 300 px canvas.
  ///
  /// - Parameter bodyWidth: the width of the body in pixels.
  /// - Parameter shift: the figure's distance to the right of the center, in pixels.
  static func figureOnBottomEdge(bodyWidth: Int, shift: Int = 0) -> ExampleFile {
    let canvas = PixelSize(300, 300)
    return ExampleFile("sticker.png") {
      var head = Ellipse(centeredOn: canvas, scale: 0.4)
      (head.centerX, head.centerY) = (150 + Double(shift), 80)
      var bitmap = head.bitmap(canvas, .peach)
      let body = PixelRect(x: 150 - bodyWidth / 2 + shift, y: 120, width: bodyWidth, height: 180)
      bitmap.overwriteRect(body, .coral, alpha: 255)
      return .bytes(try bitmap.encodedPNG())
    }
  }
}
