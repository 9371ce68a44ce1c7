package import StickerFix
package import StickerModel
import StickerImage

// What crosses a pipe from a process that fixed a file. It may be in that file's hands: it can only say what
// a fix could have said, about the asset that it was given, and no more than was allowed.

extension FixedAsset {
  /// What became of an asset whose bytes were there, as it crosses the pipe from the worker.
  package var encoded: [UInt8] {
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
  package init?(
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
