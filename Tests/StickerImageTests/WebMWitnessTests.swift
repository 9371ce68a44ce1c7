import Corpus
import Foundation
import Testing

@testable import StickerImage

/// WebMs that we write, as read by ffmpeg, mkvinfo and webm_info; and our decoded frames, compared with those
/// of ffmpeg's libvpx.
@Suite(
  .enabled(
    if: ExternalProgram.ffmpeg != nil && ExternalProgram.ffprobe != nil && ExternalProgram.mkvinfo != nil
      && ExternalProgram.webmInfo != nil,
    "skipped: no ffmpeg, mkvinfo or webm_info"))
struct WebMWitnessTests {
  /// A moving disc with soft edges, in a different color for each frame.
  private func frames(_ width: Int, _ height: Int, _ count: Int, _ delay: ExactSeconds) -> [Frame] {
    (0..<count).map { number in
      var bitmap = Bitmap(transparent: PixelSize(width, height))
      let (centerX, centerY) = (Double(width) * (0.35 + 0.02 * Double(number)), Double(height) / 2)
      let radius = Double(min(width, height)) * 0.3
      for y in 0..<height {
        for x in 0..<width {
          let distance =
            ((Double(x) - centerX) * (Double(x) - centerX)
            + (Double(y) - centerY) * (Double(y) - centerY)).squareRoot()
          let alpha = UInt8(max(0, min(255, (radius - distance) * 64 + 128)))
          let at = (y * width + x) * 4
          bitmap.pixels.replaceSubrange(
            at..<at + 4,
            with: alpha == 0 ? [0, 0, 0, 0] : [230, UInt8((40 + number * 7) % 200), UInt8(x % 200), alpha])
        }
      }
      return Frame(bitmap, delay: delay)
    }
  }

  private static let animationParameters: [(Int, Int, Int, Int)] = [
    (64, 64, 12, 50), (512, 100, 5, 40), (33, 47, 9, 100), (1, 1, 2, 100), (100, 100, 40, 16),
  ]

  @Test(
    "third-party programs accept the files and read the right times and alpha", arguments: animationParameters
  )
  func accepted(_ width: Int, _ height: Int, _ count: Int, _ milliseconds: Int) throws {
    let original = frames(width, height, count, ExactSeconds(milliseconds, 1000))
    let bytes = try original.encodedWebM(cqLevel: 20)
    try ExternalProgram.withTemporaryFolder { folder in
      try Data(bytes).write(to: folder.appendingPathComponent("a.webm"))
      let probe = try ExternalProgram.run(
        ExternalProgram.ffprobe ?? "",
        [
          "-v", "error", "-show_entries",
          "stream=codec_name,width,height,color_range,color_space:stream_tags=alpha_mode:format=duration:"
            + "packet=pts,duration", "-of", "json", "a.webm",
        ], in: folder)
      try #require(probe.status == 0, "\(probe.output)")
      let said = try JSONDecoder().decode(Probe.self, from: Data(probe.output.utf8))
      let stream = try #require(said.streams.first)
      #expect(said.streams.count == 1 && stream.codec_name == "vp9" && stream.tags?.alpha_mode == "1")
      #expect(stream.width == width && stream.height == height)
      #expect(stream.color_range == "tv" && stream.color_space == "bt470bg")
      let total = count * milliseconds
      #expect(Double(said.format.duration) == Double(total) / 1000)
      let timeline = try WebMTimeline(original.map(\.delay))
      #expect(said.packets.map(\.pts) == timeline.entries.map(\.startMilliseconds))
      let mkvinfo = try ExternalProgram.run(ExternalProgram.mkvinfo ?? "", ["-v", "a.webm"], in: folder)
      #expect(mkvinfo.status == 0 && !mkvinfo.output.lowercased().contains("error"), "\(mkvinfo.output)")
      let info = try ExternalProgram.run(
        ExternalProgram.webmInfo ?? "", ["-all", "-i", "a.webm"], in: folder)
      #expect(info.status == 0 && info.output.contains("V_VP9"), "\(info.output)")
      let whole = try ExternalProgram.run(
        ExternalProgram.ffmpeg ?? "",
        ["-v", "error", "-c:v", "libvpx-vp9", "-i", "a.webm", "-f", "null", "-"],
        in: folder)
      #expect(whole.status == 0 && whole.output.isEmpty, "\(whole.output)")
    }
    // Decoding returns what was encoded.
    let image = try Image(decoding: bytes)
    #expect(
      image.frames.map(\.delay).total()?.isSameTime(as: ExactSeconds(count * milliseconds, 1000)) == true)
  }

  @Test(
    "our decoded frames equal ffmpeg's planes, converted with the BT.601 formula",
    arguments: animationParameters)
  func frames(_ width: Int, _ height: Int, _ count: Int, _ milliseconds: Int) throws {
    let bytes = try frames(width, height, count, ExactSeconds(milliseconds, 1000)).encodedWebM(cqLevel: 30)
    try expectEqualFrames(bytes)
  }

  @Test("our decoded frames of ffmpeg's own file equal ffmpeg's planes, too")
  func sample() throws { try expectEqualFrames(HandmadeWebM.sampleFile) }

  private func expectEqualFrames(_ bytes: [UInt8]) throws {
    let image = try Image(decoding: bytes)
    let size = image.container.canvas
    try ExternalProgram.withTemporaryFolder { folder in
      try Data(bytes).write(to: folder.appendingPathComponent("a.webm"))
      let outcome = try ExternalProgram.run(
        ExternalProgram.ffmpeg ?? "",
        [
          "-v", "error", "-c:v", "libvpx-vp9", "-i", "a.webm", "-fps_mode", "passthrough", "-pix_fmt",
          "yuva420p", "-f", "rawvideo", "a.yuv",
        ], in: folder)
      try #require(outcome.status == 0, "\(outcome.output)")
      let planes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("a.yuv")))
      let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
      let frameBytes = 2 * size.area + 2 * chroma
      try #require(planes.count == frameBytes * image.frames.count)
      for (number, frame) in image.frames.enumerated() {
        let converted = rgba(planes[number * frameBytes..<(number + 1) * frameBytes], size, chroma)
        let apart = zip(converted, frame.bitmap.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(apart <= 1, "frame \(number)")
      }
    }
  }

  /// Converts limited-range BT.601 to RGB in floating point, with chroma interpolated between its samples.
  /// Pixels with alpha 0 become black.
  private func rgba(_ planes: ArraySlice<UInt8>, _ size: PixelSize, _ chroma: Int) -> [UInt8] {
    let start = planes.startIndex
    let (columns, rows) = ((size.width + 1) / 2, (size.height + 1) / 2)
    func sample(_ plane: Int, _ x: Int, _ y: Int) -> Double {
      let (nearX, nearY) = (x / 2, y / 2)
      let farX = min(max(nearX + (x % 2 == 0 ? -1 : 1), 0), columns - 1)
      let farY = min(max(nearY + (y % 2 == 0 ? -1 : 1), 0), rows - 1)
      func at(_ column: Int, _ row: Int) -> Double { Double(planes[plane + row * columns + column]) }
      let sum = 9 * at(nearX, nearY) + 3 * at(farX, nearY) + 3 * at(nearX, farY) + at(farX, farY)
      return (sum / 16 + 0.001).rounded() - 128
    }
    var out: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let luma = (Double(planes[start + y * size.width + x]) - 16) * 255 / 219
        let blue = sample(start + size.area, x, y) * 255 / 224
        let red = sample(start + size.area + chroma, x, y) * 255 / 224
        let colors = [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue]
        let alpha = planes[start + size.area + 2 * chroma + y * size.width + x]
        out += colors.map { alpha == 0 ? 0 : UInt8(max(0, min(255, $0.rounded()))) } + [alpha]
      }
    }
    return out
  }

  @Test("the size search stays within its limit, and a higher limit never gives a less similar result")
  func search() throws {
    let original = frames(128, 128, 10, ExactSeconds(1, 20))
    var last = 0.0
    for limit in [3_000, 6_000, 20_000] {
      var search = try WebMQualitySearch(original, maxBytes: limit, spedUpToFitMilliseconds: 2970)
      let fit = try #require(try search.bestFit())
      #expect(fit.bytes.count <= limit)
      #expect(fit.similarity.mean.mean >= last - 0.0005)
      last = fit.similarity.mean.mean
    }
    var none = try WebMQualitySearch(original, maxBytes: 500, spedUpToFitMilliseconds: nil)
    #expect(try none.bestFit() == nil)
    #expect(none.smallestAttemptBytes ?? 0 > 500)
  }
}

// The names that ffprobe writes.
private struct Probe: Decodable {
  struct Stream: Decodable {
    struct Tags: Decodable { let alpha_mode: String? }
    let codec_name: String
    let width: Int
    let height: Int
    let color_range: String?
    let color_space: String?
    let tags: Tags?
  }
  struct Format: Decodable { let duration: String }
  struct Packet: Decodable { let pts: Int }
  let streams: [Stream]
  let format: Format
  let packets: [Packet]
}
