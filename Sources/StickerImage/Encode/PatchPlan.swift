/// The differences between two bitmaps of the same size.
struct BitmapChange: Hashable, Sendable {
  /// The smallest rectangle around all pixels that differ.
  var rect: PixelRect
  /// The number of pixels that differ.
  var changedPixelCount: Int
  /// Whether all pixels that differ are opaque in the new bitmap.
  var hasOnlyOpaqueNewPixels: Bool
}

/// Compares two bitmaps of the same size. Returns nil if they are equal.
func bitmapChange(from old: Bitmap, to new: Bitmap) -> BitmapChange? {
  guard new.size.area > 0 else { return nil }
  return old.withView { old in
    new.withView { new in
      var (left, right, top, bottom) = (Int.max, -1, -1, -1)
      var (count, isOpaque) = (0, true)
      for y in 0..<new.size.height {
        guard let row = rowChange(old, new, y) else { continue }
        if top < 0 { top = y }
        bottom = y
        (left, right) = (min(left, row.first), max(right, row.last))
        count += row.pixels
        isOpaque = isOpaque && row.isOpaque
      }
      guard bottom >= 0 else { return nil }
      let rect = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
      return BitmapChange(rect: rect, changedPixelCount: count, hasOnlyOpaqueNewPixels: isOpaque)
    }
  }
}

private func rowChange(
  _ old: PixelView, _ new: PixelView, _ y: Int
) -> (first: Int, last: Int, pixels: Int, isOpaque: Bool)? {
  let width = new.size.width
  var differs: UInt32 = 0
  // For equal rows, which are the majority, this is the only cost.
  for x in 0..<width { differs |= old[x, y].abgr ^ new[x, y].abgr }
  guard differs != 0 else { return nil }
  var (first, last, count) = (width, 0, 0)
  var alpha: UInt32 = 0xFF00_0000
  for x in 0..<width where old[x, y] != new[x, y] {
    first = min(first, x)
    last = x
    count += 1
    alpha &= new[x, y].abgr
  }
  return (first, last, count, alpha == 0xFF00_0000)
}

extension Bitmap {
  /// Makes the pixels of a rectangle transparent black.
  mutating func clear(_ rect: PixelRect) {
    let nothing = [UInt8](repeating: 0, count: rect.width * 4)
    for y in rect.y..<rect.y + rect.height {
      let start = (y * width + rect.x) * 4
      pixels.replaceSubrange(start..<start + rect.width * 4, with: nothing)
    }
  }
}

/// The data that an APNG stores for one frame.
struct PlannedPatch: Sendable {
  /// The position of the patch on the canvas.
  var rect: PixelRect
  var blend: StoredFrame.Blend
  /// How the patch is disposed of before the next frame.
  var disposal: StoredFrame.Disposal
  /// The pixels to store.
  var bitmap: Bitmap
}

/// The patch features that a format supports.
struct PatchCapabilities: Hashable, Sendable {
  /// The x and y coordinates of patches must be multiples of this number of pixels.
  let coordinateStep: Int
  /// Whether a disposal can restore the contents below a patch.
  let canRestorePrevious: Bool

  static let apng = PatchCapabilities(coordinateStep: 1, canRestorePrevious: true)
  /// - Source: RFC 9649, section 2.7.1.1.
  static let webP = PatchCapabilities(coordinateStep: 2, canRestorePrevious: false)

  /// Enlarges the rectangle so that its coordinates are multiples of `coordinateStep`.
  fileprivate func aligned(_ rect: PixelRect) -> PixelRect {
    let (left, above) = (rect.x % coordinateStep, rect.y % coordinateStep)
    return PixelRect(
      x: rect.x - left, y: rect.y - above, width: rect.width + left, height: rect.height + above)
  }
}

/// For each frame, chooses the patch that deflates to the fewest bytes.
///
/// For each possible disposal of the previous frame, the rectangle that has to change is known. Its pixels
/// are stored either as they are (*source*) or with holes where nothing changes (*over*). *Over* is
/// considered only if every changed pixel is opaque, so that differences in how decoders round alpha aren't
/// visible.
///
/// - Parameter frames: At least one. All have the same size, and transparent pixels are transparent black.
/// - Parameter layout: How pixels will be stored. If it has no transparency, patches have no holes.
/// - Parameter capabilities: The patch features that the format supports.
/// - Parameter cost: Returns the cost of storing a patch's rows, in bytes.
/// - Parameter deliver: Called with each patch in order, one frame late, because a patch's disposal is chosen
///   together with the next patch. At most two patches are in memory at a time.
func planPatches(
  _ frames: [Bitmap], _ layout: PNGSampleLayout, capabilities: PatchCapabilities = .apng,
  cost: @escaping (PNGRows) -> Int = estimatedDeflatedBytes,
  deliver: (PlannedPatch) throws(InternalError) -> Void
) throws(InternalError) {
  // The first frame is the default image, so it covers the canvas.
  var last = PlannedPatch(
    rect: PixelRect(frames[0].size), blend: .source, disposal: .keep, bitmap: frames[0])
  var before = Bitmap(transparent: frames[0].size)  // the canvas before the last patch
  for (index, frame) in frames.enumerated().dropFirst() {
    var choice: (patch: PlannedPatch, disposal: StoredFrame.Disposal, base: Bitmap, cost: Int)?
    var costs = FrameSourceBlendCostCache(layout, cost)
    let restored = capabilities.canRestorePrevious && index > 1 ? before : nil
    for (disposal, base) in canvasesByDisposal(after: last, shown: frames[index - 1], restored: restored) {
      for patch in possibleBlendPatches(frame, over: base, layout, capabilities) {
        let cost = costs.cost(of: patch)
        if choice.map({ cost < $0.cost }) ?? true { choice = (patch, disposal, base, cost) }
      }
    }
    guard let choice else { continue }
    last.disposal = choice.disposal
    try deliver(last)
    last = choice.patch
    before = choice.base
  }
  try deliver(last)
}

/// The canvases that result from the possible disposals of the last patch.
///
/// - Parameter restored: The canvas before the patch. Nil if it can't be restored, or if it was empty (which
///   is the same as disposal to background).
private func canvasesByDisposal(
  after last: PlannedPatch, shown: Bitmap, restored: Bitmap?
) -> [(StoredFrame.Disposal, Bitmap)] {
  var cleared = shown
  cleared.clear(last.rect)
  return [(StoredFrame.Disposal.keep, shown), (.background, cleared)]
    + (restored.map { [(.previous, $0)] } ?? [])
}

/// The patches that turn a canvas into a frame.
private func possibleBlendPatches(
  _ frame: Bitmap, over base: Bitmap, _ layout: PNGSampleLayout, _ form: PatchCapabilities
) -> [PlannedPatch] {
  guard let change = bitmapChange(from: base, to: frame) else {
    // Nothing changes, but every frame needs a patch. Use the smallest possible one.
    return [sourceBlendPatch(frame, PixelRect(x: 0, y: 0, width: 1, height: 1))]
  }
  let rect = form.aligned(change.rect)
  let whole = sourceBlendPatch(frame, rect)
  guard change.hasOnlyOpaqueNewPixels, layout.canBeTransparent, change.changedPixelCount < rect.size.area
  else {
    return [whole]
  }
  return [whole, overBlendPatch(frame, base, rect)]
}

private func sourceBlendPatch(_ frame: Bitmap, _ rect: PixelRect) -> PlannedPatch {
  PlannedPatch(rect: rect, blend: .source, disposal: .keep, bitmap: frame.cropped(to: rect))
}

private func overBlendPatch(_ frame: Bitmap, _ base: Bitmap, _ rect: PixelRect) -> PlannedPatch {
  let pixels = frame.withView(of: rect) { new in
    base.withView(of: rect) { old in
      unsafe [UInt8](unsafeUninitializedCapacity: rect.size.area * 4) { output, count in
        let output = UnsafeMutableRawBufferPointer(output)
        for y in 0..<rect.height {
          for x in 0..<rect.width {
            let pixel = new[x, y] == old[x, y] ? 0 : new[x, y].abgr
            unsafe output.storeBytes(
              of: pixel.littleEndian, toByteOffset: (y &* rect.width &+ x) &* 4, as: UInt32.self)
          }
        }
        count = rect.size.area * 4
      }
    }
  }
  return PlannedPatch(rect: rect, blend: .over, disposal: .keep, bitmap: Bitmap(rect.size, pixels: pixels))
}

/// The size in bytes of rows when deflated at a low level, without filters.
func estimatedDeflatedBytes(_ rows: PNGRows) -> Int {
  estimatedCostOrMax(rows) { deflate($0.bytes, level: 3)?.count }
}

/// Computes the cost of rows, or estimates it from a sample if they have more than `limit` bytes.
func estimatedCostOrMax(
  _ rows: PNGRows, maxUnsampledBytes limit: Int = maxUnsampledPatchBytes, _ cost: (PNGRows) -> Int?
) -> Int {
  guard rows.bytes.count > limit else { return cost(rows) ?? .max }
  let sample = rows.sampledRows()
  guard let bytes = cost(sample) else { return .max }
  return bytes * (rows.bytes.count / 1024) / max(sample.bytes.count / 1024, 1)
}

/// The default size in bytes of a patch's rows above which only a sample of them is used to estimate the patch's
/// cost. Above it, fast effort also chooses filters quickly.
let maxUnsampledPatchBytes = 256 << 10

/// Computes the costs of candidates. The same rectangle of the same frame is deflated only once.
private struct FrameSourceBlendCostCache {
  private let layout: PNGSampleLayout
  private let costOfRows: (PNGRows) -> Int
  private var sourceBlendCostsByRect: [PixelRect: Int] = [:]

  init(_ layout: PNGSampleLayout, _ cost: @escaping (PNGRows) -> Int) {
    self.layout = layout
    costOfRows = cost
  }

  mutating func cost(of patch: PlannedPatch) -> Int {
    if patch.blend == .source, let cost = sourceBlendCostsByRect[patch.rect] { return cost }
    let rows = patch.bitmap.withView { PNGRows($0, layout) }
    let cost = costOfRows(rows)
    if patch.blend == .source { sourceBlendCostsByRect[patch.rect] = cost }
    return cost
  }
}
