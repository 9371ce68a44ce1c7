import StickerImage

/// Fixes assets in memory: applies the fixes that options allow, encodes once, and analyzes the result.
///
/// A fix is discarded if its result does not resolve the finding or introduces a new one.
///
/// A file is read once. It is decoded once for the rules, and the fixes use the same frames. The result is
/// decoded once, both for the rules and to compare it with the frames that were encoded. More decoding is
/// necessary if there are several attempts, if the frames take too much memory, or if a fix changes which
/// frames the file has. The GIF, WebP and WebM encoders decode each of their results (see
/// `EditableImage.expectedDecodedFrames`).
package struct MemoryGatedFixer: Sendable {
  let fixOptions: FixOptions
  let configuration: Configuration
  let gate: MemoryGate

  /// - Parameter fixOptions: the fixes that are allowed.
  /// - Parameter configuration: the active rules and limits.
  /// - Parameter gate: limits the memory of concurrent jobs.
  package init(_ fixOptions: FixOptions, _ configuration: Configuration, _ gate: MemoryGate) {
    self.fixOptions = fixOptions
    self.configuration = configuration
    self.gate = gate
  }

  /// Reads an asset and fixes it.
  ///
  /// - Parameter context: the same as for `readAsset`.
  /// - Parameter isFree: whether the asset can be renamed to a path in its folder.
  /// - Returns: the same result for the same bytes, options and configuration. Fixing the result changes
  ///   nothing.
  package func fix(
    _ source: AssetSource, in context: Asset.PackContext = Asset.PackContext(),
    isFree: (Path) -> Bool = { _ in true }
  ) async -> FixedAsset {
    let outcome = source.read(maxBytes: configuration.budget.fileBytes)
    let fixer = AssetFixer(source: source, fixOptions, configuration, context)
    let reader = fixer.reader(outcome)
    // Reserve all memory at once, because jobs that hold frames while they wait for more memory could
    // deadlock.
    return await gate.withMemory(reader.asset.maxFixingMemoryBytes(within: gate)) {
      fixer.fix(fixer.finishAnalysis(reader, outcome), isFree)
    }
  }

  /// Analyzes an asset that has been read, and fixes it with the frames that the analysis decoded.
  ///
  /// - Parameter takenPaths: returns the paths that the asset cannot be renamed to, or nil to skip fixing.
  /// - Returns: the analysis of the original asset, and the fixed asset or nil.
  package func analyzeAndFix(
    _ source: AssetSource, _ outcome: ReadOutcome, in context: Asset.PackContext,
    takenPathsIfFixing takenPaths: (AssetAnalysis) async -> Set<Path>?
  ) async -> (summary: AssetAnalysis, fixed: FixedAsset?) {
    let fixer = AssetFixer(source: source, fixOptions, configuration, context)
    let reader = fixer.reader(outcome)
    let fixingBytes = reader.asset.maxFixingMemoryBytes(within: gate)
    var held = await gate.reserve(reader.peakMemoryBytesKeepingFrames ?? 0)
    var candidate = fixer.finishAnalysis(reader, outcome)
    let summary = candidate.analysis(pack: source.pack, at: source.path)
    guard let taken = await takenPaths(summary) else {
      await gate.release(held)
      return (summary, nil)
    }
    if let extended = await gate.extendReservation(held, to: fixingBytes) {
      held = extended
    } else {
      // Other jobs hold the memory. A waiting job must not hold any, so the frames are decoded again later.
      candidate.frames = nil
      await gate.release(held)
      held = await gate.reserve(fixingBytes)
      candidate = fixer.finishAnalysis(reader, outcome)
    }
    let fixed = fixer.fix(candidate, { !taken.contains($0) })
    await gate.release(held)
    return (summary, fixed)
  }

  /// Fixes one asset for several messengers. The rules and fixes of all messengers use the same decoded
  /// frames.
  ///
  /// - Parameter messengers: the options for each messenger, all with the same budget.
  /// - Returns: the result for each messenger, as if it were the only one. Colors are not counted.
  package static func fixForEachMessenger(
    _ source: AssetSource, for messengers: [MessengerFixOptions], _ gate: MemoryGate,
    in context: Asset.PackContext = Asset.PackContext()
  ) async -> [FixedAsset] {
    let configuration = Configuration(joining: messengers.map(\.configuration))
    let outcome = source.read(maxBytes: configuration.budget.fileBytes)
    var reader = AssetReader(source, outcome, configuration, context, keepsFrames: true)
    let held = await gate.reserve(reader.asset.maxFixingMemoryBytes(within: gate))
    while reader.nextStepPeakMemoryBytes != nil { reader.performNextStep() }
    let encodings = EncodingCache()
    var all: [FixedAsset] = []
    for messenger in messengers {
      let found = findings(on: reader.asset, messenger.configuration)
      let fixer = AssetFixer(
        source: source, messenger.makeFixOptions(found), messenger.configuration, context,
        encodings)
      all.append(fixer.fix(AnalyzedFile(reader, outcome, found), { _ in true }, countsColors: false))
    }
    await gate.release(held)
    return all
  }
}

extension AssetFixer {
  /// Returns a reader that analyzes the asset.
  fileprivate func reader(_ outcome: ReadOutcome) -> AssetReader {
    AssetReader(source, outcome, configuration, context, keepsFrames: true)
  }

  /// Finishes an analysis without waiting for a memory reservation.
  fileprivate func finishAnalysis(_ reader: AssetReader, _ outcome: ReadOutcome) -> AnalyzedFile {
    var reader = reader
    while reader.nextStepPeakMemoryBytes != nil { reader.performNextStep() }
    return AnalyzedFile(reader, outcome, findings(on: reader.asset, configuration))
  }

  /// Fixes the analyzed asset.
  ///
  /// - Parameter countsColors: whether to count colors before and after.
  func fix(
    _ first: consuming AnalyzedFile, _ isFree: (Path) -> Bool, countsColors: Bool = true
  ) -> FixedAsset {
    let (findings, original) = (first.findings, first.readableBytes)
    guard original != nil else {
      return FixedAsset(
        path: source.path, findings: findings, change: nil,
        unfixedFindings: unfixedFindings(in: first, failureReasons: [:]), originalBytes: nil,
        analysis: first.analysis(pack: source.pack, at: source.path))
    }
    var state = FixState(first, countsColors: countsColors)
    applyFixesInRounds(to: &state, isFree)
    while fixOptions.minimizesPNGFileSize, minimizePNGReportingReducedDepth(of: &state) {
      applyFixesInRounds(to: &state, isFree)
    }
    return FixedAsset(
      path: source.path, findings: findings, change: fileChange(source.path, original, state),
      unfixedFindings: unfixedFindings(in: state.currentFile, failureReasons: state.latestFailureReasons)
        + state.fileSizeMinimizationFailures, originalBytes: original,
      analysis: state.currentFile.analysis(pack: source.pack, at: source.path))
  }
}

/// Returns the change to a file, or nil if it did not change.
///
/// - Parameter path: the original path.
/// - Parameter original: the original bytes.
private func fileChange(_ path: Path, _ original: [UInt8]?, _ state: FixState) -> FileChange? {
  let last = state.currentFile
  // The encoder or the analysis has verified the pixels, so the colors are the same.
  let isSameArt = state.steps.allSatisfy { $0.kind == .reencode && !$0.isLossy }
  guard original != last.bytes || path != last.path,
    let before = state.foreignOriginalStats ?? state.statsBeforeFirstFix,
    let after = last.stats(
      colorCount: state.countsColors
        ? isSameArt ? before.colorCountUpToLimit : last.visibleColorCountUpToLimit : nil)
  else { return nil }
  return FileChange(
    bytes: last.bytes, newPath: last.path, steps: state.steps, before: before, after: after,
    similarity: state.latestLossyEncodingSimilarity)
}

extension Asset {
  /// Returns the maximum memory, in bytes, that analyzing and fixing the asset can use.
  fileprivate func maxFixingMemoryBytes(within gate: MemoryGate) -> Int {
    switch content {
    case .image(let container): container.maxFixingMemoryBytes(fileBytes: byteCount ?? 0)
    case .unsupportedFormat: gate.capacity / 2
    default: 0
    }
  }
}
