/// Writes an APNG frame by frame. The first frame is the default image unless a hidden default image was
/// appended before it.
struct APNGWriter {
  private var png = PNGWriter()
  private let layout: PNGSampleLayout
  private let effort: OptimizingEffort?
  private var nextSequenceNumber = 0  // counts fcTL and fdAT chunks together
  private var hasWrittenDefaultImage = false
  private var remainingZopfliBytes = maxZopfliBytesPerAnimation
  private var remainingThoroughBytes = maxThoroughBytesPerAnimation

  /// Writes everything before the first frame: IHDR, the color chunks, acTL and the palette.
  ///
  /// - Parameter effort: How long to search for filters, or nil to use the quick choice that
  ///   `quicklyFilteredZlibStream` makes.
  init(
    _ size: PixelSize, _ layout: PNGSampleLayout, frames: Int, plays: Int, colorChunks: [[UInt8]],
    effort: OptimizingEffort? = nil
  ) {
    self.layout = layout
    self.effort = effort
    png.appendHeader(size, layout)
    for chunk in colorChunks { png.append(complete: chunk) }
    png.append("acTL", bigEndian32(frames), bigEndian32(plays))
    png.appendPaletteAndTransparency(layout)
  }

  /// Appends a default image that isn't part of the animation. Call this before appending frames.
  mutating func appendHiddenDefaultImage(_ bitmap: Bitmap) throws(InternalError) {
    png.append("IDAT", try compressedStream(bitmap.withView { PNGRows($0, layout) }, isPatch: false))
    hasWrittenDefaultImage = true
  }

  /// Appends a frame: fcTL and its data.
  mutating func append(
    _ patch: PlannedPatch, delay: ExactSeconds
  ) throws(InternalError) {
    guard let delay = apngDelayFraction(delay) else {
      throw InternalError("an APNG can't store a delay of \(delay.numerator)/\(delay.denominator) s")
    }
    let isDefaultImage = !hasWrittenDefaultImage
    hasWrittenDefaultImage = true
    png.append(
      "fcTL", takeSequenceNumberBytes(), bigEndian32(patch.rect.width), bigEndian32(patch.rect.height),
      bigEndian32(patch.rect.x),
      bigEndian32(patch.rect.y), bigEndian16(delay.numerator), bigEndian16(delay.denominator),
      [disposeOpValue(of: patch.disposal), patch.blend == .source ? 0 : 1])
    let rows = patch.bitmap.withView { PNGRows($0, layout) }
    let stream = try compressedStream(rows, isPatch: !isDefaultImage)
    if isDefaultImage {
      png.append("IDAT", stream)
    } else {
      png.append("fdAT", takeSequenceNumberBytes(), stream)
    }
  }

  private mutating func compressedStream(_ rows: PNGRows, isPatch: Bool) throws(InternalError) -> [UInt8] {
    guard let effort, effort != .fast || rows.bytes.count <= maxUnsampledPatchBytes else {
      return try quicklyFilteredZlibStream(rows, layout)
    }
    let isThorough = effort == .max || remainingThoroughBytes > 0
    var search = SmallestPNGDataSearch(
      isThorough ? effort : .fast, maxZopfliBytes: remainingZopfliBytes, isOneOfMany: isPatch)
    search.tryStrategies(rows, layout)
    remainingZopfliBytes -= rows.bytes.count
    remainingThoroughBytes -= rows.bytes.count
    return try search.smallestDeflatedFinalist().stream
  }

  /// Appends the end of the file.
  ///
  /// - Parameter chunks: Complete chunks to put after the frames.
  /// - Returns: The whole file.
  mutating func finish(appending chunks: [[UInt8]] = []) -> [UInt8] {
    for chunk in chunks { png.append(complete: chunk) }
    png.append("IEND")
    return png.bytes
  }

  private mutating func takeSequenceNumberBytes() -> [UInt8] {
    defer { nextSequenceNumber += 1 }
    return bigEndian32(nextSequenceNumber)
  }
}

/// The number of bytes of row data in an animation that are deflated thoroughly at normal effort. The rest
/// are deflated quickly.
let maxThoroughBytesPerAnimation = 24 << 20

/// The value of dispose_op in fcTL.
private func disposeOpValue(of disposal: StoredFrame.Disposal) -> UInt8 {
  switch disposal {
  case .keep: 0
  case .background: 1
  case .previous: 2
  }
}

extension [Frame] {
  /// Encodes composited frames as an APNG, keeping every visible pixel and the exact timing.
  ///
  /// A frame that looks like the previous one is merged with it if an APNG can store the exact sum of their
  /// displayed times as a fraction of 16-bit integers. Other frames are stored as the smallest patches found.
  /// The first frame is the default image. There must be at least one frame, and all must have the same
  /// dimensions. A single frame still produces an animation.
  ///
  /// - Parameter plays: The number of plays, 0...2^31 - 1. 0 means infinite.
  /// - Parameter colorChunks: See `Bitmap.encodedPNG`.
  /// - Returns: The file. The same frames produce the same bytes on every machine.
  /// - Throws: `InternalError` if frames differ in size, if a delay can't be stored exactly, or if the
  ///   decoded file differs from the frames.
  public func encodedAPNG(plays: Int, colorChunks: [[UInt8]] = []) throws(InternalError) -> [UInt8] {
    try encodedAPNG(plays: plays, colorChunks: colorChunks, verifies: true)
  }

  /// - Parameter verifies: Whether to decode the file and compare it. Use false only for files that are
  ///   discarded.
  func encodedAPNG(
    plays: Int, colorChunks: [[UInt8]], verifies: Bool
  ) throws(InternalError) -> [UInt8] {
    let size = try validatedAnimationSize(self, plays: plays)
    let pictures = map { clearingColorUnderTransparency($0.bitmap) ?? $0.bitmap }
    let runs = storedFrameRuns(in: pictures, delays: map(\.delay))
    let census = ColorCensus(pictures)
    let (chunks, rule) = allowedColorChunks(colorChunks, isGray: census.isGray)
    let layout = patchLayoutAddingTransparentEntry(census, rule)
    var writer = APNGWriter(size, layout, frames: runs.count, plays: plays, colorChunks: chunks)
    var delays = runs.map(\.delay)[...]
    try planPatches(runs.map { pictures[$0.frames.lowerBound] }, layout) { (patch) throws(InternalError) in
      guard let delay = delays.popFirst() else { throw InternalError("there are more patches than frames") }
      try writer.append(patch, delay: delay)
    }
    let file = writer.finish()
    if verifies {
      try verifyAPNG(file, shows: self, frameRangesByStoredFrame: runs.map(\.frames), plays: plays)
    }
    return file
  }
}

/// Checks the frames of an animation.
///
/// - Returns: The dimensions of the frames.
/// - Throws: `InternalError` if there are no frames or pixels, if the frames differ in size, or if an APNG
///   can't store the number of plays.
@discardableResult
func validatedAnimationSize(_ frames: [Frame], plays: Int) throws(InternalError) -> PixelSize {
  guard let size = frames.first?.bitmap.size, size.area > 0 else {
    throw InternalError("the animation has no pixels")
  }
  guard frames.allSatisfy({ $0.bitmap.size == size }) else {
    throw InternalError("the frames differ in size")
  }
  guard 0..<(1 << 31) ~= plays else { throw InternalError("an APNG can't store \(plays) plays") }
  return size
}

/// Finds runs of equal consecutive frames that can be stored as one frame, because the sum of their delays
/// can be stored. A frame that isn't merged keeps its stored delay. A merged frame lasts as long as the
/// frames that it replaces.
///
/// - Parameter delaysAreShown: Whether the delays are already the displayed times, even if they are very short.
/// - Parameter canStore: Whether a sum of delays can be stored. By default, whether an APNG can store it.
func storedFrameRuns(
  in pictures: [Bitmap], delays: [ExactSeconds], delaysAreShown: Bool = false,
  canStore: (ExactSeconds) -> Bool = { apngDelayFraction($0) != nil }
) -> [(frames: Range<Int>, delay: ExactSeconds)] {
  var runs: [(frames: Range<Int>, delay: ExactSeconds)] = []
  func shown(_ delay: ExactSeconds) -> ExactSeconds { delaysAreShown ? delay : delay.shownDelay }
  for (index, delay) in delays.enumerated() {
    if let last = runs.last, pictures[last.frames.lowerBound] == pictures[index],
      let sum = (last.frames.count == 1 ? shown(last.delay) : last.delay).adding(shown(delay)), canStore(sum)
    {
      runs[runs.count - 1] = (last.frames.lowerBound..<index + 1, sum)
    } else {
      runs.append((index..<index + 1, delay))
    }
  }
  return runs
}

/// A delay as fcTL stores it, or nil if it can't be stored exactly.
func apngDelayFraction(_ delay: ExactSeconds) -> (numerator: Int, denominator: Int)? {
  for form in [delay, delay.reduced] where form.numerator <= 0xFFFF && form.denominator <= 0xFFFF {
    return (form.numerator, form.denominator)
  }
  return nil
}

/// The shared layout of all patches. If there is room, a palette gets a transparent entry for holes in
/// patches.
func patchLayoutAddingTransparentEntry(_ census: ColorCensus, _ rule: PNGGrayscaleStorageRule)
  -> PNGSampleLayout
{
  let layout = candidateLayoutsBestFirst(for: census, rule, area: .max)[0]
  guard layout.colorType == .palette, !layout.canBeTransparent, layout.palette.count < 1 << layout.bitDepth
  else {
    return layout
  }
  return PNGSampleLayout(.palette, bitDepth: layout.bitDepth, palette: [.clear] + layout.palette)
}

extension ImageContainer {
  /// Makes the animation loop forever. Changes only the loop count. A GIF without a loop count gets one.
  ///
  /// - Parameter bytes: The file from which the container was read.
  /// - Returns: nil if the file isn't animated, or if the file has no place for a loop count.
  public func bytesLoopingEndlessly(from bytes: [UInt8]) -> [UInt8]? {
    self.bytes(settingPlays: 0, from: bytes)
  }

  /// Sets the number of plays. Nothing else changes.
  ///
  /// - Parameter plays: 0 means infinite. A GIF can only be set to 0.
  /// - Parameter bytes: The file from which the container was read.
  /// - Returns: nil if the file isn't animated, or if the file has no place for the number of plays.
  public func bytes(settingPlays plays: Int, from bytes: [UInt8]) -> [UInt8]? {
    guard animation != nil, let number = UInt32(exactly: plays) else { return nil }
    switch format {
    case .apng: return apngBytes(bytes, self, settingPlays: number)
    case .gif where plays == 0: return endlessGIF(bytes, self)
    case .webp: return webPBytes(bytes, self, settingPlays: number)
    case .gif, .png, .jpeg, .webm: return nil
    }
  }
}

private func apngBytes(_ bytes: [UInt8], _ container: ImageContainer, settingPlays plays: UInt32) -> [UInt8]?
{
  guard let part = container.parts.first(where: { $0.type == "acTL" }), part.length == 20,
    part.offset <= bytes.count - 20
  else { return nil }
  let frames = Array(bytes[part.offset + 8..<part.offset + 12])
  let number = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: plays >> UInt32($0)) }
  var out = bytes
  out.replaceSubrange(part.offset..<part.offset + 20, with: pngChunk("acTL", [frames, number]))
  return out
}

/// - Source: RFC 9649, section 2.7.1.1: the loop count (number of plays; 0 means infinite) follows the
///   background color.
private func webPBytes(_ bytes: [UInt8], _ container: ImageContainer, settingPlays plays: UInt32) -> [UInt8]?
{
  guard let part = container.parts.first(where: { $0.type == "ANIM" }), part.length >= 14, plays <= UInt16.max
  else { return nil }
  var out = bytes
  out.replaceSubrange(part.offset + 12..<part.offset + 14, with: littleEndianBytes(Int(plays), 2))
  return out
}

/// - Source: The NETSCAPE2.0 application extension, which consists of the byte 11, the name, the bytes 3 and
///   1, and the number of repetitions (0 means infinite).
private func endlessGIF(_ bytes: [UInt8], _ container: ImageContainer) -> [UInt8]? {
  var out = bytes
  let loops = container.parts.last { part in
    part.length >= 18
      && (bytes.has("NETSCAPE2.0", at: part.offset + 3) || bytes.has("ANIMEXTS1.0", at: part.offset + 3))
      && bytes[part.offset + 14] >= 3 && bytes[part.offset + 15] & 7 == 1
  }
  if let loops {
    (out[loops.offset + 16], out[loops.offset + 17]) = (0, 0)
    return out
  }
  // Players look for the extension between the global color table and the first frame.
  let head = container.parts.prefix { ["logical screen descriptor", "global color table"].contains($0.type) }
  guard let last = head.last else { return nil }
  let block: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
  out.insert(contentsOf: block, at: last.offset + last.length)
  out.replaceSubrange(3..<6, with: Array("89a".utf8))  // 87a has no extensions
  return out
}

extension ImageContainer {
  /// Sets each frame delay that is 10 ms or less to 100 ms, which is the delay that viewers use instead.
  /// Nothing else changes.
  ///
  /// - Parameter bytes: The file from which the container was read.
  /// - Returns: nil if the file isn't animated or can't store a delay.
  package func bytesWritingShownDelays(from bytes: [UInt8]) -> [UInt8]? {
    guard let animation else { return nil }
    if format == .gif { return gifWritingShownDelays(from: bytes, animation) }
    var out = bytes
    for frame in animation.frames where !frame.delay.isShownAsStored {
      let isDone =
        switch format {
        case .apng: overwriteDelayWith100Milliseconds(&out, fcTL: frame.headerOffset)
        case .webp: overwriteDelayWith100Milliseconds(&out, ANMF: frame.headerOffset)
        case .gif, .png, .jpeg, .webm: false
        }
      guard isDone else { return nil }
    }
    return out
  }

  /// - Source: PNG specification, third edition, 11.3.6.2: delay_num and delay_den, 16 bits each, follow the
  ///   length, the type and 20 bytes.
  private func overwriteDelayWith100Milliseconds(_ out: inout [UInt8], fcTL offset: Int) -> Bool {
    guard offset + 38 <= out.count else { return false }
    let data = Array(out[offset + 8..<offset + 28]) + [0, 1, 0, 10] + out[offset + 32..<offset + 34]
    out.replaceSubrange(offset..<offset + 38, with: pngChunk("fcTL", [data]))
    return true
  }

  /// Writes the displayed delays. Adds a graphic control extension to each frame that has none.
  ///
  /// - Source: GIF 89a, section 23: the graphic control extension precedes its frame. The delay, in
  ///   hundredths of a second, comes after the first four bytes. Without an extension, the delay is 0.
  private func gifWritingShownDelays(from bytes: [UInt8], _ animation: Animation) -> [UInt8]? {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 8 * animation.frames.count)
    var (copied, next, isExtended) = (0, 0, false)
    for frame in animation.frames {
      // The last graphic control extension after the previous frame.
      var control: ContainerPart?
      while next < parts.count, parts[next].offset < frame.headerOffset {
        if parts[next].type == "graphic control extension" { control = parts[next] }
        next += 1
      }
      if frame.delay.isShownAsStored { continue }
      if let control {
        guard control.length == 8, control.offset + 8 <= bytes.count else { return nil }
        out += bytes[copied..<control.offset + 4]
        out += [10, 0]
        copied = control.offset + 6
      } else {
        out += bytes[copied..<frame.headerOffset]
        out += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
        (copied, isExtended) = (frame.headerOffset, true)
      }
    }
    out += bytes[copied...]
    if isExtended { out.replaceSubrange(3..<6, with: Array("89a".utf8)) }  // 87a has no extensions
    return out
  }

  /// - Source: RFC 9649, section 2.7.1.1: the delay, a 24-bit number of milliseconds, follows the chunk
  ///   header and 12 bytes.
  private func overwriteDelayWith100Milliseconds(_ out: inout [UInt8], ANMF offset: Int) -> Bool {
    guard offset + 23 <= out.count else { return false }
    out.replaceSubrange(offset + 20..<offset + 23, with: littleEndianBytes(100, 3))
    return true
  }
}
