import Foundation
import Testing

/// Tests the patterns that editors use to recognize findings against the program's real output.
@Suite("the editor's problem matcher") struct ProblemMatcherTests {
  private struct Tasks: Decodable {
    struct Task: Decodable {
      let args: [String]
      let problemMatcher: [Matcher]
    }
    struct Matcher: Decodable { let pattern: Pattern }
    struct Pattern: Decodable {
      let regexp: String
      let kind: String?
      let file: Int
      let line: Int?
      let column: Int?
      let severity: Int
      let code: Int
      let message: Int
    }
    let tasks: [Task]
  }

  private struct Problem: Equatable {
    let file: String
    let place: [String]
    let severity: String
    let code: String
  }

  private let patterns: [Tasks.Pattern]

  init() throws {
    let text = try Data(contentsOf: BuildProducts.projectFile("integrations/vscode/tasks.json"))
    let task = try #require(try JSONDecoder().decode(Tasks.self, from: text).tasks.first)
    #expect(task.args == ["lint", "--format", "concise", "--", "Stickers"])
    patterns = task.problemMatcher.map(\.pattern)
  }

  /// The problems that an editor recognizes in a line, one for each pattern that matches.
  private func problems(in line: String) throws -> [Problem] {
    try patterns.compactMap { pattern in
      let expression = try NSRegularExpression(pattern: pattern.regexp)
      let whole = NSRange(line.startIndex..., in: line)
      guard let match = expression.firstMatch(in: line, range: whole) else { return nil }
      func group(_ number: Int) -> String {
        Range(match.range(at: number), in: line).map { String(line[$0]) } ?? ""
      }
      #expect(!group(pattern.message).isEmpty)
      return Problem(
        file: group(pattern.file), place: [pattern.line, pattern.column].compactMap { $0 }.map(group),
        severity: group(pattern.severity), code: group(pattern.code))
    }
  }

  @Test("every line of a report is one problem, even with spaces and colons in names") func lines() throws {
    let folder = try TemporaryFolder()
    for name in ["a b.png", "10:30:00.png", "error: x.png", "at 3:4, twice.png", "C:.png", "[a] (b).png"] {
      try folder.copy("Fixtures/Art/faulty/too-small.png", to: "Stickers/\(name)")
    }
    try folder.write("{\n  ,", to: "Stickers/S.xcstickers/P.stickerpack/Contents.json")
    try folder.write("{}", to: "Stickers/S.xcstickers/Contents.json")
    let outcome = try folder.run(
      BuildProducts.program.path, ["lint", "--format", "concise", "--quiet", "--", "Stickers"])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let found = try lines.map { line in
      let found = try problems(in: line)
      #expect(found.count == 1, "\(line)")
      return found.first
    }.compactMap { $0 }
    let small = found.filter { $0.code == "pixel-dimensions" }
    #expect(
      Set(small.map(\.file)) == [
        "Stickers/a b.png", "Stickers/10:30:00.png", "Stickers/error: x.png", "Stickers/at 3:4, twice.png",
        "Stickers/C:.png", "Stickers/[a] (b).png",
      ])
    #expect(small.allSatisfy { $0.severity == "error" && $0.place == [] })
    let document = "Stickers/S.xcstickers/P.stickerpack/Contents.json"
    #expect(found.contains { $0.file == document && $0.place == ["2", "3"] && $0.code == "catalog-json" })
  }

  @Test(
    "lines that are not findings are not problems",
    arguments: ["", "note: 1 hidden file left out", "error: no such file", "a.png"])
  func others(_ line: String) throws { #expect(try problems(in: line) == []) }
}
