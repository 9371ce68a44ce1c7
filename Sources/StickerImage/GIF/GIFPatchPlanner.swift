/// The data that a GIF stores for one frame.
struct GIFPatch: Sendable {
  /// The position of the patch on the canvas.
  var rect: PixelRect
  /// The color index of each pixel, row by row.
  var colorIndices: [UInt8]
  /// How the patch is disposed of before the next frame.
  var disposal = StoredFrame.Disposal.keep
}

/// Chooses the patch that takes the fewest bytes for each frame.
///
/// A GIF draws opaque pixels over the canvas and can't make pixels transparent. Only the disposal of the
/// previous frame can clear pixels. Therefore, for each disposal that can lead to the next frame, the planner
/// makes two patches: one with holes where nothing changes, and one without holes. It keeps the smallest
/// combination.
struct GIFPatchPlanner {
  private let frames: [Bitmap]
  private let palettesByFrame: [GIFPalette]
  /// For each frame, the index of each pixel in the frame's palette.
  private let frameColorIndices: [[UInt16]]

  /// - Parameter colored: At least one frame. Each palette has a transparent color if its frame has
  ///   transparent pixels.
  init(_ colored: GIFQuantizedFrames) {
    frames = colored.frames
    let tables = colored.frames.indices.map(colored.palette)
    self.palettesByFrame = tables
    frameColorIndices = colored.frames.indices.map { tables[$0].colorIndices(of: colored.frames[$0]) }
  }

  /// - Returns: nil if a frame would have to show colors that are only in other palettes.
  func plan() throws(InternalError) -> [GIFPatch]? {
    var patches: [GIFPatch] = []
    // The first frame covers the canvas, because some players don't start with an empty canvas.
    var (rect, base) = (PixelRect(frames[0].size), Bitmap(transparent: frames[0].size))
    for number in frames.indices.dropLast() {
      if Task.isCancelled { throw InternalError("canceled") }
      var choice: (patch: GIFPatch, option: DisposalOption, cost: Int)?
      for option in disposalOptions(from: number, rect, base) {
        guard var patch = try smallestPatch(number, option.disposedFramePatchRect, over: base),
          let next = try smallestPatch(number + 1, option.nextChangedRect, over: option.canvasAfterDisposal)
        else { continue }
        patch.patch.disposal = option.disposal
        let cost = patch.bytes + next.bytes
        if cost < choice?.cost ?? .max { choice = (patch.patch, option, cost) }
      }
      guard let choice else { return nil }
      patches.append(choice.patch)
      (rect, base) = (choice.option.nextChangedRect, choice.option.canvasAfterDisposal)
    }
    guard let last = try smallestPatch(frames.count - 1, rect, over: base) else { return nil }
    return patches + [last.patch]
  }

  /// A disposal for a frame, and the canvas that it leaves for the next frame.
  private struct DisposalOption {
    let disposal: StoredFrame.Disposal
    /// The area that the frame has to cover for this disposal.
    let disposedFramePatchRect: PixelRect
    /// The canvas after the disposal.
    let canvasAfterDisposal: Bitmap
    /// The area of that canvas that the next frame changes.
    let nextChangedRect: PixelRect
  }

  private func disposalOptions(from number: Int, _ rect: PixelRect, _ before: Bitmap) -> [DisposalOption] {
    let (shown, next) = (frames[number], frames[number + 1])
    let cleared = PixelRect(around: rect, clearedRect(from: shown, to: next)) ?? rect
    var empty = shown
    empty.clear(cleared)
    var left: [(StoredFrame.Disposal, PixelRect, Bitmap)] = [
      (.keep, rect, shown), (.background, cleared, empty),
    ]
    // Before the first frame, the canvas was empty, so restoring it is the same as disposal to background.
    if number > 0 { left.append((.previous, rect, before)) }
    return left.compactMap { disposal, rect, base in
      guard let change = bitmapChange(from: base, to: next) else {
        // Nothing changes, but every frame needs a patch. Use the smallest possible one.
        let least = PixelRect(x: 0, y: 0, width: 1, height: 1)
        return DisposalOption(
          disposal: disposal, disposedFramePatchRect: rect, canvasAfterDisposal: base, nextChangedRect: least)
      }
      return change.hasOnlyOpaqueNewPixels
        ? DisposalOption(
          disposal: disposal, disposedFramePatchRect: rect, canvasAfterDisposal: base,
          nextChangedRect: change.rect
        )
        : nil
    }
  }

  /// A frame's patch, with or without holes, whichever takes fewer bytes.
  private func smallestPatch(
    _ number: Int, _ rect: PixelRect, over base: Bitmap
  ) throws(InternalError) -> (patch: GIFPatch, bytes: Int)? {
    var best: (patch: GIFPatch, bytes: Int)?
    for hasHoles in [true, false] {
      guard let numbers = patchColorIndices(number, rect, over: hasHoles ? base : nil) else { continue }
      let patch = GIFPatch(rect: rect, colorIndices: numbers)
      let bytes = try singlePatchGIFBytes(patch, palettesByFrame[number])
      if bytes < best?.bytes ?? .max { best = (patch, bytes) }
    }
    return best
  }

  /// - Parameter base: The canvas whose unchanged pixels become holes. If nil, only transparent pixels are
  ///   holes.
  /// - Returns: nil if the palette doesn't contain every color of the patch.
  private func patchColorIndices(_ number: Int, _ rect: PixelRect, over base: Bitmap?) -> [UInt8]? {
    let (frame, table) = (frames[number], palettesByFrame[number])
    var result: [UInt8] = []
    result.reserveCapacity(rect.size.area)
    for y in rect.y..<rect.y + rect.height {
      for at in y * frame.width + rect.x..<y * frame.width + rect.x + rect.width {
        let word = frame.pixelWord(atPixel: at)
        if word == 0 || base?.pixelWord(atPixel: at) == word {
          guard let hole = table.transparentIndex else { return nil }
          result.append(hole)
        } else {
          guard let color = UInt8(exactly: frameColorIndices[number][at]) else { return nil }
          result.append(color)
        }
      }
    }
    return result
  }
}

/// The size of a GIF with only this patch. The overhead is the same for every patch, so it doesn't affect
/// comparisons.
private func singlePatchGIFBytes(_ patch: GIFPatch, _ table: GIFPalette) throws(InternalError) -> Int {
  var writer = try GIFWriter(patch.rect.size, table, plays: nil)
  var moved = patch
  moved.rect = PixelRect(patch.rect.size)
  try writer.append(moved, table, isLocalPalette: false, delayHundredths: 0)
  return try writer.finish().count
}

/// The smallest rectangle around all pixels that become transparent.
private func clearedRect(from old: Bitmap, to new: Bitmap) -> PixelRect? {
  old.withView { old in
    new.withView { new in
      var (left, right, top, bottom) = (Int.max, -1, -1, -1)
      for y in 0..<new.size.height {
        for x in 0..<new.size.width where new[x, y] == .clear && old[x, y] != .clear {
          (left, right) = (min(left, x), max(right, x))
          if top < 0 { top = y }
          bottom = y
        }
      }
      guard bottom >= 0 else { return nil }
      return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
  }
}
