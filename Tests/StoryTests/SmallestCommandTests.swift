import Foundation
import Testing

@testable import StickerImage

/// `stickerlint fix --smallest`.
@Suite struct SmallestCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/disc.png")
    try folder.write(Art.moving(), to: "art/moving.png")
  }

  private func fix(_ line: String) throws -> Outcome {
    try Program.run(["fix"] + line.split(separator: " ").map(String.init), in: folder.url)
  }

  private func sum(_ files: [String]) throws -> Int {
    try files.reduce(0) { try $0 + folder.bytes(of: $1).count }
  }

  @Test("files without findings get smaller, and a second run has nothing to do")
  func twice() throws {
    let before = try folder.tree("art")
    #expect(try fix("art --check").status == 0)
    #expect(try fix("art --smallest --check").status == 1)
    #expect(try folder.tree("art") == before)
    let outcome = try fix("art --smallest --in-place")
    #expect(outcome.status == 0 && outcome.text.contains("\nsmallest: 2 of 2 PNG files are smaller: "))
    let after = try folder.tree("art")
    for (name, bytes) in before {
      let (old, new) = try (Image(decoding: bytes), Image(decoding: after[name] ?? []))
      #expect(after[name]?.count ?? .max < bytes.count)
      #expect(new.frames == old.frames && new.container.animation?.plays == old.container.animation?.plays)
    }
    let again = try fix("art --smallest --in-place")
    #expect(again.status == 0 && again.text.hasPrefix("nothing to change in 2 files\nsmallest: none of 2 "))
    #expect(try folder.tree("art") == after)
    #expect(try fix("art --smallest --check").status == 0)
  }

  @Test("a broken file and a JPEG stay, the others shrink, and the report says by how much")
  func figures() throws {
    let broken = try Array(folder.bytes(of: "art/disc.png").dropLast(400))
    let jpeg = try Art.bitmap(300, 300, red: 200, blue: 9, x: 0).encodedJPEG()
    try folder.write(broken, to: "art/broken.png")
    try folder.write(jpeg, to: "art/photo.jpg")
    let files = try folder.files(below: "art").map { "art/\($0)" }
    let before = try sum(files)
    let outcome = try fix("art --smallest --select wasteful-encoding --in-place --format json --no-pack")
    #expect(outcome.status == 1, "the broken file must be a finding")
    #expect(try folder.bytes(of: "art/broken.png") == broken && folder.bytes(of: "art/photo.jpg") == jpeg)
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    let summary = try #require(json?["summary"] as? [String: Any])
    let smallest = try #require(summary["smallest"] as? [String: Int])
    #expect(smallest["files"] == 3 && smallest["smaller"] == 2 && summary["changed"] as? Int == 2)
    #expect(smallest["bytesBefore"] == before - jpeg.count)
    #expect(try smallest["bytesAfter"] == sum(files) - jpeg.count)
    #expect(try sum(files) < before)
  }

  @Test("a file that is only reencoded does not take a name from one that is converted")
  func names() throws {
    try folder.write(Art.moving(), to: "art/a.apng")
    try folder.write(Art.bitmap(300, 300, red: 200, blue: 9, x: 0).encodedJPEG(), to: "art/b/a.jpg")
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "art/b/a.jpg"), to: folder.url.appending(path: "art/a.jpg"))
    let outcome = try fix("art --smallest --select discouraged-format --in-place")
    #expect(outcome.status != 2, "\(outcome.text)\(outcome.errors)")
    #expect(try folder.files(below: "art") == ["a.apng", "a.png", "disc.png", "moving.png"])
  }

  @Test("`wasteful-encoding` reports nothing if everything is encoded anyway")
  func rule() throws {
    let settings = "rules:\n  wasteful-encoding: { severity: error, min-saving: 1, min-bytes: 1 }\n"
    try folder.write(Array(settings.utf8), to: ".stickerlint.yml")
    let png = try Image(decoding: folder.bytes(of: "art/disc.png")).frames[0].bitmap
    try folder.write(png.opaque.encodedOpaqueTruecolorPNG(), to: "art/disc.png")
    let line = "art --ignore opaque-background,loop-jump"
    #expect(try fix(line + " --select finite-loop").text.contains("1 error (wasteful-encoding)"))
    let outcome = try fix(line + " --smallest --in-place --effort fast")
    #expect(outcome.status == 0 && outcome.text.contains("\nremaining: no findings\n"), "\(outcome.text)")
  }
}

extension Bitmap {
  /// The bitmap with all pixels opaque.
  fileprivate var opaque: Bitmap {
    var copy = self
    for at in stride(from: 3, to: pixels.count, by: 4) { copy.pixels[at] = 255 }
    return copy
  }
}
