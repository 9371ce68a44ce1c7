import ArgumentParser
import Foundation
import StickerImage
import StickerModel
import StickerSettings
import Testing

@testable import StickerPage
@testable import Stickers
@testable import stickerlint

/// Stands for processes of which one ends as it compares pixels: it never tells twins apart.
private struct EndingExaminer: Examiner {
  let compared = ComparedFiles()

  func check(
    _ source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings
  ) async -> Checked {
    await LocalExaminer(wantsMarks: true).check(source, outcome, configuration, surroundings)
  }

  func exactDigest(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest? {
    await compared.add(source.path.name.shown)
    return nil
  }
}

private actor ComparedFiles {
  private(set) var names: [String] = []

  func add(_ name: String) { names.append(name) }
}

@Suite("files that only another process may open") struct OpenedElsewhereTests {
  /// Three stickers, of which two have the same pixels.
  private let files: [(String, [UInt8])]

  init() throws {
    let ghost = try Fixtures.bytes("pack/ghost.png")
    files = [("a.png", ghost), ("b.png", ghost), ("c.png", try Fixtures.bytes("pack/rocket.png"))]
  }

  @Test("where two files could not be compared there, what changed since is not compared here")
  func changedSince() async throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    for (name, bytes) in files { try Data(bytes).write(to: place.appendingPathComponent(name)) }
    var search = try SettingsOptions.parse(["--no-config"]).search()
    var run = try StickerRun(FileSelection([Path(place.path)]), &search, judgesPacks: true)
    run.narrow(
      to: { _ in true }, [], [], reporting: Set(run.sources.map(\.path).filter { $0.name == Path("c.png") }))
    let examiner = EndingExaminer()
    var unknown: KnownResults?
    let report = await run.lint(jobs: 1, known: &unknown, examiner: examiner, quiet: true)
    #expect(await examiner.compared.names == ["a.png", "b.png"])
    _ = await run.onlyReported(report, jobs: 1, examiner: examiner)
    #expect(await examiner.compared.names == ["a.png", "b.png", "a.png", "b.png"])
  }

  @Test("the page compares two files there too") func page() async throws {
    let examiner = EndingExaminer()
    let search = try SettingsOptions.parse(["--no-config"]).searchForFixes()
    let collection = DroppedFiles(search, in: Path("/Stickers"), jobs: 2, examiner: examiner)
    try await collection.drop(files)
    #expect(Set(await examiner.compared.names) == ["a.png", "b.png"])
  }
}
