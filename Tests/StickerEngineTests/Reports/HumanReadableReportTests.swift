import Foundation
import Testing

@testable import StickerEngine

/// Findings that human-readable reports omit, and machine-readable reports contain.
@Suite struct HumanReadableReportTests {
  private let path = Path("art/moon.png")

  private var reportWithTwoFindings: Report {
    report([
      asset(
        path, finding("pixel-dimensions", .error, on: path, "too small"),
        finding("not-square", .hint, on: path, "no square"))
    ])
  }

  @Test(
    "human-readable reports omit findings that another finding covers",
    arguments: [Reporter.text, .markdown, .html, .concise, .xcode, .github, .sarif].map(\.name))
  func people(_ name: String) throws {
    let reporter = try #require(Reporter.all.first { $0.name == name })
    let text = reporter.render(reportWithTwoFindings)
    #expect(text.contains("too small") && !text.contains("no square"))
  }

  @Test(
    "machine-readable reports contain all findings",
    arguments: [Reporter.json, .jsonLines, .junit, .gitlab, .checkstyle].map(\.name))
  func programs(_ name: String) throws {
    let reporter = try #require(Reporter.all.first { $0.name == name })
    let text = reporter.render(reportWithTwoFindings)
    #expect(text.contains("too small") && text.contains("no square"))
  }

  @Test("JSON names the covering finding, and counts only what people see")
  func behind() {
    let text = Reporter.json.render(reportWithTwoFindings)
    #expect(text.contains("\"behind\" : \"pixel-dimensions\""))
    #expect(text.contains("\"errors\" : 1") && text.contains("\"hints\" : 0"), "\(text)")
  }

  @Test("long lines wrap to their own column") func hangs() {
    let words = "a message that is much longer than a terminal of sixty columns has room for in one line"
    var context = ReportContext()
    context.terminalWidth = 60
    let one = report([asset(path, finding("file-size", .error, on: path, words))])
    let text = Reporter.text.render(one, in: context)
    #expect(
      text.hasPrefix(
        """
        art/moon.png
          error    file-size  a message that is much longer than a
                              terminal of sixty columns has room for
                              in one line

        """))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(Reporter.text.render(one).contains(words), "text in a file must not be wrapped")
  }

  @Test(
    "the next command can be copied if the name needs no quoting",
    arguments: [
      (["art/a.png", "art/b/c.png"], "`stickerlint fix art`"), (["a.png", "b/c.png"], "`stickerlint fix`"),
      (["art/a.png"], "`stickerlint fix art/a.png`"),
      (["/x/art/a.png", "/x/art/b.png"], "`stickerlint fix /x/art`"),
      (["my art/a.png"], "`stickerlint fix` with the same paths"),
      (["$(id)/a.png"], "`stickerlint fix` with the same paths"),
      (["-a/a.png"], "`stickerlint fix` with the same paths"),
    ])
  func next(_ paths: [String], _ command: String) {
    var context = ReportContext()
    context.hasReusablePaths = true
    var fix = Fix(.playForever)
    fix.isCertain = true
    let assets = paths.map { finiteLoopAnalysis($0, fix) }
    let text = Reporter.text.render(report(assets), in: context)
    let words = paths.count == 1 ? "1 finding is fixable" : "\(paths.count) findings are fixable"
    #expect(text.hasSuffix("[*] \(words). Run \(command) to see how.\n"))
    context.hasReusablePaths = false
    #expect(
      Reporter.text.render(report(assets), in: context).contains("`stickerlint fix` with the same paths"))
  }

  @Test("certain fixes are distinguished from possible ones")
  func certain() {
    var certain = Fix(.playForever)
    certain.isCertain = true
    var context = ReportContext()
    context.hasReusablePaths = true
    let maybe = (1...2).map { finiteLoopAnalysis("art/\($0).png", Fix(.playForever)) }
    #expect(
      Reporter.text.render(report(maybe), in: context)
        .hasSuffix("2 findings may be fixable. Run `stickerlint fix art` to see how.\n"))
    let both = report(maybe + [finiteLoopAnalysis("art/3.png", certain)])
    #expect(
      Reporter.text.render(both, in: context)
        .hasSuffix("[*] 1 finding is fixable, and 2 more may be. Run `stickerlint fix art` to see how.\n"))
  }

  private func finiteLoopAnalysis(_ name: String, _ fix: Fix) -> AssetAnalysis {
    asset(
      Path(name),
      Finding(
        rule: "finite-loop", severity: .warning, path: Path(name), evidence: Evidence("stops", fix: fix),
        advice: "Loop.", failsRun: false))
  }
}
