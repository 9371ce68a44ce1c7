private import CImageCodecs

/// Decodes the frames of a GIF and shows each, composited, to the visitor.
///
/// The canvas begins transparent and "restore to background" makes it so again: the background color is
/// ignored, as browsers do.
func visitGIFFrames(
  _ bytes: [UInt8], _ container: Container, _ layout: GIFLayout, _ visitor: inout some FrameVisitor
) -> [Damage] {
  var canvas = Canvas(container.canvas)
  for (number, frame) in layout.frames.enumerated() {
    do {
      guard frame.palette != nil, 1...8 ~= bytes[frame.data.lowerBound], !frame.stored.patch.isEmpty else {
        return []  // the walk has said so
      }
      canvas.draw(try decodeGIFPatch(frame, number, of: bytes), frame.stored)
    } catch {
      return [error]
    }
    visitor.visit(Frame(canvas.bitmap, delay: frame.stored.delay), number: number)
    canvas.dispose()
  }
  return []
}

/// The rectangle that a frame stores, as straight RGBA: the transparent color is transparent black.
private func decodeGIFPatch(_ frame: GIFFrame, _ number: Int, of bytes: [UInt8]) throws(Damage) -> Bitmap {
  let size = frame.stored.patch.size
  let place = FilePlace(unit: "image descriptor", offset: frame.stored.offset, frame: number)
  let indices = try decodeGIFIndices(frame, of: bytes, place)
  let palette = frame.palette.map { Array(bytes[$0]) } ?? []
  let colors = palette.count / 3
  let table = (0..<256).map { index -> SIMD4<UInt8> in
    if index < colors, index != frame.transparentIndex.map(Int.init) {
      return SIMD4(palette[index * 3], palette[index * 3 + 1], palette[index * 3 + 2], 255)
    }
    return .zero
  }
  var largest: UInt8 = 0
  let rows = frame.isInterlaced ? interlacedRows(size.height) : Array(0..<size.height)
  let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { out, count in
    guard let base = out.baseAddress else { return }
    let raw = UnsafeMutableRawPointer(base)
    unsafe indices.withUnsafeBufferPointer { indices in
      unsafe table.withUnsafeBufferPointer { table in
        for (stored, y) in rows.enumerated() {
          for x in 0..<size.width {
            let index = unsafe indices[stored * size.width + x]
            if Int(index) >= colors, index != frame.transparentIndex { largest = max(largest, index) }
            unsafe raw.storeBytes(
              of: table[Int(index)], toByteOffset: (y * size.width + x) * 4, as: SIMD4<UInt8>.self)
          }
        }
      }
    }
    count = size.area * 4
  }
  if Int(largest) >= colors {
    throw Damage("a pixel uses color number \(largest), the palette has \(colors)", at: place)
  }
  return Bitmap(size, pixels: pixels)
}

private func decodeGIFIndices(
  _ frame: GIFFrame, of bytes: [UInt8], _ place: FilePlace
) throws(Damage) -> [UInt8] {
  let size = frame.stored.patch.size
  var indices = [UInt8](repeating: 0, count: size.area)
  var rows: Int32 = 0
  let status = unsafe bytes[frame.data].withUnsafeBufferPointer { source in
    unsafe indices.withUnsafeMutableBufferPointer { target in
      unsafe sl_gif_read_indices(
        source.baseAddress, source.count, Int32(size.width), Int32(size.height), target.baseAddress, &rows)
    }
  }
  switch status {
  case SL_OK: return indices
  case SL_SHORT: throw Damage("the frame's data ends after \(rows) of \(size.height) rows", at: place)
  case SL_OUT_OF_MEMORY: throw Damage("out of memory", at: place)
  default:
    throw Damage("the frame's compressed data is broken after \(rows) of \(size.height) rows", at: place)
  }
}

/// The rows of an interlaced picture in the order they are stored: every 8th, then those between.
private func interlacedRows(_ height: Int) -> [Int] {
  [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in Array(stride(from: start, to: height, by: step)) }
}
