import StickerImage

/// Fixes assets in memory: applies the fixes that a request allows, encodes once, and analyzes the result. Fixes
/// whose result does not pass the rules that they were made for, or has a finding that was not there, are left
/// undone.
///
/// A file is read once. It is decoded once for the rules, and its frames go to the fix. The result is decoded
/// once: for the rules, and to compare it with what was encoded. It takes more decodes if several attempts are
/// made, if all frames take too much memory, or if a fix changes which frames the file has. Encoders of GIF and
/// WebP decode each of their results (see `Picture.expected`).
package struct Fixer: Sendable {
  let request: FixRequest
  let configuration: Configuration
  let gate: MemoryGate

  /// - Parameter request: the fixes that are allowed.
  /// - Parameter configuration: the rules in force.
  /// - Parameter gate: memory that fixing waits for.
  package init(_ request: FixRequest, _ configuration: Configuration, _ gate: MemoryGate) {
    self.request = request
    self.configuration = configuration
    self.gate = gate
  }

  /// Reads an asset and fixes it.
  ///
  /// - Parameter context: as for `readAsset`.
  /// - Parameter isFree: whether the asset may take another name, which is in its own folder.
  /// - Returns: the same for the same bytes, request and configuration; fixing the result changes nothing.
  package func fix(
    _ source: AssetSource, in context: Asset.Context = Asset.Context(),
    isFree: (Path) -> Bool = { _ in true }
  ) async -> FixedAsset {
    let outcome = source.read(configuration.budget.fileBytes)
    let fixer = AssetFixer(source: source, request, configuration, context)
    let reader = fixer.reader(outcome)
    // One reservation for all of it: a job that holds frames and waits for more memory could wait for another
    // job that does the same.
    return await gate.withMemory(reader.asset.bytesOfFixing(within: gate)) {
      fixer.fix(fixer.candidate(reader, outcome), isFree)
    }
  }

  /// Analyzes an asset that was read, and fixes it from the frames that the analysis decoded.
  ///
  /// - Parameter takenNames: names that the asset may not take, if it is to be fixed; nil if it is not.
  /// - Returns: the asset as it was, and the fixed one.
  package func analyze(
    _ source: AssetSource, _ outcome: ReadOutcome, in context: Asset.Context,
    takenNames: (AssetAnalysis) async -> Set<Path>?
  ) async -> (summary: AssetAnalysis, fixed: FixedAsset?) {
    let fixer = AssetFixer(source: source, request, configuration, context)
    let reader = fixer.reader(outcome)
    let fixingBytes = reader.asset.bytesOfFixing(within: gate)
    var held = await gate.enter(reader.bytesKeepingFrames ?? 0)
    var candidate = fixer.candidate(reader, outcome)
    let summary = candidate.summary(source.pack, at: source.path)
    guard let taken = await takenNames(summary) else {
      await gate.leave(held)
      return (summary, nil)
    }
    if let extended = await gate.extend(held, to: fixingBytes) {
      held = extended
    } else {
      // Other jobs hold the memory. Frames are decoded again once it is free: a job that waits must not hold
      // any.
      candidate.frames = nil
      await gate.leave(held)
      held = await gate.enter(fixingBytes)
      candidate = fixer.candidate(reader, outcome)
    }
    let fixed = fixer.fix(candidate, { !taken.contains($0) })
    await gate.leave(held)
    return (summary, fixed)
  }

  /// Fixes one asset for several messengers. It is decoded once: the rules of all messengers judge the same
  /// frames, and each fix begins with them.
  ///
  /// - Parameter requests: with the same budget.
  /// - Returns: for each order what fixing it alone gives; the colors of figures are not counted.
  package static func fix(
    _ source: AssetSource, for requests: [MessengerFixRequest], _ gate: MemoryGate,
    in context: Asset.Context = Asset.Context()
  ) async -> [FixedAsset] {
    let configuration = Configuration(joining: requests.map(\.configuration))
    let outcome = source.read(configuration.budget.fileBytes)
    var reader = AssetReader(source, outcome, configuration, context, keepsFrames: true)
    let held = await gate.enter(reader.asset.bytesOfFixing(within: gate))
    while reader.nextBytes != nil { reader.takeNextStep() }
    let encodings = SharedEncodings()
    var all: [FixedAsset] = []
    for order in requests {
      let found = findings(on: reader.asset, order.configuration)
      let fixer = AssetFixer(
        source: source, order.request(found), order.configuration, context, encodings)
      all.append(fixer.fix(FixCandidate(reader, outcome, found), { _ in true }, countsColors: false))
    }
    await gate.leave(held)
    return all
  }
}

extension AssetFixer {
  /// Begins to analyze the asset.
  fileprivate func reader(_ outcome: ReadOutcome) -> AssetReader {
    AssetReader(source, outcome, configuration, context, keepsFrames: true)
  }

  /// Finishes an analysis that waits for no memory.
  fileprivate func candidate(_ reader: AssetReader, _ outcome: ReadOutcome) -> FixCandidate {
    var reader = reader
    while reader.nextBytes != nil { reader.takeNextStep() }
    return FixCandidate(reader, outcome, findings(on: reader.asset, configuration))
  }

  /// Fixes the asset that was analyzed.
  ///
  /// - Parameter countsColors: whether to count the colors that it has and had.
  func fix(
    _ first: consuming FixCandidate, _ isFree: (Path) -> Bool, countsColors: Bool = true
  ) -> FixedAsset {
    let (findings, original) = (first.findings, first.wholeBytes)
    guard original != nil else {
      return FixedAsset(
        path: source.path, findings: findings, change: nil, left: remaining(first, [:]), original: nil,
        summary: first.summary(source.pack, at: source.path))
    }
    var state = FixState(first, countsColors: countsColors)
    applyFixes(to: &state, isFree)
    while request.wantsSmallest, shrink(&state) { applyFixes(to: &state, isFree) }
    return FixedAsset(
      path: source.path, findings: findings, change: change(source.path, original, state),
      left: remaining(state.candidate, state.refused) + state.unreduced, original: original,
      summary: state.candidate.summary(source.pack, at: source.path))
  }
}

/// - Parameter path: of the file as it was.
/// - Parameter original: the file as it was.
private func change(_ path: Path, _ original: [UInt8]?, _ state: FixState) -> Change? {
  let last = state.candidate
  // The encoder, or the analysis after it, has compared the pixels: the colors are the same.
  let isSameArt = state.steps.allSatisfy { $0.kind == .reencode && !$0.isLossy }
  guard original != last.bytes || path != last.path, let before = state.foreign ?? state.before,
    let after = last.figures(colors: state.countsColors ? isSameArt ? before.colors : last.colors : nil)
  else { return nil }
  return Change(
    bytes: last.bytes, path: last.path, steps: state.steps, before: before, after: after,
    similarity: state.similarity)
}

extension Asset {
  /// The most bytes that analyzing and fixing it hold at once.
  fileprivate func bytesOfFixing(within gate: MemoryGate) -> Int {
    switch content {
    case .image(let container): container.fixingBytes(file: byteCount ?? 0)
    case .other: gate.capacity / 2
    default: 0
    }
  }
}
