import StickerImage

/// An ellipse with soft edges.
struct Ellipse {
  /// Pixels from the left edge of the canvas.
  var x: Double
  /// Pixels from the top edge of the canvas.
  var y: Double
  /// Half of its width.
  var radiusX: Double
  /// Half of its height.
  var radiusY: Double

  /// An ellipse in the middle of the canvas; a `scale` of 1 fills 86 % of each side.
  init(centeredOn canvas: PixelSize, scale: Double = 1) {
    (x, y) = (Double(canvas.width) / 2, Double(canvas.height) / 2)
    (radiusX, radiusY) = (x * 0.86 * scale, y * 0.86 * scale)
  }

  /// Draws the ellipse on transparent ground.
  func bitmap(_ canvas: PixelSize, _ color: Color) -> Bitmap {
    var bitmap = Bitmap(transparent: canvas)
    guard radiusX > 0, radiusY > 0 else { return bitmap }
    let sharpness = min(radiusX, radiusY)
    for row in 0..<canvas.height {
      let down = (Double(row) + 0.5 - y) / radiusY
      guard let outer = halfWidth(at: down, within: 1 + 0.5 / sharpness) else { continue }
      // Only pixels near the edge need their coverage worked out.
      let inner = halfWidth(at: down, within: 1 - 0.5 / sharpness) ?? 0
      for column in max(0, Int(x - outer))..<min(canvas.width, Int(x + outer) + 1) {
        let across = Double(column) + 0.5 - x
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

  /// How far a row reaches to either side of the center inside the ellipse enlarged by `factor`.
  private func halfWidth(at down: Double, within factor: Double) -> Double? {
    let left = factor * factor - down * down
    return factor > 0 && left > 0 ? radiusX * left.squareRoot() : nil
  }
}
