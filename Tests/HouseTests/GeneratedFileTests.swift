import Foundation
import Testing

@Suite("generated files") struct GeneratedFileTests {
  private let dev = BuiltProgram("stickerlint-dev")

  @Test("the rule pages and their table are current") func docs() throws {
    let run = try dev.run(["docs", "--verify"], in: SourceFile.package)
    #expect(run.status == 0, "\(run.standardError)")
  }

  @Test("fixtures equal freshly drawn ones, and the faulty ones have their findings") func art() throws {
    let run = try dev.run(["art", "--verify", "Fixtures/Art"], in: SourceFile.package)
    #expect(run.status == 0, "\(run.standardError)")
  }

  @Test("a changed fixture is reported with the command to run") func changed() throws {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.copyItem(at: SourceFile.package.appendingPathComponent("Fixtures/Art"), to: copy)
    defer { try? FileManager.default.removeItem(at: copy) }
    let pack = copy.appendingPathComponent("pack")
    let (ghost, rocket) = (
      pack.appendingPathComponent("ghost.png"), pack.appendingPathComponent("rocket.png")
    )
    try FileManager.default.removeItem(at: ghost)
    try FileManager.default.moveItem(at: rocket, to: ghost)
    let run = try dev.run(["art", "--verify", copy.path], in: SourceFile.package)
    #expect(run.status != 0)
    #expect(run.standardError.contains("pack/ghost.png, pack/rocket.png. Run `make art`"))
  }
}
