import StickerImage

extension Budget {
  /// Limits that keep one attempt short, and within the reach of small inputs.
  static let small: Budget = {
    var budget = Budget.standard
    budget.sidePixels = 600
    budget.canvasPixels = 40_000
    budget.frames = 24
    budget.allFramesPixels = 200_000
    budget.chunkBytes = 64 << 10
    budget.parts = 1_024
    budget.scans = 12
    budget.work = 600_000
    return budget
  }()
}

/// Reads bytes at every depth and holds the depths against one another.
///
/// - Returns: the frames that are shown; nil where the bytes are none of our formats.
@discardableResult
func expectOrder(_ bytes: [UInt8]) throws(BrokenPromise) -> ShownImage? {
  let container = Container(of: bytes, budget: .small)
  try promise(container == Container(of: bytes, budget: .small), "a container reads differently again")
  guard let container else {
    if case .image = SniffedFormat(of: bytes) {
      throw BrokenPromise(description: "a known signature, no container")
    }
    return nil
  }
  try expectOrder(container, bytes.count)
  var shown = ShownImage(container)
  let damage = container.visitFrames(of: bytes, with: &shown)
  for found in damage { try expectOrder(found, container, bytes.count) }
  shown.damage = damage
  if let complaint = shown.complaint { throw BrokenPromise(description: complaint) }
  try promise(damage.count <= 1, "decoding goes on behind damage")
  try promise(shown.frames.isEmpty || isWithinLimits(container), "a picture is decoded in spite of a limit")
  try promise(shown.frames.count <= container.frameCount, "more frames are shown than there are")
  if shown.isSound {
    try promise(
      shown.frames.count == container.frameCount,
      "no damage, but \(shown.frames.count) of \(container.frameCount) frames")
  }
  try expectCollected(bytes, shown)
  return shown
}

private func isWithinLimits(_ container: Container) -> Bool {
  container.exceededLimits.isEmpty && container.canvas.area <= Budget.small.canvasPixels
    && container.canvas.longerSide <= Budget.small.sidePixels && container.frameCount <= Budget.small.frames
}

/// The collected depth is the verified one, whole or not at all.
private func expectCollected(_ bytes: [UInt8], _ shown: ShownImage) throws(BrokenPromise) {
  let collected: Image
  do {
    collected = try Image(decoding: bytes, budget: .small)
  } catch {
    return try promise(!shown.isSound, "a sound image is not collected: \(error)")
  }
  try promise(shown.isSound, "an image is collected in spite of damage or limits")
  try promise(collected.container == shown.container, "a collected container differs")
  try promise(collected.frames == shown.frames, "collected frames differ from visited ones")
}

/// What a visitor was shown of an image.
struct ShownImage: FrameVisitor {
  let container: Container
  var frames: [Frame] = []
  var damage: [Damage] = []
  fileprivate var complaint: String?

  init(_ container: Container) { self.container = container }

  /// Whether nothing at all is wrong.
  var isSound: Bool { container.exceededLimits.isEmpty && container.damage.isEmpty && damage.isEmpty }

  mutating func visit(_ frame: Frame, number: Int) {
    defer { frames.append(frame) }
    guard complaint == nil else { return }
    let stored = container.animation?.frames
    let delay = stored.map { number < $0.count ? $0[number].delay : .zero }
    if number != frames.count { complaint = "frame \(number) comes as number \(frames.count)" }
    if frame.bitmap.size != container.canvas { complaint = "frame \(number) is not as large as the canvas" }
    if let delay, frame.delay != delay { complaint = "frame \(number) has another delay than its container" }
  }
}

private func expectOrder(_ container: Container, _ count: Int) throws(BrokenPromise) {
  var (start, end) = (-1, 0)
  for part in container.parts {
    let partEnd = part.offset + part.length
    try promise(part.offset > start, "\(part.type) at \(part.offset) is listed behind a later one")
    try promise(part.length > 0, "\(part.type) at \(part.offset) holds nothing")
    // A GIF's local palette lies inside of the part of its image descriptor.
    try promise(
      part.offset >= end || partEnd <= end, "\(part.type) at \(part.offset) begins in the part before it")
    (start, end) = (part.offset, max(end, partEnd))
  }
  try promise(end <= count, "the last part ends behind the file")
  try promise(container.parts.count <= Budget.small.parts, "more parts than the limit are listed")
  try promise(
    container.trailingBytes == 0 || container.endOffset + container.trailingBytes == count,
    "the bytes behind the end do not reach to the end of the file")
  try promise((container.profile?.count ?? 0) <= Budget.small.chunkBytes, "a profile exceeds its limit")
  try promise(container.orientation.map { 1...8 ~= $0 } ?? true, "an orientation that does not exist")
  for damage in container.damage { try expectOrder(damage, container, count) }
}

private func expectOrder(_ damage: Damage, _ container: Container, _ count: Int) throws(BrokenPromise) {
  let place = damage.location
  for byte in [place.partOffset, place.problemOffset].compactMap(\.self) {
    try promise(0...count ~= byte, "damage at \(place) of \(count) bytes")
  }
  // Of a frame within its patch, which a damaged GIF may have larger than the canvas.
  let height = container.storedFrames.reduce(container.canvas.height) { max($0, $1.patch.height) }
  try promise(
    place.line.map { 0..<max(1, height) ~= $0 } ?? true,
    "damage at \(place) of \(container.canvas): \(damage.reason)")
  let text = damage.reason + place.description
  try promise(
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "a control character in \(text)")
}
