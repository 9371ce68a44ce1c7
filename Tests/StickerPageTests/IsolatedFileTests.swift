import ArgumentParser
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

/// Simulates processes that crash when they compare pixels, so that duplicates are never detected.
private struct CrashingComparison: ForwardingImageService {
  let wrapped = InProcessImageService(wantsFindingLocations: true)
  let compared = ComparedFiles()

  func fullPixelAndTimingHash(
    of source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration
  ) async -> XXH3Digest? {
    await compared.add(source.path.name.displayText)
    return nil
  }
}

/// Simulates processes that crash when they fix.
private struct CrashingFix: ForwardingImageService {
  let wrapped = InProcessImageService(wantsFindingLocations: true)

  func fix(_ work: FixJob) async -> WorkerOutcome<FixedAsset> {
    if work.source.path == Path("c.png") { return .unavailable("no process could be started for it") }
    return .failed(.crashed("SIGSEGV"))
  }
}

private actor ComparedFiles {
  private(set) var names: [String] = []

  func add(_ name: String) { names.append(name) }
}

@Suite("files that only another process may open") struct IsolatedFileTests {
  /// Three stickers, two of which have the same pixels.
  private let files: [(String, [UInt8])]

  init() throws {
    let ghost = try Fixtures.bytes("pack/ghost.png")
    files = [("a.png", ghost), ("b.png", ghost), ("c.png", try Fixtures.bytes("pack/rocket.png"))]
  }

  @Test("a run limited to changed files also compares pixels in the other process")
  func changedSince() async throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    for (name, bytes) in files { try Data(bytes).write(to: place.appendingPathComponent(name)) }
    var configuration = LintConfiguration()
    configuration.configurationSource = .none
    var search = try configuration.configurationSearchWithoutDocument()
    var run = try StickerRun(FileSelection([Path(place.path)]), &search, checksPacks: true)
    run.narrow(
      to: { _ in true }, catalogs: [], messages: [],
      reporting: Set(run.sources.map(\.path).filter { $0.name == Path("c.png") }))
    let service = CrashingComparison()
    let linter = LintPass(run.configurationMap, service: service, jobs: 1)
    let report = await run.lint(linter, .none)
    #expect(await service.compared.names == ["a.png", "b.png"])
    _ = await run.keepingFindingsInvolvingChangedFiles(report, linter)
    #expect(await service.compared.names == ["a.png", "b.png", "a.png", "b.png"])
  }

  @Test("the page also compares files in the other process") func page() async throws {
    let service = CrashingComparison()
    let search = try pageSearch()
    let collection = DropPageModel(search, in: Path("/Stickers"), jobs: 2, service: service)
    try await collection.drop(files)
    #expect(Set(await service.compared.names) == ["a.png", "b.png"])
  }

  @Test("a file that crashes the fixing process stays unchanged, and the page says why")
  func fixing() async throws {
    let service = CrashingFix()
    let search = try pageSearch()
    let collection = DropPageModel(search, in: Path("/Stickers"), jobs: 2, service: service)
    try await collection.drop([("a.png", Fixtures.bytes("faulty/too-small.png") + [1]), files[1], files[2]])
    let reason = "it cannot be fixed: the worker process failed twice (SIGSEGV)"
    #expect(await collection.fix(1, allowsLossyFixes: false) == "a.png was not fixed: \(reason)")
    let left = try #require(
      await collection.shownStickersOldestFirst.first { $0.number == 1 }?.fixResult?.unfixedFindings)
    #expect(
      left.contains { $0.finding.rule == "trailing-data" && $0.unfixedReason == .failed(UserMessage(reason)) }
    )
    #expect(
      await collection.fix(2, allowsLossyFixes: false, minimizesPNGFileSize: true)?.hasSuffix(reason) == true)
    let unavailable = await collection.fix(3, allowsLossyFixes: false)
    #expect(unavailable == "c.png was not fixed: no process could be started for it")
    #expect(await collection.fixEach() == 0)
    #expect(await collection.file(1)?.fixedFile == nil)
  }
}
