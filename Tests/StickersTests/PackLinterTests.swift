import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

/// Linting a pack that is fixed before it is built.
@Suite struct PackLinterTests {
  private static let art = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/Art")

  /// Files of `Fixtures/Art` in memory, as if they were in the folder `/cats`.
  private func files(_ names: [String]) throws -> [Path: [UInt8]] {
    var files: [Path: [UInt8]] = [:]
    for name in names {
      let file = Self.art.appendingPathComponent(name)
      files[Path(file.lastPathComponent)] = [UInt8](try Data(contentsOf: file))
    }
    return files
  }

  /// Builds a pack of the files in memory, without smaller sizes.
  private func build(
    _ files: [Path: [UInt8]], _ fixes: FixOptions?, _ service: any ImageService
  ) async throws -> (result: PackResult, plan: PackInMemory?) {
    let disk = ReadOnlyFileSystem(holding: files, in: Path("/cats"))
    let pack = try locatePack(Path("."), PackOverrides(name: "Cats"), on: disk)
    var options = MessagesPackBuilder.Options()
    options.variants = .none
    options.fixOptions = fixes
    var builder = MessagesPackBuilder(
      options, BuildEnvironment(jobs: 2, service: service),
      try LintConfiguration().configurationSearch(profile: nil, on: .disk))
    return await builder.buildInMemory(pack)
  }

  @Test("a build that fixes files lints each file once, and a second time only if a fix changed it")
  func examinations() async throws {
    let names = [
      "pack/avocado.png", "pack/cactus.png", "faulty/too-heavy.png", "faulty/something-behind-the-end.png",
    ]
    let (art, service) = (try files(names), CountingService())
    let fixed = try await build(art, FixOptions(allowsLossyFixes: true), service)
    let tree = try #require(fixed.plan?.tree)
    let built = Dictionary(
      uniqueKeysWithValues: art.keys.map { path in
        (path, tree["variants/\(path.stem.text ?? "")@3x.png"] ?? [])
      })
    let changed = art.keys.filter { built[$0] != art[$0] }
    #expect(changed.count == 2)
    for path in art.keys {
      #expect(service.count(of: path) == (changed.contains(path) ? 2 : 1), "\(path.displayText)")
    }
    // The report is about the files as they were built.
    let plain = try await build(built, nil, InProcessImageService())
    let (report, expected) = (try #require(fixed.result.report), try #require(plain.result.report))
    #expect(report.findings == expected.findings)
    #expect(report.assets.map(\.path) == expected.assets.map(\.path))
    #expect(report.assets.map(\.facts.byteCount) == expected.assets.map(\.facts.byteCount))
  }
}

/// Counts how often each file is analyzed.
private final class CountingService: ForwardingImageService {
  let wrapped = InProcessImageService()
  private let counts = LockedValue<[Path: Int]>([:])

  func count(of path: Path) -> Int { counts.withLock { $0[path, default: 0] } }

  func analyze(
    _ source: AssetSource, _ outcome: consuming ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext
  ) async -> AssetAnalysis {
    counts.withLock { $0[source.path, default: 0] += 1 }
    return await wrapped.analyze(source, outcome, configuration, context)
  }
}
