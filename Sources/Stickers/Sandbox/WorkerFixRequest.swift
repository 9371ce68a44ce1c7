import StickerEngine
import StickerImage

/// A request to fix a file. The bytes of the file are sent separately.
struct WorkerFixRequest: BinaryCodable, Sendable {
  let path: Path
  let role: AssetRole
  let context: Asset.PackContext
  let fixOptions: FixOptions
  /// The paths that the fix might choose for the file, but that other files already have.
  let takenCandidatePaths: [Path]

  /// - Parameter takenPaths: the paths of other files.
  init(
    _ source: AssetSource, _ fixOptions: FixOptions, _ context: Asset.PackContext, takenPaths: Set<Path>
  ) {
    (path, role, self.context, self.fixOptions) = (source.path, source.role, context, fixOptions)
    let names = Set(ImageFormat.allCases.map { source.path.withMatchingExtension(for: $0) })
    self.takenCandidatePaths = names.filter(takenPaths.contains).sorted()
  }

  func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(path, role, context, fixOptions, takenCandidatePaths)
  }

  init(from decoder: inout BinaryDecoder) throws {
    (path, role, context, fixOptions, takenCandidatePaths) = try decoder.decode()
  }

  /// The maximum memory of the fix in bytes.
  func memoryBytes(for file: [UInt8], _ budget: DecodingBudget) -> Int {
    // The size of an image in an unsupported format is only known after it has been decoded.
    ImageContainer(of: file, budget: budget)?.maxFixingMemoryBytes(fileBytes: file.count)
      ?? unsupportedFormatMemoryBytes
  }

  /// Fixes a file in the worker process. The process has already reserved the memory.
  ///
  /// - Returns: the answer.
  func fixAndEncode(_ bytes: [UInt8], _ configuration: Configuration) async -> [UInt8] {
    let source = AssetSource(path: path, role: role) { _ in .bytes(bytes) }
    let fixer = MemoryGatedFixer(fixOptions, configuration, MemoryGate(capacity: .max))
    return await fixer.fix(source, in: context, isFree: { !takenCandidatePaths.contains($0) }).binaryEncoded
  }
}

/// The memory in bytes to reserve for an image in an unsupported format: half of the drop page's memory
/// limit.
private let unsupportedFormatMemoryBytes = 48 << 20

extension FixOptions: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    let keeps = keptImageProperties.sorted { $0.rawValue < $1.rawValue }
    encoder.encode(
      allowsLossyFixes, selectedRules?.sorted(), effort, keeps, iconBackground, minimizesPNGFileSize,
      smallArtFix
    )
    encoder.encode(longAnimationFix, cutOutWhiteOutlineWidth)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let (isLossy, selected): (Bool, [String]?) = try decoder.decode()
    let (effort, keeps): (OptimizingEffort, [KeptImageProperty]) = try decoder.decode()
    let (iconBackground, wantsSmallest): (UInt32?, Bool) = try decoder.decode()
    self.init(
      allowsLossyFixes: isLossy, selectedRules: selected.map { Set($0) }, effort: effort,
      keptProperties: Set(keeps),
      iconBackground: iconBackground, minimizesPNGFileSize: wantsSmallest)
    smallArtFix = try decoder.decode()
    (longAnimationFix, cutOutWhiteOutlineWidth) = try decoder.decode()
  }
}

extension OptimizingEffort: BinaryCodable {}
extension KeptImageProperty: BinaryCodable {}
extension SmallArtFix: BinaryCodable {}
extension LongAnimationFix: BinaryCodable {}

// MARK: - The answer
//
// An untrusted file may control the worker process that wrote the answer. The answer is therefore validated:
// it may contain only what a fix could have reported about the requested asset, and no more than the request
// allows.

extension FixedAsset: BinaryEncodable {
  /// Appends everything except the original file.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(originalFindings, change, finalAnalysisAtOriginalPath)
    // Encode the remaining findings first. The decoder can derive the reasons, except for fixes that failed.
    encoder.encodeList(unfixedFindings.prefix(finalAnalysisAtOriginalPath.findings.count)) {
      $0.encodeOptional($1.unfixedReason.failureText) { $0.encode(escaping: $1) }
    }
    encoder.encodeList(unfixedFindings.dropFirst(finalAnalysisAtOriginalPath.findings.count)) {
      $0.encode($1.finding.evidence)
      $0.encode(escaping: $1.unfixedReason.failureText ?? "")
    }
  }

  /// Decodes the answer of a worker process.
  ///
  /// - Parameters:
  ///   - bytes: the file that was sent to the worker process.
  ///   - workerRequest: the request.
  /// - Throws: `Diagnostic.corruptData` if the requested fix could not have this result.
  init(
    answer: [UInt8], of source: AssetSource, _ bytes: [UInt8], _ workerRequest: WorkerFixRequest,
    _ configuration: Configuration
  ) throws {
    self = try BinaryDecoder.decode(answer[...]) { decoder in
      let fixOptions = workerRequest.fixOptions.keepingDimensions(ifFrame: source.role)
      let findings = try decoder.decodeList { try Finding(from: &$0, at: source.path, configuration) }
      try decoder.check(configuration.couldReportOnAsset(findings))
      let change: FileChange? = try decoder.decode()
      try decoder.check(
        change?.isPlausible(from: workerRequest, byteCount: bytes.count, configuration) ?? true)
      let path = change?.newPath ?? source.path
      let analysis = try AssetAnalysis(
        from: &decoder, of: source, isScaleVariant: workerRequest.context.originalAt3x != nil,
        configuration)
      try decoder.check(
        analysis.facts.byteCount == (change?.newBytes ?? bytes).count && analysis.contentSHA256Hex == nil
          && configuration.couldReportOnAsset(analysis.findings))
      let reasons = try decoder.decodeList { try $0.decodeOptional { try $0.decodeEscapedDisplayText() } }
      try decoder.check(reasons.count == analysis.findings.count)
      let unreduced = try decoder.decodeList { decoder in
        let evidence: Evidence = try decoder.decode()
        return UnfixedFinding(
          notMinimized: path, evidence: evidence, reason: UserMessage(try decoder.decodeEscapedDisplayText()))
      }
      try decoder.check(unreduced.count <= (fixOptions.minimizesPNGFileSize ? 1 : 0))
      let left = zip(analysis.findings, reasons).map { finding, reason in
        UnfixedFinding(
          finding: finding.withPath(path),
          unfixedReason: fixOptions.unfixedReason(for: finding) ?? reason.map {
            UnfixedReason.failed(UserMessage($0))
          } ?? .noFix)
      }
      return FixedAsset(
        path: source.path, findings: findings, change: change, unfixedFindings: left + unreduced,
        originalBytes: bytes,
        analysis: analysis)
    }
  }
}

extension UnfixedReason {
  /// The reason why a fix failed; nil for any other reason.
  fileprivate var failureText: String? { if case .failed(let reason) = self { reason.text } else { nil } }
}

extension FileChange: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(newBytes)
    encoder.encode(newPath, steps, statsBefore, statsAfter)
    encoder.encodeOptional(lossyEncodingSimilarity) {
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
    self.init(bytes: bytes, newPath: path, steps: steps, before: before, after: after, similarity: similarity)
  }

  /// Whether the requested fix could have made this change.
  ///
  /// - Parameter byteCount: the size of the original file in bytes.
  fileprivate func isPlausible(
    from workerRequest: WorkerFixRequest, byteCount: Int, _ configuration: Configuration
  ) -> Bool {
    guard lossyEncodingSimilarity == nil || workerRequest.fixOptions.allowsLossyFixes,
      statsBefore.byteCount == byteCount,
      let container = ImageContainer(of: newBytes, budget: configuration.budget), container.damage.isEmpty,
      statsAfter.byteCount == newBytes.count, statsAfter.format == container.format.name,
      statsAfter.canvas == container.canvas, statsAfter.frameCount == container.frameCount
    else { return false }
    let isExpectedPath =
      newPath == workerRequest.path
      || newPath == workerRequest.path.withMatchingExtension(for: container.format)
        && !workerRequest.takenCandidatePaths.contains(newPath)
    return isExpectedPath
      && steps.allSatisfy { step in
        !step.kind.changesCatalogs && (workerRequest.fixOptions.allowsLossyFixes || !step.isLossy)
          && (stepRulesNeedingNoFinding.contains(step.rule) || configuration.runsAssetRule(step.rule))
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
    encoder.encode(escaping: description)
    encoder.encode(isLossy)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let (rule, kind): (String, Fix.Kind) = try decoder.decode()
    let description = try decoder.decodeEscapedDisplayText()
    self.init(rule: rule, kind: kind, description: description, isLossy: try decoder.decode())
  }
}

extension ImageStats: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(byteCount)
    encoder.encode(escaping: format)
    encoder.encode(canvas, frameCount, colorCountUpToLimit)
    encoder.encodeOptional(duration) { $0.encode($1.numerator, $1.denominator) }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let bytes = try decoder.decode(in: 0...1 << 43)
    let format = try decoder.decodeEscapedDisplayText()
    let canvas: PixelSize = try decoder.decode()
    let frames = try decoder.decodeIntCheckingUInt32Range()
    let colors = try decoder.decodeOptional { try $0.decode(in: 0...1 << 16) }
    let duration = try decoder.decodeOptional { decoder in
      let numerator = try decoder.decode(in: 0...Int.max)
      return ExactSeconds(numerator, try decoder.decode(in: 1...Int.max))
    }
    self.init(
      bytes: bytes, format: format, canvas: canvas, frameCount: frames, colorCount: colors, duration: duration
    )
  }
}

/// The rules that a step may specify even if they reported nothing. They are for a new name that results from
/// another step, for reducing the file size, and for making files as small as possible.
private let stepRulesNeedingNoFinding: Set<String> = ["", RuleID.fileSize, RuleID.wastefulEncoding]
