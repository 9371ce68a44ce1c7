public import StickerEngine
public import StickerImage

/// A rule that your program defines. It runs along with the built-in rules in a ``Linter``, and in a
/// ``PackBuilder`` that builds a pack for Messages.
///
/// The rule runs in the calling process, on the analysis and the decoded frames of each file. Its results are
/// never cached.
public struct CustomRule: Sendable {
  /// A problem that a rule found.
  public struct Finding: Hashable, Sendable {
    /// One sentence with the measured value, then the limit in parentheses.
    public var message: String
    /// What to do about the finding; nil to use the rule's advice.
    public var advice: String?
    /// The measured value in `unit`; nil if the rule measures nothing.
    public var measured: Double?
    /// The limit in `unit`; nil if the rule has no limit.
    public var limit: Double?
    /// The unit of both values, such as `px`.
    public var unit: String?
    /// The part of the file that the finding is about.
    public var location: LintReport.Finding.Location

    /// Creates a finding.
    public init(
      _ message: String, measured: Double? = nil, limit: Double? = nil, unit: String? = nil,
      location: LintReport.Finding.Location = .file, advice: String? = nil
    ) {
      self.message = message
      self.measured = measured
      self.limit = limit
      self.unit = unit
      self.location = location
      self.advice = advice
    }
  }

  /// The function that implements a rule.
  ///
  /// - Parameters:
  ///   - analysis: the analysis of the file, with the findings of the built-in rules.
  ///   - frames: the composited frames in playing order, each as large as the canvas. Empty if the file is
  ///     damaged, or too large to hold all frames in memory.
  public typealias Check = @Sendable (_ analysis: FileAnalysis, _ frames: [Frame]) -> [Finding]

  /// A unique name in kebab case.
  public let id: String
  /// The severity of findings, unless the configuration changes it.
  public let severity: Severity
  /// What the rule checks, in one sentence.
  public let summary: String
  /// What to do about a finding, in one sentence.
  public let advice: String
  /// The roles of the files that the rule checks.
  public let roles: Set<FileRole>
  /// The function that implements the rule. It runs on several threads at once.
  public let check: Check

  /// Creates a rule.
  public init(
    id: String, severity: Severity = .warning, summary: String, advice: String,
    roles: Set<FileRole> = [.sticker], check: @escaping Check
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.advice = advice
    self.roles = roles
    self.check = check
  }

  /// The rule's metadata, for report formats that describe rules.
  var ruleForReports: Rule {
    Rule(
      id: id, severity: severity, summary: summary, reason: summary, advice: advice,
      roles: Set(roles.map(\.assetRole)), examples: [], check: .asset { _, _ in [] })
  }
}

/// A custom rule that is turned on, with the severity of its findings.
struct ActiveCustomRule: Sendable {
  let rule: CustomRule
  let severity: Severity

  fileprivate func findings(
    on analysis: FileAnalysis, _ frames: [Frame], path: Path, failOn: Severity
  ) -> [Finding] {
    guard rule.roles.contains(analysis.role) else { return [] }
    return rule.check(analysis, frames).map { found in
      let figure = found.measured.map {
        MeasuredValueAndLimit(stored: $0, limit: found.limit, unit: found.unit ?? "")
      }
      return Finding(
        rule: rule.id, severity: severity, path: path,
        evidence: Evidence(found.message, figure, at: found.location.engineLocation),
        advice: found.advice ?? rule.advice, failsRun: severity >= failOn)
    }
  }
}

/// Analyzes files in this process, and runs custom rules on the frames that were decoded for the built-in
/// rules.
struct CustomRuleRunningImageService: ForwardingImageService {
  let wrapped: InProcessImageService
  let rules: [ActiveCustomRule]
  let gate: MemoryGate

  func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext
  ) async -> AssetAnalysis {
    await withAssetAndFrames(source, outcome, configuration, context) { asset, frames in
      analysis(of: asset, frames, source, configuration)
    }
  }

  func analyze(
    _ source: AssetSource, for configurations: [Configuration], _ context: Asset.PackContext
  ) async -> [AssetAnalysis] {
    let joined = Configuration(joining: configurations)
    let outcome = source.read(maxBytes: joined.budget.fileBytes)
    return await withAssetAndFrames(source, outcome, joined, context) { asset, frames in
      configurations.map { analysis(of: asset, frames, source, $0) }
    }
  }

  private func analysis(
    of asset: Asset, _ frames: [Frame], _ source: AssetSource, _ configuration: Configuration
  ) -> AssetAnalysis {
    let analysis = AssetAnalysis(asset, pack: source.pack, configuration)
    let seen = FileAnalysis(analysis)
    let added = rules.flatMap {
      $0.findings(on: seen, frames, path: source.path, failOn: configuration.failOn)
    }
    return added.isEmpty ? analysis : analysis.withFindings(analysis.findings + added)
  }

  /// Reads a file once, and calls `body` with its frames while their memory is reserved.
  private func withAssetAndFrames<Result>(
    _ source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext,
    _ body: (Asset, [Frame]) -> Result
  ) async -> Result {
    var reader = AssetReader(source, outcome, configuration, context, keepsFrames: true)
    guard case .bytes(let bytes) = outcome, configuration.needsNoPixels(for: source.role),
      let container = ImageContainer(of: bytes, budget: configuration.budget), container.framesFitInMemory
    else {
      let held = await gate.reserve(reader.peakMemoryBytesKeepingFrames ?? 0)
      while reader.nextStepPeakMemoryBytes != nil { reader.performNextStep() }
      let result = body(reader.asset, reader.keptFrames ?? [])
      await gate.release(held)
      return result
    }
    // If no built-in rule decodes the file, for example because the program selects only its own rules,
    // decode it here.
    let memory =
      container.maxDecodingMemoryBytes(fileBytes: bytes.count)
      + container.canvas.area * container.frameCount * 4
    return await gate.withMemory(memory) {
      let image = try? Image(decoding: bytes, budget: configuration.budget)
      return body(reader.asset, image?.frames ?? [])
    }
  }
}
