package import StickerEngine
package import StickerImage

/// Checks the frames of a sequence without decoding them. Each frame must be a still image with the same
/// dimensions and color profile as the first frame.
///
/// - Parameter read: reads a frame.
/// - Returns: the first problem; nil for a valid sequence, and for a sticker without a sequence.
package func sequenceFaultBeforeDecoding(
  _ sticker: PackSticker, budget: DecodingBudget, read: (Path) -> ReadOutcome
) -> Diagnostic? {
  guard let sequence = sticker.sequence else { return nil }
  do {
    let frames = try sequence.frames.map { ($0, try readBytes(of: $0, sticker, budget, read)) }
    _ = try SequenceFrames(sticker, sequence, frames, budget)
    return nil
  } catch { return error as? Diagnostic }
}

/// The memory in bytes that assembling a sequence needs; nil if it cannot be assembled.
///
/// - Parameter read: reads a frame.
package func sequenceAssemblingMemoryBytes(
  _ sticker: PackSticker, _ sequence: FrameSequence, _ budget: DecodingBudget, read: (Path) -> ReadOutcome
) -> Int? {
  let frames = try? sequence.frames.map { ($0, try readBytes(of: $0, sticker, budget, read)) }
  return frames.flatMap { try? SequenceFrames(sticker, sequence, $0, budget) }?.assemblingMemoryBytes
}

/// Reads a file in a pack.
///
/// - Parameter sticker: the sticker that the file belongs to, or nil.
func readBytes(
  of file: Path, _ sticker: PackSticker?, _ budget: DecodingBudget, _ read: (Path) -> ReadOutcome
) throws(Diagnostic) -> [UInt8] {
  func fault(_ reason: String) -> Diagnostic {
    Diagnostic("\(reason)", file: file, rule: RuleID.unreadableFile, sticker: sticker?.id)
  }
  switch read(file) {
  case .bytes(let bytes): return bytes
  case .unreadable(let reason): throw fault(reason)
  case .tooLarge(let length):
    throw fault(ExceededLimit(.fileBytes, measured: length, budget).messageWithAdvice)
  }
}

/// The frames of a sequence, with every check done that does not need decoding.
private struct SequenceFrames {
  struct FrameFile {
    let file: Path
    let bytes: [UInt8]
    let container: ImageContainer
    let colorChunks: [[UInt8]]

    /// The size of the upright image in pixels.
    var uprightCanvas: PixelSize { container.canvas.oriented(by: container.orientation ?? 1) }
  }
  private(set) var frameFiles: [FrameFile] = []
  /// The maximum memory in bytes for assembling the frames.
  private(set) var assemblingMemoryBytes = 0
  private let sticker: PackSticker

  var colorChunks: [[UInt8]] { frameFiles.first?.colorChunks ?? [] }

  init(
    _ sticker: PackSticker, _ sequence: FrameSequence, _ frames: [(file: Path, bytes: [UInt8])],
    _ budget: DecodingBudget
  ) throws(Diagnostic) {
    self.sticker = sticker
    guard sequence.isStorableInAPNG else {
      throw fault(sticker.file, "an animation cannot store the delays of its frames")
    }
    guard frames.count <= budget.frames else {
      throw fault(ExceededLimit(.frames, measured: frames.count, budget))
    }
    for (file, bytes) in frames {
      let picture = try frameFile(file, bytes, budget)
      if let first = frameFiles.first, let mismatch = mismatch(of: picture, with: first) {
        throw fault(file, mismatch)
      }
      frameFiles.append(picture)
    }
    guard let first = frameFiles.first else { throw fault(sticker.file, "it has no frames") }
    let (all, overflows) = first.uprightCanvas.area.multipliedReportingOverflow(by: frameFiles.count)
    guard !overflows, all <= budget.allFramesPixels else {
      throw fault(ExceededLimit(.allFramesPixels, measured: overflows ? .max : all, budget))
    }
    // The frames, the frames with their hidden colors cleared, and the memory for encoding one frame.
    assemblingMemoryBytes = all < 1 << 40 ? all * 8 + first.uprightCanvas.area * 40 : .max
  }

  private func fault(_ file: Path, _ reason: String, rule: String = RuleID.sequenceFrames) -> Diagnostic {
    Diagnostic("\(reason)", file: file, rule: rule, sticker: sticker.id)
  }

  private func fault(_ exceeded: ExceededLimit) -> Diagnostic {
    fault(sticker.file, exceeded.messageWithAdvice, rule: RuleID.resourceLimit)
  }

  private func frameFile(
    _ file: Path, _ bytes: [UInt8], _ budget: DecodingBudget
  ) throws(Diagnostic) -> FrameFile {
    guard let container = ImageContainer(of: bytes, budget: budget) else {
      throw fault(file, "not a PNG, GIF or JPEG", rule: RuleID.unsupportedFormat)
    }
    if let exceeded = container.exceededLimits.first {
      throw fault(file, exceeded.messageWithAdvice, rule: RuleID.resourceLimit)
    }
    if let damage = container.damage.first {
      throw fault(file, "\(damage.reason) (\(damage.location))", rule: RuleID.corruptImage)
    }
    guard container.frameCount == 1 else {
      throw fault(
        file, "animated (\(countText(container.frameCount, "frame"))). A frame must be a still image.")
    }
    let chunks = container.colorChunks(of: bytes)
    return FrameFile(file: file, bytes: bytes, container: container, colorChunks: chunks)
  }

  private func mismatch(of picture: FrameFile, with first: FrameFile) -> String? {
    if picture.uprightCanvas != first.uprightCanvas {
      return
        "\(picture.uprightCanvas), but the first frame is \(first.uprightCanvas). All frames must have the same size."
    }
    guard picture.colorChunks != first.colorChunks else { return nil }
    return "its color profile is not the same as the first frame's. Export all frames with the same profile."
  }
}

/// Assembles the frames of a sequence into a lossless APNG. The smaller variants are made from it, and
/// programs that cannot play a sequence can show it.
///
/// - Parameter frames: the bytes of the frames, in playing order.
/// - Parameter minimizingEffort: the effort for minimizing the file size of the APNG; nil to encode quickly.
/// - Throws: `Diagnostic` if the frames do not match or cannot be decoded.
func assembledSequenceAPNG(
  _ sticker: PackSticker, _ sequence: FrameSequence, frames: [[UInt8]], budget: DecodingBudget,
  minimizingEffort: OptimizingEffort? = nil, _ gate: MemoryGate
) async throws -> [UInt8] {
  let found = try SequenceFrames(sticker, sequence, Array(zip(sequence.frames, frames)), budget)
  guard found.assemblingMemoryBytes <= gate.capacity else {
    let exceeded = ExceededLimit(
      "memory for the frames", measured: found.assemblingMemoryBytes, limit: gate.capacity, unit: "bytes")
    throw Diagnostic(
      "\(exceeded.messageWithAdvice)", file: sticker.file, rule: RuleID.resourceLimit, sticker: sticker.id)
  }
  return try await gate.withMemory(found.assemblingMemoryBytes) {
    let shown = try zip(found.frameFiles, sequence.delays).map { picture, delay in
      Frame(try decodedUprightFrame(picture, sticker), delay: delay)
    }
    return try encodedAPNG(shown, plays: sequence.plays, colorChunks: found.colorChunks, minimizingEffort)
  }
}

/// Reads the frames of a sequence and assembles them.
///
/// - Parameter read: reads a frame.
/// - Throws: `Diagnostic` if a frame cannot be read or decoded, or the frames do not match.
package func assembledSequenceAPNG(
  _ sticker: PackSticker, _ sequence: FrameSequence, _ budget: DecodingBudget, _ gate: MemoryGate,
  read: (Path) -> ReadOutcome
) async throws -> [UInt8] {
  let frames = try sequence.frames.map { try readBytes(of: $0, sticker, budget, read) }
  return try await assembledSequenceAPNG(sticker, sequence, frames: frames, budget: budget, gate)
}

private func decodedUprightFrame(
  _ picture: SequenceFrames.FrameFile, _ sticker: PackSticker
) throws(Diagnostic) -> Bitmap {
  var keeper = LastBitmapVisitor()
  let damage = picture.container.visitFrames(of: picture.bytes, with: &keeper)
  guard damage.isEmpty, let bitmap = keeper.bitmap else {
    let reason = damage.first.map { "\($0.reason) (\($0.location))" } ?? "contains no image"
    throw Diagnostic("\(reason)", file: picture.file, rule: RuleID.corruptImage, sticker: sticker.id)
  }
  return bitmap.oriented(by: picture.container.orientation ?? 1)
}

private struct LastBitmapVisitor: FrameVisitor {
  var bitmap: Bitmap?
  mutating func visit(_ frame: Frame, number: Int) { bitmap = frame.bitmap }
}

/// Returns names for the frames of sequences in a catalog. Names are kept if they are safe and unique in the
/// pack, ignoring case, because a compiled pack is one flat folder.
///
/// - Parameter stickers: stickers with safe, unique ids.
/// - Returns: for each sticker, the names of its frames without extensions; the same name for a repeated
///   image, and no names for a sticker without a sequence. Also a note for each sequence with changed names.
func catalogFrameNames(_ stickers: [PackSticker]) -> (names: [[String]], notes: [String]) {
  let frames = stickers.map { sticker -> [Path] in
    var seen: Set<Path> = []
    return (sticker.sequence?.frames ?? []).filter { seen.insert($0).inserted }
  }
  guard frames.contains(where: { !$0.isEmpty }) else { return (frames.map { _ in [] }, []) }
  let pictures = stickers.filter { $0.sequence == nil }.map(\.id)
  // Ids come first, so that they are kept.
  let safe = safeNames(pictures + frames.joined().map(stemWithout3xSuffix))
  var rest = safe.dropFirst(pictures.count)
  var (names, notes) = ([[String]](), [String]())
  for (sticker, files) in zip(stickers, frames) {
    let own = Array(rest.prefix(files.count))
    rest = rest.dropFirst(files.count)
    let byFile = Dictionary(uniqueKeysWithValues: zip(files, own.map(\.name)))
    names.append((sticker.sequence?.frames ?? []).compactMap { byFile[$0] })
    let changed = zip(files, own).filter { $0.1.changeReason != nil }
    guard let (file, name) = changed.first, let change = name.changeReason else { continue }
    let moreFrames = countText(changed.count - 1, "more frame")
    let more = changed.count > 1 ? " (also renamed: \(moreFrames) of \(sticker.id))" : ""
    let why =
      change == .duplicateIgnoringCaseAndPunctuation
      ? "another image has the same or nearly the same name" : change.rawValue
    notes.append("\(file.displayText) is named \(name.name) in the catalog, because \(why)\(more)")
  }
  return (names, notes)
}
