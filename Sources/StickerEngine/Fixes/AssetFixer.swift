import StickerImage

/// Fixes one asset in memory, without waiting for a memory reservation.
struct AssetFixer {
  let source: AssetSource
  let fixOptions: FixOptions
  let configuration: Configuration
  let context: Asset.PackContext
  /// A cache of the source's encodings, which the fixes for several messengers share.
  let encodings: EncodingCache

  init(
    source: AssetSource, _ fixOptions: FixOptions, _ configuration: Configuration,
    _ context: Asset.PackContext, _ encodings: EncodingCache = EncodingCache()
  ) {
    self.encodings = encodings
    self.source = source
    self.fixOptions = fixOptions.keepingDimensions(ifFrame: source.role)
    self.configuration = configuration
    self.context = context
  }

  /// Analyzes a fixed file.
  ///
  /// - Parameter expected: the frames that the bytes must decode to, or nil if they have already been
  ///   compared. The comparison takes place while the rules decode the file.
  func analyzeResult(
    at path: Path, bytes: [UInt8], expected: ExpectedFrames?, after old: AnalyzedFile
  ) throws(Diagnostic) -> AnalyzedFile {
    // A rename does not change pixels.
    let asset: Asset
    var frames = old.frames
    if bytes == old.bytes {
      asset = old.asset.withPath(path)
    } else {
      let source = AssetSource(path: path, role: source.role, pack: source.pack) { _ in .bytes(bytes) }
      var reader = AssetReader(
        source, .bytes(bytes), configuration, context, keepsFrames: true, expecting: expected)
      while reader.nextStepPeakMemoryBytes != nil { reader.performNextStep() }
      do throws(InternalError) {
        if let defect = reader.mismatchWithExpectedFrames { throw defect }
        // No rule needed the frames, so they have not been compared yet.
        if !reader.hasComparedWithExpectedFrames { try expected?.verify(bytes) }
      } catch { throw Diagnostic(error) }
      (asset, frames) = (reader.asset, reader.keptFrames)
    }
    return AnalyzedFile(
      path: path, bytes: bytes, asset: asset, findings: findings(on: asset, configuration), frames: frames)
  }

  func findingsToFix(in candidate: AnalyzedFile) -> [Finding] {
    candidate.findings.filter { fixOptions.allowsImageFix(of: $0) }
  }

  func unfixedFindings(in candidate: AnalyzedFile, failureReasons refused: [RuleAndFixKind: UserMessage])
    -> [UnfixedFinding]
  {
    candidate.findings.map { finding in
      if let unfixedReason = fixOptions.unfixedReason(for: finding) {
        return UnfixedFinding(finding: finding, unfixedReason: unfixedReason)
      }
      let reason = RuleAndFixKind(finding).flatMap { refused[$0] }
      return UnfixedFinding(finding: finding, unfixedReason: reason.map(UnfixedReason.failed) ?? .noFix)
    }
  }

  /// Applies the selected fixes repeatedly until nothing changes, because one fix can make another possible
  /// and a second run must find nothing left to do.
  func applyFixesInRounds(to state: inout FixState, _ isFree: (Path) -> Bool) {
    for _ in 0..<maxFixRounds {
      let wanted = findingsToFix(in: state.currentFile)
      guard !wanted.isEmpty else { break }
      let round = attemptRound(on: state.currentFile, fixing: wanted, isFree: isFree)
      state.latestFailureReasons = round.refused
      guard let attempt = round.attempt else { break }
      state.accept(attempt)
    }
  }

  /// Applies all selected fixes at once. If that fails, applies the fixes for errors together, because they
  /// often depend on each other, and then adds the other fixes one at a time. If at least three errors
  /// remain, tries them together again, leaving out a different one each time.
  func attemptRound(
    on candidate: AnalyzedFile, fixing wanted: [Finding], isFree: (Path) -> Bool
  ) -> (attempt: SuccessfulFixAttempt?, refused: [RuleAndFixKind: UserMessage]) {
    if candidate.isDamagedOrExceedsLimits {
      let reason: UserMessage = "the file is damaged. Export it again"
      return (
        nil, Dictionary(wanted.compactMap(RuleAndFixKind.init).map { ($0, reason) }) { first, _ in first }
      )
    }
    var refused: [RuleAndFixKind: UserMessage] = [:]
    switch tryFixesTogether(on: candidate, fixing: wanted, comparedWith: nil, isFree: isFree) {
    case .success(let attempt): return (attempt, [:])
    case .failure(let failure):
      if wanted.count == 1, let target = RuleAndFixKind(wanted[0]) {
        return (nil, [target: failure.userMessage])
      }
    }
    var (accepted, best) = ([Finding](), SuccessfulFixAttempt?.none)
    let errors = wanted.filter { $0.severity == .error }
    if errors.count > 1, errors.count < wanted.count,
      case .success(let attempt) = tryFixesTogether(
        on: candidate, fixing: errors, comparedWith: nil, isFree: isFree)
    {
      (accepted, best) = (errors, attempt.withoutFrames)
    }
    for finding in wanted where !accepted.contains(finding) {
      switch tryFixesTogether(
        on: candidate, fixing: accepted + [finding], comparedWith: best.map { ($0.fixedFile, finding) },
        isFree: isFree)
      {
      case .success(let attempt): (accepted, best) = (accepted + [finding], attempt.withoutFrames)
      case .failure(let failure):
        if let target = RuleAndFixKind(finding) { refused[target] = failure.userMessage }
      }
    }
    // Errors that depend on each other cannot be fixed alone, and a single unfixable error makes fixing all
    // of them fail. Two errors were already tried together above.
    let failed = errors.filter { !accepted.contains($0) }
    guard failed.count > 2 else { return (best, refused) }
    for number in failed.indices.prefix(maxLeaveOneOutRetries) {
      let rest = failed.indices.filter { $0 != number }.map { failed[$0] }
      if case .success(let attempt) = tryFixesTogether(
        on: candidate, fixing: accepted + rest, comparedWith: best.map { ($0.fixedFile, rest[0]) },
        isFree: isFree)
      {
        for target in rest.compactMap(RuleAndFixKind.init) { refused[target] = nil }
        return (attempt, refused)
      }
    }
    return (best, refused)
  }

  /// - Parameter extending: the result without the last fix, and the finding that this fix resolves. The fix
  ///   may introduce only findings that are less severe than that finding.
  private func tryFixesTogether(
    on candidate: AnalyzedFile, fixing wanted: [Finding],
    comparedWith extending: (best: AnalyzedFile, added: Finding)?,
    isFree: (Path) -> Bool
  ) -> Result<SuccessfulFixAttempt, Diagnostic> {
    if case .unsupportedFormat(let format) = candidate.asset.content {
      return convertForeignFileToPNG(candidate, from: format, fixing: wanted, isFree: isFree)
    }
    guard let container = candidate.asset.container else { return .failure(Diagnostic("not an image")) }
    if source.role == .frame, wanted.contains(where: { $0.evidence.fix?.kind.changesCanvas == true }) {
      return .failure(Diagnostic("all frames of a sequence must have the same size. Change all of them"))
    }
    var session = FixSession(
      candidate.bytes, container, fixLimits(for: container), fixOptionsKeepingRequiredCanvas(for: container),
      frames: candidate.frames)
    session.sharedEncodingCache = encodings
    do throws(Diagnostic) {
      try session.apply(fixesAddingCutOutOutline(for: wanted))
    } catch { return .failure(error) }
    let isRenamed = wanted.contains { $0.evidence.fix?.kind == .correctFileExtension }
    let path =
      isRenamed || session.container.format != container.format
      ? candidate.path.withMatchingExtension(for: session.container.format) : candidate.path
    guard path == candidate.path || isFree(path) else { return .failure(.nameTaken(path)) }
    let new: AnalyzedFile
    do throws(Diagnostic) {
      new = try analyzeResult(
        at: path, bytes: session.bytes, expected: session.expectedFramesToVerify, after: candidate)
    } catch {
      return .failure(error)
    }
    if let regression = rejectionReason(for: new, from: candidate, fixing: wanted, comparedWith: extending) {
      return .failure(Diagnostic(UserMessage(regression)))
    }
    let cause = wanted.first { $0.evidence.fix?.kind == .correctFileExtension } ?? wanted.first
    let rename = path == candidate.path ? [] : [FixStep.rename(to: path, for: cause)]
    return .success(
      SuccessfulFixAttempt(
        fixedFile: new, steps: session.steps + rename,
        lossyEncodingSimilarity: session.lossyEncodingSimilarity,
        isMinimized: session.isFileSizeMinimized))
  }

  /// Returns the fixes for findings. If the options require it, adds an outline to art whose background is
  /// removed.
  private func fixesAddingCutOutOutline(for wanted: [Finding]) -> [(rule: String, fix: Fix)] {
    var fixes = wanted.compactMap { finding in finding.evidence.fix.map { (rule: finding.rule, fix: $0) } }
    if let width = fixOptions.cutOutWhiteOutlineWidth,
      let cutOut = fixes.first(where: { $0.fix.kind == .removeBackground })
    {
      fixes.removeAll { $0.fix.kind == .addOutline }
      fixes.append((cutOut.rule, Fix(.addOutline, 255, width)))
    }
    return fixes
  }

  /// Converts a file in an unsupported format to PNG or APNG. Rules could not check the original file.
  private func convertForeignFileToPNG(
    _ candidate: AnalyzedFile, from format: ForeignFormat, fixing wanted: [Finding], isFree: (Path) -> Bool
  ) -> Result<SuccessfulFixAttempt, Diagnostic> {
    do throws(Diagnostic) {
      let made = try convertForeignImageToPNG(
        candidate.bytes, format, maxBytesUnlessLossy: maxBytes(nil), fixOptions, configuration.budget)
      let path = candidate.path.withMatchingExtension(for: .png)
      guard path == candidate.path || isFree(path) else { throw .nameTaken(path) }
      let new = try analyzeResult(at: path, bytes: made.bytes, expected: made.expected, after: candidate)
      guard let rule = wanted.first?.rule, new.asset.container?.damage.isEmpty == true else {
        throw Diagnostic("the converted file cannot be read")
      }
      var steps = [
        FixStep(rule: rule, kind: .convertToPNGOrAPNG, description: made.description, isLossy: false)
      ]
      if path != candidate.path { steps.append(.rename(to: path, for: wanted.first)) }
      return .success(
        SuccessfulFixAttempt(
          fixedFile: new, steps: steps, lossyEncodingSimilarity: nil,
          foreignOriginalStats: made.statsBeforeConversion))
    } catch { return .failure(error) }
  }

  /// Returns the reason to reject a result, or nil to keep it. A result must resolve every wanted finding.
  /// Any finding that it introduces must be less severe than all of the wanted findings.
  ///
  /// - Parameter wanted: the findings to resolve, or an empty array if the pixels were only encoded again. In
  ///   that case, the result must not introduce any finding.
  func rejectionReason(
    for new: AnalyzedFile, from old: AnalyzedFile, fixing wanted: [Finding],
    comparedWith extending: (best: AnalyzedFile, added: Finding)? = nil
  ) -> String? {
    if let still = new.findings.unresolvedFinding(of: wanted, before: old.findings) {
      return "the fix would not resolve the finding: \(still.evidence.message)"
    }
    let before = extending?.best ?? old
    let limit = extending?.added.severity ?? wanted.lazy.map(\.severity).min() ?? .hint
    let introduced = new.findings.newOrMoreSevereFindings(since: before.findings).first { finding in
      finding.severity >= limit
        && configuration.activeRule(finding.rule)?.rule.cannotCheck(before.asset) == false
    }
    return introduced.map { "the fix would introduce \($0.rule): \($0.evidence.message)" }
  }

  private func fixLimits(for container: ImageContainer) -> FixLimits {
    FixLimits(
      maxBytes: maxBytes(container), minSide: minSide,
      downscaleGridSides: configuration.messengerLimits.gridSides,
      keptFormats: formatsToKeep(container),
      maxDurationMilliseconds: configuration.messengerLimits.maxSinglePlayMilliseconds,
      minFrameMilliseconds: configuration.messengerLimits.minDelayMilliseconds,
      allowsAPNGPalette: configuration.messengerLimits.allowsAPNGPalette)
  }

  /// The formats that are not converted: GIF if some of the messenger's apps do not support APNG, and WebP and
  /// WebM if the messenger accepts them.
  private func formatsToKeep(_ container: ImageContainer) -> Set<ImageFormat> {
    let limits = configuration.messengerLimits
    var kept: Set<ImageFormat> = []
    if limits.accepts("WebP", isAnimated: container.frameCount > 1) { kept.insert(.webp) }
    if limits.acceptsWebM { kept.insert(.webm) }
    if limits.acceptsGIF, limits.apngSupport != .full { kept.insert(.gif) }
    return kept
  }

  /// The maximum file size in bytes, or nil if there is no limit.
  private func maxBytes(_ container: ImageContainer?) -> Int? {
    guard configuration.runs(RuleID.fileSize, on: source.role) else { return nil }
    return configuration.messengerLimits.minRejectedBytes(isAnimated: container?.frameCount ?? 1 > 1) - 1
  }

  /// Returns the options, adapted to the messenger's limits. If the messenger may reject a smaller canvas,
  /// fixes do not scale art down to save bytes.
  private func fixOptionsKeepingRequiredCanvas(for container: ImageContainer) -> FixOptions {
    var fixOptions = fixOptions
    if configuration.messengerLimits.mayRejectDownscaledCanvas {
      fixOptions.keptImageProperties.insert(.dimensions)
    }
    return fixOptions
  }

  private var minSide: Int {
    configuration.runs(RuleID.pixelDimensions, on: source.role)
      ? configuration.messengerLimits.sidePixels.lowerBound : 1
  }
}

private let maxFixRounds = 8
/// Each retry encodes the file once.
private let maxLeaveOneOutRetries = 6

extension FixStep {
  /// - Parameter cause: the finding that the rename resolves.
  fileprivate static func rename(to path: Path, for cause: Finding?) -> FixStep {
    FixStep(
      rule: cause?.rule ?? "", kind: .correctFileExtension, description: "rename to \(path.name.displayText)",
      isLossy: false)
  }
}

extension Diagnostic {
  fileprivate static func nameTaken(_ path: Path) -> Diagnostic {
    Diagnostic("the new name \(path.name.displayText) is already used. Rename one of the files")
  }

  fileprivate init(_ defect: InternalError) { self.init("encoding failed: \(defect.reason)") }
}

extension ImageContainer {
  /// Returns the maximum memory, in bytes, that analyzing and fixing the file can use: the old and new
  /// frames, the candidates for a byte limit, the copies made by the encoder or while analyzing the result,
  /// and the files.
  package func maxFixingMemoryBytes(fileBytes: Int) -> Int {
    // A fix can write a missing acTL chunk. The file then has more frames, possibly including the default
    // image.
    let count = max(frameCount, ignoredFdATFrameCount + 1)
    let (frames, isWide) = canvas.area.multipliedReportingOverflow(by: count * 4 * 6)
    let (sum, isFull) = frames.addingReportingOverflow(maxDecodingMemoryBytes(fileBytes: fileBytes))
    return isWide || isFull ? .max : sum
  }
}
