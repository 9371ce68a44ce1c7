import CImageCodecs
import Corpus
import Testing

@testable import StickerImage

private let animations = CorpusFile.all("GIFs, sound or not") { file in
  (try? file.bytes())?.starts(with: "GIF8".utf8) ?? false
}

/// Compares our decoder with giflib and with a simple decoder.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct LZWOracleTests {
  @Test("the first 12 frames have giflib's color indices and giflib's verdict", arguments: animations)
  func corpus(_ file: CorpusFile) throws { try compare(file.bytes()) }

  @Test(
    "frames with altered data have giflib's verdict, too",
    arguments: animations.filter { $0.expectation == .ok })
  func mutated(_ file: CorpusFile) throws {
    var random = SeededNumbers(seed: UInt64(file.path.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }))
    let bytes = try file.bytes()
    guard let container = ImageContainer(of: bytes), case .gif(let layout) = container.dataPositions else {
      return
    }
    for _ in 0..<8 {
      var mutant = bytes
      for frame in layout.frames.prefix(framesCompared) where !frame.dataRange.isEmpty {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          mutant[Int.random(in: frame.dataRange, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      compare(mutant)
    }
  }

  @Test("every truncation and bit flip has giflib's verdict", arguments: ["hostile/seeds/gif.gif"])
  func everywhere(_ path: String) throws {
    let bytes = try Corpus.bytes(of: path)
    for place in bytes.indices {
      compare(Array(bytes[..<place]))
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << bit
        compare(flipped)
      }
    }
  }
}

/// Enough to test one decoder with several frames.
private let framesCompared = 12

/// Decodes the frames of a GIF with one of our decoders, and each frame with giflib and the simple decoder.
private func compare(_ bytes: [UInt8], at location: SourceLocation = #_sourceLocation) {
  guard let container = ImageContainer(of: bytes), case .gif(let layout) = container.dataPositions,
    container.exceededLimits.isEmpty
  else { return }
  var decoder = LZWDecoder()
  for (number, frame) in layout.frames.prefix(framesCompared).enumerated() {
    let size = frame.stored.patch.size
    guard size.area > 0, 1...8 ~= bytes[frame.dataRange.lowerBound] else { continue }
    let ours = DecodedLZWData(decoder.decode(frame.dataRange, of: bytes, pixels: size.area), decoder, size)
    let plain = LZWReference(bytes[frame.dataRange], pixels: size.area)
    #expect(ours == DecodedLZWData(plain, size), "frame \(number)", sourceLocation: location)
    // giflib paints color 2 for a code that is not in the table yet, and continues. According to the
    // specification, such a code has no meaning, so our decoder stops there.
    if plain.ending == .codeBeyondTable { continue }
    #expect(
      ours == DecodedLZWData(readByGiflib: bytes[frame.dataRange], size), "frame \(number)",
      sourceLocation: location
    )
  }
}

/// The result of decoding the data of one picture.
private struct DecodedLZWData: Equatable {
  enum Verdict { case complete, truncated, invalid }
  let verdict: Verdict
  /// The number of complete rows.
  let rows: Int
  /// The color indices of these rows.
  let indices: [UInt8]

  init(_ ending: LZWEnding, _ decoder: LZWDecoder, _ size: PixelSize) {
    switch ending {
    case .allPixelsDecoded: (verdict, rows) = (.complete, size.height)
    case .earlyEndCode(let pixels): (verdict, rows) = (.truncated, pixels / size.width)
    case .invalidCodeOrDataEnd(let pixels): (verdict, rows) = (.invalid, pixels / size.width)
    }
    indices = unsafe decoder.withDecodedIndices(rows * size.width) { unsafe Array($0) }
  }

  init(_ plain: LZWReference, _ size: PixelSize) {
    verdict =
      switch plain.ending {
      case .complete: .complete
      case .endCode: .truncated
      case .outOfData, .codeBeyondTable: .invalid
      }
    rows = plain.pixels.count / size.width
    indices = Array(plain.pixels.prefix(rows * size.width))
  }

  init(readByGiflib data: ArraySlice<UInt8>, _ size: PixelSize) {
    var (rows, indices) = (Int32(0), [UInt8](repeating: 0, count: size.area))
    let status = unsafe data.withUnsafeBufferPointer { source in
      unsafe indices.withUnsafeMutableBufferPointer { target in
        unsafe sl_gif_read_indices(
          source.baseAddress, source.count, Int32(size.width), Int32(size.height), target.baseAddress, &rows)
      }
    }
    verdict = status == SL_OK ? .complete : status == SL_SHORT ? .truncated : .invalid
    self.rows = Int(rows)
    self.indices = Array(indices.prefix(self.rows * size.width))
  }
}
