package import StickerImage

/// Reads one asset in steps, but only what the rules for its role require. Before each step, the caller
/// reserves the memory that the step needs.
package struct AssetReader {
  /// The asset, with what has been read so far.
  package private(set) var asset: Asset
  /// All frames if `keepsFrames` is true and the file is neither damaged nor too large; otherwise nil.
  package private(set) var keptFrames: [Frame]?
  /// Whether the frames were compared with the expected frames.
  private(set) var hasComparedWithExpectedFrames = false
  /// How the frames differ from the expected frames; nil if they do not differ.
  private(set) var mismatchWithExpectedFrames: InternalError?
  private var bytes: [UInt8]
  private let requiredMeasurements: MeasureSet
  private let keepsFrames: Bool
  private let expectedDecodedFrames: ExpectedFrames?
  private var nextStep: MeasuringStep?

  private enum MeasuringStep {
    case measure(ImageContainer)
    case measureReencodedSize(ImageContainer)
  }

  /// Reads the container.
  ///
  /// - Parameter outcome: the result of reading the file. Its bytes are freed after the last step that reads
  ///   them, if nothing else refers to them.
  /// - Parameter keepsFrames: whether to keep the frames that are decoded for measuring.
  /// - Parameter expected: the frames that an encoder wrote, which are compared with the decoded frames.
  package init(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext = Asset.PackContext(), keepsFrames: Bool = false,
    expecting expected: ExpectedFrames? = nil
  ) {
    self.keepsFrames = keepsFrames
    self.expectedDecodedFrames = expected
    let (content, bytes, length) = parsedContent(of: consume outcome, budget: configuration.budget)
    asset = Asset(
      path: source.path, role: source.role, byteCount: length, content: content, context: context)
    (self.bytes, requiredMeasurements) = (bytes, configuration.requiredMeasurements(for: source.role))
    guard case .image(let container) = content, !requiredMeasurements.isEmpty,
      container.exceededLimits.isEmpty
    else {
      return
    }
    nextStep = .measure(container)
  }

  /// The peak memory use of the next step in bytes; nil after the last step.
  package var nextStepPeakMemoryBytes: Int? {
    switch nextStep {
    case nil: nil
    case .measure(let container): container.maxDecodingMemoryBytes(fileBytes: bytes.count)
    case .measureReencodedSize(let container): container.pngReencodingMemoryBytes
    }
  }

  /// The peak memory use of all remaining steps in bytes if frames are kept; nil after the last step.
  package var peakMemoryBytesKeepingFrames: Int? {
    guard case .measure(let container)? = nextStep else { return nextStepPeakMemoryBytes }
    guard container.framesFitInMemory else { return nextStepPeakMemoryBytes }
    let frames = container.canvas.area * container.frameCount * 4
    let measuring = container.maxDecodingMemoryBytes(fileBytes: bytes.count)
    let (sum, isFull) = measuring.addingReportingOverflow(frames)
    let reencoding =
      requiredMeasurements.isSuperset(of: .reencodedSize) ? container.pngReencodingMemoryBytes : 0
    return isFull ? .max : max(sum, reencoding)
  }

  /// Performs the next step. Does nothing after the last one.
  package mutating func performNextStep() {
    let step = nextStep
    nextStep = nil
    switch step {
    case nil: break
    case .measure(let container):
      let reencodes = requiredMeasurements.isSuperset(of: .reencodedSize)
      let bytes = reencodes ? self.bytes : takeBytes()
      let usesFrames = keepsFrames || expectedDecodedFrames != nil
      let (measurements, damage) =
        usesFrames
        ? measureCompareAndKeepFrames(of: container, bytes) : measure(bytes, container, requiredMeasurements)
      asset = asset.with(measurements: measurements, pixelDamage: damage)
      if measurements != nil, reencodes { nextStep = .measureReencodedSize(container) }
    case .measureReencodedSize(let container):
      var measurements = asset.measurements
      measurements?.reencodedSize = StoredAndReencodedSizes(of: bytes, container, frames: keptFrames)
      asset = asset.with(measurements: measurements, pixelDamage: asset.pixelDamage)
    }
  }

  /// Returns the bytes for the last step that reads them, and releases the reader's own copy.
  private mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Measures the frames, compares them with the expected ones, and keeps them if the image is neither
  /// damaged nor too large.
  private mutating func measureCompareAndKeepFrames(
    of container: ImageContainer, _ bytes: consuming [UInt8]
  ) -> (measurements: Measurements?, damage: [Damage]) {
    var visitor = MeasuringAndComparingFrameVisitor(
      pass: measurementPass(of: container, requiredMeasurements),
      keepsFrames: keepsFrames && container.framesFitInMemory)
    do throws(InternalError) {
      visitor.comparison = try expectedDecodedFrames?.frameComparison(with: container, of: bytes)
      let damage = container.visitFrames(of: bytes, with: &visitor)
      try visitor.comparison?.verifyComplete(decodingDamage: damage)
      hasComparedWithExpectedFrames = visitor.comparison != nil
      let found = measurementsIfComplete(visitor.pass, damage, container)
      if found.measurements != nil, visitor.keepsFrames { keptFrames = visitor.frames }
      return found
    } catch {
      (hasComparedWithExpectedFrames, mismatchWithExpectedFrames) = (true, error)
      return (nil, [])
    }
  }
}

/// Measures frames, compares them with expected ones if there is a `comparison`, and keeps them if `keepsFrames`.
private struct MeasuringAndComparingFrameVisitor: FrameVisitor {
  var pass: MeasurementPass
  let keepsFrames: Bool
  var comparison: FrameComparison?
  var frames: [Frame] = []

  mutating func visit(_ frame: Frame, number: Int) {
    pass.visit(frame, number: number)
    comparison?.visit(frame, number: number)
    if keepsFrames { frames.append(frame) }
  }
}

extension Asset {
  fileprivate func with(measurements: Measurements?, pixelDamage damage: [Damage]) -> Asset {
    Asset(
      path: path, role: role, byteCount: byteCount, content: content, pixelDamage: damage,
      measurements: measurements,
      context: context)
  }
}

/// Reads as much of a source as the rules for its role require.
package func readAsset(
  _ source: AssetSource, _ configuration: Configuration, _ gate: MemoryGate,
  _ context: Asset.PackContext = Asset.PackContext()
) async -> Asset {
  await readAsset(source, source.read(maxBytes: configuration.budget.fileBytes), configuration, gate, context)
}

/// Analyzes as much of a source's bytes as the rules for its role require.
package func readAsset(
  _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
  _ gate: MemoryGate, _ context: Asset.PackContext
) async -> Asset {
  var reader = AssetReader(source, consume outcome, configuration, context)
  while let bytes = reader.nextStepPeakMemoryBytes {
    let held = await gate.reserve(bytes)
    reader.performNextStep()
    await gate.release(held)
  }
  return reader.asset
}

/// Decodes every frame and measures it.
///
/// - Returns: the measurements and the damage. The measurements are nil if frames are damaged or missing,
///   because measurements of only some frames would be misleading.
private func measure(
  _ bytes: consuming [UInt8], _ container: ImageContainer, _ needs: MeasureSet
) -> (measurements: Measurements?, damage: [Damage]) {
  var pass = measurementPass(of: container, needs)
  let damage = container.visitFrames(of: consume bytes, with: &pass)
  return measurementsIfComplete(pass, damage, container)
}

private func measurementPass(of container: ImageContainer, _ needs: MeasureSet) -> MeasurementPass {
  // Every JPEG is stored in blocks, so there is no need to measure its block grid.
  let needs = container.format == .jpeg ? needs.subtracting(.jpegBlockTraces).union(.decoding) : needs
  return MeasurementPass(
    measuring: needs, plays: container.animation?.plays, frameCount: container.frameCount,
    isOpaque: container.format == .jpeg)
}

/// Returns the measurements of all frames; nil if frames are damaged or missing.
private func measurementsIfComplete(
  _ pass: MeasurementPass, _ damage: [Damage], _ container: ImageContainer
) -> (measurements: Measurements?, damage: [Damage]) {
  let measurements = damage.isEmpty ? pass.measurements() : nil
  return (measurements?.frameCount == container.frameCount ? measurements : nil, damage)
}

/// Recognizes the format of a file, and reads its container.
///
/// - Returns: the content, the bytes (empty if they were not read), and the length of the file in bytes (nil
///   if it is unknown).
package func parsedContent(
  of outcome: consuming ReadOutcome, budget: DecodingBudget
) -> (content: Asset.Content, bytes: [UInt8], length: Int?) {
  switch consume outcome {
  case .unreadable(let reason): return (.fileUnreadable(reason), [], nil)
  case .tooLarge(let length):
    return (.fileTooLarge(ExceededLimit(.fileBytes, measured: length, budget)), [], length)
  case .bytes(let bytes):
    if let container = ImageContainer(of: bytes, budget: budget) {
      return (.image(container), bytes, bytes.count)
    }
    guard case .foreign(let format) = SniffedFormat(of: bytes) else {
      return (.unsupportedFormat(ForeignFormat(nil)), bytes, bytes.count)
    }
    if format == .tgs || format == .lottie { return (.lottie(LottieFile(bytes)), bytes, bytes.count) }
    return (.unsupportedFormat(format), bytes, bytes.count)
  }
}

/// Hashes all pixels of an image, so that it can be compared with another image.
package struct FullPixelHasher {
  private let fileBytes: [UInt8]
  private let container: ImageContainer

  /// Prepares to hash a file. Returns nil if it is not an image within the limits.
  package init?(_ outcome: ReadOutcome, _ budget: DecodingBudget) {
    let (content, bytes, _) = parsedContent(of: outcome, budget: budget)
    guard case .image(let container) = content, container.exceededLimits.isEmpty else { return nil }
    (fileBytes, self.container) = (bytes, container)
  }

  /// The peak memory use of computing the digest, in bytes.
  package var hashingPeakMemoryBytes: Int { container.maxDecodingMemoryBytes(fileBytes: fileBytes.count) }

  /// Computes the digest of all frames. Returns nil if a frame is damaged.
  package func fullPixelAndTimingHash() -> XXH3Digest? {
    measure(fileBytes, container, .allPixelDigests).measurements?.imageDigest
  }
}
