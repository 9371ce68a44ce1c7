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
  /// - Parameter surroundings: as for `examine`.
  /// - Parameter isFree: whether the asset may take another name, which is in its own folder.
  /// - Returns: the same for the same bytes, request and configuration; fixing the result changes nothing.
  package func fix(
    _ source: AssetSource, in surroundings: Asset.Surroundings = Asset.Surroundings(),
    isFree: (Path) -> Bool = { _ in true }
  ) async -> FixedAsset {
    let outcome = source.read(configuration.budget.fileBytes)
    let bench = FixBench(source: source, request, configuration, surroundings)
    let examination = bench.examination(outcome)
    // One reservation for all of it: a job that holds frames and waits for more memory could wait for another
    // job that does the same.
    let held = await gate.enter(examination.asset.bytesOfFixing(within: gate))
    let fixed = bench.fixed(bench.look(examination, outcome), isFree)
    await gate.leave(held)
    return fixed
  }

  /// Analyzes an asset that was read, and fixes it from the frames that the analysis decoded.
  ///
  /// - Parameter takenNames: names that the asset may not take, if it is to be fixed; nil if it is not.
  /// - Returns: the asset as it was, and the fixed one.
  package func analyze(
    _ source: AssetSource, _ outcome: ReadOutcome, in surroundings: Asset.Surroundings,
    takenNames: (AssetSummary) async -> Set<Path>?
  ) async -> (summary: AssetSummary, fixed: FixedAsset?) {
    let bench = FixBench(source: source, request, configuration, surroundings)
    let examination = bench.examination(outcome)
    let fixingBytes = examination.asset.bytesOfFixing(within: gate)
    var held = await gate.enter(examination.bytesKeepingFrames ?? 0)
    var look = bench.look(examination, outcome)
    let summary = look.summary(source.pack, at: source.path)
    guard let taken = await takenNames(summary) else {
      await gate.leave(held)
      return (summary, nil)
    }
    if let extended = await gate.extend(held, to: fixingBytes) {
      held = extended
    } else {
      // Other jobs hold the memory. Frames are decoded again once it is free: a job that waits must not hold
      // any.
      look.frames = nil
      await gate.leave(held)
      held = await gate.enter(fixingBytes)
    }
    let fixed = bench.fixed(look, { !taken.contains($0) })
    await gate.leave(held)
    return (summary, fixed)
  }

  /// Fixes one asset for several messengers. It is decoded once: the rules of all messengers judge the same
  /// frames, and each fix begins with them.
  ///
  /// - Parameter orders: with the same budget.
  /// - Returns: for each order what fixing it alone gives; the colors of figures are not counted.
  package static func fix(
    _ source: AssetSource, for orders: [FixOrder], _ gate: MemoryGate,
    in surroundings: Asset.Surroundings = Asset.Surroundings()
  ) async -> [FixedAsset] {
    let configuration = Configuration(joining: orders.map(\.configuration))
    let outcome = source.read(configuration.budget.fileBytes)
    var examination = Examination(source, outcome, configuration, surroundings, keepsFrames: true)
    let held = await gate.enter(examination.asset.bytesOfFixing(within: gate))
    while examination.nextBytes != nil { examination.step() }
    let encodings = SharedEncodings()
    var all: [FixedAsset] = []
    for order in orders {
      let found = findings(on: examination.asset, order.configuration)
      let bench = FixBench(
        source: source, order.request(found), order.configuration, surroundings, encodings)
      all.append(bench.fixed(Look(examination, outcome, found), { _ in true }, countsColors: false))
    }
    await gate.leave(held)
    return all
  }
}

extension FixBench {
  /// Begins to analyze the asset.
  fileprivate func examination(_ outcome: ReadOutcome) -> Examination {
    Examination(source, outcome, configuration, surroundings, keepsFrames: true)
  }

  /// Finishes an analysis that waits for no memory.
  fileprivate func look(_ examination: Examination, _ outcome: ReadOutcome) -> Look {
    var examination = examination
    while examination.nextBytes != nil { examination.step() }
    return Look(examination, outcome, findings(on: examination.asset, configuration))
  }

  /// Fixes the asset that was analyzed.
  ///
  /// - Parameter countsColors: whether to count the colors that it has and had.
  func fixed(
    _ first: consuming Look, _ isFree: (Path) -> Bool, countsColors: Bool = true
  ) -> FixedAsset {
    let (findings, original) = (first.findings, first.wholeBytes)
    guard original != nil else {
      return FixedAsset(
        path: source.path, findings: findings, change: nil, left: left(first, [:]), original: nil,
        summary: first.summary(source.pack, at: source.path))
    }
    var made = Progress(first, countsColors: countsColors)
    cure(&made, isFree)
    while request.wantsSmallest, shrink(&made) { cure(&made, isFree) }
    return FixedAsset(
      path: source.path, findings: findings, change: change(source.path, original, made),
      left: left(made.look, made.refused) + made.unshrunk, original: original,
      summary: made.look.summary(source.pack, at: source.path))
  }
}

/// - Parameter path: of the file as it was.
/// - Parameter original: the file as it was.
private func change(_ path: Path, _ original: [UInt8]?, _ made: Progress) -> Change? {
  let last = made.look
  // The encoder, or the analysis after it, has compared the pixels: the colors are the same.
  let isSameArt = made.steps.allSatisfy { $0.kind == .reencode && !$0.isLossy }
  guard original != last.bytes || path != last.path, let before = made.foreign ?? made.before,
    let after = PictureFigures(
      last, colors: made.countsColors ? isSameArt ? before.colors : last.colors : nil)
  else { return nil }
  return Change(
    bytes: last.bytes, path: last.path, steps: made.steps, before: before, after: after,
    similarity: made.similarity)
}

/// A file as it is, or as it would be, and what the rules say of it.
struct Look {
  let path: Path
  /// The bytes of the file; empty if it could not be read.
  let bytes: [UInt8]
  let asset: Asset
  let findings: [Finding]
  /// The decoded frames; nil if they were not decoded, are damaged, or take too much memory to be kept.
  var frames: [Frame]?

  init(path: Path, bytes: [UInt8], asset: Asset, findings: [Finding], frames: [Frame]?) {
    self.path = path
    self.bytes = bytes
    self.asset = asset
    self.findings = findings
    self.frames = frames
  }

  /// A file that was examined.
  init(_ examination: Examination, _ outcome: ReadOutcome, _ findings: [Finding]) {
    var bytes: [UInt8] = []
    if case .bytes(let whole) = outcome { bytes = whole }
    self.init(
      path: examination.asset.path, bytes: bytes, asset: examination.asset, findings: findings,
      frames: examination.frames)
  }

  /// The bytes of the file; nil if it could not be read.
  var wholeBytes: [UInt8]? { bytes.isEmpty ? nil : bytes }

  func summary(_ pack: Path?, at path: Path) -> AssetSummary {
    AssetSummary(asset, path: path, pack: pack, findings: findings)
  }

  var isDamaged: Bool {
    if case .other = asset.content { return false }
    guard let container = asset.container else { return true }
    return !container.damage.isEmpty || !asset.pixelDamage.isEmpty || !container.exceeded.isEmpty
  }
}

/// A rule and how it wants to be satisfied.
struct Wish: Hashable {
  let rule: String
  let kind: Fix.Kind

  init?(_ finding: Finding) {
    guard let fix = finding.evidence.fix else { return nil }
    (rule, kind) = (finding.rule, fix.kind)
  }
}

struct Done {
  private(set) var look: Look
  let steps: [FixStep]
  let similarity: FrameSimilarity?
  /// Whether all of it was encoded without loss, as carefully as is asked for.
  var isSmallest = false
  /// Figures of a file that is no image of ours, before it became one.
  var foreign: PictureFigures?

  /// The same without decoded frames: while other attempts are made, theirs take the memory.
  var withoutFrames: Done {
    var done = self
    done.look.frames = nil
    return done
  }
}

/// What a file has become so far.
struct Progress {
  private(set) var look: Look
  private(set) var steps: [FixStep] = []
  private(set) var similarity: FrameSimilarity?
  private(set) var foreign: PictureFigures?
  /// What came of wishes that could not be fulfilled.
  var refused: [Wish: Sentence] = [:]
  /// Whether there is nothing to be gained by encoding it again.
  var isSmallest = false
  /// Why it could be smaller, and is not; empty but for that.
  var unshrunk: [Unfixed] = []

  /// Whether colors are counted in figures.
  let countsColors: Bool
  /// Figures of the file as it was; nil as long as it is that.
  private(set) var before: PictureFigures?

  init(_ look: Look, countsColors: Bool) {
    self.look = look
    self.countsColors = countsColors
  }

  mutating func take(_ done: Done) {
    // Now, as its frames are not kept any longer.
    if before == nil, foreign == nil {
      before = PictureFigures(look, colors: countsColors ? look.colors : nil)
    }
    look = done.look
    steps += done.steps
    similarity = done.similarity ?? similarity
    foreign = foreign ?? done.foreign
    isSmallest = done.isSmallest
  }
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

extension Look {
  /// How many colors are seen in it; nil where they are too many to count.
  fileprivate var colors: Int? {
    var visible = VisibleColors()
    guard let frames else {
      // No rule asked for the frames, or they take too much memory to be kept.
      _ = asset.container?.visitFrames(of: bytes, with: &visible)
      return visible.count
    }
    for (number, frame) in frames.enumerated() { visible.visit(frame, number: number) }
    return visible.count
  }
}

extension PictureFigures {
  fileprivate init?(_ look: Look, colors: Int?) {
    guard let container = look.asset.container else { return nil }
    self.init(
      bytes: look.bytes.count, format: container.format.name, canvas: container.canvas,
      frames: container.frameCount, colors: colors, duration: container.animation?.duration)
  }
}
