import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker
@testable import Stickers

/// Requests to a process that creates images, and the validation of its answers.
@Suite struct ImageAnswerTests {
  private let sequences = [
    FrameSequence(
      frames: [Path("a/1.png"), Path(bytes: [0xFF])], timing: .framesPerSecond(frames: 2997, seconds: 100),
      repetitions: 0),
    FrameSequence(
      frames: [Path("1"), Path("2")], timing: .totalDuration(ExactSeconds(0, 3)), repetitions: 7),
  ]
  private let files: [[UInt8]] = [[1, 2, 3], [4]]

  private func read(_ bytes: [UInt8]) -> FrameJoiningRequest? {
    guard case .join(let request)? = try? ImageWorkerRequest(binary: bytes) else { return nil }
    return request
  }

  @Test("a sequence and its frames survive a round trip, and truncated ones are rejected")
  func joining() throws {
    for sequence in sequences {
      let encoded = ImageWorkerRequest.join(FrameJoiningRequest(sequence, files, maxMemoryBytes: 9))
        .binaryEncoded
      let request = try #require(read(encoded))
      #expect(request.sequence == sequence && request.maxMemoryBytes == 9)
      #expect(
        request.frameFiles(in: [1, 2, 3, 4]) == [sequence.frames[0]: [1, 2, 3], sequence.frames[1]: [4]])
      #expect(request.frameFiles(in: [1, 2, 3]) == nil)
      #expect(request.frameFiles(in: [1, 2, 3, 4, 5]) == nil)
      for end in encoded.indices { #expect(read(Array(encoded[..<end])) == nil) }
      for place in encoded.indices {
        var flipped = encoded
        flipped[place] ^= 0xFF
        _ = read(flipped)?.frameFiles(in: [1, 2, 3, 4])
      }
    }
  }

  @Test("an image must be complete and as requested, and an answer without an image is valid")
  func pictures() throws {
    let picture = try Bitmap(PixelSize(4, 4), color: 0x20_40_80).encodedPNG()
    func read(_ answer: [UInt8], _ fits: Bool = true) throws -> [UInt8]? {
      try validatedImage(answer: answer, .standard) { $0.canvas == PixelSize(4, 4) && fits }
    }
    #expect(try read(encodedImageAnswer(picture)) == picture)
    #expect(try read(encodedImageAnswer(nil)) == nil)
    #expect(throws: Diagnostic.corruptData) { try read(encodedImageAnswer(picture), false) }
    for other in [[], Array("<svg>".utf8), picture.dropLast(), picture + [0]] as [[UInt8]] {
      #expect(throws: Diagnostic.corruptData) { try read(encodedImageAnswer(other)) }
    }
    #expect(throws: Diagnostic.corruptData) { try read(encodedImageAnswer(picture) + [0]) }
    #expect(throws: Diagnostic.corruptData) { try read([]) }
  }

  @Test("a contact sheet image survives a round trip, and other sizes are rejected")
  func contactSheetImages() throws {
    let image = ContactSheetThumbnail(Bitmap(PixelSize(5, 3), color: 0x20_40_80))
    let answer = ContactSheetThumbnail.encodedAnswer(image)
    #expect(try ContactSheetThumbnail.decoded(answer: answer) == image)
    #expect(try ContactSheetThumbnail.decoded(answer: ContactSheetThumbnail.encodedAnswer(nil)) == nil)
    func answered(_ width: Int, _ height: Int, _ byteCount: Int) -> [UInt8] {
      var encoder = BinaryEncoder()
      encoder.encodeOptional(width) { encoder, width in
        encoder.encode(width, height)
        encoder.encode([UInt8](repeating: 7, count: byteCount))
      }
      return encoder.bytes
    }
    #expect(try ContactSheetThumbnail.decoded(answer: answered(136, 136, 136 * 136 * 4)) != nil)
    let invalid = [
      [], answer.dropLast(), answer + [0], answered(0, 3, 0), answered(3, 0, 0), answered(-3, -3, 36),
      answered(137, 1, 137 * 4), answered(1, 137, 137 * 4), answered(5, 3, 59), answered(5, 3, 61),
      answered(Int.max, Int.max, 4),
    ]
    for answer in invalid {
      #expect(throws: Diagnostic.corruptData) { try ContactSheetThumbnail.decoded(answer: answer) }
    }
  }
}
