import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker
@testable import Stickers

private let packRules = Rule.onByDefault.filter {
  // In the corpus, packs are labeled with `icon-image`.
  if case .pack = $0.check { true } else { $0.id == "icon-image" }
}
private let implemented = Set(packRules.map(\.id))

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct CorpusPackTests {
  @Test("a pack has exactly the findings that the corpus lists", arguments: CorpusPack.all)
  func exactly(_ pack: CorpusPack) async throws {
    let report = try await checked(pack.path)
    let found = Set(report.findings.map(\.rule))
    if let rules = pack.expectedRules { #expect(found == Set(rules).intersection(implemented)) }
    #expect(found.isSuperset(of: Set(pack.rulesAtLeast ?? []).intersection(implemented)))
  }

  @Test("every pack rule is labeled on a corpus pack, except those without a case")
  func coverage() {
    let labels = Set(CorpusPack.all.flatMap { ($0.expectedRules ?? []) + ($0.rulesAtLeast ?? []) })
    let withoutCase: Set = [
      "pack-weight", "missing-localization", "unlisted-sticker",
      // Messages requires none of these.
      "sticker-emoji", "sticker-name", "pack-texts", "cover-picture", "sticker-count", "mixed-animation",
    ]
    #expect(implemented.subtracting(labels) == withoutCase)
  }

  @Test(
    "the real packs have no colliding names", arguments: ["uhooi", "wwdcscholars", "hackillinois"])
  func realNames(_ name: String) async {
    let files = CorpusFile.all(in: "stickers/\(name)").filter(\.isPicture)
    let sources = files.map { AssetSource($0, pack: Path(name)) }
    let report = await lint(sources, Configuration(rules: [.nameCollision]), jobs: 2)
    #expect(report.findings.map(\.evidence.message) == [])
  }

  private func checked(_ pack: String) async throws -> Report {
    let walk = try ReadOnlyFileSystem.disk.walk([Path(Corpus.folder.path).appending(pack)])
    let sources = walk.sources.filter { $0.role == .sticker }.map(\.path)
    let icons = walk.sources.filter { $0.role == .icon }.map(\.path)
    let folder = try #require(walk.catalogPacks.first?.path)
    let listing = catalogPackDeclaration(of: folder, assets: sources, icons: icons) { path in
      if case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        path, maxFileBytes: 1 << 20, follow: false)
      {
        bytes
      } else {
        nil
      }
    }
    return await lint(
      walk.sources, Configuration(rules: packRules), listings: [folder: listing], jobs: 2)
  }
}
