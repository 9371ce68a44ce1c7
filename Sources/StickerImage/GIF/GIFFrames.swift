/// The frames that the container parser found, kept so that the decoder doesn't have to parse the file again.
struct GIFDataPositions: Hashable, Sendable {
  var frames: [GIFFrame] = []
}

/// An image descriptor, with its palette and data.
struct GIFFrame: Hashable, Sendable {
  var stored: StoredFrame
  /// The local palette, or the global one. Nil if there is neither.
  var effectivePaletteRange: Range<Int>?
  var isInterlaced: Bool
  var transparentIndex: UInt8?
  /// The range from the minimum code size to the empty sub-block.
  var dataRange: Range<Int>
}

/// Decodes the frames of a GIF, and passes each composited frame to the visitor.
///
/// The canvas starts transparent, and "restore to background" makes the frame's area transparent. As in
/// browsers, the background color is ignored.
func visitGIFFrames(
  _ bytes: [UInt8], _ container: ImageContainer, _ layout: GIFDataPositions,
  _ visitor: inout some FrameVisitor
) -> [Damage] {
  var compositor = FrameCompositor(container.canvas)
  var drawer = GIFFrameDrawer()
  for (number, frame) in layout.frames.enumerated() {
    guard let palette = frame.effectivePaletteRange, 1...8 ~= bytes[frame.dataRange.lowerBound],
      !frame.stored.patch.isEmpty
    else { return [] }  // the container parser reported this
    do {
      try drawer.decodeAndDraw(frame, number, palette, of: bytes, on: &compositor)
    } catch {
      return [error.asDamage]
    }
    visitor.visit(Frame(compositor.canvas, delay: frame.stored.delay), number: number)
    compositor.applyPendingDisposal()
  }
  return []
}

/// Decodes and draws frames. Its buffers are reused for the next frame.
private struct GIFFrameDrawer {
  private var decoder = LZWDecoder()
  private var colorLookup = GIFColorLookup()

  /// Decodes a frame and draws it on the canvas. A damaged frame leaves the canvas unchanged.
  mutating func decodeAndDraw(
    _ frame: GIFFrame, _ number: Int, _ palette: Range<Int>, of bytes: [UInt8],
    on compositor: inout FrameCompositor
  ) throws(ImageError) {
    let size = frame.stored.patch.size
    var location = ByteLocation(
      partName: "image descriptor", partOffset: frame.stored.headerOffset, frameIndex: number)
    switch decoder.decode(frame.dataRange, of: bytes, pixels: size.area) {
    case .allPixelsDecoded: break
    case .earlyEndCode(let pixels):
      frame.addRowAndFileOffset(to: &location, after: pixels, codeBytes: decoder.consumedCodeBytes, of: bytes)
      throw .damaged(
        "the frame's data ends after \(pixels / size.width) of \(size.height) rows", at: location)
    case .invalidCodeOrDataEnd(let pixels):
      frame.addRowAndFileOffset(to: &location, after: pixels, codeBytes: decoder.consumedCodeBytes, of: bytes)
      let rows = "\(pixels / size.width) of \(size.height) rows"
      throw .damaged("the frame's compressed data is damaged after \(rows)", at: location)
    }
    colorLookup.loadIfNeeded(palette, transparent: frame.transparentIndex, of: bytes)
    try unsafe decoder.withDecodedIndices(size.area) { (indices) throws(ImageError) in
      if let beyond = unsafe colorLookup.largestOpaqueIndexBeyondPalette(
        indices, codeSize: bytes[frame.dataRange.lowerBound])
      {
        throw .damaged(
          "a pixel uses color index \(beyond) (palette size: \(colorLookup.paletteColorCount))", at: location)
      }
      unsafe compositor.draw(indices, colorLookup, frame)
    }
  }
}

/// The RGBA pixel for each of a frame's color indices.
struct GIFColorLookup {
  /// 256 pixels in the memory order R, G, B, A. They are opaque, or 0 for the transparent index and for
  /// indices beyond the palette.
  private(set) var pixelsByIndex = [UInt32](repeating: 0, count: 256)
  /// The number of colors in the palette.
  private(set) var paletteColorCount = 0
  private var loadedPalette: (palette: Range<Int>, transparent: UInt8?)?

  /// Loads a palette unless it is already loaded.
  mutating func loadIfNeeded(_ palette: Range<Int>, transparent: UInt8?, of bytes: [UInt8]) {
    if let loadedPalette, loadedPalette == (palette, transparent) { return }
    loadedPalette = (palette, transparent)
    paletteColorCount = palette.count / 3
    for number in 0..<256 {
      guard number < paletteColorCount, number != transparent.map(Int.init) else {
        pixelsByIndex[number] = 0
        continue
      }
      let at = palette.lowerBound + number * 3
      let color = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
      pixelsByIndex[number] = UInt32(littleEndian: color | 255 << 24)
    }
  }

  /// Returns the largest index beyond the palette, ignoring the transparent one, or nil if the palette
  /// contains every index.
  ///
  /// - Parameter codeSize: The minimum code size of the data. No index has more bits.
  func largestOpaqueIndexBeyondPalette(_ indices: UnsafeBufferPointer<UInt8>, codeSize: UInt8) -> UInt8? {
    if paletteColorCount >= 1 << Int(codeSize) { return nil }
    let largest = unsafe maxByte(indices, without: loadedPalette?.transparent)
    return Int(largest) >= paletteColorCount ? largest : nil
  }
}

/// Returns the largest byte other than `skipped`, or 0.
private func maxByte(_ bytes: UnsafeBufferPointer<UInt8>, without skipped: UInt8?) -> UInt8 {
  let raw = UnsafeRawBufferPointer(bytes)
  // If there is no byte to skip, 0 is skipped, which can't change a maximum.
  let (zero, skip) = (SIMD16<UInt8>.zero, SIMD16<UInt8>(repeating: skipped ?? 0))
  var (laneMaxima, offset) = (zero, 0)
  while offset &+ 16 <= raw.count {
    let lanes = unsafe raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    laneMaxima = pointwiseMax(laneMaxima, lanes.replacing(with: zero, where: lanes .== skip))
    offset &+= 16
  }
  var largest = laneMaxima.max()
  while offset < raw.count {
    let byte = unsafe raw[offset]
    if byte != skipped { largest = max(largest, byte) }
    offset &+= 1
  }
  return largest
}

extension FrameCompositor {
  /// Draws a frame. Call `applyPendingDisposal` before the next one.
  ///
  /// - Parameter indices: One color index for each pixel of the frame, in storage order.
  mutating func draw(_ indices: UnsafeBufferPointer<UInt8>, _ colors: GIFColorLookup, _ frame: GIFFrame) {
    let patch = frame.stored.patch.size
    unsafe colors.pixelsByIndex.withUnsafeBufferPointer { colors in
      guard let source = indices.baseAddress, let colors = colors.baseAddress else { return }
      unsafe drawRowsDeferringDisposal(frame.stored) { to, column, row, count in
        let stored = frame.isInterlaced ? interlacedStorageRowIndex(of: row, height: patch.height) : row
        unsafe drawRowOfIndices(to, source + stored * patch.width + column, count, colors)
      }
    }
  }
}

/// Returns the index of a row in the data of an interlaced image, which stores every 8th row first.
func interlacedStorageRowIndex(of row: Int, height: Int) -> Int {
  let (first, second, third) = ((height + 7) / 8, (height + 3) / 8, (height + 1) / 4)
  return switch row % 8 {
  case 0: row / 8
  case 4: first + row / 8
  case 2, 6: first + second + row / 4
  default: first + second + third + row / 2
  }
}

/// Draws a row of color indices over RGBA pixels. A color of 0 is transparent.
private func drawRowOfIndices(
  _ to: UnsafeMutablePointer<UInt8>, _ from: UnsafePointer<UInt8>, _ count: Int,
  _ colors: UnsafePointer<UInt32>
) {
  let (target, source) = unsafe (UnsafeMutableRawPointer(to), UnsafeRawPointer(from))
  var x = 0
  while x &+ 8 <= count {
    let eight = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: x, as: UInt64.self))
    if eight == (eight & 0xFF) &* 0x0101_0101_0101_0101 {  // eight equal pixels are common in stickers
      let color = unsafe colors[Int(eight & 0xFF)]
      if color != 0 {
        unsafe target.storeBytes(of: SIMD8(repeating: color), toByteOffset: x &* 4, as: SIMD8<UInt32>.self)
      }
    } else {
      for place in 0..<8 {
        unsafe drawOnePixel(Int(eight &>> UInt64(place &* 8) & 0xFF), target, x &+ place, colors)
      }
    }
    x &+= 8
  }
  while x < count {
    unsafe drawOnePixel(Int(from[x]), target, x, colors)
    x &+= 1
  }
}

@inline(__always)
private func drawOnePixel(
  _ index: Int, _ target: UnsafeMutableRawPointer, _ x: Int, _ colors: UnsafePointer<UInt32>
) {
  let color = unsafe colors[index]
  let below = unsafe target.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
  unsafe target.storeBytes(of: color == 0 ? below : color, toByteOffset: x &* 4, as: UInt32.self)
}
