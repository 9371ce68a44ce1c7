import Corpus
import Foundation
import Testing

/// Runs the built program on hostile files.
@Suite("hostile files") struct HostileFileTests {
  private struct Report: Decodable {
    struct Finding: Decodable {
      let path: String
      let rule: String
    }
    let findings: [Finding]
  }

  @Test(
    "every hostile WebP gets a finding in bounded memory, with and without isolation",
    .enabled(
      if: BuildProducts.tool("python3") != nil && !BuildProducts.isSanitized,
      "skipped: no Python, or a sanitizer's memory would count"))
  func webP() throws {
    let folder = try TemporaryFolder()
    for kind in HostileWebP.all {
      try folder.write("", to: "art/\(kind).webp")
      try Data(kind.bytes).write(to: folder["art/\(kind).webp"])
    }
    let plain = try reportedRules(["lint", "--format", "json", "--no-cache", "art"], folder)
    #expect(Set(plain.keys) == Set(HostileWebP.all.map { "art/\($0).webp" }))
    for (path, rules) in plain {
      #expect(!rules.isDisjoint(with: ["corrupt-image", "resource-limit"]), "\(path): \(rules)")
    }
    let confined = try reportedRules(["lint", "--format", "json", "--no-cache", "--isolate", "art"], folder)
    #expect(confined == plain)
  }

  /// The ids of the rules that fired, by path. The peak memory is that of the largest process.
  private func reportedRules(_ arguments: [String], _ folder: TemporaryFolder) throws -> [String: Set<String>]
  {
    let python: String = try #require(BuildProducts.tool("python3"))
    let outcome = try folder.run(
      python,
      [BuildProducts.projectFile("Tests/Witnesses/peak_memory.py").path, BuildProducts.program.path]
        + arguments)
    #expect(outcome.status == 1, "\(outcome.output.suffix(500))")
    let lines = outcome.output.split(separator: "\n")
    #expect(Int(lines.last ?? "") ?? .max < 300_000, "\(lines.last ?? "")")
    let json = try #require(outcome.output.firstIndex(of: "{"))
    let end = try #require(outcome.output.lastIndex(of: "}"))
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output[json...end].utf8))
    return Dictionary(grouping: report.findings, by: \.path).mapValues { Set($0.map(\.rule)) }
      .filter { $0.key.hasSuffix(".webp") }
  }
}
