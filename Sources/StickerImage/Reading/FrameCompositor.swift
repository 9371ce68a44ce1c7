/// Composites the patches of an animation on a canvas, one at a time, with their blending and disposal.
struct FrameCompositor {
  /// The current contents.
  private(set) var canvas: Bitmap
  /// The pixels beneath the last patch, saved for disposal "previous". The buffer is reused.
  private var pixelsBelowPatch: [UInt8] = []
  private var pendingDisposal: (patch: PixelRect, disposal: StoredFrame.Disposal)?

  /// Creates a canvas of transparent black.
  init(_ size: PixelSize) { canvas = Bitmap(transparent: size) }

  /// Draws the part of a patch that is inside the canvas. Call `applyPendingDisposal` before the next patch.
  mutating func drawDeferringDisposal(_ patch: Bitmap, _ stored: StoredFrame) {
    if stored.blend == .source, stored.patch == PixelRect(canvas.size), stored.disposal != .previous {
      pendingDisposal = (stored.patch, stored.disposal)
      canvas = patch  // reuse the patch's buffer as the canvas
      return
    }
    unsafe patch.pixels.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      unsafe drawRowsDeferringDisposal(stored) { to, column, row, count in
        let from = unsafe source + (row * patch.width + column) * 4
        switch stored.blend {
        case .source: unsafe to.update(from: from, count: count * 4)
        case .over: unsafe compositeRow(to, from, pixelCount: count)
        }
      }
    }
  }

  /// Draws the part of a patch that is inside the canvas, row by row.
  ///
  /// - Parameter draw: Draws `count` pixels to `to`, starting at (`column`, `row`) in the patch.
  mutating func drawRowsDeferringDisposal(
    _ stored: StoredFrame,
    _ draw: (_ to: UnsafeMutablePointer<UInt8>, _ column: Int, _ row: Int, _ count: Int) -> Void
  ) {
    let (inside, width) = (stored.patch.intersection(PixelRect(canvas.size)), canvas.width)
    guard !inside.isEmpty else { return }
    pendingDisposal = (inside, stored.disposal)
    if stored.disposal == .previous { save(inside) }
    let (column, row) = (inside.x - stored.patch.x, inside.y - stored.patch.y)
    unsafe canvas.pixels.withUnsafeMutableBufferPointer { target in
      guard let target = target.baseAddress else { return }
      for y in 0..<inside.height {
        unsafe draw(target + ((inside.y + y) * width + inside.x) * 4, column, row + y, inside.width)
      }
    }
  }

  /// Applies the disposal of the frame that was drawn last.
  mutating func applyPendingDisposal() {
    switch pendingDisposal {
    case (let patch, .background)?: clear(patch)
    case (let patch, .previous)?: restore(patch)
    default: break
    }
    pendingDisposal = nil
  }

  private mutating func clear(_ patch: PixelRect) {
    let width = canvas.width
    unsafe canvas.pixels.withUnsafeMutableBufferPointer { pixels in
      for y in patch.y..<patch.y + patch.height {
        unsafe pixels[(y * width + patch.x) * 4..<(y * width + patch.x + patch.width) * 4].update(
          repeating: 0)
      }
    }
  }

  private mutating func save(_ patch: PixelRect) {
    pixelsBelowPatch.removeAll(keepingCapacity: true)
    pixelsBelowPatch.reserveCapacity(patch.size.area * 4)
    for y in patch.y..<patch.y + patch.height {
      let start = (y * canvas.width + patch.x) * 4
      pixelsBelowPatch += canvas.pixels[start..<start + patch.width * 4]
    }
  }

  private mutating func restore(_ patch: PixelRect) {
    let (width, bytes) = (canvas.width, patch.width * 4)
    unsafe canvas.pixels.withUnsafeMutableBufferPointer { pixels in
      unsafe pixelsBelowPatch.withUnsafeBufferPointer { saved in
        for y in 0..<patch.height {
          let start = ((patch.y + y) * width + patch.x) * 4
          _ = unsafe UnsafeMutableBufferPointer(rebasing: pixels[start..<start + bytes]).update(
            fromContentsOf: saved[y * bytes..<(y + 1) * bytes])
        }
      }
    }
  }
}

/// Composites one row of straight RGBA pixels over another.
///
/// - Source: PNG specification, third edition, section 13.16 (alpha compositing), computed in integers and
///   rounded once.
func compositeRow(_ below: UnsafeMutablePointer<UInt8>, _ above: UnsafePointer<UInt8>, pixelCount count: Int)
{
  let (target, source) = unsafe (UnsafeMutableRawPointer(below), UnsafeRawPointer(above))
  var x = 0
  while x &+ 4 <= count {
    let four = unsafe source.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
    let (lowest, highest) = (four.min(), four.max())  // alpha is the top byte
    if lowest >= 255 << 24 {
      unsafe target.storeBytes(of: four, toByteOffset: x &* 4, as: SIMD4<UInt32>.self)
    } else if highest >= 1 << 24 {
      for place in x..<x &+ 4 { unsafe compositePixel(below + place &* 4, above + place &* 4) }
    }
    x &+= 4
  }
  while x < count {
    unsafe compositePixel(below + x &* 4, above + x &* 4)
    x &+= 1
  }
}

/// Composites one pixel over another.
@inline(__always)
private func compositePixel(_ to: UnsafeMutablePointer<UInt8>, _ from: UnsafePointer<UInt8>) {
  let (alpha, alphaBelow) = unsafe (UInt32(from[3]), UInt32(to[3]))
  if alpha == 0 { return }
  if alpha == 255 || alphaBelow == 0 {  // the formula gives the same result
    unsafe to.update(from: from, count: 4)
  } else if alphaBelow == 255 {
    for sample in 0..<3 {
      let sum = unsafe UInt32(from[sample]) &* alpha &+ UInt32(to[sample]) &* (255 &- alpha)
      unsafe to[sample] = UInt8(truncatingIfNeeded: dividedBy255AndRounded(sum))
    }
  } else {
    let (u, v) = (alpha &* 255, (255 &- alpha) &* alphaBelow)
    let s = u &+ v
    for sample in 0..<3 {
      let sum = unsafe UInt32(from[sample]) &* u &+ UInt32(to[sample]) &* v
      unsafe to[sample] = UInt8(truncatingIfNeeded: (2 &* sum &+ s) / (2 &* s))
    }
    unsafe to[3] = UInt8(truncatingIfNeeded: (2 &* s &+ 255) / 510)
  }
}

/// `value / 255`, rounded, for values up to 255 × 255.
@inline(__always)
func dividedBy255AndRounded(_ value: UInt32) -> UInt32 {
  let more = value &+ 128
  return (more &+ more &>> 8) &>> 8
}
