import StickerImage

/// The inputs for fixing one asset.
struct FixBench {
  let source: AssetSource
  let request: FixRequest
  let configuration: Configuration
  let surroundings: Asset.Surroundings
  /// Encodings of the source that were made already, for any messenger.
  let encodings: SharedEncodings

  init(
    source: AssetSource, _ request: FixRequest, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings, _ encodings: SharedEncodings = SharedEncodings()
  ) {
    self.encodings = encodings
    self.source = source
    self.request = request.applied(to: source.role)
    self.configuration = configuration
    self.surroundings = surroundings
  }

  /// Analyzes what an asset became.
  ///
  /// - Parameter expected: what the bytes were encoded from, unless they have been compared with it. They are
  ///   compared while they are decoded for the rules.
  func look(
    at path: Path, _ bytes: [UInt8], _ expected: ExpectedFrames?, after old: Look
  ) throws(FixFailure) -> Look {
    // Another name changes no pixel.
    let asset: Asset
    var frames = old.frames
    if bytes == old.bytes {
      asset = old.asset.named(path)
    } else {
      let source = AssetSource(path: path, role: source.role, pack: source.pack) { _ in .bytes(bytes) }
      var examination = Examination(
        source, .bytes(bytes), configuration, surroundings, keepsFrames: true, expecting: expected)
      while examination.nextBytes != nil { examination.step() }
      do throws(EncodingDefect) {
        if let defect = examination.defect { throw defect }
        // No rule asked for its frames.
        if !examination.hasCompared { try expected?.verify(bytes) }
      } catch { throw FixFailure(error) }
      (asset, frames) = (examination.asset, examination.frames)
    }
    return Look(
      path: path, bytes: bytes, asset: asset, findings: findings(on: asset, configuration), frames: frames)
  }

  func wanted(_ look: Look) -> [Finding] { look.findings.filter { request.cures($0) } }

  func left(_ look: Look, _ refused: [Wish: Sentence]) -> [Unfixed] {
    look.findings.map { finding in
      if let refusal = request.refusal(of: finding) { return Unfixed(finding: finding, refusal: refusal) }
      let reason = Wish(finding).flatMap { refused[$0] }
      return Unfixed(finding: finding, refusal: reason.map(Refusal.failed) ?? .noFix)
    }
  }

  /// Repeats the selected fixes until nothing changes. One fix can make another possible, and a second run
  /// must find nothing left to do.
  func cure(_ made: inout Progress, _ isFree: (Path) -> Bool) {
    for _ in 0..<mostRounds {
      let wanted = wanted(made.look)
      guard !wanted.isEmpty else { break }
      let round = round(made.look, wanted, isFree)
      made.refused = round.refused
      guard let done = round.done else { break }
      made.take(done)
    }
  }

  /// Applies all selected fixes at once. If that fails, applies the fixes for errors together, which often
  /// depend on each other, and then adds the other fixes one by one. If at least three errors are left, tries
  /// them together without one of them.
  func round(
    _ look: Look, _ wanted: [Finding], _ isFree: (Path) -> Bool
  ) -> (done: Done?, refused: [Wish: Sentence]) {
    if look.isDamaged {
      let reason: Sentence = "a damaged file stays as it is; export it again"
      return (nil, Dictionary(wanted.compactMap(Wish.init).map { ($0, reason) }) { first, _ in first })
    }
    var refused: [Wish: Sentence] = [:]
    switch attempt(look, wanted, beyond: nil, isFree) {
    case .success(let done): return (done, [:])
    case .failure(let failure):
      if wanted.count == 1, let wish = Wish(wanted[0]) { return (nil, [wish: failure.reason]) }
    }
    var (accepted, best) = ([Finding](), Done?.none)
    let errors = wanted.filter { $0.severity == .error }
    if errors.count > 1, errors.count < wanted.count,
      case .success(let done) = attempt(look, errors, beyond: nil, isFree)
    {
      (accepted, best) = (errors, done.withoutFrames)
    }
    for finding in wanted where !accepted.contains(finding) {
      switch attempt(look, accepted + [finding], beyond: best.map { ($0.look, finding) }, isFree) {
      case .success(let done): (accepted, best) = (accepted + [finding], done.withoutFrames)
      case .failure(let failure):
        if let wish = Wish(finding) { refused[wish] = failure.reason }
      }
    }
    // Errors that depend on each other fail alone, and all together because of one that cannot be fixed. Two
    // were tried together above.
    let failed = errors.filter { !accepted.contains($0) }
    guard failed.count > 2 else { return (best, refused) }
    for number in failed.indices.prefix(mostRetries) {
      let rest = failed.indices.filter { $0 != number }.map { failed[$0] }
      if case .success(let done) = attempt(
        look, accepted + rest, beyond: best.map { ($0.look, rest[0]) }, isFree)
      {
        for wish in rest.compactMap(Wish.init) { refused[wish] = nil }
        return (done, refused)
      }
    }
    return (best, refused)
  }

  /// The formats that a file keeps: GIF if not every app accepts APNG, and WebP if the messenger accepts it.
  private func keptFormats(_ container: Container) -> Set<ImageFormat> {
    let limits = configuration.limits
    var kept: Set<ImageFormat> = []
    if limits.takes("WebP", isMoving: container.frameCount > 1) { kept.insert(.webp) }
    if limits.says(.takesGIF), !limits.says(.takesAPNG) { kept.insert(.gif) }
    return kept
  }

  /// - Parameter beyond: the result without the last fix, and the finding of that fix. The fix may only
  ///   cause findings that are less severe than its own.
  private func attempt(
    _ look: Look, _ wanted: [Finding], beyond: (best: Look, added: Finding)?, _ isFree: (Path) -> Bool
  ) -> Result<Done, FixFailure> {
    if case .other(let format) = look.asset.content { return convert(look, format, wanted, isFree) }
    guard let container = look.asset.container else { return .failure(FixFailure("it is no image")) }
    if source.role == .frame, wanted.contains(where: { $0.evidence.fix?.kind.changesCanvas == true }) {
      return .failure(FixFailure("the frames of a sequence must keep one size: change all of them alike"))
    }
    var piece = Workpiece(
      look.bytes, container, limit: limit(container), leastSide: leastSide, grid: configuration.limits.grid,
      keeping: keptFormats(container), leastFrameTime: configuration.limits[.leastFrameTime],
      request(container),
      frames: look.frames, encodings)
    piece.takesPalette = configuration.limits.says(.takesPalette)
    do throws(FixFailure) {
      try piece.apply(wanted.compactMap { finding in finding.evidence.fix.map { (finding.rule, $0) } })
    } catch { return .failure(error) }
    let isRenamed = wanted.contains { $0.evidence.fix?.kind == .rename }
    let path =
      isRenamed || piece.container.format != container.format
      ? look.path.named(for: piece.container.format) : look.path
    guard path == look.path || isFree(path) else { return .failure(.nameTaken(path)) }
    let new: Look
    do throws(FixFailure) { new = try self.look(at: path, piece.bytes, piece.expected, after: look) } catch {
      return .failure(error)
    }
    if let objection = objection(to: new, from: look, fixing: wanted, beyond: beyond) {
      return .failure(FixFailure(Sentence(objection)))
    }
    let cause = wanted.first { $0.evidence.fix?.kind == .rename } ?? wanted.first
    let rename = path == look.path ? [] : [FixStep.rename(to: path, for: cause)]
    return .success(
      Done(
        look: new, steps: piece.steps + rename, similarity: piece.similarity, isSmallest: piece.isSmallest))
  }

  /// Makes an image of ours of one that is not. What the rules say of it then, nobody could know before.
  private func convert(
    _ look: Look, _ format: ForeignFormat, _ wanted: [Finding], _ isFree: (Path) -> Bool
  ) -> Result<Done, FixFailure> {
    do throws(FixFailure) {
      let made = try convertedForeign(look.bytes, format, limit: limit(nil), request, configuration.budget)
      let path = look.path.named(for: .png)
      guard path == look.path || isFree(path) else { throw .nameTaken(path) }
      let new = try self.look(at: path, made.bytes, made.expected, after: look)
      guard let rule = wanted.first?.rule, new.asset.container?.damage.isEmpty == true else {
        throw FixFailure("what it became cannot be read")
      }
      var steps = [FixStep(rule: rule, kind: .convert, words: made.words, isLossy: false)]
      if path != look.path { steps.append(.rename(to: path, for: wanted.first)) }
      return .success(Done(look: new, steps: steps, similarity: nil, foreign: made.figures))
    } catch { return .failure(error) }
  }

  /// The reason to reject a result, or nil to keep it. A result must resolve every wanted finding, and
  /// every new finding must be less severe than the findings that it resolves.
  ///
  /// - Parameter wanted: empty if the pixels were only encoded again, which may cause no new finding.
  func objection(
    to new: Look, from old: Look, fixing wanted: [Finding], beyond: (best: Look, added: Finding)? = nil
  ) -> String? {
    if let still = new.findings.unresolved(of: wanted, from: old.findings) {
      return "it would still be found: \(still.evidence.message)"
    }
    let before = beyond?.best ?? old
    let limit = beyond?.added.severity ?? wanted.lazy.map(\.severity).min() ?? .hint
    let brought = new.findings.brought(over: before.findings).first { finding in
      finding.severity >= limit
        && configuration.inForce(finding.rule)?.rule.cannotJudge(before.asset) == false
    }
    return brought.map { "it would bring \($0.rule): \($0.evidence.message)" }
  }

  /// The most bytes that the rules let a file have; nil where none asks.
  private func limit(_ container: Container?) -> Int? {
    guard configuration.runs(RuleID.fileSize, on: source.role) else { return nil }
    return configuration.limits.bytes(isAnimated: container?.frameCount ?? 1 > 1) - 1
  }

  /// The request, adapted to the limits in force. If the messenger may refuse a smaller canvas, the fix does
  /// not scale art down to save bytes.
  private func request(_ container: Container) -> FixRequest {
    var request = request
    if configuration.limits.keepsSize { request.keeps.insert(.size) }
    return request
  }

  private var leastSide: Int {
    configuration.runs(RuleID.pixelDimensions, on: source.role) ? configuration.limits.sides.lowerBound : 1
  }
}

private let mostRounds = 8
/// Each retry encodes the file once.
private let mostRetries = 6

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

  fileprivate init(_ defect: EncodingDefect) { self.init("it cannot be encoded: \(defect.reason)") }
}

extension Container {
  /// Bytes that analyzing and fixing hold at once: the frames as they were, as they become, as candidates for
  /// a byte limit, and as the encoder or the analysis of the result has them; the files.
  package func fixingBytes(file: Int) -> Int {
    // A fix can announce frames. The default image may be one too.
    let count = max(frameCount, unannouncedFrames + 1)
    let (frames, isWide) = canvas.area.multipliedReportingOverflow(by: count * 4 * 6)
    let (sum, isFull) = frames.addingReportingOverflow(decodingBytes(file: file))
    return isWide || isFull ? .max : sum
  }
}
