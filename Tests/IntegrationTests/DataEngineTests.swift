import Foundation
import Testing

/// Tests the parts of the Python package in `integrations/spark` that need no data engine. `make test-scale`
/// runs the tests that need one.
@Suite("data engines") struct DataEngineTests {
  @Test(
    "the stream survives programs that crash, hang, flood and lie, and passes on real answers",
    .enabled(if: BuildProducts.pythonTool("python3") != nil, "skipped: no Python"))
  func stream() throws {
    let python = try #require(BuildProducts.pythonTool("python3"))
    let folder = try TemporaryFolder()
    let tests = BuildProducts.projectFile("Tests/ScaleTests").path
    let outcome = try folder.run(
      python, ["-m", "unittest", "discover", "--start-directory", "\(tests)/shim"],
      environment: [
        "PYTHONPATH": "\(BuildProducts.projectFile("integrations/spark").path):\(tests)",
        "STICKERLINT": BuildProducts.program.path,
        "PYTHONDONTWRITEBYTECODE": "1",
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("OK"))
  }
}
