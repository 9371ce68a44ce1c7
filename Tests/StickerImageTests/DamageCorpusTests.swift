import Corpus
import Testing

@testable import StickerImage

/// Formats that designers drop by mistake must be named. For others, naming is optional.
private let mustBeNamed: Set<String> = [
  "HEIC", "AVIF", "TIFF", "BMP", "ICO", "SVG", "PDF", "MP4", "Lottie JSON",
]

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct DamageCorpusTests {
  @Test(
    "a broken file has damage or exceeds a limit", arguments: CorpusFile.all(expect: .reject)
  )
  func rejected(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    guard let container = ImageContainer(of: bytes) else { return }  // without a known signature
    var hasher = FrameHasher()
    let damage = container.damage + container.visitFrames(of: bytes, with: &hasher)
    #expect(!damage.isEmpty || !container.exceededLimits.isEmpty)
  }

  @Test(
    "a doubtful file is rejected or decodes to the corpus's pixels", arguments: CorpusFile.all(expect: .warn))
  func doubtful(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    guard let container = ImageContainer(of: bytes) else { return }
    var hasher = FrameHasher()
    let damage = container.damage + container.visitFrames(of: bytes, with: &hasher)
    guard file.tolerance == 0 else { return }
    if CorpusLabelError.byPath[file.path] != nil {  // a tRNS that must not be applied
      #expect(container.damage.map(\.location.partName) == ["tRNS"])
      #expect(hasher.frames.count == 1 && hasher.frames.first != file.firstFrameSHA256)
      return
    }
    if let expected = file.firstFrameSHA256, let first = hasher.frames.first { #expect(first == expected) }
    if damage.isEmpty, container.exceededLimits.isEmpty, let expected = file.allFramesSHA256 {
      #expect(hasher.allFrames() == expected)
    }
  }

  @Test(
    "a file that demands too much exceeds a limit or is streamed", arguments: CorpusFile.all(expect: .limit))
  func limited(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    let container = try #require(ImageContainer(of: bytes))
    // 640 MB of frames, which are decoded with only two canvases.
    let isStreamed = file.path.hasSuffix("bomb-10-frames-4000x4000.png")
    #expect(!container.exceededLimits.isEmpty || isStreamed)
  }

  /// Messages does not show WebP, but we can read it.
  private static let foreign = CorpusFile.all("of foreign formats") {
    $0.expectation == .unsupported && $0.format != "other:WebP"
  }

  @Test("a foreign format is named", arguments: foreign)
  func unsupported(_ file: CorpusFile) throws {
    let sniffed = SniffedFormat(of: try file.bytes())
    guard case .foreign(let format) = sniffed else {
      Issue.record("identified as \(sniffed)")
      return
    }
    let expected = String(file.format?.dropFirst("other:".count) ?? "-")
    let films = ["MP4", "QuickTime"]
    if let name = format.name, expected != "-" {
      #expect(name == expected || (films.contains(name) && films.contains(expected)))
    } else {
      #expect(!mustBeNamed.contains(expected), "\(expected) is not named")
    }
    if let rules = file.rulesAtLeast ?? file.expectedRules {
      #expect(format.isAnimated == rules.contains("animation-format"))
    }
  }

  @Test(
    "a valid file that is truncated anywhere has damage and never causes a trap",
    arguments: CorpusFile.all(in: "hostile/seeds"))
  func cut(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    for end in bytes.indices {
      let part = Array(bytes[..<end])
      guard let container = ImageContainer(of: part) else { continue }
      var hasher = FrameHasher()
      let damage = container.damage + container.visitFrames(of: part, with: &hasher)
      #expect(!damage.isEmpty, "cut at \(end)")
    }
  }
}
