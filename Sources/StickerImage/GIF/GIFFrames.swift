/// Where the frames of a GIF are; kept from the walk so that decoding need not walk again.
struct GIFLayout: Hashable, Sendable {
  var frames: [GIFFrame] = []
}

/// One image descriptor and what belongs to it.
struct GIFFrame: Hashable, Sendable {
  var stored: StoredFrame
  /// The local palette, else the global one; nil where neither exists.
  var palette: Range<Int>?
  var isInterlaced: Bool
  var transparentIndex: UInt8?
  /// The bytes from the minimum code size to the empty sub-block, both included.
  var data: Range<Int>
}

/// Decodes the frames of a GIF and shows each, composited, to the visitor.
///
/// The canvas begins transparent and "restore to background" makes it so again: the background color is
/// ignored, as browsers do.
func visitGIFFrames(
  _ bytes: [UInt8], _ container: Container, _ layout: GIFLayout, _ visitor: inout some FrameVisitor
) -> [Damage] {
  var canvas = Canvas(container.canvas)
  var painter = GIFPainter()
  for (number, frame) in layout.frames.enumerated() {
    guard let palette = frame.palette, 1...8 ~= bytes[frame.data.lowerBound], !frame.stored.patch.isEmpty
    else { return [] }  // the walk has said so
    do {
      try painter.draw(frame, number, palette, of: bytes, on: &canvas)
    } catch {
      return [error.asDamage]
    }
    visitor.visit(Frame(canvas.bitmap, delay: frame.stored.delay), number: number)
    canvas.dispose()
  }
  return []
}

/// Draws frame after frame; its buffers serve all of them.
private struct GIFPainter {
  private var decoder = LZWDecoder()
  private var colors = GIFColors()

  /// Decodes a frame and lays it over the canvas, which stays as it is where the frame is damaged.
  mutating func draw(
    _ frame: GIFFrame, _ number: Int, _ palette: Range<Int>, of bytes: [UInt8], on canvas: inout Canvas
  ) throws(ImageError) {
    let size = frame.stored.patch.size
    var location = ByteLocation(unit: "image descriptor", offset: frame.stored.offset, frame: number)
    switch decoder.decode(frame.data, of: bytes, pixels: size.area) {
    case .whole: break
    case .short(let pixels):
      frame.point(&location, after: pixels, codeBytes: decoder.codeBytes, of: bytes)
      throw .damaged(
        "the frame's data ends after \(pixels / size.width) of \(size.height) rows", at: location)
    case .broken(let pixels):
      frame.point(&location, after: pixels, codeBytes: decoder.codeBytes, of: bytes)
      let rows = "\(pixels / size.width) of \(size.height) rows"
      throw .damaged("the frame's compressed data is broken after \(rows)", at: location)
    }
    colors.take(palette, transparent: frame.transparentIndex, of: bytes)
    try unsafe decoder.withIndices(size.area) { (indices) throws(ImageError) in
      if let beyond = unsafe colors.numberBeyond(indices, codeSize: bytes[frame.data.lowerBound]) {
        throw .damaged("a pixel uses color number \(beyond), the palette has \(colors.count)", at: location)
      }
      unsafe canvas.draw(indices, colors, frame)
    }
  }
}

/// The colors of a frame as whole pixels, by color number; made again only where the palette is another.
struct GIFColors {
  /// 256 pixels, R, G, B, A in memory: opaque, or 0 where the number is the transparent one's or beyond the
  /// palette.
  private(set) var pixels = [UInt32](repeating: 0, count: 256)
  /// Colors in the palette.
  private(set) var count = 0
  private var made: (palette: Range<Int>, transparent: UInt8?)?

  /// Takes the palette of a frame that has one.
  mutating func take(_ palette: Range<Int>, transparent: UInt8?, of bytes: [UInt8]) {
    if let made, made == (palette, transparent) { return }
    made = (palette, transparent)
    count = palette.count / 3
    for number in 0..<256 {
      guard number < count, number != transparent.map(Int.init) else {
        pixels[number] = 0
        continue
      }
      let at = palette.lowerBound + number * 3
      let color = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
      pixels[number] = UInt32(littleEndian: color | 255 << 24)
    }
  }

  /// The largest color number that is neither in the palette nor the transparent one; nil where there is
  /// none.
  ///
  /// - Parameter codeSize: the data's minimum code size: no number has more bits.
  func numberBeyond(_ indices: UnsafeBufferPointer<UInt8>, codeSize: UInt8) -> UInt8? {
    if count >= 1 << Int(codeSize) { return nil }
    let most = unsafe largestByte(indices, without: made?.transparent)
    return Int(most) >= count ? most : nil
  }
}

/// The largest of some bytes but for one value; 0 of none.
private func largestByte(_ bytes: UnsafeBufferPointer<UInt8>, without skipped: UInt8?) -> UInt8 {
  let raw = UnsafeRawBufferPointer(bytes)
  let (zero, skip) = (SIMD16<UInt8>.zero, SIMD16<UInt8>(repeating: skipped ?? 0))
  var (largest, at) = (zero, 0)
  while at &+ 16 <= raw.count {
    let sixteen = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
    largest = pointwiseMax(largest, sixteen.replacing(with: zero, where: sixteen .== skip))
    at &+= 16
  }
  var most = largest.max()
  while at < raw.count {
    let byte = unsafe raw[at]
    if byte != skipped { most = max(most, byte) }
    at &+= 1
  }
  return most
}

extension Canvas {
  /// Draws a frame of color numbers, in the order they are stored. `dispose` must follow before the next one.
  ///
  /// - Parameter indices: as many as the patch has pixels.
  mutating func draw(_ indices: UnsafeBufferPointer<UInt8>, _ colors: GIFColors, _ frame: GIFFrame) {
    let patch = frame.stored.patch.size
    unsafe colors.pixels.withUnsafeBufferPointer { colors in
      guard let source = indices.baseAddress, let colors = colors.baseAddress else { return }
      unsafe drawRows(frame.stored) { to, column, row, count in
        let stored = frame.isInterlaced ? interlacedPlace(of: row, height: patch.height) : row
        unsafe drawNumbers(to, source + stored * patch.width + column, count, colors)
      }
    }
  }
}

/// Where a row of an interlaced picture is stored: first every 8th, then those between, in three passes.
func interlacedPlace(of row: Int, height: Int) -> Int {
  let (first, second, third) = ((height + 7) / 8, (height + 3) / 8, (height + 1) / 4)
  return switch row % 8 {
  case 0: row / 8
  case 4: first + row / 8
  case 2, 6: first + second + row / 4
  default: first + second + third + row / 2
  }
}

/// Lays a row of color numbers over RGBA. A color that is 0 as a whole is the transparent one.
private func drawNumbers(
  _ to: UnsafeMutablePointer<UInt8>, _ from: UnsafePointer<UInt8>, _ count: Int,
  _ colors: UnsafePointer<UInt32>
) {
  let (target, source) = unsafe (UnsafeMutableRawPointer(to), UnsafeRawPointer(from))
  var x = 0
  while x &+ 8 <= count {
    let eight = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: x, as: UInt64.self))
    if eight == (eight & 0xFF) &* 0x0101_0101_0101_0101 {  // most of a sticker is plain
      let color = unsafe colors[Int(eight & 0xFF)]
      if color != 0 {
        unsafe target.storeBytes(of: SIMD8(repeating: color), toByteOffset: x &* 4, as: SIMD8<UInt32>.self)
      }
    } else {
      for place in 0..<8 {
        unsafe drawNumber(Int(eight &>> UInt64(place &* 8) & 0xFF), target, x &+ place, colors)
      }
    }
    x &+= 8
  }
  while x < count {
    unsafe drawNumber(Int(from[x]), target, x, colors)
    x &+= 1
  }
}

@inline(__always)
private func drawNumber(
  _ number: Int, _ target: UnsafeMutableRawPointer, _ x: Int, _ colors: UnsafePointer<UInt32>
) {
  let color = unsafe colors[number]
  let below = unsafe target.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
  unsafe target.storeBytes(of: color == 0 ? below : color, toByteOffset: x &* 4, as: UInt32.self)
}
