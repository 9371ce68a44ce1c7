import Foundation
import Testing

@Suite("README") struct ReadMeTests {
  @Test("the terminal excerpt is what the program says") func excerpt() throws {
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
        found != nil, "nowhere in the output, or not in this order: \(passage.joined(separator: " / "))")
      rest = rest[(found ?? rest.startIndex)...]
    }
  }

  @Test("every link to a file of the project leads somewhere", arguments: ["README.md", "CONTRIBUTING.md"])
  func links(_ name: String) throws {
    let text = try SourceFile(path: name).lines.joined(separator: "\n")
    let targets = text.components(separatedBy: "](").dropFirst().compactMap { $0.split(separator: ")").first }
    for target in targets where !target.hasPrefix("http") {
      let path = SourceFile.package.appendingPathComponent(String(target)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(target)")
    }
  }

  @Test("every make target that a page names exists", arguments: ["README.md", "CONTRIBUTING.md"])
  func targets(_ name: String) throws {
    let rules = try SourceFile(path: "Makefile").lines
    let words = try SourceFile(path: name).lines.flatMap { $0.components(separatedBy: "`") }
      .flatMap { $0.components(separatedBy: "make ").dropFirst() }
      .compactMap { $0.split(separator: " ").first?.prefix { $0.isLetter || $0 == "-" } }
    let named = Set(words.map(String.init)).filter { !$0.isEmpty }
    #expect(named.filter { word in !rules.contains { $0.hasPrefix("\(word):") } } == [])
  }
}
