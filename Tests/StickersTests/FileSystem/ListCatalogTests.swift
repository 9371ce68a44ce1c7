import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct ListCatalogTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func listed(_ path: String) throws -> [CatalogListing] {
    try ReadOnlyFileSystem.disk.walk([folder[path]]).catalogs.map {
      ReadOnlyFileSystem.disk.listStickerRelatedFolders(of: $0)
    }
  }

  private func folders(_ listing: CatalogListing) -> [String] {
    listing.recognizedFolders.map { $0.path.displayText.replacing(folder.path.displayText + "/", with: "") }
      .sorted()
  }

  @Test("an app's catalog counts only if it has stickers, and other sets are not listed")
  func appCatalogs() throws {
    for name in [
      "App/Assets.xcassets/AppIcon.appiconset/i.png", "Ext/S.xcassets/Group/P.stickerpack/a.sticker/a.png",
      "Ext/S.xcassets/X.imageset/P.stickerpack/b.sticker/b.png", "Ext/T.xcstickers/x.txt",
      "lone.sticker/a.png",
    ] { try folder.write(at: name) }
    let found = try listed("")
    #expect(
      found.map(folders) == [
        [
          "Ext/S.xcassets", "Ext/S.xcassets/Group/P.stickerpack",
          "Ext/S.xcassets/Group/P.stickerpack/a.sticker",
        ],
        ["Ext/T.xcstickers"],
      ])
  }

  @Test("a pack or an icon set that is passed on its own is listed as a catalog, and a sticker is not")
  func parts() throws {
    for name in ["S.xcstickers/P.stickerpack/a.sticker/a.png", "S.xcstickers/I.stickersiconset/i.png"] {
      try folder.write(at: name)
    }
    #expect(
      try listed("S.xcstickers/P.stickerpack").map(folders) == [
        ["S.xcstickers/P.stickerpack", "S.xcstickers/P.stickerpack/a.sticker"]
      ])
    #expect(try listed("S.xcstickers/I.stickersiconset").map(folders) == [["S.xcstickers/I.stickersiconset"]])
    #expect(try listed("S.xcstickers/P.stickerpack/a.sticker").isEmpty)
    #expect(try listed("S.xcstickers/P.stickerpack/a.sticker/a.png").isEmpty)
  }

  @Test("links to files in the walked folder are entries, and other links are unusable")
  func entries() throws {
    try folder.write(at: "S.xcstickers/a.sticker/Contents.json")
    try folder.write(at: "art/a.png")
    try folder.write(at: "S.xcstickers/a.sticker/.DS_Store")
    for (name, target) in [
      ("inside.png", "../../art/a.png"), ("outside.png", "/etc/passwd"), ("nowhere.png", "gone"),
      ("folder", "../../art"),
    ] { try folder.link("S.xcstickers/a.sticker/\(name)", to: target) }
    func kinds(_ path: String) throws -> [String: CatalogEntry] {
      let set = try #require(try listed(path)[0].recognizedFolders.first { $0.kind == .sticker })
      return Dictionary(uniqueKeysWithValues: set.entries.map { ($0.name.displayText, $0) })
    }
    let all = try kinds("")
    #expect(all["inside.png"]?.kind == .file)
    for name in ["outside.png", "nowhere.png", "folder"] {
      #expect(all[name]?.kind == .unusableLink, "\(name)")
    }
    #expect(all[".DS_Store"]?.isExcludedOrHidden == true && all["Contents.json"]?.isExcludedOrHidden == false)
    #expect(try kinds("S.xcstickers")["inside.png"]?.kind == .unusableLink)
  }

  @Test("folders are listed down to a depth of 32")
  func deep() throws {
    let path = [String](repeating: "d", count: 40).joined(separator: "/")
    try folder.write(at: "S.xcstickers/\(path)/P.stickerpack/x.txt")
    try folder.write(at: "S.xcstickers/d/d/Q.stickerpack/x.txt")
    #expect(try listed("").flatMap(folders) == ["S.xcstickers", "S.xcstickers/d/d/Q.stickerpack"])
  }
}
