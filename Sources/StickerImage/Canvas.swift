/// The canvas on which the patches of an animation are composited, one after the other.
struct Canvas {
  /// What is shown now.
  private(set) var bitmap: Bitmap
  private var saved: (pixels: [UInt8], patch: PixelRect)?
  private var pending: (PixelRect, StoredFrame.Disposal)?

  /// A canvas of transparent black.
  init(_ size: PixelSize) { bitmap = Bitmap(transparent: size) }

  /// Draws a patch; what lies outside of the canvas is left out. `dispose` must follow before the next one.
  mutating func draw(_ patch: Bitmap, _ stored: StoredFrame) {
    let inside = stored.patch.intersection(PixelRect(bitmap.size))
    guard !inside.isEmpty else { return }
    pending = (inside, stored.disposal)
    if stored.disposal == .previous { saved = (copy(inside), inside) }
    let covers = inside == PixelRect(bitmap.size) && stored.patch == inside
    if covers, stored.blend == .source {
      bitmap = patch
      return
    }
    let width = bitmap.width
    unsafe bitmap.pixels.withUnsafeMutableBufferPointer { target in
      unsafe patch.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for y in 0..<inside.height {
          let to = unsafe target + ((inside.y + y) * width + inside.x) * 4
          let row = inside.y - stored.patch.y + y
          let from = unsafe source + (row * patch.width + inside.x - stored.patch.x) * 4
          switch stored.blend {
          case .source: unsafe to.update(from: from, count: inside.width * 4)
          case .over: unsafe drawOver(to, from, inside.width)
          }
        }
      }
    }
  }

  /// What the frame that was drawn last leaves behind.
  mutating func dispose() {
    switch pending {
    case (let patch, .background)?: clear(patch)
    case (_, .previous)?: restore()
    default: break
    }
    (pending, saved) = (nil, nil)
  }

  private mutating func clear(_ patch: PixelRect) {
    let width = bitmap.width
    unsafe bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
      for y in patch.y..<patch.y + patch.height {
        unsafe pixels[(y * width + patch.x) * 4..<(y * width + patch.x + patch.width) * 4].update(
          repeating: 0)
      }
    }
  }

  private func copy(_ patch: PixelRect) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(patch.size.area * 4)
    for y in patch.y..<patch.y + patch.height {
      let start = (y * bitmap.width + patch.x) * 4
      out += bitmap.pixels[start..<start + patch.width * 4]
    }
    return out
  }

  private mutating func restore() {
    guard let (pixels, patch) = saved else { return }
    for y in 0..<patch.height {
      let start = ((patch.y + y) * bitmap.width + patch.x) * 4
      let row = y * patch.width * 4
      bitmap.pixels.replaceSubrange(
        start..<start + patch.width * 4, with: pixels[row..<row + patch.width * 4])
    }
  }
}

/// Lays a row of straight RGBA over another.
///
/// - Source: PNG specification, third edition, section 13.16 (alpha compositing), in whole numbers, rounded
///   once.
private func drawOver(_ below: UnsafeMutablePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int) {
  for x in 0..<count {
    let (to, from) = unsafe (below + x * 4, above + x * 4)
    let alpha = unsafe from[3]
    if alpha == 0 { continue }
    if alpha == 255 {
      unsafe to.update(from: from, count: 4)
      continue
    }
    let u = UInt32(alpha) * 255
    let v = unsafe (255 - UInt32(alpha)) * UInt32(to[3])
    let s = u + v
    for sample in 0..<3 {
      let sum = unsafe UInt32(from[sample]) * u + UInt32(to[sample]) * v
      unsafe to[sample] = UInt8(truncatingIfNeeded: (2 * sum + s) / (2 * s))
    }
    unsafe to[3] = UInt8(truncatingIfNeeded: (2 * s + 255) / 510)
  }
}
