import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct CachedCorpusTests {
  @Test("cached results of the corpus give the same report as checking")
  func same() async throws {
    let configuration = Configuration(rules: Rule.onByDefault)
    let program = XXH3Digest(of: Array("a program".utf8))
    let sources = try CorpusFile.all("a rule case") { $0.path.hasPrefix("rules/") }.map { file in
      let bytes = try Corpus.bytes(of: file.path)
      let path = Path(file.path)
      return AssetSource(path: path, pack: path.parent) { _ in .bytes(bytes) }
    }
    let cache = ResultCache(programHash: program)
    let checked = await lint(sources, jobs: 2, cache: cache, configuration: { _ in configuration })
    let stored = try ResultCache(decoding: #require(cache.encodedIfChanged()), programHash: program)
    let again = await lint(sources, jobs: 2, cache: stored, configuration: { _ in configuration })
    #expect(checked.findings == again.findings)
    #expect(checked.findings.count > 100)
    #expect(stored.encodedIfChanged() == nil)  // all results were already stored
  }
}
