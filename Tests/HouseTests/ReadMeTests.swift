import Foundation
import Testing

/// All Markdown pages of the documentation.
private let pages =
  ["docs", "integrations"].flatMap { SourceFile.files(in: $0, [".md"]) }
  + ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].compactMap { try? SourceFile(path: $0) }

@Suite("README and docs") struct ReadMeTests {
  @Test("the terminal excerpt quotes passages of the program's output in order") func excerpt() throws {
    let text = try SourceFile(path: "README.md").lines
    let start = try #require(text.firstIndex(of: "```console"))
    let end = try #require(text[start...].firstIndex(of: "```"))
    let shown = text[(start + 2)..<end]
    #expect(text[start + 1] == "$ stickerlint lint demo/faulty")

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("demo"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: SourceFile.package.appendingPathComponent("Fixtures/Art/faulty"),
      to: folder.appendingPathComponent("demo/faulty"))
    let run = try BuiltProgram("stickerlint").run(["lint", "demo/faulty"], in: folder)
    #expect(run.status == 1)

    var rest = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    for passage in shown.split(separator: "...") {
      let found = rest.indices.first { rest[$0...].starts(with: passage) }
      #expect(
        found != nil, "not in the output, or in a different order: \(passage.joined(separator: " / "))")
      rest = rest[(found ?? rest.startIndex)...]
    }
  }

  @Test("every link to a file or a heading in the project resolves", arguments: pages)
  func links(_ page: SourceFile) throws {
    let here = SourceFile.package.appendingPathComponent(page.path)
    let folder = here.deletingLastPathComponent()
    for link in linkTargets(of: page) where !link.hasPrefix("http") {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
      let file = parts[0].isEmpty ? here : folder.appendingPathComponent(parts[0])
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
      guard parts.count == 2 else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(headingAnchors(of: text).contains(parts[1]), "\(link)")
    }
  }

  @Test("every Swift and C file that CONTRIBUTING names exists") func namedFiles() throws {
    let text = try SourceFile(path: "CONTRIBUTING.md").lines.joined(separator: "\n")
    let named = text.matches(of: /`([\w\/+.-]+\.(?:swift|c))`/).map { String($0.1) }
    #expect(named.count > 20)
    // TallCanvas.swift is CONTRIBUTING's example of a new rule, and Package.swift is not among the sources.
    let missing = named.filter { name in
      !name.hasSuffix("TallCanvas.swift") && name != "Package.swift"
        && !SourceFile.all.contains { "/\($0.path)".hasSuffix("/\(name)") }
    }
    #expect(missing == [])
  }

  @Test("the README links to every page directly in docs") func index() throws {
    let linked = linkTargets(of: try SourceFile(path: "README.md"))
    let guides = pages.map(\.path).filter { $0.hasPrefix("docs/") && $0.split(separator: "/").count == 2 }
    #expect(guides.count >= 10)
    #expect(guides.filter { !linked.contains($0) } == [])
  }

  @Test(
    "every make target that a page names exists",
    arguments: [
      "README.md", "CONTRIBUTING.md", "docs/continuous-integration.md", "docs/installing.md",
      "docs/rules/README.md",
    ])
  func targets(_ name: String) throws {
    let rules = try SourceFile(path: "Makefile").lines
    let words = try SourceFile(path: name).lines.flatMap { $0.components(separatedBy: "`") }
      .flatMap { $0.components(separatedBy: "make ").dropFirst() }
      .compactMap { $0.split(separator: " ").first?.prefix { $0.isLetter || $0 == "-" } }
    let named = Set(words.map(String.init)).filter { !$0.isEmpty }
    #expect(named.filter { word in !rules.contains { $0.hasPrefix("\(word):") } } == [])
  }
}

/// The targets of all links on a page.
private func linkTargets(of page: SourceFile) -> [String] {
  page.lines.joined(separator: "\n").components(separatedBy: "](").dropFirst()
    .compactMap { $0.split(separator: ")").first.map(String.init) }
}

/// The anchors of a page's headings.
private func headingAnchors(of text: String) -> [String] {
  text.components(separatedBy: "\n").filter { $0.hasPrefix("#") }.map { heading in
    heading.drop { $0 == "#" }.dropFirst().lowercased()
      .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      .replacingOccurrences(of: " ", with: "-")
  }
}
