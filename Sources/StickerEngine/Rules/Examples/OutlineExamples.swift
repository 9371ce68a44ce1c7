import StickerImage

extension ExampleFile {
  /// A 258 px disc on a 300 × 300 px canvas, moved off center. If it moves by more than 21 px, it is cut off.
  static func discMovedByPixels(right: Double = 0, down: Double = 0) -> ExampleFile {
    png {
      var disc = Ellipse(centeredOn: exampleCanvasSize)
      disc.centerX += right
      disc.centerY += down
      return disc.bitmap(exampleCanvasSize, .coral)
    }
  }

  /// A disc in the center of a square canvas. At 100%, it fills 86% of each side.
  static func disc(percentOfDefaultDiameter percent: Int, canvasSide side: Int = 300) -> ExampleFile {
    let canvas = PixelSize(side, side)
    return png { Ellipse(centeredOn: canvas, scale: Double(percent) / 100).bitmap(canvas, .coral) }
  }

  /// A disc with an arm that reaches the top of the canvas.
  static func discWithArmToTop(width: Int) -> ExampleFile {
    png {
      var bitmap = smallDisc
      bitmap.overwriteRect(PixelRect(x: 150 - width / 2, y: 0, width: width, height: 150), .coral, alpha: 255)
      return bitmap
    }
  }

  /// A rectangle with a dark outline, 6 px thick, that touches the top and the bottom of the canvas.
  static func outlinedFullHeightRectangle() -> ExampleFile {
    png {
      var bitmap = Bitmap(transparent: exampleCanvasSize)
      bitmap.overwriteRect(PixelRect(x: 40, y: 0, width: 220, height: 300), .plum, alpha: 255)
      bitmap.overwriteRect(PixelRect(x: 46, y: 6, width: 208, height: 288), .peach, alpha: 255)
      return bitmap
    }
  }

  /// A disc and square dots whose top-left corners are at these positions.
  ///
  /// - Parameter side: the side length of the dots in pixels.
  static func discWithDots(at corners: [(x: Int, y: Int)], side: Int, alpha: UInt8 = 255) -> ExampleFile {
    png {
      var bitmap = smallDisc
      for (x, y) in corners {
        bitmap.overwriteRect(PixelRect(x: x, y: y, width: side, height: side), .plum, alpha: alpha)
      }
      return bitmap
    }
  }

  /// A disc with a 150 × 1 px line below it.
  static func underlinedDisc(alpha: UInt8) -> ExampleFile {
    png {
      var bitmap = smallDisc
      bitmap.overwriteRect(PixelRect(x: 75, y: 270, width: 150, height: 1), .plum, alpha: alpha)
      return bitmap
    }
  }

  /// A disc over an almost transparent rectangle.
  ///
  /// - Parameter margin: the distance in pixels between the rectangle and the sides of the canvas.
  static func discOverHaze(alpha: UInt8, margin: Int) -> ExampleFile {
    png {
      let inside = PixelRect(
        x: margin, y: margin, width: exampleCanvasSize.width - 2 * margin,
        height: exampleCanvasSize.height - 2 * margin)
      var bitmap = Bitmap(transparent: exampleCanvasSize)
      bitmap.overwriteRect(inside, .white, alpha: alpha)
      bitmap.overwriteWhereVisible(with: smallDisc)
      return bitmap
    }
  }

  /// A disc whose soft edge was mixed with a matte color but kept its alpha.
  static func mattedDisc(_ matte: Color, _ color: Color = .coral) -> ExampleFile {
    png {
      var bitmap = Ellipse(centeredOn: exampleCanvasSize).bitmap(exampleCanvasSize, color)
      for at in stride(from: 0, to: bitmap.pixels.count, by: 4) where bitmap.pixels[at + 3] > 0 {
        let (alpha, behind) = (Int(bitmap.pixels[at + 3]), matte.pixel(alpha: 255))
        for sample in 0..<3 {
          let mixed = Int(bitmap.pixels[at + sample]) * alpha + Int(behind[sample]) * (255 - alpha)
          bitmap.pixels[at + sample] = UInt8(mixed / 255)
        }
      }
      return bitmap
    }
  }

  /// A dark phone with a bright metal bezel that is one antialiased pixel wide.
  static func phoneWithBrightBezel() -> ExampleFile {
    png {
      var bitmap = Bitmap(transparent: exampleCanvasSize)
      for pixel in 0..<exampleCanvasSize.area {
        // `depth` is a pixel's distance from the edge of a 141 × 261 px rectangle with rounded corners.
        let right = ((Double(pixel % 300) - 149.5).magnitude - 70.5) + 24
        let down = ((Double(pixel / 300) - 149.5).magnitude - 130.5) + 24
        let corner = (max(right, 0) * max(right, 0) + max(down, 0) * max(down, 0)).squareRoot()
        let depth = 24 - corner - min(max(right, down), 0)
        let (alpha, body) = (min(max(depth + 0.5, 0), 1), min(max(depth - 0.2, 0), 1))
        guard alpha > 0 else { continue }
        for (sample, dark) in [40.0, 44, 52].enumerated() {
          bitmap.pixels[pixel * 4 + sample] = UInt8(150 + (dark - 150) * body)
        }
        bitmap.pixels[pixel * 4 + 3] = UInt8(alpha * 255)
      }
      return bitmap
    }
  }

  /// A disc over a black shadow that fades out over 30 px.
  ///
  /// - Parameter opacityPercent: the opacity of the shadow behind the disc.
  static func shadowedDisc(opacityPercent: Int) -> ExampleFile {
    png {
      var bitmap = smallDisc
      for pixel in 0..<exampleCanvasSize.area {
        let (right, down) = (Double(pixel % 300) - 149.5, Double(pixel / 300) - 155.5)
        let beyond = (right * right + down * down).squareRoot() - 95
        let shadow = Double(opacityPercent) / 100 * min(1, max(0, 1 - beyond / 30))
        let art = Double(bitmap.pixels[pixel * 4 + 3]) / 255
        let both = art + (1 - art) * shadow
        guard both > 0 else { continue }
        for sample in 0..<3 {
          let mixed = Double(bitmap.pixels[pixel * 4 + sample]) * art / both
          bitmap.pixels[pixel * 4 + sample] = UInt8(mixed.rounded())
        }
        bitmap.pixels[pixel * 4 + 3] = UInt8((both * 255).rounded())
      }
      return bitmap
    }
  }

  /// A disc without translucent pixels, made of squares.
  ///
  /// - Parameter squareSide: the side length of the squares in pixels.
  static func jaggedDisc(squareSide: Int = 1) -> ExampleFile {
    png {
      let small = PixelSize(exampleCanvasSize.width / squareSide, exampleCanvasSize.height / squareSide)
      let disc = Ellipse(centeredOn: small).bitmap(small, .coral)
      var bitmap = Bitmap(transparent: exampleCanvasSize)
      for pixel in 0..<small.area where disc.pixels[pixel * 4 + 3] >= 128 {
        let (x, y) = (pixel % small.width * squareSide, pixel / small.width * squareSide)
        bitmap.overwriteRect(PixelRect(x: x, y: y, width: squareSide, height: squareSide), .coral, alpha: 255)
      }
      return bitmap
    }
  }

  /// A rectangle with straight, hard sides.
  static func rectangle() -> ExampleFile {
    png {
      var bitmap = Bitmap(transparent: exampleCanvasSize)
      bitmap.overwriteRect(PixelRect(x: 30, y: 40, width: 240, height: 220), .coral, alpha: 255)
      return bitmap
    }
  }

  private static func png(_ draw: @escaping @Sendable () -> Bitmap) -> ExampleFile {
    ExampleFile("sticker.png") { .bytes(try draw().encodedPNG()) }
  }
}

private let exampleCanvasSize = PixelSize(300, 300)

private var smallDisc: Bitmap {
  Ellipse(centeredOn: exampleCanvasSize, scale: 0.8).bitmap(exampleCanvasSize, .coral)
}

extension Bitmap {
  /// Replaces a rectangle inside the bitmap with one color.
  mutating func overwriteRect(_ rect: PixelRect, _ color: Color, alpha: UInt8) {
    let pixel = color.pixel(alpha: alpha)
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        let at = (y * width + x) * 4
        for sample in 0..<4 { pixels[at + sample] = pixel[sample] }
      }
    }
  }

  /// Replaces pixels with those of a bitmap of the same size, except where that bitmap is transparent.
  fileprivate mutating func overwriteWhereVisible(with other: Bitmap) {
    for at in stride(from: 0, to: pixels.count, by: 4) where other.pixels[at + 3] > 0 {
      for sample in at..<at + 4 { pixels[sample] = other.pixels[sample] }
    }
  }
}
