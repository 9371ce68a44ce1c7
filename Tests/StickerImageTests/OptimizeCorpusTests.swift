import Corpus
import Foundation
import Testing

@testable import StickerImage

/// The corpus's PNG art through the optimizer; other programs look at what comes out.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct OptimizeCorpusTests {
  /// Sound PNGs and APNGs small enough to be tried in all.
  private static let art = CorpusFile.all("sound PNGs to optimize") { file in
    file.expect == .ok && (file.format == "png" || file.format == "apng")
      && ((try? file.bytes().count) ?? .max) < 60_000
  }

  @Test("a file of the corpus shows the same afterwards, in fewer bytes", arguments: art)
  func same(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    guard let smaller = optimized(bytes, effort: .fast) else { return }
    #expect(smaller.count < bytes.count)
    let (before, after) = try (collectImage(bytes), collectImage(smaller))
    #expect(after.container.animation?.plays == before.container.animation?.plays)
    #expect(after.container.animation?.duration == before.container.animation?.duration)
    #expect(
      colorChunks(of: smaller, after.container).allSatisfy(colorChunks(of: bytes, before.container).contains))
    #expect(isSameShow(after.frames, before.frames))
  }

  @Test("pngcheck finds nothing", .enabled(if: Witness.pngcheck != nil, "skipped: no pngcheck"))
  func pngcheck() throws {
    try Witness.withFolder { folder in
      var names: [String] = []
      for (number, file) in Self.art.enumerated() where number % 3 == 0 {
        guard let smaller = try optimized(file.bytes(), effort: .normal) else { continue }
        names.append("\(number).png")
        try Data(smaller).write(to: folder.appendingPathComponent("\(number).png"))
      }
      #expect(names.count > 60)
      let outcome = try Witness.run(Witness.pngcheck ?? "", ["-q"] + names, in: folder)
      #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
    }
  }
}
