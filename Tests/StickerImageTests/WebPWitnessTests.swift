import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Reads WebPs that libwebp's own programs made, and compares the results with what these programs and Pillow
/// read.
@Suite(
  .enabled(
    if: ExternalProgram.python != nil && ExternalProgram.dwebp != nil && ExternalProgram.webpinfo != nil,
    "skipped: no Pillow, or no dwebp and webpinfo"))
struct WebPWitnessTests {
  /// Makes the files, and returns their names.
  private func makeFiles(in folder: URL) throws -> (stills: [String], animations: [String]) {
    let outcome = try ExternalProgram.run(
      ExternalProgram.python ?? "", [ExternalProgram.scriptPath("webp"), folder.path], in: folder)
    try #require(outcome.status == 0, "\(outcome.output)")
    let parts = outcome.output.components(separatedBy: "\n\n")
    let lists = parts.map { $0.split(separator: "\n").map(String.init) }
    try #require(lists.count == 2)
    return (lists[0], lists[1])
  }

  private func bytes(_ name: String, _ folder: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  @Test("a still has dwebp's pixels, including invisible ones")
  func stills() throws {
    try ExternalProgram.withTemporaryFolder { folder in
      let names = try makeFiles(in: folder).stills
      #expect(names.count == 60)
      for name in names {
        let image = try Image(decoding: try bytes(name, folder))
        let outcome = try ExternalProgram.run(
          ExternalProgram.dwebp ?? "", ["-quiet", "-pam", name, "-o", "a.pam"], in: folder)
        try #require(outcome.status == 0, "\(name): \(outcome.output)")
        let theirs = try pixels(ofPAM: bytes("a.pam", folder))
        #expect(image.container.canvas == theirs.size, "\(name)")
        #expect(image.frames.map(\.bitmap.pixels) == [theirs.pixels], "\(name)")
        let isLossy = !["lossless", "near"].contains { name.hasPrefix($0) }
        #expect(image.container.colorType.hasPrefix(isLossy ? "lossy" : "lossless"), "\(name)")
        // Pillow omits alpha if it has no effect, as for one pixel.
        if name.contains("alpha.webp"), !name.contains("1x1") { #expect(image.container.canBeTransparent) }
      }
    }
  }

  @Test("an animation has webpinfo's frames and Pillow's pixels, delays and loop count")
  func animations() throws {
    try ExternalProgram.withTemporaryFolder { folder in
      let names = try makeFiles(in: folder).animations
      #expect(names.count == 13)
      let outcome = try ExternalProgram.run(
        ExternalProgram.python ?? "", [ExternalProgram.scriptPath("foreign")], in: folder,
        input: names.joined(separator: "\n"))
      let all = try JSONDecoder().decode([String: ForeignPixels].self, from: Data(outcome.output.utf8))
      for name in names {
        let image = try Image(decoding: try bytes(name, folder))
        let (animation, theirs) = (try #require(image.container.animation), try #require(all[name]))
        #expect(animation.plays == theirs.plays, "\(name)")
        #expect(image.container.canvas == PixelSize(theirs.width, theirs.height), "\(name)")
        let times = theirs.frames.map { ExactSeconds($0.milliseconds, 1000) }
        #expect(image.frames.map(\.delay) == times, "\(name)")
        for (number, frame) in theirs.frames.enumerated() where number < image.frames.count {
          let apart = difference(image.frames[number].bitmap.pixels, frame.samples)
          // libwebp's player rounds down three times where translucent pixels are blended over translucent
          // ones.
          let isBlended = name.hasPrefix("muxed-1") || name.hasPrefix("muxed-3")
          #expect(apart <= (isBlended ? 3 * 255 : 0), "\(name), frame \(number)")
        }
        #expect(animation.frames.map(facts) == (try webpinfo(name, folder)), "\(name)")
      }
    }
  }

  private func facts(_ frame: StoredFrame) -> [Int] {
    let patch = frame.patch
    return [
      patch.x, patch.y, patch.width, patch.height, frame.delay.numerator,
      frame.disposal == .background ? 1 : 0, frame.blend == .source ? 1 : 0,
    ]
  }

  /// The values of each `ANMF`, as webpinfo lists them.
  private func webpinfo(_ name: String, _ folder: URL) throws -> [[Int]] {
    let outcome = try ExternalProgram.run(ExternalProgram.webpinfo ?? "", [name], in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("No error detected"), "\(name)")
    return outcome.output.components(separatedBy: "Chunk ANMF").dropFirst().map { text in
      text.split(separator: "\n").dropFirst().prefix(7).compactMap { line in
        Int(line.split(separator: " ").last ?? "")
      }
    }
  }

  @Test("the corpus's files have Pillow's pixels", .enabled(if: Corpus.isPresent, "skipped: no corpus"))
  func corpus() throws {
    let names = ["still.webp", "lossy.webp", "animated.webp", "webp-named.png"].map { "unsupported/\($0)" }
    let outcome = try ExternalProgram.run(
      ExternalProgram.python ?? "", [ExternalProgram.scriptPath("foreign")], in: Corpus.folder,
      input: names.joined(separator: "\n"))
    let all = try JSONDecoder().decode([String: ForeignPixels].self, from: Data(outcome.output.utf8))
    for name in names {
      let (image, theirs) = (
        try Image(decoding: try Corpus.bytes(of: name)), try #require(all[name])
      )
      #expect(image.frames.count == theirs.frames.count && image.container.animation?.plays == theirs.plays)
      for (own, other) in zip(image.frames, theirs.frames) {
        #expect(difference(own.bitmap.pixels, other.samples) == 0, "\(name)")
        if theirs.plays != nil { #expect(own.delay == ExactSeconds(other.milliseconds, 1000)) }
      }
    }
  }

  /// The largest difference in alpha, and in colors multiplied by alpha, of 255 · 255.
  private func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    guard one.count == other.count else { return .max }
    var most = 0
    for at in stride(from: 0, to: one.count, by: 4) {
      let (alpha, theirs) = (Int(one[at + 3]), Int(other[at + 3]))
      most = max(most, 255 * abs(alpha - theirs))
      for sample in at..<at + 3 {
        most = max(most, abs(Int(one[sample]) * alpha - Int(other[sample]) * theirs))
      }
    }
    return most
  }

  /// - Source: netpbm's `pam(5)`: lines of names and numbers up to `ENDHDR`, then samples.
  private func pixels(ofPAM bytes: [UInt8]) throws -> (size: PixelSize, pixels: [UInt8]) {
    let end = Array("ENDHDR\n".utf8)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: end) })
    let words = String(decoding: bytes[..<start], as: UTF8.self).split { $0 == " " || $0 == "\n" }
    func number(_ name: String) -> Int {
      words.firstIndex(of: name[...]).flatMap { Int(words[$0 + 1]) } ?? 0
    }
    try #require(number("DEPTH") == 4)
    return (PixelSize(number("WIDTH"), number("HEIGHT")), Array(bytes[(start + end.count)...]))
  }
}

/// The output of `foreign.py` for a picture.
struct ForeignPixels: Decodable {
  struct Frame: Decodable {
    let milliseconds: Int
    let pixels: String

    var samples: [UInt8] {
      let digits = Array(pixels.utf8)
      return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
      }
    }
  }
  let width: Int
  let height: Int
  let plays: Int?
  let frames: [Frame]
}
