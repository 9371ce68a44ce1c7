import Corpus
import Foundation
import Testing

/// Generated projects that contain code build, pass their tests, and have screens that type-check. Each test
/// runs in one task, because a task that waits would be queued behind a thousand other tests.
@Suite struct GeneratedProjectTests {
  @Test(
    "the logic builds and passes its tests, and the screens type-check", arguments: GeneratedProject.templates
  )
  func ours(_ template: String) async throws {
    let (project, tests, types) = try await onOwnThread {
      let project = try GeneratedProject(
        template, of: BuildProducts.projectFile("Fixtures/Art/pack"), title: Self.title)
      return (project, try project.testLogic(), try project.typecheckScreens())
    }
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("Test run with"), "no test ran: \(tests.output)")
    #expect(types.status == 0, "\(types.output)")
    try checkFiles(project)
  }

  /// A pack affects its package only through its name, so packages with the same name are not built again.
  @Test(
    "projects of shipped packs have the same logic, and their screens type-check",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: GeneratedProject.templates)
  func shipped(_ template: String) async throws {
    let shipped = try await onOwnThread {
      let ours = try GeneratedProject(
        template, of: BuildProducts.projectFile("Fixtures/Art/pack"), title: Self.title)
      return try ["uhooi", "hackillinois", "wwdcscholars"].map { pack in
        let art = Corpus.folder.appendingPathComponent("stickers/\(pack)/Stickers.xcassets")
        let project = try GeneratedProject(template, of: art, title: Self.title)
        // Screens with the same source need no second type check, which takes 15 seconds.
        let isSame = try project.screenFiles() == ours.screenFiles()
        return Shipped(
          pack: pack, project: project, hasOurLogic: try project.logicFiles() == ours.logicFiles(),
          types: isSame ? nil : try project.typecheckScreens())
      }
    }
    for shipped in shipped {
      #expect(shipped.hasOurLogic, "\(shipped.pack)")
      #expect((shipped.types?.status ?? 0) == 0, "\(shipped.types?.output ?? "")")
      try checkFiles(shipped.project)
    }
  }

  private struct Shipped: Sendable {
    let pack: String
    let project: GeneratedProject
    let hasOurLogic: Bool
    let types: (status: Int32, output: String)?
  }

  private static let title = "3 Büro-Monkeys 🐒"

  private func checkFiles(_ project: GeneratedProject) throws {
    try checkWithThirdPartyParsers(project)
    for (schema, file) in [("manifest", "manifest.json"), ("index", "Stickers/index.json")] {
      let arguments = ["--schemafile", BuildProducts.projectFile("docs/schemas/\(schema).schema.json").path]
      let path = project.folder.appendingPathComponent(file).path
      let outcome = try ExternalProgram.run(
        try #require(BuildProducts.pythonTool("check-jsonschema")), arguments + [path])
      #expect(outcome.status == 0, "\(outcome.output)")
    }
  }

  /// Reads the project with two third-party parsers, one for project files and one for property lists.
  private func checkWithThirdPartyParsers(_ project: GeneratedProject) throws {
    let python = try #require(ExternalProgram.python)
    let answer = try ExternalProgram.run(
      python, [ExternalProgram.scriptPath("project")], input: project.folder.path)
    try #require(answer.status == 0, "\(answer.output)")
    let all = try JSONDecoder().decode([String: ParsedProject].self, from: Data(answer.output.utf8))
    #expect(all[project.folder.path]?.faults == [])
    #expect(all[project.folder.path]?.targets.keys.sorted() == ParsedProject.targets)
  }

  private struct ParsedProject: Decodable {
    struct Target: Decodable {}
    static let targets = [
      "com.apple.product-type.app-extension.messages", "com.apple.product-type.application.messages",
    ]
    let faults: [String]
    let targets: [String: Target]
  }
}
