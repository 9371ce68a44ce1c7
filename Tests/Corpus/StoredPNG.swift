public import StickerImage

/// Ways in which a PNG can store the pixels of an image. None of them changes what is visible.
///
/// - Source: PNG, third edition, 7 to 12.
public struct PNGStorage: Sendable {
  /// The samples of a pixel.
  public enum SampleLayout: Sendable {
    case rgba, rgb, grayAlpha, gray, palette
    /// RGB, with one color that means transparent.
    case transparentKey
  }

  /// The samples of a pixel.
  public var sampleLayout = SampleLayout.rgba
  /// The bits per sample: 8 or 16.
  public var depth = 8
  /// Whether the image is stored in Adam7 passes.
  public var isInterlaced = false
  /// The filter type, 0...4. With 5, the type changes from row to row.
  public var filter = 0
  /// The size of each IDAT chunk in bytes. If nil, there is only one chunk.
  public var chunkBytes: Int?
  /// The color that is stored for pixels of alpha 0.
  public var hiddenColor: [UInt8]?

  /// Creates 8-bit RGBA without filtering or interlacing.
  public init() {}

  /// The parts of a file that hold a bitmap. Nil if the bitmap cannot be stored this way.
  func parts(of bitmap: Bitmap) -> (header: [UInt8], palette: [UInt8], stream: [UInt8])? {
    guard let (type, pixels, palette) = pixels(of: bitmap) else { return nil }
    let bytes = pixels.count / bitmap.size.area
    let passes = isInterlaced ? adam7 : [(0, 0, 1, 1)]
    var rows: [UInt8] = []
    for (x, y, stepX, stepY) in passes where x < bitmap.width {
      var above = [UInt8](repeating: 0, count: (bitmap.width - x + stepX - 1) / stepX * bytes)
      for (number, row) in stride(from: y, to: bitmap.height, by: stepY).enumerated() {
        let start = row * bitmap.width * bytes
        let whole = Array(pixels[start..<start + bitmap.width * bytes])
        let samples = isInterlaced ? every(stepX, of: whole, from: x, bytes) : whole
        let kind = filter == 5 ? number % 5 : filter
        rows.append(UInt8(kind))
        rows += kind == 0 ? samples : filtered(samples, above, bytes, kind)
        above = samples
      }
    }
    let header = pngChunk(
      "IHDR",
      [
        bigEndian(bitmap.width) + bigEndian(bitmap.height)
          + [UInt8(depth), type, 0, 0, isInterlaced ? 1 : 0]
      ])
    return (header, palette, storedZlibStream(rows))
  }

  /// A still image. Nil if the bitmap cannot be stored this way.
  public func file(of bitmap: Bitmap) -> [UInt8]? {
    guard let parts = parts(of: bitmap) else { return nil }
    var out = signature + parts.header + parts.palette
    let count = chunkBytes ?? parts.stream.count
    for at in stride(from: 0, to: parts.stream.count, by: count) {
      out += pngChunk("IDAT", [Array(parts.stream[at..<min(at + count, parts.stream.count)])])
    }
    return out + pngChunk("IEND", [])
  }

  /// The color type, the samples of each pixel, and the `PLTE` and `tRNS` chunks.
  private func pixels(of bitmap: Bitmap) -> (type: UInt8, pixels: [UInt8], palette: [UInt8])? {
    var pixels = bitmap.pixels
    let places = stride(from: 0, to: pixels.count, by: 4)
    if let hiddenColor {
      for at in places where pixels[at + 3] == 0 {
        for part in 0..<3 { pixels[at + part] = hiddenColor[part] }
      }
    }
    let isOpaque = places.allSatisfy { pixels[$0 + 3] == 255 }
    let isGray = places.allSatisfy { pixels[$0] == pixels[$0 + 1] && pixels[$0] == pixels[$0 + 2] }
    switch sampleLayout {
    case .rgba: return (6, expandedToDepth(pixels), [])
    case .rgb: return isOpaque ? (2, expandedToDepth(selectedChannels([0, 1, 2], of: pixels)), []) : nil
    case .gray: return isOpaque && isGray ? (0, expandedToDepth(selectedChannels([0], of: pixels)), []) : nil
    case .grayAlpha: return isGray ? (4, expandedToDepth(selectedChannels([0, 3], of: pixels)), []) : nil
    case .palette: return indexed(pixels)
    case .transparentKey: return colorKeyed(pixels)
    }
  }

  private func selectedChannels(_ parts: [Int], of pixels: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(pixels.count)
    for at in stride(from: 0, to: pixels.count, by: 4) { for part in parts { out.append(pixels[at + part]) } }
    return out
  }

  /// - Source: PNG, 11.2.2, 11.3.1.1.
  private func indexed(_ pixels: [UInt8]) -> (UInt8, [UInt8], [UInt8])? {
    var numbers: [UInt32: UInt8] = [:]
    var (colors, alphas, out): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let color = packedPixel(pixels, at)
      if numbers[color] == nil {
        guard numbers.count < 256 else { return nil }
        numbers[color] = UInt8(numbers.count)
        colors += pixels[at..<at + 3]
        alphas.append(pixels[at + 3])
      }
      out.append(numbers[color] ?? 0)
    }
    return (3, out, pngChunk("PLTE", [colors]) + pngChunk("tRNS", [alphas]))
  }

  private func colorKeyed(_ pixels: [UInt8]) -> (UInt8, [UInt8], [UInt8])? {
    var taken: Set<UInt32> = []
    for at in stride(from: 0, to: pixels.count, by: 4) {
      guard pixels[at + 3] == 0 || pixels[at + 3] == 255 else { return nil }
      if pixels[at + 3] == 255 { taken.insert(packedPixel(pixels, at) >> 8) }
    }
    let free = (0..<UInt32(1 << 24)).first { !taken.contains($0) }
    guard let free else { return nil }
    let key = [UInt8(free >> 16), UInt8(free >> 8 & 255), UInt8(free & 255)]
    var out: [UInt8] = []
    for at in stride(from: 0, to: pixels.count, by: 4) {
      if pixels[at + 3] == 0 { out += key } else { out += pixels[at..<at + 3] }
    }
    return (2, out, pngChunk("tRNS", [key.flatMap { [0, $0] }]))
  }

  private func packedPixel(_ pixels: [UInt8], _ at: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(pixels[at + $1]) }
  }

  /// The same samples with 16 bits, which are 257 times as large.
  private func expandedToDepth(_ samples: [UInt8]) -> [UInt8] {
    depth == 16 ? samples.flatMap { [$0, $0] } : samples
  }
}

/// The start and spacing of each pass: x, y, horizontal step and vertical step (PNG, 8.2).
private let adam7 = [
  (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
]

/// Every nth pixel of a row.
private func every(_ step: Int, of row: [UInt8], from first: Int, _ bytes: Int) -> [UInt8] {
  var out: [UInt8] = []
  for at in stride(from: first * bytes, to: row.count, by: step * bytes) { out += row[at..<at + bytes] }
  return out
}

/// A row after filtering.
///
/// - Source: PNG, 9.2.
private func filtered(_ row: [UInt8], _ above: [UInt8], _ bytes: Int, _ kind: Int) -> [UInt8] {
  row.indices.map { at in
    let left = at >= bytes ? Int(row[at - bytes]) : 0
    let (up, corner) = (Int(above[at]), at >= bytes ? Int(above[at - bytes]) : 0)
    let guess =
      switch kind {
      case 1: left
      case 2: up
      case 3: (left + up) / 2
      case 4: paeth(left, up, corner)
      default: 0
      }
    return row[at] &- UInt8(guess)
  }
}

private func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
  let guess = left + up - corner
  let (a, b, c) = (abs(guess - left), abs(guess - up), abs(guess - corner))
  return a <= b && a <= c ? left : b <= c ? up : corner
}
