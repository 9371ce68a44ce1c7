import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

/// Requests to a process that decodes frames, and the validation of its answers.
@Suite struct FrameRequestTests {
  private func file() throws -> [UInt8] {
    try OversizedArt(.glow, seed: 2).frames(3, side: 24, delay: ExactSeconds(1, 10)).encodedAPNG(plays: 0)
  }

  @Test("a request survives a round trip", arguments: [(true, false), (false, true), (true, true)])
  func request(_ digests: Bool, _ pictures: Bool) {
    let viewing = FrameDecodingRequest(wantsDigests: digests, wantsImages: pictures)
    let encoded = ImageWorkerRequest.decodeFrames(viewing).binaryEncoded
    guard case .decodeFrames(let read)? = try? ImageWorkerRequest(binary: encoded) else {
      Issue.record("no request")
      return
    }
    #expect(read == viewing)
    #expect((try? ImageWorkerRequest(binary: encoded + [0])) == nil)
    #expect((try? ImageWorkerRequest(binary: 5.binaryEncoded + [2, 0])) == nil)
  }

  @Test("frames, digests and damage survive a round trip, and altered answers are rejected")
  func answer() throws {
    let file = try file()
    var cut = PNGWriter()
    cut.appendHeader(PixelSize(4, 4), PNGSampleLayout(.truecolorAlpha))
    cut.append("IDAT", try #require(deflate([0], level: 1)))
    cut.append("IEND")
    for bytes in [file, cut.bytes] {
      let container = try #require(ImageContainer(of: bytes))
      let viewing = FrameDecodingRequest(wantsDigests: true, wantsImages: true)
      let frames = viewing.decodeFrames(of: bytes, container)
      #expect(frames.damage.isEmpty == (bytes == file))
      func read(_ answer: [UInt8], _ request: FrameDecodingRequest? = nil) -> FrameDecodingResult? {
        try? FrameDecodingResult(answer: answer, to: request ?? viewing, of: container, .standard)
      }
      let encoded = frames.binaryEncoded
      #expect(read(encoded) == frames)
      #expect(read(encoded, FrameDecodingRequest(wantsDigests: false, wantsImages: true)) == nil)
      #expect(read(encoded + [0]) == nil)
      for end in stride(from: 0, to: encoded.count, by: 7) { #expect(read(Array(encoded[..<end])) == nil) }
    }
    let container = try #require(ImageContainer(of: file))
    let digests = FrameDecodingRequest(wantsDigests: true, wantsImages: false)
    let answer = digests.decodeFrames(of: file, container).binaryEncoded
    // The first digest follows a flag, a count and a length.
    let first = 1 + 8 + 8
    #expect((try? FrameDecodingResult(answer: answer, to: digests, of: container, .standard)) != nil)
    for letter in ["g", "A", "\u{1B}"] {
      let changed = answer[..<first] + Array(letter.utf8) + answer[(first + 1)...]
      #expect(
        (try? FrameDecodingResult(answer: Array(changed), to: digests, of: container, .standard)) == nil)
    }
    let still = try #require(ImageContainer(of: OversizedArt(.glow, seed: 2).bitmap(side: 24).encodedPNG()))
    #expect(
      (try? FrameDecodingResult(answer: answer, to: digests, of: still, .standard)) == nil, "more frames")
    let other = try OversizedArt(.glow, seed: 2).bitmap(side: 25).encodedPNG()
    let viewing = FrameDecodingRequest(wantsDigests: false, wantsImages: true)
    let large = viewing.decodeFrames(of: other, try #require(ImageContainer(of: other)))
    #expect(
      (try? FrameDecodingResult(answer: large.binaryEncoded, to: viewing, of: container, .standard)) == nil)
  }
}
