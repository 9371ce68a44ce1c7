import Corpus
import StickerModel
import StickerRules
import Testing

private let packRules = Rule.all.filter {
  if case .pack = $0.check { true } else { false }
}
private let implemented = Set(packRules.map(\.id))

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct CorpusPackTests {
  @Test("a pack gives exactly the findings that the corpus lists", arguments: CorpusPack.all)
  func exactly(_ pack: CorpusPack) async {
    let folder = Path(pack.path)
    let sources = pack.files.filter(\.isPicture).map { AssetSource($0, pack: folder) }
    let report = await lint(sources, Configuration(rules: packRules), jobs: 2)
    let found = Set(report.findings.map(\.rule))
    if let rules = pack.rules { #expect(found == Set(rules).intersection(implemented)) }
    #expect(found.isSuperset(of: Set(pack.rulesAtLeast ?? []).intersection(implemented)))
  }

  @Test(
    "the real packs have no two names that collide", arguments: ["uhooi", "wwdcscholars", "hackillinois"])
  func realNames(_ name: String) async {
    let files = CorpusFile.all(in: "stickers/\(name)").filter(\.isPicture)
    let sources = files.map { AssetSource($0, pack: Path(name)) }
    let report = await lint(sources, Configuration(rules: [.nameCollision]), jobs: 2)
    #expect(report.findings.map(\.evidence.message) == [])
  }
}
