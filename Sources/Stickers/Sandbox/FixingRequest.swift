import StickerEngine
import StickerImage

/// A request to fix a file. The bytes of the file are sent separately.
struct FixingRequest: BinaryCodable, Sendable {
  let path: Path
  let role: Role
  let context: Asset.Context
  let request: FixRequest
  /// The paths of other files among those that the fix might give the file.
  let taken: [Path]

  /// - Parameter taken: the paths that other files have.
  init(
    _ source: AssetSource, _ request: FixRequest, _ context: Asset.Context, taken: Set<Path>
  ) {
    (path, role, self.context, self.request) = (source.path, source.role, context, request)
    let names = Set(ImageFormat.allCases.map { source.path.named(for: $0) })
    self.taken = names.filter(taken.contains).sorted()
  }

  func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(path, role, context, request, taken)
  }

  init(from decoder: inout BinaryDecoder) throws {
    (path, role, context, request, taken) = try decoder.decode()
  }

  /// The maximum memory of the fix in bytes.
  func memory(for file: [UInt8], _ budget: Budget) -> Int {
    // The size of an image in an unsupported format is only known after it has been decoded.
    Container(of: file, budget: budget)?.fixingBytes(file: file.count) ?? foreignBytes
  }

  /// Fixes a file in the worker process. The process has reserved the memory before.
  ///
  /// - Returns: the answer.
  func answer(_ bytes: [UInt8], _ configuration: Configuration) async -> [UInt8] {
    let source = AssetSource(path: path, role: role) { _ in .bytes(bytes) }
    let fixer = Fixer(request, configuration, MemoryGate(capacity: .max))
    return await fixer.fix(source, in: context, isFree: { !taken.contains($0) }).binary
  }
}

/// Half of the memory limit of the drop page, in bytes.
private let foreignBytes = 48 << 20

extension FixRequest: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    let keeps = keeps.sorted { $0.rawValue < $1.rawValue }
    encoder.encode(isLossy, selected?.sorted(), effort, keeps, iconBackground, wantsSmallest, smallArt)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let (isLossy, selected): (Bool, [String]?) = try decoder.decode()
    let (effort, keeps): (OptimizingEffort, [Keep]) = try decoder.decode()
    let (iconBackground, wantsSmallest): (UInt32?, Bool) = try decoder.decode()
    self.init(
      isLossy: isLossy, selected: selected.map { Set($0) }, effort: effort, keeps: Set(keeps),
      iconBackground: iconBackground, wantsSmallest: wantsSmallest)
    smallArt = try decoder.decode()
  }
}

extension OptimizingEffort: BinaryCodable {}
extension Keep: BinaryCodable {}
extension SmallArt: BinaryCodable {}

// MARK: - The answer
//
// An untrusted file may control the worker process that wrote the answer. So the answer is validated: it can
// only contain what a fix could have reported about the requested asset, and no more than the request allows.

extension FixedAsset: BinaryEncodable {
  /// Appends everything except the original file.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(findings, change, summary)
    // Encode the remaining findings first. The reader can derive the reasons, except for fixes that failed.
    encoder.encodeList(left.prefix(summary.findings.count)) {
      $0.encodeOptional($1.unfixedReason.failure) { $0.encode(escaping: $1) }
    }
    encoder.encodeList(left.dropFirst(summary.findings.count)) {
      $0.encode($1.finding.evidence)
      $0.encode(escaping: $1.unfixedReason.failure ?? "")
    }
  }

  /// Decodes the answer of a worker process.
  ///
  /// - Parameters:
  ///   - bytes: the file that was sent to the worker process.
  ///   - asked: the request.
  /// - Throws: `Diagnostic.corruptData` if no such fix could have this result.
  init(
    answer: [UInt8], of source: AssetSource, _ bytes: [UInt8], _ asked: FixingRequest,
    _ configuration: Configuration
  ) throws {
    self = try BinaryDecoder.decode(answer[...]) { decoder in
      let request = asked.request.applied(to: source.role)
      let findings = try decoder.decodeList { try Finding(from: &$0, at: source.path, configuration) }
      try decoder.check(configuration.couldReport(findings))
      let change: Change? = try decoder.decode()
      try decoder.check(change?.isPlausible(from: asked, byteCount: bytes.count, configuration) ?? true)
      let path = change?.path ?? source.path
      let analysis = try AssetAnalysis(
        from: &decoder, of: source, isSmallerSize: asked.context.original != nil, configuration)
      try decoder.check(
        analysis.facts.byteCount == (change?.bytes ?? bytes).count && analysis.contentDigest == nil
          && configuration.couldReport(analysis.findings))
      let reasons = try decoder.decodeList { try $0.decodeOptional { try $0.decodeEscapedText() } }
      try decoder.check(reasons.count == analysis.findings.count)
      let unreduced = try decoder.decodeList { decoder in
        let evidence: Evidence = try decoder.decode()
        return Unfixed(unreduced: path, evidence, UserMessage(try decoder.decodeEscapedText()))
      }
      try decoder.check(unreduced.count <= (request.wantsSmallest ? 1 : 0))
      let left = zip(analysis.findings, reasons).map { finding, reason in
        Unfixed(
          finding: finding.at(path),
          unfixedReason: request.unfixedReason(for: finding) ?? reason.map {
            UnfixedReason.failed(UserMessage($0))
          } ?? .noFix)
      }
      return FixedAsset(
        path: source.path, findings: findings, change: change, left: left + unreduced, original: bytes,
        summary: analysis)
    }
  }
}

extension UnfixedReason {
  /// The reason why a fix failed; nil if it was not tried.
  fileprivate var failure: String? { if case .failed(let reason) = self { reason.text } else { nil } }
}

extension Change: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(bytes)
    encoder.encode(path, steps, before, after)
    encoder.encodeOptional(similarity) {
      for figure in [$1.mean, $1.worst] { $0.encode(figure.overWhite, figure.overBlack) }
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let bytes = try decoder.decodeBytes()
    let (path, steps): (Path, [FixStep]) = try decoder.decode()
    let (before, after): (ImageStats, ImageStats) = try decoder.decode()
    let similarity = try decoder.decodeOptional { decoder in
      let mean = try decoder.decodeSimilarity()
      return FrameSimilarity(mean: mean, worst: try decoder.decodeSimilarity())
    }
    self.init(bytes: bytes, path: path, steps: steps, before: before, after: after, similarity: similarity)
  }

  /// Whether the requested fix could have made this change.
  ///
  /// - Parameter byteCount: the size of the original file in bytes.
  fileprivate func isPlausible(
    from asked: FixingRequest, byteCount: Int, _ configuration: Configuration
  ) -> Bool {
    guard similarity == nil || asked.request.isLossy, before.bytes == byteCount,
      let container = Container(of: bytes, budget: configuration.budget), container.damage.isEmpty,
      after.bytes == bytes.count, after.format == container.format.name,
      after.canvas == container.canvas, after.frames == container.frameCount
    else { return false }
    let isExpectedPath =
      path == asked.path || path == asked.path.named(for: container.format) && !asked.taken.contains(path)
    return isExpectedPath
      && steps.allSatisfy { step in
        !step.kind.changesCatalogs && (asked.request.isLossy || !step.isLossy)
          && (stepRules.contains(step.rule) || configuration.checksAssets(step.rule))
      }
  }
}

extension BinaryDecoder {
  fileprivate mutating func decodeSimilarity() throws -> StructuralSimilarity {
    let (white, black): (Double, Double) = try decode()
    try check([white, black].allSatisfy((-1.0...1.0).contains))
    return StructuralSimilarity(overWhite: white, overBlack: black)
  }
}

extension FixStep: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(rule, kind)
    encoder.encode(escaping: words)
    encoder.encode(isLossy)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let (rule, kind): (String, Fix.Kind) = try decoder.decode()
    let words = try decoder.decodeEscapedText()
    self.init(rule: rule, kind: kind, words: words, isLossy: try decoder.decode())
  }
}

extension ImageStats: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(bytes)
    encoder.encode(escaping: format)
    encoder.encode(canvas, frames, colors)
    encoder.encodeOptional(duration) { $0.encode($1.numerator, $1.denominator) }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let bytes = try decoder.decode(in: 0...1 << 43)
    let format = try decoder.decodeEscapedText()
    let canvas: PixelSize = try decoder.decode()
    let frames = try decoder.decodeLength()
    let colors = try decoder.decodeOptional { try $0.decode(in: 0...1 << 16) }
    let duration = try decoder.decodeOptional { decoder in
      let numerator = try decoder.decode(in: 0...Int.max)
      return ExactSeconds(numerator, try decoder.decode(in: 1...Int.max))
    }
    self.init(
      bytes: bytes, format: format, canvas: canvas, frames: frames, colors: colors, duration: duration)
  }
}

/// Rules that steps can have although the rules reported nothing: for a name that follows from another step,
/// for reducing the file size, and for storing files in as few bytes as possible.
private let stepRules: Set<String> = ["", RuleID.fileSize, RuleID.wastefulEncoding]
