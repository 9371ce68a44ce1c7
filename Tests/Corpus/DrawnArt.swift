public import StickerImage

/// Draws an image pixel by pixel.
public func drawImage(_ width: Int = 300, _ height: Int = 300, _ color: (_ x: Int, _ y: Int) -> [UInt8])
  -> Bitmap
{
  var pixels: [UInt8] = []
  pixels.reserveCapacity(width * height * 4)
  for y in 0..<height { for x in 0..<width { pixels += color(x, y) } }
  return Bitmap(PixelSize(width, height), pixels: pixels)
}

/// Whether a pixel is in a disc.
public func isInDisc(_ x: Int, _ y: Int, _ radius: Int, _ middleX: Int = 150, _ middleY: Int = 150) -> Bool {
  (x - middleX) * (x - middleX) + (y - middleY) * (y - middleY) < radius * radius
}

/// The fraction of a pixel that is in a disc, 0...1. By default, the edge is one pixel wide.
public func coverage(
  _ x: Int, _ y: Int, _ radius: Double, _ middleX: Double = 150, _ middleY: Double = 150, edge: Double = 1
) -> Double {
  let (right, down) = (Double(x) + 0.5 - middleX, Double(y) + 0.5 - middleY)
  return min(1, max(0, (radius - (right * right + down * down).squareRoot()) / edge + 0.5))
}

/// Blends two opaque colors.
public func mixed(_ over: [UInt8], _ under: [UInt8], _ share: Double) -> [UInt8] {
  (0..<3).map { UInt8((Double(over[$0]) * share + Double(under[$0]) * (1 - share)).rounded()) } + [255]
}

extension Bitmap {
  /// The red, green, blue and alpha of a pixel.
  public func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let at = (y * width + x) * 4
    return [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
  }

  /// The image mirrored horizontally.
  public var mirrored: Bitmap { drawImage(width, height) { pixel(width - 1 - $0, $1) } }

  /// The image rotated clockwise by a quarter turn.
  public var rotatedClockwise: Bitmap { drawImage(height, width) { pixel($1, height - 1 - $0) } }

  /// The image enlarged without smoothing. Pixel i covers `times` pixels, starting at i × `times`.
  public func enlarged(_ times: Double) -> Bitmap {
    drawImage(Int(Double(width) * times), Int(Double(height) * times)) {
      pixel(min(width - 1, Int(Double($0) / times)), min(height - 1, Int(Double($1) / times)))
    }
  }

  /// The image enlarged with smoothing: each pixel is a mean of the four nearest ones.
  public func enlargedSmoothly(_ times: Double) -> Bitmap {
    drawImage(Int(Double(width) * times), Int(Double(height) * times)) { mean(around: $0, $1, times) }
  }

  /// The mean of the four source pixels that are nearest to a pixel of the enlarged image.
  private func mean(around x: Int, _ y: Int, _ times: Double) -> [UInt8] {
    let left = (Double(x) + 0.5) / times - 0.5
    let top = (Double(y) + 0.5) / times - 0.5
    let column = left.rounded(.down)
    let row = top.rounded(.down)
    let right = left - column
    let down = top - row
    var sums = [0.0, 0, 0, 0]
    for (ahead, below) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let weight = (ahead == 1 ? right : 1 - right) * (below == 1 ? down : 1 - down)
      let own = pixel(
        min(width - 1, max(0, Int(column) + ahead)), min(height - 1, max(0, Int(row) + below)))
      let alpha = Double(own[3]) * weight
      for sample in 0..<3 { sums[sample] += Double(own[sample]) * alpha }
      sums[3] += alpha
    }
    guard sums[3] >= 0.5 else { return [0, 0, 0, 0] }
    return sums.prefix(3).map { UInt8(($0 / sums[3]).rounded()) } + [UInt8(sums[3].rounded())]
  }

  /// A rectangle of the image.
  public func cut(_ rect: PixelRect) -> Bitmap {
    drawImage(rect.width, rect.height) { pixel(rect.x + $0, rect.y + $1) }
  }
}
