import Corpus
import Foundation
import Testing

@testable import StickerImage

/// WebP files that we write, as third-party programs read them.
@Suite struct EncodeWebPTests {
  private static let stills = RoundTripTests.stills
  /// Random animations, with at most the number of plays that the format can store.
  private static let animations = RoundTripTests.animations.map { ($0.frames, min($0.plays, 0xFFFF)) }

  private static func lossless() throws -> [ReadbackCase] {
    let stills = try stills.enumerated().map { number, still in
      try ReadbackCase(
        name: "still-\(number).webp",
        file: still.encodedWebP(effort: OptimizingEffort.allCases[number % OptimizingEffort.allCases.count]),
        frames: [Frame(still)])
    }
    let animations = try animations.enumerated().map { number, animation in
      let (frames, plays) = animation
      return try ReadbackCase(
        name: "animation-\(number).webp", file: frames.encodedWebP(plays: plays),
        frames: mergedFrames(frames), plays: plays)
    }
    return stills + animations
  }

  /// Merges frames that look the same, with the time from one rounded end to the next.
  private static func mergedFrames(_ frames: [Frame]) -> [Frame] {
    var (shown, begin, time, first) = ([Frame](), 0.0, 0.0, 0)
    for (number, frame) in frames.enumerated() {
      let next = frames.dropFirst(number + 1).first
      if let next, largestDifference(next.bitmap.pixels, frame.bitmap.pixels) == 0 { continue }
      // A single frame keeps its delay. Merged frames last as long as viewers show them.
      let delays = first == number ? [frame.delay] : frames[first...number].map(\.shownDelay)
      time += delays.reduce(0) { $0 + Double($1.numerator) * 1000 / Double($1.denominator) }
      first = number + 1
      shown.append(Frame(frame.bitmap, delay: ExactSeconds(Int(time.rounded() - begin), 1000)))
      begin = time.rounded()
    }
    return shown
  }

  @Test(
    "Pillow sees every pixel, delay and loop count that was encoded",
    .enabled(if: ExternalProgram.python != nil, "skipped: no Pillow"))
  func pillow() throws {
    try Self.lossless().expectReadback(byPillow: #require(ExternalProgram.python))
  }

  @Test(
    "dwebp sees every pixel of a still", .enabled(if: ExternalProgram.dwebp != nil, "skipped: no dwebp"),
    arguments: Array(stride(from: 0, to: stills.count, by: 9)))
  func dwebp(_ number: Int) throws {
    let still = Self.stills[number]
    try ExternalProgram.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("still.webp").path
      try Data(still.encodedWebP()).write(to: URL(fileURLWithPath: path))
      let outcome = try ExternalProgram.run(
        #require(ExternalProgram.dwebp), [path, "-pam", "-o", path + ".pam"])
      #expect(outcome.status == 0, "\(outcome.output)")
      let pam = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + ".pam")))
      #expect(largestDifference(Array(pam.suffix(still.pixels.count)), still.pixels) == 0)
    }
  }

  @Test(
    "webpinfo and webpmux accept everything",
    .enabled(
      if: ExternalProgram.webpinfo != nil && ExternalProgram.webpmux != nil, "skipped: no webpinfo, webpmux"))
  func accepted() throws {
    let art = OversizedArt(.cutOut, seed: 3).bitmap(side: 96)
    let moving = OversizedArt(.glow, seed: 1).frames(5, side: 64, delay: ExactSeconds(1, 24))
    let lossy = try [0, 40, 90.5, 100].flatMap { quality in
      [
        ReadbackCase(
          name: "lossy-\(quality).webp", file: try art.encodedWebP(.lossy(quality: quality)), frames: []),
        ReadbackCase(
          name: "moving-\(quality).webp",
          file: try moving.encodedWebP(plays: 3, .lossy(quality: quality)), frames: moving, plays: 3),
      ]
    }
    let near = ReadbackCase(
      name: "near.webp", file: try art.encodedWebP(.nearLossless(nearness: 40)), frames: [])
    try ExternalProgram.withTemporaryFolder { folder in
      for seen in try Self.lossless() + lossy + [near] {
        let path = folder.appendingPathComponent(seen.name)
        try Data(seen.file).write(to: path)
        let found = try ExternalProgram.run(#require(ExternalProgram.webpinfo), ["-diag", path.path])
        #expect(
          found.status == 0 && found.output.contains("No error detected"), "\(seen.name): \(found.output)")
        let read = try ExternalProgram.run(#require(ExternalProgram.webpmux), ["-info", path.path])
        #expect(read.status == 0, "\(seen.name): \(read.output)")
        guard seen.file.has("ANIM", at: 30) else { continue }
        #expect(read.output.contains("Loop Count : \(seen.plays)\n"), "\(seen.name): \(read.output)")
        #expect(read.output.contains("Number of frames: \(seen.frames.count)\n"), "\(seen.name)")
      }
    }
  }

  @Test("a file contains only canvas, delays and pixels, with nothing after them")
  func bare() throws {
    for seen in try Self.lossless() {
      #expect(seen.file.count == 8 + seen.file.little32(at: 4) && seen.file.count % 2 == 0)
      let names = Set(chunks(of: seen.file).map(\.name))
      #expect(names.isSubset(of: ["VP8X", "ANIM", "ANMF", "VP8L"]), "\(seen.name): \(names)")
    }
  }

  @Test("color under alpha 0 is not stored, and alpha is exact at any color quality")
  func hidden() throws {
    let art = makeBitmap(40, 40) { x, y in [UInt8(x * 6), UInt8(y * 6), 90, UInt8(x < 20 ? 0 : 5 * y + 20)] }
    var other = art
    for at in stride(from: 0, to: other.pixels.count, by: 4) where other.pixels[at + 3] == 0 {
      other.pixels[at] = 200
    }
    #expect(try art.encodedWebP() == other.encodedWebP())
    for means in [WebPMode.lossy(quality: 0), .lossy(quality: 70)] {
      let shown = try Image(decoding: art.encodedWebP(means)).frames[0].bitmap
      for at in stride(from: 3, to: art.pixels.count, by: 4) {
        #expect(shown.pixels[at] == art.pixels[at])
      }
    }
  }

  @Test("images and animations that a WebP cannot hold are reported and not written")
  func tooMuch() {
    let dot = Bitmap(transparent: PixelSize(1, 1))
    func defect(_ body: () throws -> [UInt8]) -> String {
      do {
        _ = try body()
        return ""
      } catch { return "\(error)" }
    }
    #expect(defect { try Bitmap(transparent: PixelSize(16_384, 1)).encodedWebP() }.contains("16383"))
    #expect(defect { try Bitmap(transparent: PixelSize(16_383, 1)).encodedWebP() }.isEmpty)
    #expect(defect { try [Frame(dot)].encodedWebP(plays: 65_536) }.contains("65536 plays"))
    #expect(defect { try [Frame(dot)].encodedWebP(plays: 65_535) }.isEmpty)
    #expect(defect { try [Frame]().encodedWebP(plays: 0) }.contains("no pixels"))
    let long = Frame(dot, delay: ExactSeconds(16_777_216, 1000))
    #expect(defect { try [long].encodedWebP(plays: 0) }.contains("16777216 ms"))
    let fits = Frame(dot, delay: ExactSeconds(16_777_215, 1000))
    #expect(defect { try [fits].encodedWebP(plays: 0) }.isEmpty)
    let wide = Frame(Bitmap(transparent: PixelSize(2, 1)))
    #expect(defect { try [Frame(dot), wide].encodedWebP(plays: 0) }.contains("differ in size"))
  }
}

/// The top-level chunks of a WebP.
func chunks(of file: [UInt8]) -> [(name: String, data: Range<Int>)] {
  var (chunks, at) = ([(name: String, data: Range<Int>)](), 12)
  while at + 8 <= file.count {
    let length = file.little32(at: at + 4)
    chunks.append((String(decoding: file[at..<at + 4], as: UTF8.self), at + 8..<at + 8 + length))
    at += 8 + length + length % 2
  }
  return chunks
}
