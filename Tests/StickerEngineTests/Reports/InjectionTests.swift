import Corpus
import Foundation
import Testing

@testable import StickerEngine

@Suite(.enabled(if: ThirdPartyReportReaders.isInstalled, "skipped: run `make test-deps` first"))
struct InjectionTests {
  /// The number of files in a run. It is small enough for GitHub to show every finding of each severity.
  static let filesOfRun = 24
  static let runs = 60

  @Test("none of 1,440 hostile names and strings breaks any report")
  func hostile() throws {
    let runs = (0..<Self.runs).map { ThirdPartyReportReaders.Run(Self.hostileReport(seed: $0)) }
    let verdict = try ThirdPartyReportReaders.verdict(on: runs)
    #expect(verdict.faults == [])
    #expect(verdict.reports == Self.runs * Reporter.all.count)
    #expect(verdict.findings == Self.runs * Self.filesOfRun * Reporter.all.count)
  }

  @Test("a report with every kind of finding and all rule descriptions reads back as intended")
  func sound() throws {
    let context = ReportContext(knownRules: Rule.all)
    let verdict = try ThirdPartyReportReaders.verdict(
      on: [sampleReport, report([]), report([asset(Path("a.png"))])].map {
        ThirdPartyReportReaders.Run($0, in: context)
      })
    #expect(verdict.faults == [])
  }

  @Test(
    "the readers notice a missing finding, an extra one and a broken structure",
    arguments: [
      ("text", "  error ", "  advice "), ("concise", "art/sun.png: error", "art/sun.png: warning"),
      ("xcode", "art/sun.png:1:1: error", "art/sun.png:1:2: error"),
      ("json", "\"rule\" : \"icon-image\"", "\"rule\" : \"square\""),
      ("json", "\"severity\" : \"hint\"", "\"severity\" : \"error\""),
      ("json", "\"line\" : null", "\"line\" : 1"),
      (
        "json", "\"path\" : \"art/sun.png\",\n      \"region\"",
        "\"path\" : \"art/sun.png\",\n      \"pathBytes\" : \"YQ==\",\n      \"region\""
      ),
      ("jsonl", "\"rule\":\"icon-image\"", "\"rule\":\"square\""),
      ("sarif", "\"level\" : \"note\"", "\"level\" : \"hint\""),
      ("junit", "<testcase", "<testcase time=\"1\" size=\"1\""), ("github", "::error", "error::"),
      ("gitlab", "\"minor\"", "\"small\""), ("checkstyle", "900 × 900", "901 × 900"),
      ("markdown", "- `art/sun.png`", "- `art/sun.png` <img src=x>"),
      ("html", "<h3>art/sun.png", "<h3>art/<b>sun</b>.png"),
      ("html", "/rules/frame-delay.html", "/rules/file-size.html"),
      ("markdown", "/rules/frame-delay.html", "/rules/file-size.html"),
      ("sarif", "/rules/frame-delay.html", "/rules/file-size.html"),
      ("concise", "art: ", "::error::art: "), ("text", "art/sun.png\n", "##[debug]art/sun.png\n"),
    ])
  func noticed(_ name: String, _ part: String, _ wrong: String) throws {
    var run = ThirdPartyReportReaders.Run(sampleReport)
    let sound = try #require(run.reports[name])
    let range = try #require(sound.range(of: part))
    run.reports = [name: sound.replacingCharacters(in: range, with: wrong)]
    #expect(try ThirdPartyReportReaders.verdict(on: [run]).faults != [])
  }

  @Test(
    "the readers notice a duplicate in place of another finding",
    arguments: ["markdown", "concise", "github"])
  func twice(_ name: String) throws {
    var run = ThirdPartyReportReaders.Run(sampleReport)
    let lines = try #require(run.reports[name]).components(separatedBy: "\n")
    let places = lines.indices.filter {
      lines[$0].contains("icon-image") || lines[$0].contains("frame-delay")
    }
    var wrong = lines
    let (first, last) = (try #require(places.dropLast().last), try #require(places.last))
    wrong[first] = lines[last]
    run.reports = [name: wrong.joined(separator: "\n")]
    #expect(wrong != lines)
    #expect(try ThirdPartyReportReaders.verdict(on: [run]).faults != [])
  }

  private static func hostileReport(seed: Int) -> Report {
    var text = HostileText(seed: UInt64(seed))
    let rules = ["file-size", "icon-image", "frame-delay", "catalog-json"]
    return report(
      (0..<filesOfRun).map { number in
        let path = Path(bytes: text.path(number: number))
        let message = String(decoding: text.bytes(), as: UTF8.self) + "."
        let location: FindingLocation =
          number % 5 == 0 ? .text(StickerEngine.SourceLocation(line: number + 1, column: 7)) : .file
        let figure = MeasuredValueAndLimit(299.5, limit: 300, unit: .pixels)
        return asset(
          path,
          finding(
            rules[number % 4], Severity.allCases[number % 3], on: path, message,
            number % 2 == 0 ? figure : nil,
            at: location))
      })
  }
}
