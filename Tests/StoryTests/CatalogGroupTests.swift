import Foundation
import Testing

/// Catalogs as they occur in projects: with extra folders, layered icons and more than one pack.
@Suite struct CatalogGroupTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "Ext/S.xcstickers/Group/P.stickerpack/x.sticker/x.png")
    for name in ["x 1.png", "x 2.png"] {
      try folder.write(
        Art.disc(blue: name == "x 1.png" ? 90 : 120),
        to: "Ext/S.xcstickers/Group/P.stickerpack/x.stickersequence/\(name)")
    }
    try folder.write(Art.disc(), to: "Ext/S.xcstickers/I.stickersiconset/i.png")
    try folder.write(Art.disc(), to: "Ext/App.icon/Assets/layer.png")
  }

  private func lint(_ paths: String..., rules: String) throws -> Outcome {
    try Program.run(
      ["lint", "--format", "concise", "--select", rules] + paths, in: folder.url)
  }

  @Test("a nested pack uses its catalog's icons, and a pack that is named alone needs none")
  func icons() throws {
    for path in ["Ext", "Ext/S.xcstickers", "Ext/S.xcstickers/Group", "Ext/S.xcstickers/Group/P.stickerpack"]
    {
      let outcome = try lint(path, rules: "missing-icon")
      #expect(outcome.status == 0 && outcome.lines.isEmpty, "\(path): \(outcome.text)")
    }
    try FileManager.default.removeItem(at: folder.url.appending(path: "Ext/S.xcstickers/I.stickersiconset"))
    #expect(try lint("Ext", rules: "missing-icon").lines.count == 1)
    #expect(try lint("Ext/S.xcstickers/Group", rules: "missing-icon").lines.isEmpty)
  }

  @Test("layered icons are not stickers, and one note says so")
  func layers() throws {
    let outcome = try lint("Ext", rules: "pixel-dimensions,opaque-background")
    #expect(!outcome.text.contains("layer.png"))
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("layered icon") } == 1)
  }

  @Test("a sequence may share the name of the sticker next to it")
  func names() throws {
    let outcome = try lint("Ext", rules: "name-collision,catalog-duplicate-name")
    #expect(outcome.lines.isEmpty, "\(outcome.text)")
  }

  @Test("a second pack in a catalog of the same target is an error at its location")
  func twoPacks() throws {
    try folder.write(Art.disc(), to: "Ext/A.xcassets/Q.stickerpack/y.sticker/y.png")
    let lines = try lint("Ext", rules: "two-packs").lines
    #expect(
      lines == [
        "Ext/S.xcstickers/Group/P.stickerpack/Contents.json: error two-packs: another sticker pack besides "
          + "“Q.stickerpack” in Ext/A.xcassets (limit: one pack per target)"
      ])
  }
}
