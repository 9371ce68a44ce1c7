import Foundation
import Testing

/// The Python package of `integrations/spark`, as far as it needs no engine: `make test-scale` has those.
@Suite("data engines") struct DataEngineTests {
  @Test(
    "the stream survives programs that die, hang, babble and lie, and passes on what the real one says",
    .enabled(if: Built.python("python3") != nil, "skipped: no Python: make test-deps"))
  func stream() throws {
    let python = try #require(Built.python("python3"))
    let sandbox = try Sandbox()
    let tests = Built.file("Tests/ScaleTests").path
    let outcome = try sandbox.run(
      python, ["-m", "unittest", "discover", "--start-directory", "\(tests)/shim"],
      environment: [
        "PYTHONPATH": "\(Built.file("integrations/spark").path):\(tests)", "STICKERLINT": Built.program.path,
        "PYTHONDONTWRITEBYTECODE": "1",
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("OK"))
  }

  @Test(
    "Python keeps to 300 lines a file and 110 columns", arguments: ["integrations/spark", "Tests/ScaleTests"])
  func lengths(_ folder: String) throws {
    let names = try #require(FileManager.default.enumerator(atPath: Built.file(folder).path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".py") }
    #expect(!names.isEmpty)
    for name in names {
      let lines = try Built.text("\(folder)/\(name)").components(separatedBy: "\n")
      #expect(lines.count <= 301, "\(name)")
      #expect(!lines.contains { $0.count > 110 }, "\(name)")
    }
  }
}
