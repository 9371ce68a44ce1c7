import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct ReencodingTests {
  private let disc = Rule.wastefulEncoding.examples[0].files[0]
  private let uncompressed = Rule.wastefulEncoding.examples[2].files[0]

  private func findings(_ rules: [Rule], _ outcome: ReadOutcome, _ settings: OptionValues = OptionValues())
    async
    -> [Finding]
  {
    let configuration = Configuration(rules: rules.map { ActiveRule($0, optionValues: settings) })
    return await lint([AssetSource("a.png", outcome)], configuration, jobs: 1).findings
  }

  @Test("nothing is encoded unless the rule is requested")
  func onRequest() async throws {
    #expect(!Rule.onByDefault.contains { $0.id == "wasteful-encoding" })
    let source = AssetSource("a.png", try uncompressed.makeContents())
    let asset = await readAsset(source, Configuration(rules: Rule.onByDefault), MemoryGate())
    #expect(asset.measurements != nil)
    #expect(asset.measurements?.reencodedSize == nil)
  }

  @Test("the stored and needed sizes are the bytes of the file and of a new encoding")
  func figures() async throws {
    guard case .bytes(let bytes) = try uncompressed.makeContents() else { return }
    let container = try #require(ImageContainer(of: bytes))
    let encoding = try #require(StoredAndReencodedSizes(of: bytes, container))
    #expect(encoding.storedBytesWithoutMetadata == bytes.count)
    #expect(encoding.reencodedBytes == (try Image(decoding: bytes).frames[0].bitmap.encodedPNG()).count)
  }

  @Test("our encoder's files leave nothing to save, with and without metadata")
  func ours() async throws {
    guard case .bytes(let bytes) = try disc.makeContents() else { return }
    let heavy =
      bytes.prefix(33) + pngChunk("prVt", [[UInt8](repeating: 0, count: 90_000)]) + bytes.dropFirst(33)
    #expect(await findings([.wastefulEncoding], .bytes(bytes)).isEmpty)
    #expect(await findings([.wastefulEncoding], .bytes(Array(heavy))).isEmpty)
  }

  @Test("limits are met exactly, and one percent or one byte less passes")
  func limits() async throws {
    guard case .bytes(let bytes) = try uncompressed.makeContents(), let container = ImageContainer(of: bytes),
      let encoding = StoredAndReencodedSizes(of: bytes, container)
    else { return }
    let saved = encoding.storedBytesWithoutMetadata - encoding.reencodedBytes
    for (percent, least, fires) in [(99, saved, true), (100, 0, false), (20, saved + 1, false)] {
      let settings = OptionValues(["min-saving": .whole(percent), "min-bytes": .whole(least)])
      #expect(await findings([.wastefulEncoding], .bytes(bytes), settings).count == (fires ? 1 : 0))
    }
  }

  @Test(
    "lossy savings are not offered", .enabled(if: Corpus.isPresent, "skipped: no corpus"),
    arguments: [
      "rules/excess-bit-depth/disc-rgba16.png", "rules/hidden-default-image/different-picture.png",
      "rules/discouraged-format/still.gif", "rules/discouraged-format/photo.jpg",
      "rules/corrupt-image/crc-broken.png",
    ])
  func lossy(_ path: String) throws {
    let bytes = try Corpus.bytes(of: path)
    #expect(StoredAndReencodedSizes(of: bytes, try #require(ImageContainer(of: bytes))) == nil)
  }
}
