package import StickerImage

/// One asset that is being read as deeply as the rules of its role ask for, step by step: what waits for
/// memory between two steps is left to whoever takes them.
package struct Examination {
  /// The asset, as far as it has been read.
  package private(set) var asset: Asset
  /// Every frame, if frames are kept, and the file is sound and not too large for that.
  private(set) var frames: [Frame]?
  /// Whether the frames were compared with those that were expected.
  private(set) var hasCompared = false
  /// How the frames differ from those that were expected; nil if they do not.
  private(set) var defect: InternalError?
  private var bytes: [UInt8]
  private let needs: MeasureSet
  private let keepsFrames: Bool
  private let expected: ExpectedFrames?
  private var steps: [Step] = []

  private enum Step {
    case measure(Container)
    case reencode(Container)
  }

  /// Begins: reads the container.
  ///
  /// - Parameter outcome: what came of reading the file; where nobody else holds the bytes, they go as soon
  ///   as nothing has to be read in them any more.
  /// - Parameter keepsFrames: whether the frames that are decoded for the measures are kept.
  /// - Parameter expected: what an encoder made the file of: compared while frames are decoded.
  package init(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings = Asset.Surroundings(), keepsFrames: Bool = false,
    expecting expected: ExpectedFrames? = nil
  ) {
    self.keepsFrames = keepsFrames
    self.expected = expected
    let (content, bytes, length) = readContent(consume outcome, configuration.budget)
    asset = Asset(
      path: source.path, role: source.role, byteCount: length, content: content, surroundings: surroundings)
    (self.bytes, needs) = (bytes, configuration.needs(of: source.role))
    guard case .image(let container) = content, !needs.isEmpty, container.exceeded.isEmpty else { return }
    steps = [.measure(container)]
  }

  /// The most bytes that the next step holds at once; nil where none is left.
  package var nextBytes: Int? {
    switch steps.last {
    case nil: nil
    case .measure(let container): container.decodingBytes(file: bytes.count)
    case .reencode(let container): container.reencodingBytes
    }
  }

  /// The most bytes that all steps hold at once if the frames are kept; nil where none is left.
  var bytesKeepingFrames: Int? {
    guard case .measure(let container)? = steps.last else { return nextBytes }
    guard container.isSmallEnoughToCollect else { return nextBytes }
    let frames = container.canvas.area * container.frameCount * 4
    let measuring = container.decodingBytes(file: bytes.count)
    let (sum, isFull) = measuring.addingReportingOverflow(frames)
    let reencoding = needs.isSuperset(of: .reencoding) ? container.reencodingBytes : 0
    return isFull ? .max : max(sum, reencoding)
  }

  package mutating func step() {
    switch steps.popLast() {
    case nil: break
    case .measure(let container):
      let reencodes = needs.isSuperset(of: .reencoding)
      let bytes = reencodes ? self.bytes : takenBytes()
      let needsMore = keepsFrames || expected != nil
      let (survey, damage) =
        needsMore ? keeping(container, of: bytes) : measured(bytes, container, needs)
      asset = asset.with(survey, damage)
      if survey != nil, reencodes { steps = [.reencode(container)] }
    case .reencode(let container):
      var survey = asset.survey
      survey?.reencoding = Reencoding(of: bytes, container, frames: frames)
      asset = asset.with(survey, asset.pixelDamage)
    }
  }

  /// The bytes, for whoever is the last to read them.
  private mutating func takenBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Measures the frames, compares them with those that are expected, and keeps those of a sound picture that
  /// is not too large for it.
  private mutating func keeping(
    _ container: Container, of bytes: consuming [UInt8]
  ) -> (survey: Survey?, damage: [Damage]) {
    var keeper = FrameKeeper(
      surveyor: surveyor(of: container, needs), keepsFrames: keepsFrames && container.isSmallEnoughToCollect)
    do throws(InternalError) {
      keeper.comparison = try expected?.comparison(with: container, of: bytes)
      let damage = container.visitFrames(of: bytes, with: &keeper)
      try keeper.comparison?.conclude(damage)
      hasCompared = keeper.comparison != nil
      let found = measured(keeper.surveyor, damage, container)
      if found.survey != nil, keeper.keepsFrames { frames = keeper.frames }
      return found
    } catch {
      (hasCompared, defect) = (true, error)
      return (nil, [])
    }
  }
}

/// Shows frames to a surveyor, compares them and keeps them.
private struct FrameKeeper: FrameVisitor {
  var surveyor: Surveyor
  let keepsFrames: Bool
  var comparison: FrameComparison?
  var frames: [Frame] = []

  mutating func visit(_ frame: Frame, number: Int) {
    surveyor.visit(frame, number: number)
    comparison?.visit(frame, number: number)
    if keepsFrames { frames.append(frame) }
  }
}

extension Asset {
  fileprivate func with(_ survey: Survey?, _ damage: [Damage]) -> Asset {
    Asset(
      path: path, role: role, byteCount: byteCount, content: content, pixelDamage: damage, survey: survey,
      surroundings: surroundings)
  }
}

/// Reads one source as deeply as the rules of its role ask for.
package func examine(
  _ source: AssetSource, _ configuration: Configuration, _ gate: MemoryGate,
  _ surroundings: Asset.Surroundings = Asset.Surroundings()
) async -> Asset {
  await examine(source, source.read(configuration.budget.fileBytes), configuration, gate, surroundings)
}

/// The same of a source that has been read.
package func examine(
  _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
  _ gate: MemoryGate, _ surroundings: Asset.Surroundings
) async -> Asset {
  var examination = Examination(source, consume outcome, configuration, surroundings)
  while let bytes = examination.nextBytes {
    let held = await gate.enter(bytes)
    examination.step()
    await gate.leave(held)
  }
  return examination.asset
}

/// Decodes every frame and measures it.
///
/// - Returns: no survey where frames are damaged or missing: without its last ones nobody knows what an
///   animation is.
func measured(
  _ bytes: consuming [UInt8], _ container: Container, _ needs: MeasureSet
) -> (survey: Survey?, damage: [Damage]) {
  var surveyor = surveyor(of: container, needs)
  let damage = container.visitFrames(of: consume bytes, with: &surveyor)
  return measured(surveyor, damage, container)
}

private func surveyor(of container: Container, _ needs: MeasureSet) -> Surveyor {
  // That a JPEG has been stored in blocks is known without looking.
  let needs = container.format == .jpeg ? needs.subtracting(.blockGrid).union(.decoding) : needs
  return Surveyor(measuring: needs, plays: container.animation?.plays)
}

private func measured(
  _ surveyor: Surveyor, _ damage: [Damage], _ container: Container
) -> (survey: Survey?, damage: [Damage]) {
  let survey = damage.isEmpty ? surveyor.survey() : nil
  return (survey?.frameCount == container.frameCount ? survey : nil, damage)
}

/// What came of reading a file, to the header's depth.
///
/// - Returns: what the bytes are; the bytes, none where they were not read; the file's length where it is
///   known.
package func readContent(
  _ outcome: consuming ReadOutcome, _ budget: Budget
) -> (content: Asset.Content, bytes: [UInt8], length: Int?) {
  switch consume outcome {
  case .unreadable(let reason): return (.unreadable(reason), [], nil)
  case .tooLarge(let length):
    return (.tooLarge(LimitExceeded(.fileBytes, measured: length, budget)), [], length)
  case .bytes(let bytes):
    if let container = Container(of: bytes, budget: budget) {
      return (.image(container), bytes, bytes.count)
    }
    guard case .foreign(let format) = Sniffed(of: bytes) else {
      return (.other(ForeignFormat(nil)), bytes, bytes.count)
    }
    return (.other(format), bytes, bytes.count)
  }
}

/// All pixels of an image, to be told from those of another.
package struct ExactDigest {
  private let file: [UInt8]
  private let container: Container

  /// The pixels of a file that was read; nil for what is no image that can be read.
  package init?(_ outcome: ReadOutcome, _ budget: Budget) {
    let (content, bytes, _) = readContent(outcome, budget)
    guard case .image(let container) = content, container.exceeded.isEmpty else { return nil }
    (file, self.container) = (bytes, container)
  }

  /// The most bytes of memory that taking the digest holds at once.
  package var bytes: Int { container.decodingBytes(file: file.count) }

  /// The digest of all frames; nil where one is damaged.
  package func digest() -> PixelDigest? { measured(file, container, .exactDigests).survey?.imageDigest }
}
