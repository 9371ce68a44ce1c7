import Corpus
import Foundation
import Testing

/// Projects with code as the program writes them: they build, their tests pass, their screens type-check.
@Suite(.serialized) struct GeneratedProjectTests {
  @Test(
    "the logic builds and passes its tests, the screens type-check", arguments: GeneratedProject.templates)
  func ours(_ template: String) async throws {
    let project = try await onOwnThread {
      try GeneratedProject(template, of: Built.file("Fixtures/Art/pack"), title: Self.title)
    }
    let tests = try await onOwnThread { try project.testLogic() }
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("Test run with"), "no test ran: \(tests.output)")
    try await checkTypes(project)
    try checkFiles(project)
  }

  /// Nothing of a pack but its name is in the package, so that of the same name is not built again.
  @Test(
    "projects of shipped packs have the same logic, and screens that type-check",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: GeneratedProject.templates)
  func shipped(_ template: String) async throws {
    let ours = try await onOwnThread {
      try GeneratedProject(template, of: Built.file("Fixtures/Art/pack"), title: Self.title)
    }
    for pack in ["uhooi", "hackillinois", "wwdcscholars"] {
      let art = Corpus.folder.appendingPathComponent("stickers/\(pack)/Stickers.xcassets")
      let project = try await onOwnThread { try GeneratedProject(template, of: art, title: Self.title) }
      #expect(try project.logicFiles() == ours.logicFiles(), "\(pack)")
      // The same screens have the same types, which takes a quarter of a minute to say.
      if try project.screenFiles() != ours.screenFiles() { try await checkTypes(project) }
      try checkFiles(project)
    }
  }

  private static let title = "3 Büro-Monkeys 🐒"

  private func checkTypes(_ project: GeneratedProject) async throws {
    let types = try await onOwnThread { try project.typecheckShell() }
    #expect(types.status == 0, "\(types.output)")
  }

  private func checkFiles(_ project: GeneratedProject) throws {
    try checkReaders(project)
    for (schema, file) in [("manifest", "manifest.json"), ("index", "Stickers/index.json")] {
      let arguments = ["--schemafile", Built.file("docs/schemas/\(schema).schema.json").path]
      let path = project.folder.appendingPathComponent(file).path
      let outcome = try Witness.run(try #require(Built.python("check-jsonschema")), arguments + [path])
      #expect(outcome.status == 0, "\(outcome.output)")
    }
  }

  /// Two parsers of project files that are not ours, and of property lists.
  private func checkReaders(_ project: GeneratedProject) throws {
    let python = try #require(Witness.python)
    let answer = try Witness.run(python, [Witness.script("project")], input: project.folder.path)
    try #require(answer.status == 0, "\(answer.output)")
    let all = try JSONDecoder().decode([String: Seen].self, from: Data(answer.output.utf8))
    #expect(all[project.folder.path]?.faults == [])
    #expect(all[project.folder.path]?.targets.keys.sorted() == Seen.targets)
  }

  private struct Seen: Decodable {
    struct Target: Decodable {}
    static let targets = [
      "com.apple.product-type.app-extension.messages", "com.apple.product-type.application.messages",
    ]
    let faults: [String]
    let targets: [String: Target]
  }
}
