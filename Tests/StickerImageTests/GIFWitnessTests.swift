import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Our GIFs, as third-party programs read them.
@Suite struct GIFWitnessTests {
  /// Drawn and random animations, and small ones from the corpus, with their numbers of plays.
  private static func cases() throws -> [(name: String, frames: [Frame], plays: Int)] {
    let drawn = MotionCase.all.enumerated().map { ("drawn\($0)", $1.frames, [0, 1, 2, 65_536][$0 % 4]) }
    let random = RoundTripTests.animations.enumerated().compactMap { number, random in
      let steady = random.frames.map { Frame($0.bitmap, delay: ExactSeconds(3, 100)) }
      return number % 3 == 0 ? ("random\(number)", steady, number % 2) : nil
    }
    let moving = CorpusFile.all("moving") {
      $0.format == "apng" && $0.expectation == .ok && $0.frameCount ?? 1 > 1
    }
    return drawn + random
      + (moving.enumerated().compactMap { number, file in
        guard let image = try? Image(decoding: file.bytes()), image.container.canvas.area < 100_000,
          image.frames.count < 40
        else { return nil }
        let steady = image.frames.map { Frame($0.bitmap, delay: ExactSeconds(7, 100)) }
        return ("corpus\(number)", steady, number % 3)
      })
  }

  /// Writes what each file should show, for `Tests/Witnesses/gifs.py`.
  private func write(_ gif: EncodedGIF, _ plays: Int, as name: String, into folder: URL) throws {
    let path = folder.appendingPathComponent("\(name).gif")
    let stem = path.deletingPathExtension()
    let times = gif.displayedFrames.map { "\($0.delay.numerator * 100 / $0.delay.denominator)" }
    let loops = gif.displayedFrames.count == 1 || plays == 1 ? "none" : "\(plays == 0 ? 0 : plays - 1)"
    try Data(gif.bytes).write(to: path)
    try Data(gif.displayedFrames.flatMap(\.bitmap.pixels)).write(to: stem.appendingPathExtension("rgba"))
    try Data(times.joined(separator: " ").utf8).write(to: stem.appendingPathExtension("times"))
    try Data(loops.utf8).write(to: stem.appendingPathExtension("loops"))
  }

  @Test(
    "Pillow sees the encoded animation in our GIF and gifsicle's copy, without warnings",
    .enabled(
      if: ExternalProgram.python != nil && ExternalProgram.gifsicle != nil, "skipped: no Pillow or gifsicle"))
  func witnesses() throws {
    let cases = try Self.cases()
    #expect(cases.count > 40)
    try ExternalProgram.withTemporaryFolder { folder in
      for (name, frames, plays) in cases {
        let gif = try frames.encodedGIF(plays: plays)
        try write(gif, plays, as: name, into: folder)
        let info = try ExternalProgram.run(
          ExternalProgram.gifsicle ?? "", ["--info", "\(name).gif"], in: folder)
        #expect(info.status == 0 && !info.output.contains("warning"), "\(name): \(info.output)")
        #expect(info.output.contains("\(gif.displayedFrames.count) image"), "\(name): \(info.output)")
        let again = "again-\(name)"
        let copied = try ExternalProgram.run(
          ExternalProgram.gifsicle ?? "", ["-O0", "--no-warnings", "\(name).gif", "-o", "\(again).gif"],
          in: folder)
        #expect(copied.status == 0 && copied.output.isEmpty, "\(name): \(copied.output)")
        for ending in ["rgba", "times", "loops"] {
          try FileManager.default.copyItem(
            at: folder.appendingPathComponent("\(name).\(ending)"),
            to: folder.appendingPathComponent("\(again).\(ending)"))
        }
      }
      let compared = try ExternalProgram.run(
        ExternalProgram.python ?? "", [ExternalProgram.scriptPath("gifs"), folder.path])
      #expect(compared.output == "done\n", "\(compared.output.prefix(4000))")
    }
  }

  @Test(
    "all GIFs together are less than 10% larger than gifsicle's of the same frames",
    .enabled(if: ExternalProgram.gifsicle != nil, "skipped: no gifsicle"))
  func weight() throws {
    var (ours, theirs) = (0, 0)
    try ExternalProgram.withTemporaryFolder { folder in
      for (name, frames, plays) in try Self.cases() {
        let gif = try frames.encodedGIF(plays: plays)
        guard gif.displayedFrames.count > 1, let plain = plainGIF(gif.displayedFrames, plays: plays) else {
          continue
        }
        try Data(plain).write(to: folder.appendingPathComponent("\(name).gif"))
        let outcome = try ExternalProgram.run(
          ExternalProgram.gifsicle ?? "", ["-O3", "--no-warnings", "\(name).gif", "-o", "light.gif"],
          in: folder)
        #expect(outcome.status == 0, "\(outcome.output)")
        ours += gif.bytes.count
        theirs += try Data(contentsOf: folder.appendingPathComponent("light.gif")).count
      }
    }
    #expect(theirs > 100_000)
    #expect(Double(ours) < 1.1 * Double(theirs), "\(ours) bytes, gifsicle's \(theirs)")
  }
}
