import Corpus
import Foundation
import Testing

@testable import StickerImage

/// A file of ours, and what programs that are not ours should see in it.
struct SeenCase: Sendable {
  /// With the extension.
  let name: String
  let file: [UInt8]
  let frames: [Frame]
  var plays = 0

  /// Whether Pillow is known to see something else: 13.0.0 takes back too little of a frame that is laid over
  /// the canvas and then taken back to what was there.
  ///
  /// - Source: PNG specification, third edition, 11.3.6.2: APNG_DISPOSE_OP_PREVIOUS with
  ///   APNG_BLEND_OP_OVER.
  var isBeyondPillow: Bool {
    ImageContainer(of: file)?.animation?.frames.contains { $0.disposal == .previous && $0.blend == .over }
      ?? false
  }

  /// Writes the file into a folder, with what should be seen in it for `Tests/Witnesses/roundtrip.py`.
  func write(into folder: URL) throws {
    let path = folder.appendingPathComponent(name)
    let stem = path.deletingPathExtension()
    let moves = file.has("acTL", at: 37) || file.has("ANIM", at: 30)
    let times = moves ? frames.map { "\($0.delay.numerator)/\($0.delay.denominator)" } : []
    try Data(file).write(to: path)
    try Data(frames.flatMap(\.bitmap.pixels)).write(to: stem.appendingPathExtension("rgba"))
    try Data(times.joined(separator: " ").utf8).write(to: stem.appendingPathExtension("times"))
    try Data("\(plays)".utf8).write(to: stem.appendingPathExtension("plays"))
  }
}

extension [SeenCase] {
  /// Has Pillow compare frames, times and plays; where a path of apngdis is given, that too, whose word
  /// counts where Pillow is known to be wrong.
  func expectSeen(byPillow python: String, apngdis: String? = nil) throws {
    #expect(!isEmpty)
    try Witness.withFolder { folder in
      for seen in self { try seen.write(into: folder) }
      let compared = try Witness.run(
        python, [Witness.script("roundtrip"), folder.path] + (apngdis.map { [$0] } ?? []))
      #expect(compared.output == "done\n", "\(compared.output.prefix(4000))")
    }
  }

  /// Has ImageMagick write the pixels of stills, and compares them.
  func expectSeen(byImageMagick mogrify: String, within tolerance: Int) throws {
    #expect(!isEmpty)
    try Witness.withFolder { folder in
      for seen in self { try Data(seen.file).write(to: folder.appendingPathComponent(seen.name)) }
      let outcome = try Witness.run(mogrify, ["-depth", "8", "-format", "rgba"] + map(\.name), in: folder)
      #expect(outcome.status == 0, "\(outcome.output.prefix(2000))")
      for seen in self {
        let path = folder.appendingPathComponent(seen.name).deletingPathExtension()
        let theirs = [UInt8](try Data(contentsOf: path.appendingPathExtension("rgba")))
        let ours = seen.frames[0].bitmap.pixels
        #expect(theirs.count == ours.count, "\(seen.name)")
        #expect(largestDifference(theirs, ours) <= tolerance, "\(seen.name)")
      }
    }
  }

  /// Has pngcheck look at chunks, their order and checksums.
  func expectNoComplaint(ofPngcheck pngcheck: String) throws {
    #expect(!isEmpty)
    try Witness.withFolder { folder in
      for seen in self { try Data(seen.file).write(to: folder.appendingPathComponent(seen.name)) }
      let outcome = try Witness.run(pngcheck, ["-q"] + map(\.name), in: folder)
      #expect(outcome.status == 0, "\(outcome.output.prefix(2000))")
    }
  }
}
