import Corpus
import Testing

@testable import StickerImage

/// Pictures that take the fast path, valid or not. libpng decodes the others in any case.
private let pictures = CorpusFile.all("PNGs of fast layout") { file in
  guard let bytes = try? file.bytes(), let layout = fastLayout(bytes) else { return false }
  return layout.header.size.area <= mostPixels
}

/// Some files exceed the standard limits on purpose. Both decoders must agree about them, too.
private let extendedBudget = {
  var budget = DecodingBudget.standard
  (budget.frames, budget.containerParts) = (20_000, 1 << 20)
  (budget.sidePixels, budget.canvasPixels) = (.max, .max)
  return budget
}()

/// The limit for one picture. Pictures that claim to be larger are not decoded.
private let mostPixels = 16_800_000
/// The limit for all pictures of a file. The frames of a bomb are all alike.
private let mostPixelsOfFile = 4 * mostPixels

private func fastLayout(_ bytes: [UInt8]) -> PNGDataPositions? {
  guard case .png(let layout) = ImageContainer(of: bytes, budget: extendedBudget)?.dataPositions,
    layout.isDecodable,
    !layout.header.isInterlaced, layout.header.bitDepth < 16
  else { return nil }
  return layout
}

@Suite struct LibPNGOracleTests {
  @Test(
    "our rows have libpng's pixels or libpng's verdict in every frame of every file",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: pictures)
  func corpus(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    let layout = try #require(fastLayout(bytes))
    var left = mostPixelsOfFile
    for (number, picture) in stored(bytes, layout).enumerated() {
      let area = picture.header.size.area
      guard area <= mostPixels else { continue }
      left -= area
      if left < 0 { break }
      DecoderComparison(picture, of: bytes).expectSame("picture \(number)")
    }
  }

  /// The default image, then the image of each frame.
  private func stored(_ bytes: [UInt8], _ layout: PNGDataPositions) -> [EncodedPNGImage] {
    let animation = ImageContainer(of: bytes, budget: extendedBudget)?.animation
    let frames = animation?.frames ?? []
    #expect(frames.count == layout.frameDataRanges.count || animation == nil)
    return [EncodedPNGImage(defaultImageOf: bytes, layout)]
      + zip(frames, layout.frameDataRanges).enumerated().map { number, frame in
        let isDefault = number == 0 && animation?.hidesDefaultImage == false
        return EncodedPNGImage(
          bytes, layout, size: frame.0.patch.size, dataRanges: frame.1,
          dataLocation: layout.dataLocation(ofFrame: number, isDefaultImage: isDefault))
      }
  }

  @Test(
    "the files include every verdict", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func everyExpectation() {
    let counts = Dictionary(grouping: pictures, by: \.expectation).mapValues(\.count)
    #expect(counts[.ok, default: 0] > 400, "\(counts)")
    #expect(counts[.reject, default: 0] > 20 && counts[.warn, default: 0] > 20, "\(counts)")
    #expect(counts[.limit, default: 0] > 0, "\(counts)")
  }

  @Test("both decoders find the same damage or none", arguments: FaultyPNG.all.filter { $0.layout == .plain })
  func sameDamage(_ faulty: FaultyPNG) throws {
    let bytes = faulty.bytes
    let layout = try #require(fastLayout(bytes))
    DecoderComparison(EncodedPNGImage(defaultImageOf: bytes, layout), of: bytes).expectSame("\(faulty)")
  }

  /// The one known exception. A filter byte and 258 grays, all 0: a literal, followed by 258 copies of it.
  ///
  /// RFC 1951, 3.2.6: the codes 286 and 287 never occur in data, although they take part in the code
  /// construction. The same applies to the distance codes 30 and 31. zlib, and therefore libpng, rejects them
  /// as damage; libdeflate copies.
  @Test("only libpng rejects an unused length code, and both accept its neighbor")
  func meaninglessLengthCode() throws {
    let header = HandmadePNG.signature + HandmadePNG.header(258, 1, colorType: 0)
    let (sound, meaningless) = (UInt8(5), UInt8(3))  // the last bits of 285 and of 286
    for code in [sound, meaningless] {
      let data: [UInt8] = [0x78, 0x01, 0x63, 0x18, code, 0x00, 0x01, 0x03, 0x00, 0x01]
      let file = header + HandmadePNG.chunk("IDAT", data) + HandmadePNG.chunk("IEND", [])
      let ways = DecoderComparison(
        EncodedPNGImage(defaultImageOf: file, try #require(fastLayout(file))), of: file)
      #expect(ways.kind == "sound")
      #expect(ways.isSame == (code == sound))
    }
  }

  @Test("a fault is reported as damage with the same wording in every layout", arguments: FaultyPNG.all)
  func damage(_ faulty: FaultyPNG) throws {
    let bytes = faulty.bytes
    let container = try #require(ImageContainer(of: bytes))
    #expect(container.damage == [])
    var hasher = FrameHasher()
    let damage = container.visitFrames(of: bytes, with: &hasher)
    #expect(damage.map(\.reason) == faulty.expectedMessage.map { [$0] } ?? [])
    #expect(
      damage.map(\.location.scanLineIndex) == (faulty.expectedMessage == nil ? [] : [faulty.expectedScanLine])
    )
  }
}

/// Mutations of small valid files, the same in every run.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct LibPNGMutantTests {
  private static let small = pictures.filter { file in
    file.expectation == .ok && (file.width ?? .max) * (file.height ?? .max) <= 64 * 64
  }

  @Test("both decoders agree on altered compressed data", arguments: small)
  func flipped(_ file: CorpusFile) throws {
    var mutants = PNGMutants(try file.bytes(), seed: seed(file))
    for number in 0..<3 { try expectSame(mutants.corruptedIDAT(), "mutant \(number)") }
  }

  @Test("both decoders agree on altered filter types, samples and lengths")
  func scanlines() throws {
    #expect(Self.small.count > 150)
    var seen: [String: Int] = [:]
    for file in Self.small {
      var mutants = PNGMutants(try file.bytes(), seed: seed(file) &+ 1)
      for mutation in PNGMutants.Mutation.allCases {
        let changed = mutants.changed(mutation)
        let way = try expectSame(try #require(changed), "\(file.path), \(mutation)")
        seen[way.kind, default: 0] += 1
      }
    }
    // Each verdict must occur, or the mutations test nothing.
    for kind in ["sound", "unknown filter type", "a pixel uses", "the image data ends", "the image data has"]
    {
      #expect(seen[kind, default: 0] > 10, "\(kind): \(seen)")
    }
  }

  private func seed(_ file: CorpusFile) -> UInt64 {
    file.path.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
  }

  @discardableResult
  private func expectSame(_ mutant: [UInt8], _ name: String) throws -> DecoderComparison {
    let layout = try #require(fastLayout(mutant), "\(name): the walk must pass")
    let ways = DecoderComparison(EncodedPNGImage(defaultImageOf: mutant, layout), of: mutant)
    ways.expectSame(name)
    return ways
  }
}

/// The results of our own row decoder and of libpng for one picture.
private struct DecoderComparison {
  private let fast: Result<Bitmap, ImageError>
  private let library: Result<Bitmap, ImageError>

  init(_ picture: EncodedPNGImage, of bytes: [UInt8]) {
    let stream = picture.zlibStream(in: bytes)
    fast = Result { () throws(ImageError) in try decodePNGImage(picture, stream) }
    library = Result { () throws(ImageError) in try decodeWithLibPNG(picture, stream) }
  }

  /// A separate property, because a failed comparison of both would print millions of samples.
  var isSame: Bool { fast == library }

  /// The first words of our verdict; `sound` if there is a picture.
  var kind: String {
    guard case .failure(.damaged(let damage)) = fast else { return "sound" }
    let kinds = ["unknown filter type", "a pixel uses", "the image data ends", "the image data has"]
    return kinds.first { damage.reason.hasPrefix($0) } ?? damage.reason
  }

  /// Compares the pixels and the damage, including its message and its location.
  func expectSame(_ name: String, at location: SourceLocation = #_sourceLocation) {
    #expect(isSame, "\(name): ours \(words(fast)), libpng's \(words(library))", sourceLocation: location)
  }

  private func words(_ outcome: Result<Bitmap, ImageError>) -> String {
    switch outcome {
    case .success(let bitmap): "pixels \(SHA256.hexDigest(of: bitmap.pixels).prefix(8))"
    case .failure(let error): "\(error)"
    }
  }
}
