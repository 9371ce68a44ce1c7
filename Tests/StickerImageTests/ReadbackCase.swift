import Corpus
import Foundation
import Testing

@testable import StickerImage

/// A file that we wrote, and what third-party programs should see in it.
struct ReadbackCase: Sendable {
  /// The name, with its extension.
  let name: String
  let file: [UInt8]
  let frames: [Frame]
  var plays = 0

  /// Whether Pillow is known to show something else: 13.0.0 restores too little after a frame that is blended
  /// over the canvas and disposed to the previous one.
  ///
  /// - Source: PNG specification, third edition, 11.3.6.2: APNG_DISPOSE_OP_PREVIOUS with
  ///   APNG_BLEND_OP_OVER.
  var isMisreadByPillow: Bool {
    ImageContainer(of: file)?.animation?.frames.contains { $0.disposal == .previous && $0.blend == .over }
      ?? false
  }

  /// Writes the file to a folder, with the expected frames for `Tests/Witnesses/roundtrip.py`.
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

extension [ReadbackCase] {
  /// Compares frames, times and plays with Pillow, and with apngdis if a path is given. apngdis decides where
  /// Pillow is known to be wrong.
  func expectReadback(byPillow python: String, apngdis: String? = nil) throws {
    #expect(!isEmpty)
    try ExternalProgram.withTemporaryFolder { folder in
      for seen in self { try seen.write(into: folder) }
      let compared = try ExternalProgram.run(
        python, [ExternalProgram.scriptPath("roundtrip"), folder.path] + (apngdis.map { [$0] } ?? []))
      #expect(compared.output == "done\n", "\(compared.output.prefix(4000))")
    }
  }

  /// Writes the pixels of stills with ImageMagick, and compares them.
  func expectSeen(byImageMagick mogrify: String, within tolerance: Int) throws {
    #expect(!isEmpty)
    try ExternalProgram.withTemporaryFolder { folder in
      for seen in self { try Data(seen.file).write(to: folder.appendingPathComponent(seen.name)) }
      let outcome = try ExternalProgram.run(
        mogrify, ["-depth", "8", "-format", "rgba"] + map(\.name), in: folder)
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

  /// Checks chunks, their order and their checksums with pngcheck.
  func expectNoErrors(byPngcheck pngcheck: String) throws {
    #expect(!isEmpty)
    try ExternalProgram.withTemporaryFolder { folder in
      for seen in self { try Data(seen.file).write(to: folder.appendingPathComponent(seen.name)) }
      let outcome = try ExternalProgram.run(pngcheck, ["-q"] + map(\.name), in: folder)
      #expect(outcome.status == 0, "\(outcome.output.prefix(2000))")
    }
  }
}
