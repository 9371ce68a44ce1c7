package import StickerEngine
package import StickerImage

/// What is wrong with the frames of a sequence: one that is no picture, that moves, or that differs in size
/// or colors from the first. Nothing is decoded.
///
/// - Parameter read: the bytes of a frame.
/// - Returns: nil for a sound sequence, and for a sticker that is none.
package func sequenceFault(
  _ sticker: Sticker, budget: Budget, read: (Path) -> ReadOutcome
) -> Diagnostic? {
  guard let sequence = sticker.sequence else { return nil }
  do {
    let frames = try sequence.frames.map { ($0, try bytes(of: $0, sticker, budget, read)) }
    _ = try SequenceFrames(sticker, sequence, frames, budget)
    return nil
  } catch { return error as? Diagnostic }
}

/// Bytes of memory that putting a sequence together holds at once; nil where it cannot be put together.
///
/// - Parameter read: the bytes of a frame.
package func joiningBytes(
  _ sticker: Sticker, _ sequence: FrameSequence, _ budget: Budget, read: (Path) -> ReadOutcome
) -> Int? {
  let frames = try? sequence.frames.map { ($0, try bytes(of: $0, sticker, budget, read)) }
  return frames.flatMap { try? SequenceFrames(sticker, sequence, $0, budget) }?.memory
}

/// The bytes of a file of a pack.
///
/// - Parameter sticker: whose file it is; nil for what is none's.
func bytes(
  of file: Path, _ sticker: Sticker?, _ budget: Budget, _ read: (Path) -> ReadOutcome
) throws(Diagnostic) -> [UInt8] {
  func fault(_ reason: String) -> Diagnostic {
    Diagnostic("\(reason)", file: file, rule: RuleID.unreadableFile, sticker: sticker?.id)
  }
  switch read(file) {
  case .bytes(let bytes): return bytes
  case .unreadable(let reason): throw fault(reason)
  case .tooLarge(let length): throw fault(LimitExceeded(.fileBytes, measured: length, budget).sentence)
  }
}

/// The frames of a sequence, looked at as far as their containers say.
private struct SequenceFrames {
  struct Picture {
    let file: Path
    let bytes: [UInt8]
    let container: Container
    let colorChunks: [[UInt8]]

    /// The size of the picture as people see it, turned upright; in pixels.
    var canvas: PixelSize { container.canvas.oriented(by: container.orientation ?? 1) }
  }
  private(set) var pictures: [Picture] = []
  /// Bytes that putting them together takes, at the most.
  private(set) var memory = 0
  private let sticker: Sticker

  var colorChunks: [[UInt8]] { pictures.first?.colorChunks ?? [] }

  init(
    _ sticker: Sticker, _ sequence: FrameSequence, _ frames: [(file: Path, bytes: [UInt8])], _ budget: Budget
  ) throws(Diagnostic) {
    self.sticker = sticker
    guard sequence.fitsAnimation else {
      throw fault(sticker.file, "its frames are shown for times that no animation can hold")
    }
    guard frames.count <= budget.frames else {
      throw fault(LimitExceeded(.frames, measured: frames.count, budget))
    }
    for (file, bytes) in frames {
      let picture = try picture(file, bytes, budget)
      if let first = pictures.first, let mismatch = mismatch(of: picture, with: first) {
        throw fault(file, mismatch)
      }
      pictures.append(picture)
    }
    guard let first = pictures.first else { throw fault(sticker.file, "it has no frame") }
    let (all, isWide) = first.canvas.area.multipliedReportingOverflow(by: pictures.count)
    guard !isWide, all <= budget.allFramesPixels else {
      throw fault(LimitExceeded(.allFramesPixels, measured: isWide ? .max : all, budget))
    }
    // The frames, the same with their hidden colors cleared, and what encoding one takes.
    memory = all < 1 << 40 ? all * 8 + first.canvas.area * 40 : .max
  }

  private func fault(_ file: Path, _ reason: String, rule: String = RuleID.sequenceFrames) -> Diagnostic {
    Diagnostic("\(reason)", file: file, rule: rule, sticker: sticker.id)
  }

  private func fault(_ exceeded: LimitExceeded) -> Diagnostic {
    fault(sticker.file, exceeded.sentence, rule: RuleID.resourceLimit)
  }

  private func picture(
    _ file: Path, _ bytes: [UInt8], _ budget: Budget
  ) throws(Diagnostic) -> Picture {
    guard let container = Container(of: bytes, budget: budget) else {
      throw fault(file, "it is no PNG, GIF or JPEG", rule: RuleID.unsupportedFormat)
    }
    if let exceeded = container.exceeded.first {
      throw fault(file, exceeded.sentence, rule: RuleID.resourceLimit)
    }
    if let damage = container.damage.first {
      throw fault(file, "\(damage.reason) (\(damage.location))", rule: RuleID.corruptImage)
    }
    guard container.frameCount == 1 else {
      throw fault(file, "it moves (\(countText(container.frameCount, "frame"))): a frame is a still picture")
    }
    let chunks = container.colorChunks(of: bytes)
    return Picture(file: file, bytes: bytes, container: container, colorChunks: chunks)
  }

  private func mismatch(of picture: Picture, with first: Picture) -> String? {
    if picture.canvas != first.canvas {
      return "it is \(picture.canvas) and the first frame \(first.canvas): all frames have one size"
    }
    guard picture.colorChunks != first.colorChunks else { return nil }
    return "it says other colors than the first frame: export all with the same profile"
  }
}

/// Puts the frames of a sequence together to an APNG, without losing a pixel: what a server can show of it,
/// and what its other sizes are made from.
///
/// - Parameter frames: the bytes of its frames, in playing order.
/// - Parameter smallest: the effort with which it takes the fewest bytes; nil: it is encoded quickly.
/// - Throws: `Diagnostic` for frames that do not fit together or cannot be decoded.
func assembledSequence(
  _ sticker: Sticker, _ sequence: FrameSequence, frames: [[UInt8]], budget: Budget,
  smallest: OptimizingEffort? = nil, _ gate: MemoryGate
) async throws -> [UInt8] {
  let found = try SequenceFrames(sticker, sequence, Array(zip(sequence.frames, frames)), budget)
  guard found.memory <= gate.capacity else {
    let exceeded = LimitExceeded(
      "memory for the frames", measured: found.memory, limit: gate.capacity, unit: "bytes")
    throw Diagnostic(
      "\(exceeded.sentence)", file: sticker.file, rule: RuleID.resourceLimit, sticker: sticker.id)
  }
  return try await gate.withMemory(found.memory) {
    let shown = try zip(found.pictures, sequence.delays).map { picture, delay in
      Frame(try decoded(picture, sticker), delay: delay)
    }
    return try encodedAPNG(shown, plays: sequence.plays, colorChunks: found.colorChunks, smallest)
  }
}

/// The same for a sequence that is still to be read.
///
/// - Parameter read: the bytes of a frame.
/// - Throws: `Diagnostic` too for a frame that cannot be read.
package func assembledSequence(
  _ sticker: Sticker, _ sequence: FrameSequence, _ budget: Budget, _ gate: MemoryGate,
  read: (Path) -> ReadOutcome
) async throws -> [UInt8] {
  let frames = try sequence.frames.map { try bytes(of: $0, sticker, budget, read) }
  return try await assembledSequence(sticker, sequence, frames: frames, budget: budget, gate)
}

private func decoded(
  _ picture: SequenceFrames.Picture, _ sticker: Sticker
) throws(Diagnostic) -> Bitmap {
  var keeper = BitmapKeeper()
  let damage = picture.container.visitFrames(of: picture.bytes, with: &keeper)
  guard damage.isEmpty, let bitmap = keeper.bitmap else {
    let reason = damage.first.map { "\($0.reason) (\($0.location))" } ?? "it holds no picture"
    throw Diagnostic("\(reason)", file: picture.file, rule: RuleID.corruptImage, sticker: sticker.id)
  }
  return bitmap.oriented(by: picture.container.orientation ?? 1)
}

private struct BitmapKeeper: FrameVisitor {
  var bitmap: Bitmap?
  mutating func visit(_ frame: Frame, number: Int) { bitmap = frame.bitmap }
}

/// Names for the pictures of sequences in a catalog: as they are where they are safe and no other picture of
/// the pack has them, since a compiled pack is one flat folder without regard to case.
///
/// - Parameter stickers: with safe, unique ids.
/// - Returns: for each sticker the names without extension of its frames, the same for a picture that is
///   shown again, none where it is no sequence; and a
///   sentence for each sequence whose frames are called otherwise.
func frameNames(_ stickers: [Sticker]) -> (names: [[String]], notes: [String]) {
  let frames = stickers.map { sticker -> [Path] in
    var seen: Set<Path> = []
    return (sticker.sequence?.frames ?? []).filter { seen.insert($0).inserted }
  }
  guard frames.contains(where: { !$0.isEmpty }) else { return (frames.map { _ in [] }, []) }
  let pictures = stickers.filter { $0.sequence == nil }.map(\.id)
  // Ids come first: none of them is pushed aside.
  let safe = safeNames(pictures + frames.joined().map(nameWithoutScale))
  var rest = safe.dropFirst(pictures.count)
  var (names, notes) = ([[String]](), [String]())
  for (sticker, files) in zip(stickers, frames) {
    let own = Array(rest.prefix(files.count))
    rest = rest.dropFirst(files.count)
    let byFile = Dictionary(uniqueKeysWithValues: zip(files, own.map(\.name)))
    names.append((sticker.sequence?.frames ?? []).compactMap { byFile[$0] })
    let changed = zip(files, own).filter { $0.1.change != nil }
    guard let (file, name) = changed.first, let change = name.change else { continue }
    let more = changed.count > 1 ? ", and \(changed.count - 1) more frames of \(sticker.id) likewise" : ""
    let why = change == .taken ? "another picture already has this name, or nearly this" : change.rawValue
    notes.append("\(file.displayText) is called \(name.name) in the catalog: \(why)\(more)")
  }
  return (names, notes)
}
