import Corpus
import Testing

@testable import StickerImage

/// The facts in a WebM container: values from `mkvinfo -v` and `ffprobe`, and files written by hand.
@Suite struct WebMContainerTests {
  private func container(_ bytes: [UInt8]) throws -> ImageContainer {
    try #require(ImageContainer(of: bytes))
  }

  private func delays(_ bytes: [UInt8]) throws -> [Double] {
    try container(bytes).animation?.frames.map(\.delay.millisecondsRoundedToTenths) ?? []
  }

  private func reason(_ bytes: [UInt8]) throws -> String? { try container(bytes).damage.first?.reason }

  @Test("ffmpeg's file has the values that mkvinfo reports")
  func sample() throws {
    let read = try container(HandmadeWebM.sampleFile)
    #expect(read.format == .webm && read.canvas == PixelSize(32, 24) && read.damage.isEmpty)
    #expect(read.animation?.frames.map(\.delay) == [ExactSeconds](repeating: ExactSeconds(1, 10), count: 4))
    #expect(read.animation?.plays == 0)
    #expect(read.canBeTransparent && read.colorType == "VP9 with alpha")
    let facts = try #require(read.webM)
    #expect(facts.codec == "V_VP9" && facts.audioTrackCount == 0 && facts.otherTrackCount == 0)
    #expect(facts.announcesAlpha && facts.hasAlphaInEveryFrame && facts.headerDurationMilliseconds == 400)
    #expect(
      read.parts.map(\.type) == ["EBML", "SeekHead", "Void", "Info", "Tracks", "Tags", "Cluster", "Cues"])
    #expect(read.trailingBytes == 0)
    // `ffprobe -show_packets`: the sizes of the packets.
    #expect(HandmadeWebM.packets.map(\.color.count) == [177, 17, 15, 15])
  }

  @Test("times come from the blocks, whatever the header says")
  func times() throws {
    #expect(try delays(HandmadeWebM.file(info: HandmadeWebM.info(duration: 1))) == [100, 100, 100, 100])
    #expect(
      try container(HandmadeWebM.file(info: HandmadeWebM.info(duration: 1))).webM?.headerDurationMilliseconds
        == 1)
    #expect(try delays(HandmadeWebM.file(times: [0, 33, 67, 100], lastDuration: 33)) == [33, 34, 33, 33])
    // A video that starts later has the same delays.
    #expect(
      try delays(HandmadeWebM.file(times: [500, 533, 567, 600], lastDuration: 33)) == [33, 34, 33, 33])
    // Without a duration, the last frame lasts as long as the track says, or else as long as the one before
    // it.
    #expect(try delays(HandmadeWebM.file(times: [0, 40, 80, 120], lastDuration: nil)) == [40, 40, 40, 40])
    let track = HandmadeWebM.track(
      more: HandmadeWebM.element(0x23_E383, HandmadeWebM.bigEndianBytes(25_000_000, 4)))
    #expect(
      try delays(
        HandmadeWebM.file(tracks: HandmadeWebM.tracks(track), times: [0, 40, 80, 120], lastDuration: nil))
        == [40, 40, 40, 25])
    // A unit of half a millisecond.
    let half = HandmadeWebM.info(scale: HandmadeWebM.bigEndianBytes(500_000, 3))
    #expect(try delays(HandmadeWebM.file(info: half)) == [50, 50, 50, 50])
  }

  @Test("segments and clusters may be of unknown size, as browsers record them")
  func unknownSizes() throws {
    let unknown: [UInt8] = [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let groups = HandmadeWebM.sampleBlockGroups(at: [0, 100, 0, 100])
    func cluster(_ time: Int, _ groups: ArraySlice<[UInt8]>) -> [UInt8] {
      let body = HandmadeWebM.element(0xE7, HandmadeWebM.bigEndianBytes(time, 2)) + groups.joined()
      return HandmadeWebM.element(0x1F43_B675, body, saying: unknown)
    }
    let body = HandmadeWebM.info() + HandmadeWebM.tracks(HandmadeWebM.track()) + cluster(0, groups[..<2])
    let file =
      HandmadeWebM.header()
      + HandmadeWebM.element(0x1853_8067, body + cluster(200, groups[2...]), saying: unknown)
    #expect(try reason(file) == nil)
    #expect(try delays(file) == [100, 100, 100, 100])
    #expect(
      try Image(decoding: file).frames.map(\.bitmap)
        == Image(decoding: HandmadeWebM.sampleFile).frames.map(\.bitmap))
  }

  @Test("other tracks are counted, and the error for another video codec names it")
  func tracks() throws {
    let audio = HandmadeWebM.track(number: 2, type: 2, codec: "A_OPUS")
    let subtitles = HandmadeWebM.track(number: 3, type: 17, codec: "S_TEXT/UTF8")
    let facts = try container(
      HandmadeWebM.file(tracks: HandmadeWebM.tracks(HandmadeWebM.track(), audio, subtitles))
    ).webM
    #expect(facts?.audioTrackCount == 1 && facts?.otherTrackCount == 1)
    for (codec, name) in [("V_VP8", "VP8"), ("V_AV1", "AV1"), ("V_MPEG4/ISO/AVC", "H.264")] {
      let file = HandmadeWebM.file(tracks: HandmadeWebM.tracks(HandmadeWebM.track(codec: codec)))
      #expect(try reason(file) == "the video is \(name) (only VP9 is supported)")
      #expect(try container(file).damage.first?.isUnsupported == true)
    }
  }

  @Test("a frame without alpha is opaque")
  func opaque() throws {
    let groups = HandmadeWebM.packets.enumerated().map { HandmadeWebM.blockGroup($0 * 100, $1.color) }
    let file = HandmadeWebM.file([
      HandmadeWebM.info(), HandmadeWebM.tracks(HandmadeWebM.track()), HandmadeWebM.cluster(0, groups),
    ])
    let image = try Image(decoding: file)
    #expect(!image.container.canBeTransparent && image.container.webM?.hasAlphaInEveryFrame == false)
    for frame in image.frames {
      #expect(
        stride(from: 3, to: frame.bitmap.pixels.count, by: 4).allSatisfy { frame.bitmap.pixels[$0] == 255 })
    }
  }

  @Test("Matroska is a video, but not a WebM")
  func matroska() {
    let file = HandmadeWebM.file([HandmadeWebM.info()], header: HandmadeWebM.header(type: "matroska"))
    #expect(SniffedFormat(of: file) == .foreign(ForeignFormat("Matroska video", isAnimated: true)))
    #expect(ImageContainer(of: file) == nil)
  }
}
