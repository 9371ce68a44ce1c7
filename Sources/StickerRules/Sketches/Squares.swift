import StickerImage
import StickerModel

/// Art that fills its square, and art that stands on its edge.
extension Sketch {
  /// Colors that run from one side to the other, as in a photo: no two places of the edge are alike.
  static func photo(_ width: Int, _ height: Int) -> Sketch {
    let canvas = PixelSize(width, height)
    return Sketch("sticker.png") {
      var bitmap = Bitmap(transparent: canvas)
      for pixel in 0..<canvas.area {
        let (x, y) = (pixel % width * 255 / width, pixel / width * 255 / height)
        let color = Color(red: UInt8(x), green: UInt8(y), blue: UInt8(255 - (x + y) / 2))
        bitmap.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: color.pixel(alpha: 255))
      }
      return .bytes(try bitmap.encodedPNG())
    }
  }

  /// A tile that fills its canvas but for the corners, which are rounded off.
  static func tile(_ side: Int, radius: Int) -> Sketch {
    let canvas = PixelSize(side, side)
    return Sketch("sticker.png") {
      var bitmap = Bitmap(transparent: canvas)
      for pixel in 0..<canvas.area {
        // In half pixels, from the middle of the nearest corner's circle.
        let (x, y) = (pixel % side * 2 + 1, pixel / side * 2 + 1)
        let dx = max(radius * 2 - x, x - (side - radius) * 2, 0)
        let dy = max(radius * 2 - y, y - (side - radius) * 2, 0)
        guard dx * dx + dy * dy <= radius * radius * 4 else { continue }
        bitmap.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: Color.plum.pixel(alpha: 255))
      }
      return .bytes(try bitmap.encodedPNG())
    }
  }

  /// A figure with a head and a straight body that stands on the bottom of the canvas of 300 px.
  ///
  /// - Parameter shift: how far it stands from the middle, in pixels.
  static func standing(width: Int, shift: Int = 0) -> Sketch {
    let canvas = PixelSize(300, 300)
    return Sketch("sticker.png") {
      var head = Ellipse(centeredOn: canvas, scale: 0.4)
      (head.x, head.y) = (150 + Double(shift), 80)
      var bitmap = head.bitmap(canvas, .peach)
      let body = PixelRect(x: 150 - width / 2 + shift, y: 120, width: width, height: 180)
      bitmap.fill(body, .coral, alpha: 255)
      return .bytes(try bitmap.encodedPNG())
    }
  }
}
