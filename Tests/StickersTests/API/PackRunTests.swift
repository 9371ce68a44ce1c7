import Foundation
import StickersFoundation
import Testing

@Suite("runs of the public pack builder") struct PackRunTests {
  private let folder = PublicArt.newFolder()
  private var output: PackOutput { PackOutput(folder: folder.appendingPathComponent("packs").path) }

  /// Copies stickers of the fixtures to a folder of art.
  private func art(_ name: String, _ stickers: [String]) throws -> String {
    let place = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for sticker in stickers {
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: PublicArt.path("pack")).appendingPathComponent(sticker),
        to: place.appendingPathComponent(sticker))
    }
    return place.path
  }

  @Test("each folder becomes a pack, and the second run says what changed") func changes() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let cats = try art("cats", ["ghost.png", "donut.png"])
    let sources = FileSelection([cats, try art("dogs", ["coffee.png"])])
    let first = try await PackBuilder().findPacks(sources, output: output).build()
    #expect(first.packCount == 2 && first.completedPackCount == 2 && first.errors == [])
    #expect(first.builds.map(\.output.description).map { $0.hasSuffix("/packs/cats") } == [true, false])
    #expect(first.builds.map(\.changes) == [nil, nil] && first.builds.allSatisfy(\.isUpToDate))

    try FileManager.default.removeItem(atPath: cats + "/donut.png")
    let run = try PackBuilder().findPacks(sources, output: output)
    #expect(run.inputFiles.contains(BytePath(cats + "/ghost.png")))
    let second = try await run.build()
    #expect(second.builds.map { $0.changes?.removed } == [["donut"], []])
    #expect(second.report?.files.count == 2)
  }

  @Test("a comparison writes nothing, and lists what differs") func comparison() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = FileSelection([try art("cats", ["ghost.png"])])
    var comparing = output
    comparing.comparesOnly = true
    let result = try await PackBuilder().findPacks(sources, output: comparing).build()
    #expect(result.completedPackCount == 0 && !result.hasFailures && !result.differences.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("packs").path))
  }

  @Test("a source that cannot be used does not stop the others") func failure() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = FileSelection([folder.path + "/none", try art("dogs", ["coffee.png"])])
    let result = try await PackBuilder().findPacks(sources, output: output).build()
    #expect(result.packCount == 2 && result.completedPackCount == 1 && result.hasFailures)
    #expect(result.errors.count == 1 && result.errors[0].text.contains("none"))
    let only = FileSelection([folder.path + "/none"])
    #expect(throws: StickersError.self) { try PackBuilder().findPacks(only, output: output) }
  }

  @Test("messages arrive as soon as the packs of a source are built") func messages() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = FileSelection([try art("cats", ["ghost.png"]), folder.path + "/none"])
    var batches: [[String]] = []
    let run = try PackBuilder().findPacks(sources, output: output)
    let result = try await run.build { batches.append($0.map(\.text.text)) }
    #expect(batches.count == 2 && batches.flatMap(\.self) == result.messages.map(\.text.text))
    #expect(!batches[0].isEmpty)
  }

  @Test("a canceled run throws, and messengers cannot be built into an app") func errors() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = FileSelection([try art("cats", ["ghost.png"])])
    let run = try PackBuilder().findPacks(sources, output: output)
    let task = Task { try await run.build() }
    task.cancel()
    await #expect(throws: StickersError.cancelled) { try await task.value }
    var intoApp = output
    intoApp.appFolder = BytePath(folder.path)
    #expect(throws: StickersError.self) {
      try PackBuilder().findPacks(sources, for: [.signal], output: intoApp)
    }
  }

  @Test("a messenger's pack is in a folder with its name") func messengers() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = PackBuilder.Options()
    options.name = "Cats"
    let sources = FileSelection([try art("cats", ["ghost.png"])])
    let run = try PackBuilder(options: options).findPacks(
      sources, for: [.discordEmoji, .slack], output: output)
    let result = try await run.build()
    #expect(result.errors == [] && result.builds.map(\.messenger) == ["discord-emoji", "slack"])
    #expect(
      Set(result.builds.map(\.output.description).map { URL(fileURLWithPath: $0).lastPathComponent }).count
        == 2)
  }

  @Test("the old build of a renamed pack is found and removed") func oldBuild() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (cats, dogs) = (try art("cats", ["ghost.png"]), try art("dogs", ["coffee.png"]))
    _ = try await PackBuilder().findPacks(FileSelection([cats, dogs]), output: output).build()
    try FileManager.default.moveItem(atPath: cats, toPath: folder.path + "/ghosts")
    let run = try PackBuilder().findPacks(FileSelection([folder.path + "/ghosts", dogs]), output: output)
    _ = try await run.build()
    let old = try run.findBuildsOfRenamedPacks()
    #expect(old.count == 1 && old[0].note.text.contains("packs/cats"))
    _ = try old.first?.removeUnchangedBuiltFiles()
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/packs/cats"))
    #expect(try run.findBuildsOfRenamedPacks().isEmpty)
  }

  @Test("with a sandbox, only runs build") func sandbox() async throws {
    var builder = PackBuilder()
    builder.sandbox = Sandbox()
    await #expect(throws: StickersError.self) { try await builder.build(.folder(PublicArt.path("pack"))) }
  }
}

@Suite("files of a new pack") struct StarterFilesTests {
  @Test("a pack is started, and new images are added later") func start() throws {
    let folder = PublicArt.newFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let art = URL(fileURLWithPath: PublicArt.path("pack"))
    func add(_ name: String) throws {
      try FileManager.default.copyItem(
        at: art.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
    try add("ghost.png")
    var files = StarterFiles()
    files.packName = "Ghosts"
    files.messengers = [.signal]
    let started = try files.write(to: folder.path)
    #expect(started.writtenFiles.map(\.fileName) == [".stickerlint.yml", "stickerpack.yml"])
    #expect(started.summaryLines.contains { $0.contains("author") && $0.contains("signal") })
    #expect(throws: StickersError.self) { try files.write(to: folder.path) }
    #expect(try StarterFiles().updatePackFile(in: folder.path).writtenFiles == [])
    try add("donut.png")
    #expect(try StarterFiles().updatePackFile(in: folder.path).writtenFiles.count == 1)
    let text = try String(contentsOf: folder.appendingPathComponent("stickerpack.yml"), encoding: .utf8)
    #expect(text.contains("Ghosts") && text.contains("donut.png"))
  }

  @Test("a language tag that is not valid has a reason") func languages() {
    #expect(StarterFiles.problem(withLanguage: "pt-BR") == nil)
    #expect(StarterFiles.problem(withLanguage: "english language") != nil)
  }
}

@Suite("paths of the public library") struct PathConversionTests {
  @Test("a URL that is not a file URL is an error") func urls() throws {
    #expect(try BytePath(URL(fileURLWithPath: "/art/a.png")) == "/art/a.png")
    let remote = try #require(URL(string: "https://example.com/a.png"))
    #expect(throws: StickersError.self) { try BytePath(remote) }
  }
}
