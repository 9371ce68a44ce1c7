import StickerImage
import StickerModel

extension Sketch {
  /// A soft-edged ellipse over 86 % of the canvas, on transparent ground.
  static func disc(_ width: Int, _ height: Int, _ color: Color = .coral) -> Sketch {
    let canvas = PixelSize(width, height)
    return png { Ellipse(centeredOn: canvas).bitmap(canvas, color) }
  }

  /// A canvas without a visible pixel.
  static func blank(_ width: Int, _ height: Int) -> Sketch {
    png { Bitmap(transparent: PixelSize(width, height)) }
  }

  /// An ellipse on solid ground.
  static func opaque(_ width: Int, _ height: Int, _ ground: Color) -> Sketch {
    png { solidDisc(PixelSize(width, height), on: ground) }
  }

  /// A solid sheet with a clear hole in its middle.
  static func framed(_ width: Int, _ height: Int, _ color: Color) -> Sketch {
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

  /// An ellipse on white ground as a JPEG.
  static func jpeg(_ width: Int, _ height: Int) -> Sketch {
    Sketch("sticker.jpg") {
      .bytes(try solidDisc(PixelSize(width, height), on: .white).encodedJPEG(quality: 90))
    }
  }

  private static func png(_ draw: @escaping @Sendable () -> Bitmap) -> Sketch {
    Sketch("sticker.png") { .bytes(try draw().encodedPNG()) }
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
