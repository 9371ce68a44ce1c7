import Foundation
import Testing

@testable import StickerEngine

/// A run with `count` findings of a severity, one in each file.
private func many(_ count: Int, _ severity: Severity = .error, from start: Int = 0) -> [AssetAnalysis] {
  (start..<(start + count)).map { number in
    let path = Path("art/\(number).png")
    return asset(path, finding("file-size", severity, on: path, "figure \(number)"))
  }
}

@Suite struct SARIFReportTests {
  private func run(_ sample: Report, in context: ReportContext = ReportContext()) throws -> [String: Any] {
    let text = Reporter.sarif.render(sample, in: context)
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require((json?["runs"] as? [[String: Any]])?.first)
  }

  private func results(_ sample: Report) throws -> [[String: Any]] {
    try #require(try run(sample)["results"] as? [[String: Any]])
  }

  private func location(_ result: [String: Any]) throws -> [String: Any] {
    let locations = try #require(result["locations"] as? [[String: Any]])
    return try #require(locations.first?["physicalLocation"] as? [String: Any])
  }

  @Test("SARIF describes every rule with its level and help")
  func rules() throws {
    let tool = try #require(
      try run(sampleReport, in: ReportContext(knownRules: Rule.all))["tool"] as? [String: Any])
    let driver = try #require(tool["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "stickerlint")
    #expect(driver["informationUri"] as? String == "https://OWNER.github.io/stickerlint/")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == Rule.all.map(\.id))
    for (entry, rule) in zip(rules, Rule.all) {
      #expect((entry["shortDescription"] as? [String: String])?["text"] == rule.summary)
      let help = try #require(entry["help"] as? [String: String])
      let said = sampleReport.findings.first { $0.rule == rule.id }?.advice
      #expect(help["text"]?.hasPrefix(said ?? rule.advice) == true, "\(help)")
      #expect(help["markdown"]?.contains("## Why") == true)
      #expect(
        entry["helpUri"] as? String == "https://OWNER.github.io/stickerlint/rules/\(rule.id).html")
    }
    let size = try #require(rules.first { $0["id"] as? String == "pixel-dimensions" })
    #expect(size["name"] as? String == "PixelDimensions")
    let square = try #require(rules.first { $0["id"] as? String == "not-square" })
    #expect((square["defaultConfiguration"] as? [String: Any])?["level"] as? String == "note")
  }

  @Test("a rule that is not built in is described without a page") func custom() throws {
    let path = Path("a.png")
    let found = report([asset(path, finding("house-style", .error, on: path, "x"))])
    let tool = try #require(try run(found)["tool"] as? [String: Any])
    let rules = try #require((tool["driver"] as? [String: Any])?["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == ["house-style"])
    #expect(rules[0]["helpUri"] == nil)
  }

  @Test("an image's finding is on line 1, and a document's has line and column")
  func lines() throws {
    let path = Path("a/Contents.json")
    let place = FindingLocation.text(StickerEngine.SourceLocation(line: 7, column: 5))
    let found = try results(
      report([
        asset(path, finding("catalog-json", .error, on: path, "x", at: place)),
        asset(Path("b.png"), finding("file-size", .hint, on: Path("b.png"), "y")),
      ]))
    #expect(try location(found[0])["region"] as? [String: Int] == ["startLine": 7, "startColumn": 5])
    #expect(try location(found[1])["region"] as? [String: Int] == ["startLine": 1])
    #expect(found.map { $0["level"] as? String } == ["error", "note"])
  }

  @Test("measured value, limit, unit and frame are kept as properties")
  func properties() throws {
    let found = try results(sampleReport)
    let figure = try #require(found[0]["properties"] as? [String: Any])
    #expect(figure["measured"] as? Int == 299)
    #expect(figure["limit"] as? Int == 300)
    #expect(figure["unit"] as? String == "px")
    let delay = try #require(found.first { $0["ruleId"] as? String == "frame-delay" })
    #expect((delay["properties"] as? [String: Any])?["frame"] as? Int == 2)
  }

  @Test(
    "a URI encodes the bytes of a name, and outside paths have no base",
    arguments: [
      (Array("art/a b%.png".utf8), "art/a%20b%25.png", true), ([0x61, 0xFF, 0x0A], "a%FF%0A", true),
      (Array("é#?:.png".utf8), "%C3%A9%23%3F%3A.png", true), (Array("../a.png".utf8), "../a.png", false),
      (Array("/a b.png".utf8), "file:///a%20b.png", false),
    ])
  func address(_ bytes: [UInt8], _ expected: String, _ isInside: Bool) throws {
    let path = Path(bytes: bytes)
    let result = try #require(
      try results(report([asset(path, finding("file-size", .error, on: path, "x"))])).first)
    let artifact = try #require(try location(result)["artifactLocation"] as? [String: String])
    #expect(artifact["uri"] == expected)
    #expect(artifact["uriBaseId"] == (isInside ? "%SRCROOT%" : nil))
  }

  @Test("a fingerprint depends on rule, path and number, not on the measured value")
  func fingerprints() throws {
    func prints(_ messages: [String], figure: Int) throws -> [String?] {
      let path = Path("a.png")
      let findings = messages.map {
        finding("frame-delay", .error, on: path, $0, MeasuredValueAndLimit(figure, limit: 1, unit: .bytes))
      }
      let one = Report(assets: [], packFindings: findings)
      return try results(one).map {
        ($0["partialFingerprints"] as? [String: String])?["primaryLocationLineHash"]
      }
    }
    let first = try prints(["a", "b"], figure: 1)
    #expect(try prints(["c", "d"], figure: 2) == first)
    #expect(Set(first).count == 2)
    // SHA-256 of "frame-delay\0a.png", from `printf 'frame-delay\0a.png' | sha256sum`.
    #expect(first == ["92e74d2f15ee9d67:1", "92e74d2f15ee9d67:2"])
  }

  @Test("only the 25,000 most severe results are written, with a note on the rest")
  func cut() throws {
    let sample = report(
      many(15_000, .hint) + many(10_000, .error, from: 15_000) + many(10, .warning, from: 25_000))
    let found = try run(sample)
    let results = try #require(found["results"] as? [[String: Any]])
    let levels = results.map { $0["level"] as? String }
    #expect(levels.count == 25_000)
    #expect(levels.prefix(10_000).allSatisfy { $0 == "error" })
    #expect(levels[10_000..<10_010].allSatisfy { $0 == "warning" })
    let invocation = try #require((found["invocations"] as? [[String: Any]])?.first)
    let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    let message = try #require(notes.first?["message"] as? [String: String])
    #expect(message["text"]?.hasPrefix("10 findings omitted") == true)
    #expect(try run(sampleReport)["invocations"] as? [[String: Bool]] == [["executionSuccessful": true]])
  }
}

@Suite struct GitHubReportTests {
  @Test("an annotation has file, line, title and message, with the advice on its own line")
  func annotation() {
    let path = Path("a,b:c%/Contents.json")
    let one = report([
      asset(
        path,
        finding(
          "catalog-json", .error, on: path, "100%: a, b",
          at: .text(StickerEngine.SourceLocation(line: 3, column: 9))))
    ])
    #expect(
      Reporter.github.render(one)
        == "::error file=a%2Cb%3Ac%25/Contents.json,line=3,col=9,title=catalog-json::100%25: a, b%0A"
        + "Do something about catalog-json.\n")
  }

  @Test("a finding on many files is one annotation, and every rule gets a turn")
  func turns() {
    let same = (0..<12).map { number in
      let path = Path("art/\(number).png")
      return asset(
        path, finding("trailing-data", .error, on: path, "2 bytes"),
        finding("file-size", .error, on: path, "figure \(number)"))
    }
    let last = asset(Path("z.png"), finding("corrupt-image", .error, on: Path("z.png"), "cut off"))
    let lines = Reporter.github.render(report(same + [last])).split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines[0].contains("file=art/0.png"))
    #expect(lines[0].contains("2 bytes (12 files: also art/1.png, art/2.png"), "\(lines[0])")
    #expect(lines[1].contains("title=file-size") && lines[2].contains("title=corrupt-image"))
    // There are 12 + 12 + 1 findings. The nine annotations cover 12 + 7 + 1 of them.
    #expect(lines[9].contains("5 more errors without an annotation"), "\(lines[9])")
  }

  @Test(
    "nine annotations per severity, then a count, and no tenth if there are nine", arguments: [9, 10, 500])
  func most(_ count: Int) {
    let lines = Reporter.github.render(report(many(count) + many(1, .hint, from: count))).split(
      separator: "\n")
    #expect(lines.count == min(count, 10) + 1)
    #expect(lines[8].hasPrefix("::error file=art/8.png,"))
    if count > 9 { #expect(lines[9].hasPrefix("::error title=stickerlint::\(count - 9) more error")) }
    #expect(lines.last?.hasPrefix("::notice file=art/\(count).png,") == true)
  }
}

@Suite struct GitLabReportTests {
  @Test("severities use GitLab's words, paths lack ./, and there is no byte order mark")
  func entries() throws {
    let path = Path("./art/sun.png")
    let text = Reporter.gitlab.render(
      report([
        asset(
          path, finding("file-size", .error, on: path, "a"), finding("file-size", .warning, on: path, "b"),
          finding("icon-image", .hint, on: path, "c"))
      ]))
    #expect(text.hasPrefix("["))
    let list = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(list.map { $0["severity"] as? String } == ["critical", "minor", "info"])
    #expect(
      list.map { ($0["location"] as? [String: Any])?["path"] as? String }
        == .init(repeating: "art/sun.png", count: 3))
    #expect(Set(list.map { $0["fingerprint"] as? String }).count == 3)
  }

  @Test("a run without findings is an empty list") func empty() {
    #expect(Reporter.gitlab.render(report([])) == "[]\n")
  }
}

@Suite struct JUnitReportTests {
  @Test("each file and pack is a test case: one failure for what fails the run, the rest as output")
  func cases() throws {
    let text = Reporter.junit.render(sampleReport)
    #expect(text.contains("<testsuites name=\"stickerlint\" tests=\"4\" failures=\"2\" errors=\"0\">"))
    #expect(text.contains("<testsuite name=\"art\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\">"))
    #expect(text.contains("<testcase name=\"star.png\" classname=\"art\"/>"))
    #expect(text.contains("<failure type=\"pixel-dimensions\" message=\"900 × 900 px: at most 618 px\">"))
    #expect(text.contains("<system-out>hint icon-image: 617 × 299 px: not square\n  Do something"))
    #expect(text.contains("<testcase name=\"art\" classname=\".\">"))
  }

  @Test("of several failures the first is named with the number of others")
  func several() {
    let path = Path("a.png")
    let one = report([
      asset(path, finding("file-size", .error, on: path, "a"), finding("icon-image", .error, on: path, "b"))
    ])
    #expect(
      Reporter.junit.render(one).contains("<failure type=\"file-size\" message=\"a (and 1 finding more)\">"))
  }
}
