import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct WalkCatalogTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in [
      "App/Assets.xcassets/AppIcon.appiconset/icon.png",
      "App/Assets.xcassets/Photo.imageset/photo.png",
      "App/Shots/shot.png",
      "Ext/S.xcstickers/Icon.stickersiconset/i.png",
      "Ext/S.xcstickers/P.stickerpack/a.sticker/a.png",
      "Ext/S.xcstickers/P.stickerpack/b.stickersequence/b1.png",
      "Ext/S.xcstickers/P.stickerpack/stray.png",
      "Ext/S.xcstickers/P.stickerpack/group/c.sticker/c.gif",
      "Ext/S.xcstickers/P.stickerpack/group/c.sticker/sub/no.png",
    ] { try folder.write(at: name) }
  }

  @Test("in a catalog, only three kinds of set have assets, each with its role and pack")
  func catalog() throws {
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    let pack = folder["Ext/S.xcstickers/P.stickerpack"]
    #expect(
      facts(walk) == [
        Fact("shot.png", .sticker, folder["App/Shots"]),
        Fact("i.png", .icon, nil),
        Fact("a.png", .sticker, pack),
        Fact("b1.png", .frame, pack),
        Fact("c.gif", .sticker, pack),
      ])
    #expect(walk.skipCounts == [.otherAssetSet: 4])
  }

  @Test(
    "assets in a named part of a catalog have the role of their location, and a file named alone has no pack",
    arguments: [
      (
        "Ext/S.xcstickers/P.stickerpack/b.stickersequence/", "b1.png", AssetRole.frame,
        "Ext/S.xcstickers/P.stickerpack"
      ),
      ("Ext/S.xcstickers/P.stickerpack/a.sticker", "a.png", .sticker, "Ext/S.xcstickers/P.stickerpack"),
      ("Ext/S.xcstickers/P.stickerpack/b.stickersequence/b1.png", "b1.png", .frame, ""),
      ("Ext/S.xcstickers/Icon.stickersiconset/i.png", "i.png", .icon, ""),
      ("Ext/S.xcstickers/Icon.stickersiconset", "i.png", .icon, ""),
      ("App/Assets.xcassets/AppIcon.appiconset/icon.png", "icon.png", .sticker, ""),
      ("App/Shots", "shot.png", .sticker, "App/Shots"),
    ])
  func named(_ path: String, _ name: String, _ role: AssetRole, _ pack: String) throws {
    #expect(
      facts(try ReadOnlyFileSystem.disk.walk([folder[path]])) == [
        Fact(name, role, pack.isEmpty ? nil : folder[pack])
      ]
    )
  }

  @Test(
    "a named Contents.json selects the pack that contains it, once",
    arguments: [
      (["a.sticker/Contents.json"], ["a.png", "b1.png", "c.gif"]),
      (["Contents.json", "a.sticker/a.png", "a.sticker/Contents.json"], ["a.png", "b1.png", "c.gif"]),
      (["a.sticker/a.png", "group/c.sticker/Contents.json"], ["a.png", "b1.png", "c.gif"]),
    ])
  func documents(_ names: [String], _ found: [String]) throws {
    let pack = "Ext/S.xcstickers/P.stickerpack"
    for name in names where name.hasSuffix("json") { try folder.write(at: "\(pack)/\(name)") }
    let walk = try ReadOnlyFileSystem.disk.walk(names.map { folder["\(pack)/\($0)"] })
    #expect(walk.sources.map(\.path.name.displayText) == found)
    #expect(walk.sources.allSatisfy { $0.pack == folder[pack] })
    #expect(walk.individuallyNamedFiles == [])
    #expect(walk.catalogs.map(\.path) == [folder[pack]])
  }

  @Test(
    "an icon set's Contents.json selects the whole catalog, and any other Contents.json selects only itself")
  func otherDocuments() throws {
    for name in ["Ext/S.xcstickers/Icon.stickersiconset/Contents.json", "App/Contents.json"] {
      try folder.write(at: name)
    }
    let icons = try ReadOnlyFileSystem.disk.walk([
      folder["Ext/S.xcstickers/Icon.stickersiconset/Contents.json"]
    ])
    #expect(icons.sources.map(\.path.name.displayText) == ["i.png", "a.png", "b1.png", "c.gif"])
    #expect(
      try ReadOnlyFileSystem.disk.walk([folder["App/Contents.json"]]).individuallyNamedFiles == [
        folder["App/Contents.json"]
      ])
  }

  @Test("an unrelated set in an app's catalog is skipped even if it is named")
  func namedSet() throws {
    let walk = try ReadOnlyFileSystem.disk.walk([folder["App/Assets.xcassets/AppIcon.appiconset"]])
    #expect(walk.sources.isEmpty)
    #expect(walk.skipCounts == [.otherAssetSet: 1])
  }

  @Test("images in layered icons are neither stickers nor icons, wherever they are")
  func layeredIcons() throws {
    for place in ["Ext/S.xcstickers/App.icon", "App/App.icon", "App/App.icon/deep/a.sticker"] {
      try folder.write(at: "\(place)/Assets/layer.png")
    }
    let walk = try ReadOnlyFileSystem.disk.walk([folder["Ext"], folder["App"]])
    #expect(!facts(walk).contains { $0.name == "layer.png" })
    #expect(walk.skipCounts[.layeredIcon] == 3)
    #expect(
      walk.skipNotesExceptGitIgnored.contains(
        "3 images of layered icons (.icon), which are not stickers, left out"))
  }

  @Test(
    "a pack has its catalog, and whether all of the catalog was walked",
    arguments: [
      ("Ext", "Ext/S.xcstickers", true), ("Ext/S.xcstickers", "Ext/S.xcstickers", true),
      ("Ext/S.xcstickers/Group", "Ext/S.xcstickers/Group/Q.stickerpack", false),
      ("Ext/S.xcstickers/Group/Q.stickerpack", "Ext/S.xcstickers/Group", false),
    ])
  func groups(_ named: String, _ catalog: String, _ isWhole: Bool) throws {
    try folder.write(at: "Ext/S.xcstickers/Group/Q.stickerpack/d.sticker/d.png")
    let packs = try ReadOnlyFileSystem.disk.walk([folder[named]]).catalogPacks
    let pack = try #require(packs.first { $0.path.name == Path("Q.stickerpack") })
    #expect(pack.isWholeCatalogWalked == isWhole)
    if isWhole { #expect(pack.searchedCatalogFolder == folder[catalog]) }
  }

  @Test("a catalog location behind a link is recognized")
  func throughLink() throws {
    try folder.link("here", to: "Ext/S.xcstickers/P.stickerpack/b.stickersequence")
    #expect(
      facts(try ReadOnlyFileSystem.disk.walk([folder["here"]])) == [Fact("b1.png", .frame, folder["here"])])
  }

  @Test("in a plain folder, the pack is the folder that contains the file")
  func plain() throws {
    for name in ["art/a.png", "art/more/b.png"] { try folder.write(at: name) }
    #expect(
      facts(try ReadOnlyFileSystem.disk.walk([folder["art"]])) == [
        Fact("a.png", .sticker, folder["art"]), Fact("b.png", .sticker, folder["art/more"]),
      ])
  }

  @Test("in a folder that stickerlint built, the catalog is checked and variants are not")
  func build() throws {
    try folder.write("{\n  \"generator\" : { \"name\" : \"stickerlint\" }\n}\n", at: "out/manifest.json")
    for name in ["out/variants/a@2x.png", "out/S.xcstickers/P.stickerpack/a.sticker/a.png"] {
      try folder.write(at: name)
    }
    let walk = try ReadOnlyFileSystem.disk.walk([folder["out"]])
    #expect(facts(walk) == [Fact("a.png", .sticker, folder["out/S.xcstickers/P.stickerpack"])])
    #expect(walk.skipCounts == [.generatedFromCatalog: 1])
  }

  @Test(
    "files that a code template copies into its bundle are skipped, wherever the manifest names its generator"
  )
  func builtWithCode() throws {
    let bundle = ["Stickers/a-01.png", "Message/picture.png", "Assets.xcassets/Contents.json"]
    let files = bundle.map { "{\"file\": \"\($0)\"}" } + Array(repeating: "{}", count: 3000)
    try folder.write(
      "{\"bundle\": [\(files.joined(separator: ", "))], \"generator\": {\"name\": \"stickerlint\"}}",
      at: "out/manifest.json")
    let generated = ["Stickers/a-01.png", "Message/picture.png", "variants/a@2x.png", "contact-sheet.png"]
    let icon = "Assets.xcassets/iMessage App Icon.stickersiconset/i.png"
    for name in generated + [icon, "S.xcstickers/P.stickerpack/a.sticker/a.png"] {
      try folder.write(at: "out/\(name)")
    }
    let walk = try ReadOnlyFileSystem.disk.walk([folder["out"]])
    #expect(facts(walk) == [Fact("a.png", .sticker, folder["out/S.xcstickers/P.stickerpack"])])
    #expect(walk.skipCounts == [.generatedFromCatalog: 5])
  }

  @Test("a user's folder next to a build contains art, whatever its name")
  func foreignBesideBuild() throws {
    try folder.write("{\"generator\": {\"name\": \"stickerlint\"}}", at: "out/manifest.json")
    try folder.write(at: "out/Stickers/a.png")
    #expect(facts(try ReadOnlyFileSystem.disk.walk([folder["out"]])).map(\.name) == ["a.png"])
  }

  @Test(
    "in a project made from a template, the folder Message contains message images, even if it is named")
  func messageOfProject() throws {
    let index = "{\"schema\": 1, \"stickers\": [{\"file\": \"a-01.png\", \"sha256\": \"01\"}]}"
    try folder.write(index, at: "Project/Stickers/index.json")
    for name in ["Project/Stickers/a-01.png", "Project/Message/picture.png"] { try folder.write(at: name) }
    let picture = Fact("picture.png", .messageImage, nil)
    let sticker = Fact("a-01.png", .sticker, folder["Project/Stickers"])
    #expect(facts(try ReadOnlyFileSystem.disk.walk([folder["Project"]])) == [picture, sticker])
    #expect(facts(try ReadOnlyFileSystem.disk.walk([folder["Project/Message"]])) == [picture])
    #expect(facts(try ReadOnlyFileSystem.disk.walk([folder["Project/Message/picture.png"]])) == [picture])
    // Next to another program's index, a folder with this name contains art.
    try folder.write("{\"schema\": 1}", at: "Other/Stickers/index.json")
    try folder.write(at: "Other/Message/picture.png")
    #expect(facts(try ReadOnlyFileSystem.disk.walk([folder["Other/Message"]])).map(\.role) == [.sticker])
  }

  @Test(
    "variants next to another program's manifest are art, whatever the manifest mentions",
    arguments: [
      #"{"name": "x"}"#, #"{"name": "stickerlint"}"#, #"{"generator": "stickerlint"}"#, "stickerlint",
    ])
  func otherManifest(_ manifest: String) throws {
    try folder.write(manifest, at: "out/manifest.json")
    try folder.write(at: "out/variants/a.png")
    #expect(facts(try ReadOnlyFileSystem.disk.walk([folder["out"]])).map(\.name) == ["a.png"])
  }

  private func facts(_ walk: WalkResult) -> [Fact] {
    walk.sources.map { Fact($0.path.name.displayText, $0.role, $0.pack) }
  }

  private struct Fact: Equatable {
    let name: String
    let role: AssetRole
    let pack: Path?
    init(_ name: String, _ role: AssetRole, _ pack: Path?) {
      (self.name, self.role, self.pack) = (name, role, pack)
    }
  }
}
