import StickerImage

extension DecodingBudget {
  /// Limits that keep each attempt short, and that small inputs can reach.
  static let small: DecodingBudget = {
    var budget = DecodingBudget.standard
    budget.sidePixels = 600
    budget.canvasPixels = 40_000
    budget.frames = 24
    budget.allFramesPixels = 200_000
    budget.inflatedChunkBytes = 64 << 10
    budget.containerParts = 1_024
    budget.scans = 12
    budget.decodingWork = 600_000
    return budget
  }()
}

/// Reads bytes as a signature, a container, single frames and a whole image, and compares the results.
///
/// - Returns: the frames that are shown, or nil if the bytes are not in a supported format.
@discardableResult
func expectConsistentReading(_ bytes: [UInt8]) throws(PropertyViolation) -> VisitedImage? {
  let container = ImageContainer(of: bytes, budget: .small)
  try expect(
    container == ImageContainer(of: bytes, budget: .small), "a container is different when read again")
  guard let container else {
    if case .image = SniffedFormat(of: bytes) {
      throw PropertyViolation(description: "a known signature without a container")
    }
    return nil
  }
  try expectValidParts(container, bytes.count)
  var shown = VisitedImage(container)
  let damage = container.visitFrames(of: bytes, with: &shown)
  for found in damage { try expectValidOffsets(found, container, bytes.count) }
  shown.damage = damage
  if let complaint = shown.complaint { throw PropertyViolation(description: complaint) }
  try expect(damage.count <= 1, "decoding continues after damage")
  try expect(shown.frames.isEmpty || isWithinLimits(container), "an image above a limit is decoded")
  try expect(shown.frames.count <= container.frameCount, "more frames are shown than there are")
  if shown.isSound {
    try expect(
      shown.frames.count == container.frameCount,
      "no damage, but only \(shown.frames.count) of \(container.frameCount) frames")
  }
  try expectCollectedMatchesVisited(bytes, shown)
  return shown
}

private func isWithinLimits(_ container: ImageContainer) -> Bool {
  container.exceededLimits.isEmpty && container.canvas.area <= DecodingBudget.small.canvasPixels
    && container.canvas.longerSide <= DecodingBudget.small.sidePixels
    && container.frameCount <= DecodingBudget.small.frames
}

/// Checks that collecting frames returns the same image as visiting them, or nothing if the image has damage.
private func expectCollectedMatchesVisited(_ bytes: [UInt8], _ shown: VisitedImage) throws(PropertyViolation)
{
  let collected: Image
  do {
    collected = try Image(decoding: bytes, budget: .small)
  } catch {
    return try expect(!shown.isSound, "a valid image is not collected: \(error)")
  }
  try expect(shown.isSound, "an image is collected although it is damaged or exceeds a limit")
  try expect(collected.container == shown.container, "the collected container differs from the visited one")
  try expect(collected.frames == shown.frames, "the collected frames differ from the visited ones")
}

/// The frames of an image that a visitor received.
struct VisitedImage: FrameVisitor {
  let container: ImageContainer
  var frames: [Frame] = []
  var damage: [Damage] = []
  fileprivate var complaint: String?

  init(_ container: ImageContainer) { self.container = container }

  /// Whether there is no damage and no exceeded limit.
  var isSound: Bool { container.exceededLimits.isEmpty && container.damage.isEmpty && damage.isEmpty }

  mutating func visit(_ frame: Frame, number: Int) {
    defer { frames.append(frame) }
    guard complaint == nil else { return }
    let stored = container.animation?.frames
    let delay = stored.map { number < $0.count ? $0[number].delay : .zero }
    if number != frames.count { complaint = "frame \(number) is visited as number \(frames.count)" }
    if frame.bitmap.size != container.canvas { complaint = "frame \(number) differs in size from the canvas" }
    if let delay, frame.delay != delay { complaint = "frame \(number) differs from its container in delay" }
  }
}

private func expectValidParts(_ container: ImageContainer, _ count: Int) throws(PropertyViolation) {
  var (start, end) = (-1, 0)
  for part in container.parts {
    let partEnd = part.offset + part.length
    try expect(part.offset > start, "\(part.type) at \(part.offset) is listed after a later part")
    try expect(part.length > 0, "\(part.type) at \(part.offset) is empty")
    // A GIF's local palette is inside its image descriptor's part.
    try expect(
      part.offset >= end || partEnd <= end, "\(part.type) at \(part.offset) overlaps the part before it")
    (start, end) = (part.offset, max(end, partEnd))
  }
  try expect(end <= count, "the last part exceeds the file")
  try expect(
    container.parts.count <= DecodingBudget.small.containerParts, "more parts than the limit are listed")
  try expect(
    container.trailingBytes == 0 || container.endOffset + container.trailingBytes == count,
    "the trailing bytes do not extend to the end of the file")
  try expect(
    (container.profile?.count ?? 0) <= DecodingBudget.small.inflatedChunkBytes, "a profile exceeds its limit")
  try expect(container.orientation.map { 1...8 ~= $0 } ?? true, "an orientation that does not exist")
  for damage in container.damage { try expectValidOffsets(damage, container, count) }
}

private func expectValidOffsets(_ damage: Damage, _ container: ImageContainer, _ count: Int)
  throws(PropertyViolation)
{
  let place = damage.location
  for byte in [place.partStartOffset, place.problemOffset].compactMap(\.self) {
    try expect(0...count ~= byte, "damage at \(place) of \(count) bytes")
  }
  // The line is relative to the frame's patch, which may be larger than the canvas in a damaged GIF.
  let height = container.animationOrGIFFrames.reduce(container.canvas.height) { max($0, $1.patch.height) }
  try expect(
    place.scanLineIndex.map { 0..<max(1, height) ~= $0 } ?? true,
    "damage at \(place) of \(container.canvas): \(damage.reason)")
  let text = damage.reason + place.description
  try expect(
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "a control character in \(text)")
}
