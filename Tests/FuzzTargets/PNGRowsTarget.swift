import StickerImage

extension FuzzTarget {
  static let pngRows = FuzzTarget(
    "png-rows", summary: "the rows of a PNG of any color type, compared with a plain decoder",
    maxInputBytes: 2048,
    attempt: { bytes throws(PropertyViolation) in
      var source = ByteSource(bytes)
      let picture = RowsOfPNG(&source)
      guard let shown = try expectConsistentReading(picture.file) else {
        throw PropertyViolation(description: "a PNG is not recognized")
      }
      let expected = picture.expected
      try expect(
        (expected == nil) == !shown.isSound,
        expected == nil ? "damage goes unnoticed" : "a valid PNG is reported as damaged: \(shown.damage)")
      if let expected { try expect(shown.frames[0].bitmap.pixels == expected, "the pixels are different") }
    })
}

/// A PNG with header fields and rows from the input, and the pixels that the specification requires.
private struct RowsOfPNG {
  private let type: PNGSamples
  private let width: Int
  private let height: Int
  private let isInterlaced: Bool
  private let hasTransparency: Bool
  private let colors: Int
  private let key: [UInt8]
  private let rows: [UInt8]
  private let split: Int

  init(_ source: inout ByteSource) {
    let type = PNGSamples.all[source.number(0...PNGSamples.all.count - 1)]
    self.type = type
    let (width, height) = (source.number(1...67), source.number(1...19))
    (self.width, self.height) = (width, height)
    let flags = source.byte()
    isInterlaced = flags & 1 == 1
    hasTransparency = flags & 2 == 2 && [0, 2, 3].contains(type.colorType)
    // If the palette is too small for the indices, the decoder has to report damage.
    colors = flags & 4 == 4 ? source.number(1...(1 << min(8, type.depth))) : 1 << min(8, type.depth)
    // A transparent color can only match samples of the same bit depth.
    let limit = type.depth < 8 ? UInt8(1 << type.depth - 1) : 255
    let isDeep = type.depth == 16
    key = (0..<type.samples).flatMap { _ in [isDeep ? source.byte() : 0, source.byte() & limit] }
    split = source.number16()
    var rows: [UInt8] = []
    for pass in type.passes(width, height, isInterlaced) {
      for _ in 0..<pass.rows {
        let filter = source.byte()
        // Invalid filter types are included on purpose, but rarely.
        rows += [flags & 8 == 8 ? filter % 6 : filter % 5]
        rows += source.bytes(type.rowBytes(pass.columns))
      }
    }
    self.rows = rows
  }

  var file: [UInt8] {
    var png = AssembledPNG()
    png.appendHeader(
      width, height, depth: UInt8(type.depth), colorType: type.colorType, isInterlaced: isInterlaced)
    if type.colorType == 3 { png.append("PLTE", (0..<colors).flatMap(color)) }
    if hasTransparency { png.append("tRNS", type.colorType == 3 ? (0..<colors).map(alpha) : key) }
    let stream = storedStream(rows)
    let at = split % (stream.count + 1)
    if at > 0 { png.append("IDAT", Array(stream[..<at])) }
    png.append("IDAT", Array(stream[at...]))
    png.append("IEND")
    return png.bytes
  }

  private func color(_ index: Int) -> [UInt8] {
    [index, index &* 3 ^ 0x55, 255 - index].map { UInt8(truncatingIfNeeded: $0) }
  }

  private func alpha(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index &* 37 &+ 11) }

  /// The pixels, or nil if a filter type or color does not exist.
  var expected: [UInt8]? {
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    var rest = rows[...]
    for pass in type.passes(width, height, isInterlaced) {
      let length = type.rowBytes(pass.columns)
      var above = [UInt8](repeating: 0, count: length)
      for row in 0..<pass.rows {
        guard let filter = rest.popFirst(),
          let line = unfiltered(Array(rest.prefix(length)), filter, above, step: type.bytesBack)
        else { return nil }
        rest = rest.dropFirst(length)
        above = line
        for column in 0..<pass.columns {
          guard let pixel = pixel(type.samples(of: line, column)) else { return nil }
          let at = ((pass.y + row * pass.dy) * width + pass.x + column * pass.dx) * 4
          pixels.replaceSubrange(at..<at + 4, with: pixel)
        }
      }
    }
    return pixels
  }

  private func pixel(_ samples: [Int]) -> [UInt8]? {
    if type.colorType == 3 {
      guard samples[0] < colors else { return nil }
      return color(samples[0]) + [hasTransparency ? alpha(samples[0]) : 255]
    }
    let hidden = hasTransparency && samples.flatMap(big16) == key
    let eight = samples.map(type.eightBits)
    switch type.colorType {
    case 0: return [eight[0], eight[0], eight[0], hidden ? 0 : 255]
    case 2: return eight + [hidden ? 0 : 255]
    case 4: return [eight[0], eight[0], eight[0], eight[1]]
    default: return eight
    }
  }
}
