package import StickerImage
import StickerModel

/// All that fixing one asset goes by.
struct FixBench {
  let source: AssetSource
  let request: FixRequest
  let configuration: Configuration
  let gate: MemoryGate
  let surroundings: Asset.Surroundings

  init(
    source: AssetSource, _ request: FixRequest, _ configuration: Configuration, _ gate: MemoryGate,
    _ surroundings: Asset.Surroundings
  ) {
    (self.source, self.request, self.configuration) = (
      source, request.applied(to: source.role), configuration
    )
    (self.gate, self.surroundings) = (gate, surroundings)
  }

  func look(at path: Path, _ outcome: ReadOutcome) async -> Look {
    let source = AssetSource(path: path, role: source.role, pack: source.pack) { _ in outcome }
    let asset = await examine(source, configuration, gate, surroundings)
    var bytes: [UInt8] = []
    if case .bytes(let read) = outcome { bytes = read }
    return Look(path: path, bytes: bytes, asset: asset, findings: findings(on: asset, configuration))
  }

  func wanted(_ look: Look) -> [Finding] { look.findings.filter { request.cures($0) } }

  func left(_ look: Look, _ refused: [Wish: Sentence]) -> [Unfixed] {
    look.findings.map { finding in
      if let refusal = request.refusal(of: finding) { return Unfixed(finding: finding, refusal: refusal) }
      let reason = Wish(finding).flatMap { refused[$0] }
      return Unfixed(finding: finding, refusal: reason.map(Refusal.failed) ?? .noFix)
    }
  }

  /// Cures what is wanted. Once is nearly always enough; what a fix made possible is done too, so that
  /// nothing is left to a second run.
  func cure(_ made: inout Progress, _ isFree: (Path) -> Bool) async {
    for _ in 0..<mostRounds {
      let wanted = wanted(made.look)
      guard !wanted.isEmpty else { break }
      let round = await round(made.look, wanted, isFree)
      made.refused = round.refused
      guard let done = round.done else { break }
      made.take(done)
    }
  }

  /// Does all that is wanted, or, where that does not work, one thing after the other as far as they go
  /// together.
  func round(
    _ look: Look, _ wanted: [Finding], _ isFree: (Path) -> Bool
  ) async -> (done: Done?, refused: [Wish: Sentence]) {
    if look.isDamaged {
      let reason: Sentence = "a damaged file stays as it is; export it again"
      return (nil, Dictionary(wanted.compactMap(Wish.init).map { ($0, reason) }) { first, _ in first })
    }
    var refused: [Wish: Sentence] = [:]
    switch await attempt(look, wanted, isFree) {
    case .success(let done): return (done, [:])
    case .failure(let failure):
      if wanted.count == 1, let wish = Wish(wanted[0]) { return (nil, [wish: failure.reason]) }
    }
    var (accepted, best) = ([Finding](), Done?.none)
    for finding in wanted {
      switch await attempt(look, accepted + [finding], isFree) {
      case .success(let done): (accepted, best) = (accepted + [finding], done)
      case .failure(let failure):
        if let wish = Wish(finding) { refused[wish] = failure.reason }
      }
    }
    return (best, refused)
  }

  /// GIF where no APNG is taken, WebP where nothing else is.
  private var keptFormats: Set<ImageFormat> {
    let limits = configuration.limits
    if limits.takesOnlyWebP { return [.webp] }
    return limits.says(.takesGIF) && !limits.says(.takesAPNG) ? [.gif] : []
  }

  private func attempt(
    _ look: Look, _ wanted: [Finding], _ isFree: (Path) -> Bool
  ) async -> Result<Done, FixFailure> {
    if case .other(let format) = look.asset.content { return await convert(look, format, wanted, isFree) }
    guard let container = look.asset.container else { return .failure(FixFailure("it is no image")) }
    if source.role == .frame, wanted.contains(where: { $0.evidence.fix?.kind.changesCanvas == true }) {
      return .failure(FixFailure("the frames of a sequence must keep one size: change all of them alike"))
    }
    var piece = Workpiece(
      look.bytes, container, limit: limit(container), leastSide: leastSide, grid: configuration.limits.grid,
      keeping: keptFormats, leastFrameTime: configuration.limits[.leastFrameTime], request(container),
      frames: look.frames)
    let held = await gate.enter(container.fixingBytes(file: look.bytes.count))
    do throws(FixFailure) {
      try piece.apply(wanted.compactMap { finding in finding.evidence.fix.map { (finding.rule, $0) } })
    } catch {
      await gate.leave(held)
      return .failure(error)
    }
    await gate.leave(held)
    let isRenamed = wanted.contains { $0.evidence.fix?.kind == .rename }
    let path =
      isRenamed || piece.container.format != container.format
      ? look.path.named(for: piece.container.format) : look.path
    guard path == look.path || isFree(path) else { return .failure(.nameTaken(path)) }
    let new = await self.look(at: path, .bytes(piece.bytes))
    if let complaint = complaint(new, look, wanted) { return .failure(FixFailure(Sentence(complaint))) }
    let cause = wanted.first { $0.evidence.fix?.kind == .rename } ?? wanted.first
    let rename = path == look.path ? [] : [FixStep.rename(to: path, for: cause)]
    return .success(
      Done(
        look: new, steps: piece.steps + rename, similarity: piece.similarity, isSmallest: piece.isSmallest))
  }

  /// Makes an image of ours of one that is not. What the rules say of it then, nobody could know before.
  private func convert(
    _ look: Look, _ format: ForeignFormat, _ wanted: [Finding], _ isFree: (Path) -> Bool
  ) async -> Result<Done, FixFailure> {
    let held = await gate.enter(gate.capacity / 2)
    let made = Result { () throws(FixFailure) in
      try convertedForeign(look.bytes, format, limit: limit(nil), request, configuration.budget)
    }
    await gate.leave(held)
    let result: (bytes: [UInt8], figures: PictureFigures, words: String)
    switch made {
    case .success(let file): result = file
    case .failure(let failure): return .failure(failure)
    }
    let path = look.path.named(for: .png)
    guard path == look.path || isFree(path) else { return .failure(.nameTaken(path)) }
    let new = await self.look(at: path, .bytes(result.bytes))
    guard let rule = wanted.first?.rule, new.asset.container?.damage.isEmpty == true else {
      return .failure(FixFailure("what it became cannot be read"))
    }
    var steps = [FixStep(rule: rule, kind: .convert, words: result.words, isLossy: false)]
    if path != look.path { steps.append(.rename(to: path, for: wanted.first)) }
    return .success(Done(look: new, steps: steps, similarity: nil, foreign: result.figures))
  }

  /// What is wrong with a result: what should be gone is not, or something came.
  func complaint(_ new: Look, _ old: Look, _ wanted: [Finding]) -> String? {
    let wishes = Set(wanted.compactMap(Wish.init))
    if let still = new.findings.first(where: { Wish($0).map(wishes.contains) == true }) {
      return "it would still be found: \(still.evidence.message)"
    }
    var (known, worst) = ([Complaint: Int](), [String: Severity]())
    for finding in old.findings {
      known[Complaint(finding), default: 0] += 1
      worst[finding.rule] = max(worst[finding.rule] ?? .hint, finding.severity)
    }
    let hidden = wishes.reduce(into: Set<String>()) { $0.formUnion(hiddenBefore[$1.kind] ?? []) }
    let came = new.findings.first { finding in
      if hidden.contains(finding.rule) { return false }
      let left = known[Complaint(finding), default: 0]
      known[Complaint(finding)] = left - 1
      return left <= 0 || worst[finding.rule].map { $0 < finding.severity } ?? true
    }
    return came.map { "it would bring \($0.rule): \($0.evidence.message)" }
  }

  /// The most bytes that the rules let a file have; nil where none asks.
  private func limit(_ container: Container?) -> Int? {
    guard configuration.runs(RuleID.fileSize, on: source.role) else { return nil }
    return configuration.limits.bytes(isAnimated: container?.frameCount ?? 1 > 1) - 1
  }

  /// The request, as it holds for the limits in force: where more is asked of the canvas than how long its
  /// sides are, scaling down to save bytes would leave it.
  private func request(_ container: Container) -> FixRequest {
    var request = request
    if configuration.limits.shapesCanvas { request.keeps.insert(.size) }
    return request
  }

  private var leastSide: Int {
    configuration.runs(RuleID.pixelDimensions, on: source.role) ? configuration.limits.sides.lowerBound : 1
  }
}

private let mostRounds = 4

/// What tells findings of a file apart that must not become more.
private struct Complaint: Hashable {
  let rule: String
  let kind: Fix.Kind?

  init(_ finding: Finding) { (rule, kind) = (finding.rule, finding.evidence.fix?.kind) }
}

/// Rules that could not judge before a fix: what they find afterwards was there. Of the outline of the art
/// nobody can tell anything as long as there is a solid background, and a loop that stops does not jump.
private let hiddenBefore: [Fix.Kind: Set<String>] = [
  .removeBackground: [
    RuleID.lowContrast, RuleID.touchesEdge, RuleID.excessMargin, RuleID.offCenter, RuleID.enlargedArt,
    RuleID.compressionBlocks,
  ],
  .playForever: [RuleID.loopJump],
  // What is soft cannot stay so; who asks for a GIF asks for that.
  .convertToGIF: [RuleID.binaryAlpha, RuleID.strayPixels, RuleID.pinholes, RuleID.compressionBlocks],
  // A JPEG had the same squares.
  .convert: [RuleID.compressionBlocks], .convertToWebP: [RuleID.compressionBlocks],
]

extension FixStep {
  /// - Parameter cause: the finding that is cured by what the new name is for.
  fileprivate static func rename(to path: Path, for cause: Finding?) -> FixStep {
    FixStep(rule: cause?.rule ?? "", kind: .rename, words: "rename to \(path.name.shown)", isLossy: false)
  }
}

extension FixFailure {
  fileprivate static func nameTaken(_ path: Path) -> FixFailure {
    FixFailure("it would become \(path.name.shown), and there is one: rename one of them")
  }
}

extension Container {
  /// Bytes that fixing holds at once: the frames as they are, as they become, the best so far, and encoded.
  package func fixingBytes(file: Int) -> Int {
    let (frames, isWide) = canvas.area.multipliedReportingOverflow(by: frameCount * 4 * 5)
    let (sum, isFull) = frames.addingReportingOverflow(decodingBytes(file: file))
    return isWide || isFull ? .max : sum
  }
}
