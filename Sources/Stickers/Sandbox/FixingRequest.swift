import StickerEngine
import StickerImage

/// What a worker is to fix, as it crosses a pipe; the asset's bytes go beside it.
struct FixingRequest: Sendable {
  let path: Path
  let role: Role
  let surroundings: Asset.Surroundings
  let request: FixRequest
  /// Names that fixing might give the asset, and that others have.
  let taken: [Path]

  /// A request for an asset.
  ///
  /// - Parameter taken: names that others have.
  init(
    _ source: AssetSource, _ request: FixRequest, _ surroundings: Asset.Surroundings, taken: Set<Path>
  ) {
    (path, role, self.surroundings, self.request) = (source.path, source.role, surroundings, request)
    let names = Set(ImageFormat.allCases.map { source.path.named(for: $0) })
    self.taken = names.filter(taken.contains).sorted()
  }

  /// As it crosses the pipe.
  var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.path(path)
    writer.text(role.rawValue)
    writer.surroundings(surroundings)
    writer.request(request)
    writer.list(taken) { $0.path($1) }
    return writer.stored
  }

  /// The request in bytes that crossed a pipe; nil for what is no request.
  init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let path = reader.path(), let role = reader.text().flatMap(Role.init),
      let surroundings = reader.surroundings(), let request = reader.request(),
      let taken = reader.list({ $0.path() }), reader.isAtEnd
    else { return nil }
    self.path = path
    self.role = role
    self.surroundings = surroundings
    self.request = request
    self.taken = taken
  }

  /// The most bytes of memory that fixing holds at once.
  func memory(for file: [UInt8], _ budget: Budget) -> Int {
    // What is of a format that is none of ours says its size to its own decoder only.
    Container(of: file, budget: budget)?.fixingBytes(file: file.count) ?? foreignBytes
  }
}

/// Half of what the drop page may hold for all that it does.
private let foreignBytes = 48 << 20

/// Fixes an asset in the process that may die of it.
///
/// - Returns: the answer as it crosses the pipe.
func answered(
  _ asked: FixingRequest, _ bytes: [UInt8], _ configuration: Configuration
) async -> [UInt8] {
  let source = AssetSource(path: asked.path, role: asked.role) { _ in .bytes(bytes) }
  // Whoever asks waits for memory before, for all of it.
  let fixer = Fixer(asked.request, configuration, MemoryGate(capacity: .max))
  let asset = await fixer.fix(source, in: asked.surroundings, isFree: { !asked.taken.contains($0) })
  return asset.encoded
}

extension StoredWriter {
  /// What fixing may do.
  mutating func request(_ request: FixRequest) {
    flag(request.isLossy)
    optional(request.selected?.sorted()) { $0.list($1) { $0.text($1) } }
    text(request.effort.rawValue)
    list(request.keeps.map(\.rawValue).sorted()) { $0.text($1) }
    optional(request.iconBackground) { $0.integer(Int($1)) }
    flag(request.wantsSmallest)
    optional(request.smallArt?.rawValue) { $0.text($1) }
  }
}

extension StoredReader {
  /// What fixing might do.
  mutating func request() -> FixRequest? {
    guard let isLossy = flag() else { return nil }
    let selected = optional { $0.list { $0.text() } }
    guard let effort = text().flatMap(OptimizingEffort.init),
      let keeps = list({ $0.text().flatMap(Keep.init) })
    else { return nil }
    let iconBackground = optional { $0.integer().flatMap(UInt32.init(exactly:)) }
    guard let wantsSmallest = flag() else { return nil }
    let smallArt = optional { $0.text().flatMap(SmallArt.init) }
    guard isSound else { return nil }
    var request = FixRequest(
      isLossy: isLossy, selected: selected.map { Set($0) }, effort: effort, keeps: Set(keeps),
      iconBackground: iconBackground, wantsSmallest: wantsSmallest)
    request.smallArt = smallArt
    return request
  }
}

// MARK: - The answer
//
// An untrusted file may control the worker that wrote it. It can only contain what a fix could have said about the
// asset that was asked about, and no more than the request allows.

extension FixedAsset {
  /// What became of an asset whose bytes were there, as it crosses the pipe from the worker.
  var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.list(findings) { $0.verdict(StoredResult.Verdict($1)) }
    writer.optional(change) { $0.change($1) }
    writer.bytes(StoredResult(summary).stored)
    // First everything that is found in the end; whoever asked knows why it stays, but where it was tried.
    let found = summary.findings.count
    writer.list(Array(left.prefix(found))) { $0.optional($1.refusal.reason) { $0.sentence($1) } }
    writer.list(Array(left.dropFirst(found))) {
      $0.evidence($1.finding.evidence)
      $0.sentence($1.refusal.reason ?? "")
    }
    return writer.stored
  }

  /// Reads what `encoded` gave.
  ///
  /// - Parameter bytes: those that the worker was given.
  /// - Parameter asked: what it was asked for.
  /// - Returns: nil for what no fix could have said.
  init?(
    parsing answer: [UInt8], of source: AssetSource, _ bytes: [UInt8], _ asked: FixingRequest,
    _ configuration: Configuration
  ) {
    var reader = StoredReader(answer[...])
    let request = asked.request.applied(to: source.role)
    guard let findings = reader.list({ $0.verdict() }), configuration.couldSay(findings) else { return nil }
    let change = reader.optional { $0.change(of: bytes.count, asked, configuration) }
    guard let result = reader.bytes().flatMap(StoredResult.init), configuration.couldSay(result.findings),
      result.byteCount == (change?.bytes ?? bytes).count, result.contentDigest == nil,
      let reasons = reader.list({ $0.reason() }), reasons.count == result.findings.count
    else { return nil }
    let path = change?.path ?? source.path
    guard let unshrunk = reader.list({ $0.unshrunk(at: path) }), reader.isAtEnd,
      unshrunk.count <= (request.wantsSmallest ? 1 : 0)
    else { return nil }
    let left = zip(result.findings, reasons).map { verdict, reason in
      let finding = verdict.finding(at: path, configuration)
      return Unfixed(
        finding: finding,
        refusal: request.refusal(of: finding) ?? reason.map { Refusal.failed(Sentence($0)) } ?? .noFix)
    }
    let isSmallerSize = asked.surroundings.original != nil
    self.init(
      path: source.path, findings: findings.map { $0.finding(at: source.path, configuration) },
      change: change, left: left + unshrunk, original: bytes,
      summary: AssetSummary(source, isSmallerSize: isSmallerSize, result, configuration))
  }
}

extension Refusal {
  /// What came of trying; nil where nobody tried.
  fileprivate var reason: String? { if case .failed(let reason) = self { reason.text } else { nil } }
}

extension StoredResult.Verdict {
  fileprivate init(_ finding: Finding) {
    self.init(rule: finding.rule, severity: finding.severity, evidence: finding.evidence)
  }
}

extension StoredWriter {
  /// Two names beside each other may make what neither is alone.
  fileprivate mutating func sentence(_ words: String) { text(Untrusted(words).shown) }

  fileprivate mutating func change(_ change: Change) {
    bytes(change.bytes)
    path(change.path)
    list(change.steps) {
      $0.text($1.rule)
      $0.text($1.kind.rawValue)
      $0.sentence($1.words)
      $0.flag($1.isLossy)
    }
    figures(change.before)
    figures(change.after)
    optional(change.similarity) { writer, similarity in
      for figure in [similarity.mean, similarity.worst] {
        writer.number(figure.overWhite)
        writer.number(figure.overBlack)
      }
    }
  }

  private mutating func figures(_ figures: PictureFigures) {
    integer(figures.bytes)
    sentence(figures.format)
    integers([figures.canvas.width, figures.canvas.height, figures.frames])
    optional(figures.colors) { $0.integer($1) }
    optional(figures.duration) { $0.integers([$1.numerator, $1.denominator]) }
  }
}

extension StoredReader {
  /// - Parameter byteCount: of the file as it came.
  fileprivate mutating func change(
    of byteCount: Int, _ asked: FixingRequest, _ configuration: Configuration
  ) -> Change? {
    guard let bytes = bytes(), let path = path(), let steps = list({ $0.step(asked.request, configuration) }),
      let before = figures(), let after = figures()
    else { return nil }
    let similarity = optional { $0.similarity() }
    guard isSound, similarity == nil || asked.request.isLossy, before.bytes == byteCount,
      let container = Container(of: bytes, budget: configuration.budget), container.damage.isEmpty,
      after.bytes == bytes.count, after.format == container.format.name,
      after.canvas == container.canvas, after.frames == container.frameCount
    else { return nil }
    let isRenamed = path != asked.path
    guard !isRenamed || path == asked.path.named(for: container.format) && !asked.taken.contains(path) else {
      return nil
    }
    return Change(
      bytes: bytes, path: path, steps: steps, before: before, after: after, similarity: similarity)
  }

  private mutating func step(_ request: FixRequest, _ configuration: Configuration) -> FixStep? {
    guard let rule = text(), let kind = text().flatMap(Fix.Kind.init), let words = harmlessText(),
      let isLossy = flag(), !kind.isOfCatalogs, request.isLossy || !isLossy,
      stepRules.contains(rule) || configuration.judgesAssets(rule)
    else { return nil }
    return FixStep(rule: rule, kind: kind, words: words, isLossy: isLossy)
  }

  private mutating func figures() -> PictureFigures? {
    guard let bytes = integer(in: 0...1 << 43), let format = harmlessText(), let width = length(),
      let height = length(), let frames = length()
    else { return nil }
    let colors = optional { $0.integer(in: 0...1 << 16) }
    let duration = optional { reader -> ExactSeconds? in
      guard let numerator = reader.integer(in: 0...Int.max), let denominator = reader.integer(in: 1...Int.max)
      else { return nil }
      return ExactSeconds(numerator, denominator)
    }
    return PictureFigures(
      bytes: bytes, format: format, canvas: PixelSize(width, height), frames: frames, colors: colors,
      duration: duration)
  }

  /// Pixels or frames: what a format has 32 bits for.
  private mutating func length() -> Int? { integer(in: 0...Int(UInt32.max)) }

  private mutating func similarity() -> FrameSimilarity? {
    guard let mean = structure(), let worst = structure() else { return nil }
    return FrameSimilarity(mean: mean, worst: worst)
  }

  private mutating func structure() -> StructuralSimilarity? {
    guard let white = number(), let black = number(), [white, black].allSatisfy((-1.0...1.0).contains) else {
      return nil
    }
    return StructuralSimilarity(overWhite: white, overBlack: black)
  }

  fileprivate mutating func reason() -> String?? {
    let reason = optional { $0.harmlessText() }
    return isSound ? .some(reason) : nil
  }

  fileprivate mutating func unshrunk(at path: Path) -> Unfixed? {
    guard let evidence = evidence(), let reason = harmlessText() else { return nil }
    return Unfixed(unshrunk: path, evidence, Sentence(reason))
  }
}

/// What steps are done for though it may have found nothing: a name that follows from another step, what is
/// to become lighter, and the fewest bytes.
private let stepRules: Set<String> = ["", RuleID.fileSize, RuleID.wastefulEncoding]
