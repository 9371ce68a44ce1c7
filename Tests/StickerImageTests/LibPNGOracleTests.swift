import Corpus
import Testing

@testable import StickerImage

private let pictures = CorpusFile.all("sound PNGs") { file in
  file.expect == .ok && ["png", "apng"].contains(file.format)
}

@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct LibPNGOracleTests {
  @Test("our own rows give libpng's pixels", arguments: pictures)
  func samePixels(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    guard case .png(let layout) = readContainer(bytes)?.layout else { return }  // beyond a limit
    let picture = PNGPicture(
      bytes, layout, size: layout.header.size, data: layout.idat, place: FilePlace(unit: "IDAT"))
    #expect(try decodePNGPicture(picture, of: bytes) == decodeWithLibPNG(picture, of: bytes))
  }
}
