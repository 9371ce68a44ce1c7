import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct KnownCorpusTests {
  @Test("what is kept of the corpus's rule cases gives the report that checking them gives")
  func same() async throws {
    let configuration = Configuration(rules: Rule.onByDefault)
    let program = PixelDigest(of: Array("a program".utf8))
    let sources = try CorpusFile.all("a rule case") { $0.path.hasPrefix("rules/") }.map { file in
      let bytes = try Corpus.bytes(of: file.path)
      let path = Path(file.path)
      return AssetSource(path: path, pack: path.parent) { _ in .bytes(bytes) }
    }
    var known: KnownResults? = KnownResults(program: program)
    let checked = await lint(
      sources, jobs: 2, configuration: { _ in configuration }, known: &known, examiner: LocalExaminer())
    var kept = try KnownResults(parsing: #require(known?.encoded()), program: program)
    let again = await lint(
      sources, jobs: 2, configuration: { _ in configuration }, known: &kept, examiner: LocalExaminer())
    #expect(checked.findings == again.findings)
    #expect(checked.findings.count > 100)
    #expect(kept?.encoded() == nil)  // all was known
  }
}
