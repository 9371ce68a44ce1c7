import Foundation
import Testing

@testable import StickerImage

/// Compares each picture of a folder with the raw RGBA frames beside it, and durations in milliseconds;
/// prints what differs.
private let comparison = """
  import pathlib, sys
  from fractions import Fraction
  from PIL import Image
  for path in sorted(pathlib.Path(sys.argv[1]).glob("*.png")):
    raw = path.with_suffix(".rgba").read_bytes()
    times = [float(Fraction(t)) * 1000 for t in path.with_suffix(".times").read_text().split()]
    image = Image.open(path)
    frames = getattr(image, "n_frames", 1)
    if frames != max(len(times), 1): print(path.name, "has", frames, "frames"); continue
    for number in range(frames):
      image.seek(number)
      if times and abs(image.info["duration"] - times[number]) > 1e-6: print(path.name, "time", number)
      seen, size = image.convert("RGBA").tobytes(), image.width * image.height * 4
      wanted = raw[number * size:(number + 1) * size]
      for at in range(0, size, 4):
        a, b = seen[at:at + 4], wanted[at:at + 4]
        if a != b and (a[3] or b[3]): print(path.name, "frame", number, "pixel", at // 4, a, b); break
  print("done")
  """

@Suite struct EncodePillowTests {
  private func write(_ name: String, _ file: [UInt8], _ frames: [Frame], into folder: URL) throws {
    let times = frames.count > 1 ? frames.map { "\($0.delay.numerator)/\($0.delay.denominator)" } : []
    try Data(file).write(to: folder.appendingPathComponent("\(name).png"))
    try Data(frames.flatMap(\.bitmap.pixels)).write(to: folder.appendingPathComponent("\(name).rgba"))
    try Data(times.joined(separator: " ").utf8).write(to: folder.appendingPathComponent("\(name).times"))
  }

  @Test(
    "Pillow sees the stills and animations that went in",
    .enabled(if: Witness.python != nil, "skipped: no Pillow"))
  func pillow() throws {
    let python = try #require(Witness.python)
    try Witness.withFolder { folder in
      for still in StillCase.all {
        try write(still.name, encodePNG(still.bitmap), [Frame(still.bitmap)], into: folder)
      }
      for motion in MotionCase.all where motion.frames.count > 1 {
        let file = try encodeAPNG(motion.frames, plays: 0)
        // Frames that look alike have joined: our own decoder, held to the corpus, says which are left.
        try write(motion.name, file, collectImage(file).frames, into: folder)
      }
      let outcome = try Witness.run(python, ["-c", comparison, folder.path])
      #expect(outcome.status == 0)
      #expect(outcome.output == "done\n")
    }
  }

  @Test("pngcheck finds nothing wrong", .enabled(if: Witness.pngcheck != nil, "skipped: no pngcheck"))
  func pngcheck() throws {
    let pngcheck = try #require(Witness.pngcheck)
    try Witness.withFolder { folder in
      var paths: [String] = []
      for (number, still) in StillCase.all.enumerated() {
        let chunks = number % 2 == 0 ? [pngChunk("sRGB", [[0]]), pngChunk("gAMA", [bigEndian(45455)])] : []
        let path = folder.appendingPathComponent("\(number).png")
        try Data(encodePNG(still.bitmap, colorChunks: chunks)).write(to: path)
        paths.append(path.path)
      }
      let outcome = try Witness.run(pngcheck, ["-q"] + paths)
      #expect(outcome.status == 0, "\(outcome.output)")
    }
  }
}
