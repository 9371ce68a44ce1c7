import Corpus
import Testing

@testable import StickerImage

/// Those that take the fast path; the others are libpng's anyway.
private let pictures = CorpusFile.all("sound PNGs of fast layout") { file in
  guard file.expect == .ok, ["png", "apng"].contains(file.format), let bytes = try? file.bytes(),
    case .png(let layout) = readContainer(bytes)?.layout
  else { return false }
  return !layout.header.isInterlaced && layout.header.depth < 16
}

@Suite struct LibPNGOracleTests {
  @Test(
    "our own rows give libpng's pixels, in every frame",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: pictures)
  func samePixels(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    let container = try #require(readContainer(bytes))
    guard case .png(let layout) = container.layout else { return }
    var stored = [(layout.header.size, layout.idat)]
    let frames = container.animation?.frames ?? []
    #expect(frames.count == layout.frameData.count)
    stored += zip(frames, layout.frameData).map { ($0.patch.size, $1) }
    for (number, (size, data)) in stored.enumerated() {
      let picture = PNGPicture(bytes, layout, size: size, data: data, place: FilePlace(frame: number))
      #expect(
        try decodePNGPicture(picture, of: bytes) == decodeWithLibPNG(picture, of: bytes), "picture \(number)")
    }
  }

  @Test("both ways find the same damage, or none", arguments: FaultyPNG.all.filter { $0.layout == .plain })
  func sameDamage(_ faulty: FaultyPNG) throws {
    let bytes = faulty.bytes
    guard case .png(let layout) = try #require(readContainer(bytes)).layout else {
      Issue.record("no PNG")
      return
    }
    let picture = PNGPicture(
      bytes, layout, size: layout.header.size, data: layout.idat, place: FilePlace(unit: "IDAT"))
    let fast = Result { () throws(Damage) in try decodePNGPicture(picture, of: bytes) }
    let library = Result { () throws(Damage) in try decodeWithLibPNG(picture, of: bytes) }
    #expect(fast == library)
  }

  @Test("a fault is damage in every layout, in the same words", arguments: FaultyPNG.all)
  func damage(_ faulty: FaultyPNG) throws {
    let bytes = faulty.bytes
    let container = try #require(readContainer(bytes))
    #expect(container.damage == [])
    var hasher = FrameHasher()
    let damage = visitFrames(of: bytes, container, &hasher)
    #expect(damage.map(\.reason) == faulty.sentence.map { [$0] } ?? [])
    #expect(damage.map(\.place.line) == (faulty.sentence == nil ? [] : [faulty.line]))
  }
}
