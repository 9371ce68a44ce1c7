import ArgumentParser
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

/// Stands for processes of which one ends as it compares pixels: it never tells twins apart.
private struct EndingExaminer: Examiner {
  let compared = ComparedFiles()

  func check(
    _ source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings
  ) async -> AssetAnalysis {
    await LocalExaminer(wantsMarks: true).check(source, outcome, configuration, surroundings)
  }

  func exactDigest(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> PixelDigest? {
    await compared.add(source.path.name.shown)
    return nil
  }
}

/// Stands for processes that are lost as they fix, once for each file.
private struct EndingWorkshop: Workshop {
  func fixed(_ work: FixingWork) async -> WorkerOutcome<FixedAsset> {
    if work.source.path == Path("c.png") { return .unavailable("no process could be started for it") }
    return .lost(.crashed("SIGSEGV"))
  }

  func fixed(
    _ source: AssetSource, for orders: [FixOrder], _ surroundings: Asset.Surroundings
  ) async -> [FixedAsset] { [] }

  func joined(_ work: JoiningWork) async -> WorkerOutcome<[UInt8]?> { .lost(.crashed("SIGSEGV")) }

  func drawn(
    _ drawing: Drawing, of bytes: [UInt8], _ configuration: Configuration
  ) async -> WorkerOutcome<[UInt8]?> { .lost(.outOfTime(seconds: 9)) }

  func viewed(
    _ viewing: FrameViewing, of bytes: [UInt8], _ container: Container, _ configuration: Configuration
  ) async -> WorkerOutcome<ViewedFrames> { .lost(.outOfTime(seconds: 9)) }
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
    let openers = Openers(examiner, LocalWorkshop(MemoryGate()))
    let collection = DroppedFiles(search, in: Path("/Stickers"), jobs: 2, openers: openers)
    try await collection.drop(files)
    #expect(Set(await examiner.compared.names) == ["a.png", "b.png"])
  }

  @Test("what ends whoever fixes it stays as it is, and says so")
  func fixing() async throws {
    let openers = Openers(LocalExaminer(wantsMarks: true), EndingWorkshop())
    let search = try SettingsOptions.parse(["--no-config"]).searchForFixes()
    let collection = DroppedFiles(search, in: Path("/Stickers"), jobs: 2, openers: openers)
    try await collection.drop([("a.png", Fixtures.bytes("faulty/too-small.png") + [1]), files[1], files[2]])
    let reason = "it cannot be fixed: two processes that tried to ended with SIGSEGV"
    #expect(await collection.fix(1, isLossy: false) == "a.png stays as it is: \(reason)")
    let left = try #require(await collection.shown.first { $0.number == 1 }?.fixed?.left)
    #expect(left.contains { $0.finding.rule == "trailing-data" && $0.refusal == .failed(Sentence(reason)) })
    #expect(await collection.fix(2, isLossy: false, isSmallest: true)?.hasSuffix(reason) == true)
    let unavailable = await collection.fix(3, isLossy: false)
    #expect(unavailable == "c.png was not fixed: no process could be started for it")
    #expect(await collection.fixEach() == 0)
    #expect(await collection.file(1)?.fixed == nil)
  }
}
