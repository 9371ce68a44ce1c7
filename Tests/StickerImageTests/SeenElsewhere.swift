import Foundation
import Testing

@testable import StickerImage

/// Writes a file into a folder, with what should be seen in it for `Tests/Witnesses/roundtrip.py`.
func writeCase(_ name: String, _ file: [UInt8], _ frames: [Frame], plays: Int, into folder: URL) throws {
  let path = folder.appendingPathComponent(name)
  let stem = path.deletingPathExtension()
  let times = file.has("acTL", at: 37) ? frames.map { "\($0.delay.numerator)/\($0.delay.denominator)" } : []
  try Data(file).write(to: path)
  try Data(frames.flatMap(\.bitmap.pixels)).write(to: stem.appendingPathExtension("rgba"))
  try Data(times.joined(separator: " ").utf8).write(to: stem.appendingPathExtension("times"))
  try Data("\(plays)".utf8).write(to: stem.appendingPathExtension("plays"))
}

/// Has the files of `writeCase` read by Pillow, ImageMagick (stills) and apngdis (animations), those of them
/// that are installed, and checked by pngcheck.
///
/// - Parameter kind: the extension of stills, which ImageMagick reads too; nil for animations.
func expectSeenElsewhere(_ folder: URL, kind: String?) throws {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  if let pngcheck = Witness.pngcheck, kind != "jpg" {
    let checked = try Witness.run(pngcheck, ["-q"] + names.filter { $0.hasSuffix(".png") }, in: folder)
    #expect(checked.status == 0, "\(checked.output.prefix(2000))")
  }
  if let mogrify = Witness.mogrify, let kind {
    let pictures = names.filter { $0.hasSuffix("." + kind) }
    let into = folder.appendingPathComponent("seen")
    try FileManager.default.createDirectory(at: into, withIntermediateDirectories: true)
    let seen = try Witness.run(
      mogrify, ["-depth", "8", "-path", "seen", "-format", "rgba"] + pictures, in: folder)
    #expect(seen.status == 0, "\(seen.output.prefix(2000))")
  }
  let compared = try Witness.run(
    Witness.python ?? "", [Witness.script("roundtrip"), folder.path] + (Witness.apngdis.map { [$0] } ?? []))
  #expect(compared.output == "done\n", "\(compared.output.prefix(4000))")
}
