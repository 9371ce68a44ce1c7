public import StickerEngine
import StickerImage

/// The findings of a check, as values and as text in many formats.
///
/// A report can be encoded and decoded. A decoded report has the same findings. Its text lists the findings
/// of each file, even if most stickers in a pack share them.
public struct LintReport: Sendable, Codable {
  /// A problem that a rule reports about a file or a pack.
  public struct Finding: Hashable, Sendable, Codable {
    /// The part of the file that the finding is about.
    public enum Location: Hashable, Sendable, Codable {
      /// The file as a whole.
      case file
      /// The whole canvas.
      case canvas
      /// One frame, given by its index, starting at 0.
      case frame(Int)
      /// A rectangle on the canvas in pixels, and the index of the frame; nil if it applies to all frames.
      case region(x: Int, y: Int, width: Int, height: Int, frame: Int?)
      /// A chunk, block or segment, such as `fdAT`, its byte offset in the file, the byte offset of the
      /// problem, the index of the frame and the index of the scan line. Unknown values are nil.
      case bytes(part: String?, partOffset: Int?, offset: Int?, frame: Int?, scanLine: Int?)
      /// A line and a column of a text file, both starting at 1.
      case text(line: Int, column: Int)
    }

    /// How ``Fixer`` can resolve a finding.
    public enum FixAvailability: String, Hashable, Sendable, Codable {
      /// A lossless fix resolves the finding.
      case certain
      /// A lossless fix tries to resolve the finding, and may fail.
      case possible
      /// The fix may make a visible difference. It requires ``Fixer/Options/allowsLossyFixes``.
      case lossy
      /// The fix runs only if ``Fixer/Options/selectedRules`` contains the rule.
      case optIn
      /// The fix needs a color or a choice: ``Fixer/Options/iconBackgroundColor``,
      /// ``Fixer/Options/smallArtHandling`` or ``Fixer/Options/longAnimationHandling``.
      case needsChoice
    }

    /// The id of the rule, such as `file-size`.
    public let rule: String
    /// The severity of the finding, according to the configuration of the run.
    public let severity: Severity
    /// The path of the file, pack or document.
    public let path: String
    /// One sentence with the measured value and the limit. Text from files is escaped.
    public let message: String
    /// What to do about the finding.
    public let advice: String
    /// Whether the finding fails the run.
    public let failsRun: Bool
    /// The measured value in `unit`; nil if the rule measures nothing.
    public let measured: Double?
    /// The limit in `unit`; nil if the rule has no limit.
    public let limit: Double?
    /// The unit of both values, such as `bytes` or `px`.
    public let unit: String?
    /// The part of the file that the finding is about.
    public let location: Location
    /// How the finding can be fixed; nil if only a person can fix it.
    public let fix: FixAvailability?
    /// The rule of a more specific finding on the same file that has the same fix; nil for most findings.
    /// Human-readable reports omit suppressed findings.
    public let suppressedBy: String?
    /// The kind of fix, for reports.
    let fixKind: String?
  }

  /// The analysis of each file, in the order of the run. Findings on packs are in `packFindings`.
  public let files: [FileAnalysis]
  /// The findings of rules that compare the files of a pack, or check catalogs and messages.
  public let packFindings: [Finding]
  /// Art that was skipped because its format is not supported, one sentence for each format.
  public let unsupportedArtNotes: [String]
  /// Notes from the search for files and configurations, such as which files were skipped; one sentence each.
  public let notes: [String]
  /// The profile that set the limits; nil if the configuration files set it.
  public let profile: Profile?

  /// The additional data that text formats need; nil for a decoded report.
  private let reporterInput: ReporterInput?
  /// Why some files could not be checked, one line for each file.
  var incompleteCheckMessages: [String] = []

  private struct ReporterInput: Sendable {
    let report: Report
    let rules: [Rule]
  }

  private enum CodingKeys: String, CodingKey {
    case files, packFindings
    case unsupportedArtNotes = "unreadableArt"
    case notes, profile
  }

  package init(
    _ report: Report, notes: [String] = [], profile: Profile?, customRules: [CustomRule] = []
  ) {
    files = report.assets.map { FileAnalysis($0) }
    packFindings = report.packAndDocumentFindings.map { Finding($0) }
    unsupportedArtNotes = report.unsupportedArt.summariesByFormat.map(\.message)
    self.notes = notes
    self.profile = profile
    reporterInput = ReporterInput(report: report, rules: Rule.all + customRules.map(\.ruleForReports))
  }

  /// Decodes a report.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    files = try values.decode([FileAnalysis].self, forKey: .files)
    packFindings = try values.decode([Finding].self, forKey: .packFindings)
    unsupportedArtNotes = try values.decode([String].self, forKey: .unsupportedArtNotes)
    notes = try values.decode([String].self, forKey: .notes)
    profile = try values.decodeIfPresent(Profile.self, forKey: .profile)
    reporterInput = nil
  }

  /// All findings: those of each file, in the order of the run, then those on packs, catalogs and messages.
  public var findings: [Finding] { files.flatMap(\.findings) + packFindings }

  /// Whether a finding fails the run.
  public var failsRun: Bool {
    files.contains { $0.findings.contains(where: \.failsRun) } || packFindings.contains(where: \.failsRun)
  }

  /// Returns the number of findings of one severity, without suppressed findings.
  public func count(of severity: Severity) -> Int {
    findings.count { $0.severity == severity && $0.suppressedBy == nil }
  }

  /// Throws `StickersError.invalidRequest` if worker processes could not check some files, because the report
  /// is then incomplete.
  public func ensureComplete() throws(StickersError) {
    try StickersError.ensureAllFilesAnalyzed(incompleteCheckMessages: incompleteCheckMessages)
  }

  /// Returns the report as text that ends with a line break. Text from files is escaped for the format.
  ///
  /// - Parameter style: the style of human-readable text. Other formats ignore most of it.
  public func text(_ format: ReportFormat, style: ReportStyle = ReportStyle()) -> String {
    let reporter: Reporter =
      switch format {
      case .text where style.showsOnlyFindingCounts: .statistics(style: style.textStyle)
      case .text: .text(style: style.textStyle)
      case .concise where style.showsOnlyFindingCounts: .statistics(style: style.textStyle)
      default: format.reporter
      }
    return reporter.render(engineReport, in: context(style))
  }

  /// Adds a table to the job summary on GitHub Actions. Does nothing elsewhere.
  ///
  /// - Returns: false if the summary has no room for the table (limit: 1 MiB).
  /// - Throws: `StickersError` if the summary cannot be written.
  public func appendToJobSummary(style: ReportStyle = ReportStyle()) throws(StickersError) -> Bool {
    guard let name = nonemptyEnvironmentVariable("GITHUB_STEP_SUMMARY") else { return true }
    let report = engineReport.forHumanReadableOutput(listsEveryFile: style.listsEachFile)
    var summary = ""
    do {
      try FileWriter.shared.appendToFile(at: Path(name)) { length in
        summary = markdownReport(report, atMost: maxJobSummaryBytes - length - 1, context(style))
        return Array((length > 0 && !summary.isEmpty ? "\n" : "").utf8) + Array(summary.utf8)
      }
    } catch { throw StickersError(error) }
    return !summary.isEmpty
  }

  private func context(_ style: ReportStyle) -> ReportContext {
    var context = ReportContext(
      knownRules: reporterInput?.rules ?? Rule.all,
      workingFolder: ReadOnlyFileSystem.disk.realPath(of: Path(".")),
      repositoryRoot: style.repositoryRoot.map { ReadOnlyFileSystem.disk.realPath(of: $0.path) })
    style.applyFormatIndependentProperties(to: &context)
    context.messenger = profile?.name
    return context
  }

  /// The report in the form that report formats need.
  package var engineReport: Report { reporterInput?.report ?? rebuiltEngineReport }

  /// Writes the report to a file, completely or not at all. An existing file is replaced.
  ///
  /// - Parameters:
  ///   - path: the path of the file. Its folder must exist.
  ///   - style: the style of human-readable text.
  /// - Throws: `StickersError` if the file cannot be written.
  public func write(
    _ format: ReportFormat, to path: some FilePathConvertible, style: ReportStyle = ReportStyle()
  ) throws(StickersError) {
    try path.bytePath.write(text(format, style: style))
  }

  private var rebuiltEngineReport: Report {
    var report = Report(assets: files.map(\.assetAnalysis), packFindings: [])
    // Set afterward, so that `suppressedBy` stays as it was decoded.
    report.packAndDocumentFindings = packFindings.map(\.engineFinding)
    return report
  }
}

/// - Source: GitHub drops a step's summary if it is larger than 1 MiB.
private let maxJobSummaryBytes = 1 << 20

/// A format of reports.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  /// Human-readable text: the findings of each file, with advice.
  case text
  /// One line per finding, for editors and grep.
  case concise
  /// One JSON document (`docs/schemas`).
  case json
  /// One line of JSON per file.
  case jsonLines = "jsonl"
  /// Lines that Xcode shows as issues if a build phase prints them.
  case xcode
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// JUnit XML.
  case junit
  /// Annotations in GitHub Actions.
  case github
  /// A GitLab Code Quality report.
  case gitlab
  /// Checkstyle XML.
  case checkstyle
  /// Markdown with a table.
  case markdown
  /// One HTML page.
  case html

  fileprivate var reporter: Reporter {
    Reporter.all.first { $0.name == rawValue } ?? .text
  }
}

extension LintReport.Finding {
  init(_ finding: StickerEngine.Finding) {
    let evidence = finding.evidence
    rule = finding.rule
    severity = finding.severity
    path = finding.path.textOrDisplayText
    message = finding.message
    advice = finding.advice
    failsRun = finding.failsRun
    measured = evidence.measuredValue?.measured
    limit = evidence.measuredValue?.limit
    unit = evidence.measuredValue?.unit
    location = Location(evidence.location)
    fix = FixAvailability(finding)
    suppressedBy = finding.suppressingRule
    fixKind = evidence.fix?.kind.rawValue
  }

  /// The finding in the form that reports need.
  var engineFinding: StickerEngine.Finding {
    let figure = measured.map { MeasuredValueAndLimit(stored: $0, limit: limit, unit: unit ?? "") }
    var evidence = Evidence(message, figure, at: location.engineLocation)
    if let kind = fixKind.flatMap(StickerEngine.Fix.Kind.init(rawValue:)) {
      var fix = StickerEngine.Fix(kind, [])
      fix.isCertain = self.fix == .certain
      evidence = Evidence(message, figure, at: location.engineLocation, fix: fix)
    }
    var finding = StickerEngine.Finding(
      rule: rule, severity: severity, path: Path(path), evidence: evidence, advice: advice,
      failsRun: failsRun)
    finding.suppressingRule = suppressedBy
    return finding
  }
}

extension LintReport.Finding.FixAvailability {
  fileprivate init?(_ finding: Finding) {
    guard finding.evidence.fix != nil else { return nil }
    switch finding.fixabilityWithoutUserChoice {
    case .certain: self = .certain
    case .possible: self = .possible
    case .lossy: self = .lossy
    case .optIn: self = .optIn
    case nil: self = .needsChoice
    }
  }
}

extension LintReport.Finding.Location {
  fileprivate init(_ location: FindingLocation) {
    switch location {
    case .file: self = .file
    case .canvas: self = .canvas
    case .frame(let index): self = .frame(index)
    case .region(let box, let frame):
      self = .region(x: box.x, y: box.y, width: box.width, height: box.height, frame: frame)
    case .container(let place):
      self = .bytes(
        part: place.partName, partOffset: place.partStartOffset, offset: place.problemOffset,
        frame: place.frameIndex,
        scanLine: place.scanLineIndex)
    case .text(let place): self = .text(line: place.line, column: place.column)
    }
  }

  var engineLocation: FindingLocation {
    switch self {
    case .file: .file
    case .canvas: .canvas
    case .frame(let index): .frame(index)
    case .region(let x, let y, let width, let height, let frame):
      .region(PixelRect(x: x, y: y, width: width, height: height), frame: frame)
    case .bytes(let part, let partOffset, let offset, let frame, let line):
      .container(
        ByteLocation(
          partName: part, partOffset: partOffset, problemOffset: offset, frameIndex: frame,
          scanLineIndex: line))
    case .text(let line, let column): .text(SourceLocation(line: line, column: column))
    }
  }
}
