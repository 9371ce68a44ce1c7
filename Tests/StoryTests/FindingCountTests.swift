import Corpus
import Foundation
import Testing

/// All reports of a run count the same thing: findings.
@Suite struct FindingCountTests {
  /// Folders of the corpus if it is available, or else folders of drawn art.
  static let folders: [String] =
    Corpus.isPresent
    ? [
      "stickers/hackillinois", "stickers/uhooi", "stickers/wwdcscholars", "stickers/valentine-loose",
      "rules/packs", "rules/color-space", "rules/pixel-dimensions", "rules/opaque-background",
      "rules/duplicate-frames", "rules/metadata-weight",
    ] : (1...10).map { "drawn/\($0)" }

  @Test(
    "text, statistics, Markdown, JSON, JSON Lines, SARIF and job summaries report the same counts",
    arguments: folders)
  func agree(_ name: String) throws {
    let scratch = try TemporaryFolder()
    let folder = try Corpus.isPresent ? Corpus.folder.appending(path: name) : drawn(name, in: scratch)
    let out = scratch.url.path
    func run(_ arguments: String...) throws -> Outcome {
      try Program.run(
        ["lint", ".", "--no-config", "-q"] + arguments, in: folder,
        environment: ["GITHUB_STEP_SUMMARY": "\(out)/summary.md"])
    }
    let text = try run(
      "--format", "text", "--format", "json=\(out)/r.json", "--format", "sarif=\(out)/r.sarif", "--format",
      "markdown=\(out)/r.md", "--format", "github=\(out)/r.txt", "--format", "jsonl=\(out)/r.jsonl")
    let footer = try #require(Counts(in: text.text), "\(text.text)\(text.errors)")
    #expect(footer.all > 0, "without findings, this test compares nothing")
    for report in ["summary.md", "r.md"] {
      let heading = String(decoding: try scratch.bytes(of: report), as: UTF8.self).split(separator: "\n")[0]
      #expect(Counts(in: String(heading)) == footer, "\(report): \(heading)")
    }
    let json = try object(scratch.bytes(of: "r.json"))
    #expect(Counts(json["summary"]) == footer, "r.json")
    let told = (json["findings"] as? [[String: Any]])?.filter { $0["behind"] is NSNull }
    #expect(told?.count == footer.all)
    let run1 = (try object(scratch.bytes(of: "r.sarif"))["runs"] as? [[String: Any]])?.first
    let levels = (run1?["results"] as? [[String: Any]])?.compactMap { $0["level"] as? String } ?? []
    #expect(
      Counts(
        levels.count { $0 == "error" }, levels.count { $0 == "warning" }, levels.count { $0 == "note" })
        == footer, "r.sarif")
    let last = try #require(
      String(decoding: scratch.bytes(of: "r.jsonl"), as: UTF8.self).split(separator: "\n").last)
    #expect(Counts(try object(Array(last.utf8))["summary"]) == footer, "r.jsonl")
    #expect(annotationCount(String(decoding: try scratch.bytes(of: "r.txt"), as: UTF8.self)) <= footer.all)
    let statistics = try run("--statistics")
    #expect(Counts(in: statistics.text) == footer, "\(statistics.text)")
    #expect(statisticsTotal(statistics.text) == footer.all, "\(statistics.text)")
  }

  /// The number of annotations. It never exceeds the number of findings, with at most ten for each severity.
  private func annotationCount(_ text: String) -> Int { text.split(separator: "\n").count }

  /// The sum of the counts that `--statistics` prints.
  private func statisticsTotal(_ text: String) -> Int {
    text.split(separator: "\n").reduce(0) { sum, line in
      guard line.contains(" in "),
        let first = line.components(separatedBy: "  ").first(where: { !$0.isEmpty })
      else { return sum }
      return sum + (Int(first.filter(\.isNumber)) ?? 0)
    }
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// Draws twelve stickers that share a fault, so that one line covers several findings, and one with other
  /// faults.
  private func drawn(_ name: String, in scratch: TemporaryFolder) throws -> URL {
    let number = Int(name.split(separator: "/")[1]) ?? 1
    for index in 0..<12 { try scratch.write(Art.disc(100 + number, 90), to: "\(name)/\(index).png") }
    try scratch.write(Art.disc(300, 260) + [7, 7, 7], to: "\(name)/long.png")
    return scratch.url.appending(path: name)
  }
}

/// The numbers of findings by severity that a report states.
private struct Counts: Equatable {
  let errors, warnings, hints: Int
  var all: Int { errors + warnings + hints }

  init(_ errors: Int, _ warnings: Int, _ hints: Int) {
    (self.errors, self.warnings, self.hints) = (errors, warnings, hints)
  }

  /// Parses text such as `7 errors, 5 warnings, 1 hint`.
  init?(in text: String) {
    let numbers = text.matches(
      of: /([0-9][^a-z,:]*) errors?, ([0-9][^a-z,:]*) warnings?, ([0-9][^a-z,:]*) hints?/)
    guard let found = numbers.last else { return nil }
    func number(_ text: Substring) -> Int { Int(text.filter(\.isNumber)) ?? -1 }
    self.init(number(found.1), number(found.2), number(found.3))
  }

  /// Reads the totals of a JSON report.
  init?(_ summary: Any?) {
    guard let summary = summary as? [String: Any], let errors = summary["errors"] as? Int,
      let warnings = summary["warnings"] as? Int, let hints = summary["hints"] as? Int
    else { return nil }
    self.init(errors, warnings, hints)
  }
}
