/// What is different between two bitmaps of one size.
struct BitmapChange: Hashable, Sendable {
  /// The smallest rectangle around every pixel that differs.
  var rect: PixelRect
  /// How many pixels differ.
  var pixels: Int
  /// Whether all of these are opaque in the new bitmap.
  var isOpaque: Bool
}

/// What turns one bitmap into another of the same size; nil where they are equal.
func change(from old: Bitmap, to new: Bitmap) -> BitmapChange? {
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
      return BitmapChange(rect: rect, pixels: count, isOpaque: isOpaque)
    }
  }
}

private func rowChange(
  _ old: PixelView, _ new: PixelView, _ y: Int
) -> (first: Int, last: Int, pixels: Int, isOpaque: Bool)? {
  let width = new.size.width
  var differs: UInt32 = 0
  for x in 0..<width { differs |= old[x, y].word ^ new[x, y].word }  // all that the many equal rows cost
  guard differs != 0 else { return nil }
  var (first, last, count) = (width, 0, 0)
  var alpha: UInt32 = 0xFF00_0000
  for x in 0..<width where old[x, y] != new[x, y] {
    first = min(first, x)
    last = x
    count += 1
    alpha &= new[x, y].word
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

/// What an APNG stores for one frame.
struct PlannedPatch: Sendable {
  /// Where the patch goes on the canvas.
  var rect: PixelRect
  var blend: StoredFrame.Blend
  /// What becomes of it when the next frame comes.
  var disposal: StoredFrame.Disposal
  /// The pixels to store.
  var bitmap: Bitmap
}

/// What a format can say of a patch.
struct PatchForm: Hashable, Sendable {
  /// Places are whole multiples of that many pixels.
  let step: Int
  /// Whether a patch may become again what was there before it.
  let restores: Bool

  static let apng = PatchForm(step: 1, restores: true)
  /// - Source: RFC 9649, section 2.7.1.1.
  static let webP = PatchForm(step: 2, restores: false)

  /// The rectangle with its place at a step.
  fileprivate func placed(_ rect: PixelRect) -> PixelRect {
    let (left, above) = (rect.x % step, rect.y % step)
    return PixelRect(
      x: rect.x - left, y: rect.y - above, width: rect.width + left, height: rect.height + above)
  }
}

/// Chooses for each frame the patch that deflates smallest.
///
/// Frame after frame: for every disposal of the frame before, the rectangle that has to change is known; its
/// pixels are stored as they are (*source*), or with holes where nothing changes (*over*). Over is considered
/// only where every changed pixel is opaque, so that no reader's rounding of alpha can show.
///
/// - Parameter frames: at least one, all of one size, transparent pixels transparent black.
/// - Parameter layout: how pixels will be stored; what cannot be transparent gets no holes.
/// - Parameter form: what the format can say of a patch.
/// - Parameter cost: what a patch's rows would take.
/// - Parameter deliver: called with each frame's patch in order, one frame late: its disposal is chosen with
///   the next patch. So no more than two patches are in memory.
func planPatches(
  _ frames: [Bitmap], _ layout: SampleLayout, form: PatchForm = .apng,
  cost: @escaping (PNGRows) -> Int = lightCost,
  deliver: (PlannedPatch) throws(InternalError) -> Void
) throws(InternalError) {
  // The first frame is the default image: it covers the canvas.
  var last = PlannedPatch(
    rect: PixelRect(frames[0].size), blend: .source, disposal: .keep, bitmap: frames[0])
  var before = Bitmap(transparent: frames[0].size)  // what the canvas was before the last patch
  for (index, frame) in frames.enumerated().dropFirst() {
    var choice: (patch: PlannedPatch, disposal: StoredFrame.Disposal, base: Bitmap, cost: Int)?
    var costs = CostCache(layout, cost)
    let restored = form.restores && index > 1 ? before : nil
    for (disposal, base) in bases(after: last, shown: frames[index - 1], restored: restored) {
      for patch in candidates(frame, over: base, layout, form) {
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

/// The canvases that the disposals of the last patch leave behind.
///
/// - Parameter restored: what was there before it; nil where that cannot be had again, or was nothing, which
///   is the same as background.
private func bases(
  after last: PlannedPatch, shown: Bitmap, restored: Bitmap?
) -> [(StoredFrame.Disposal, Bitmap)] {
  var cleared = shown
  cleared.clear(last.rect)
  return [(StoredFrame.Disposal.keep, shown), (.background, cleared)]
    + (restored.map { [(.previous, $0)] } ?? [])
}

/// The patches that turn a canvas into a frame.
private func candidates(
  _ frame: Bitmap, over base: Bitmap, _ layout: SampleLayout, _ form: PatchForm
) -> [PlannedPatch] {
  guard let change = change(from: base, to: frame) else {
    // Nothing changes, but a frame needs a patch: the smallest there is.
    return [source(frame, PixelRect(x: 0, y: 0, width: 1, height: 1))]
  }
  let rect = form.placed(change.rect)
  let whole = source(frame, rect)
  guard change.isOpaque, layout.canBeTransparent, change.pixels < rect.size.area else {
    return [whole]
  }
  return [whole, over(frame, base, rect)]
}

private func source(_ frame: Bitmap, _ rect: PixelRect) -> PlannedPatch {
  PlannedPatch(rect: rect, blend: .source, disposal: .keep, bitmap: frame.cropped(to: rect))
}

private func over(_ frame: Bitmap, _ base: Bitmap, _ rect: PixelRect) -> PlannedPatch {
  let pixels = frame.withView(of: rect) { new in
    base.withView(of: rect) { old in
      unsafe [UInt8](unsafeUninitializedCapacity: rect.size.area * 4) { output, count in
        let output = UnsafeMutableRawBufferPointer(output)
        for y in 0..<rect.height {
          for x in 0..<rect.width {
            let pixel = new[x, y] == old[x, y] ? 0 : new[x, y].word
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

/// What rows take when they are deflated lightly, without filters.
func lightCost(_ rows: PNGRows) -> Int { costOfSample(rows) { deflate($0.bytes, level: 3)?.count } }

/// What rows take, told by a sample where there are many.
func costOfSample(_ rows: PNGRows, _ cost: (PNGRows) -> Int?) -> Int {
  guard rows.bytes.count > longPatch else { return cost(rows) ?? .max }
  let sample = rows.sample()
  guard let bytes = cost(sample) else { return .max }
  return bytes * (rows.bytes.count / 1024) / max(sample.bytes.count / 1024, 1)
}

/// Bytes of a patch's rows above which a sample tells its cost and the quick choice of filters.
let longPatch = 256 << 10

/// What a candidate costs. The same rectangle of the same frame is deflated once.
private struct CostCache {
  private let layout: SampleLayout
  private let costOfRows: (PNGRows) -> Int
  private var known: [PixelRect: Int] = [:]

  init(_ layout: SampleLayout, _ cost: @escaping (PNGRows) -> Int) {
    self.layout = layout
    costOfRows = cost
  }

  mutating func cost(of patch: PlannedPatch) -> Int {
    if patch.blend == .source, let cost = known[patch.rect] { return cost }
    let rows = patch.bitmap.withView { PNGRows($0, layout) }
    let cost = costOfRows(rows)
    if patch.blend == .source { known[patch.rect] = cost }
    return cost
  }
}
