import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct FixIconsTests {
  private let configuration = Configuration(rules: Rule.all)
  private let root = "S.xcstickers"

  /// A catalog with a complete icon set, after a change to the icon set.
  private func catalog(_ change: (inout FileTree) throws -> Void) throws -> FileTree {
    var set = try Self.completeIconSet.get()
    try change(&set)
    var tree = FileTree()
    tree["\(root)/Contents.json"] = Array(#"{"info":{"author":"a","version":1}}"#.utf8)
    tree.add(set, below: "\(root)/I.stickersiconset")
    return tree
  }

  /// Drawn only once, because drawing thirteen images is slow.
  private static let completeIconSet = Result {
    try iconSet(from: IconSetSource(IconSetSource.ImageFile(file: Path("art.png"), bytes: try icon(1024))))
      .tree
  }

  private static func icon(_ width: Int, _ height: Int? = nil, alpha: UInt8 = 255) throws -> [UInt8] {
    let size = PixelSize(width, height ?? width)
    let pixel: [UInt8] = [200, 90, 40, alpha]
    let bitmap = Bitmap(size, pixels: (0..<size.area).flatMap { _ in pixel })
    return try EditableImage([Frame(bitmap, delay: ExactSeconds(0, 1))]).verifiedPNGOrGIF(.fast)
  }

  private func fixed(_ tree: FileTree) throws -> CatalogFixes {
    let maker: IconSetRepair.Generator = { set, isApp throws(Diagnostic) in
      try iconSetRepair(of: set, isApp: isApp)
    }
    let fixes = fixCatalog(in: tree, at: root, configuration, makingIcons: maker) { _ in true }
    var after = tree
    for change in fixes.changes {
      switch change {
      case .write(let path, _, let new): after[path] = new
      case .rename(let old, let new, let bytes): (after[old], after[new]) = (nil, bytes ?? tree[old])
      }
    }
    let left = catalogFindings(in: after, catalogFolder: root, configuration)
    #expect(left.isEmpty || fixes.changes.isEmpty, "\(left.map(\.evidence.message))")
    #expect(fixCatalog(in: after, at: root, configuration, makingIcons: maker) { _ in true }.changes == [])
    return fixes
  }

  @Test("a correct set stays")
  func right() throws { #expect(try fixed(catalog { _ in }) == CatalogFixes()) }

  @Test("only icons with a wrong size, an alpha channel or no file are regenerated")
  func wrong() throws {
    let tree = try catalog { set in
      set["iphone-29x29@2x.png"] = try Self.icon(58, 48)
      set["ipad-67x50@2x.png"] = try Self.icon(134, 100, alpha: 128)
      set["universal-32x24@3x.png"] = nil
    }
    let fixes = try fixed(tree)
    let names = ["ipad-67x50@2x.png", "iphone-29x29@2x.png", "universal-32x24@3x.png"]
    #expect(fixes.changes.map(\.originalPath) == names.map { "\(root)/I.stickersiconset/\($0)" })
    #expect(Set(fixes.steps.map(\.description)) == ["make 3 icons from “ios-marketing-1024x1024@1x.png”"])
    for case .write(let path, _, let new) in fixes.changes {
      #expect(new == (try Self.completeIconSet.get())[Path(path).name.displayText])
    }
  }

  @Test(
    "opaque icons lose their alpha channel and keep their pixels if there is no source icon")
  func opaque() throws {
    // A pack in an app needs no square icons, so it does not have the one of 1024 × 1024 px.
    let slots = IconSlot.all.filter { $0.pointWidth != $0.pointHeight }
    let folder = "A.xcassets/I.stickersiconset"
    var (tree, elements) = (FileTree(), [String]())
    for slot in slots {
      tree["\(folder)/\(slot.fileName)"] = try Self.completeIconSet.get()[slot.fileName]
      let platform = slot.platform.map { #","platform":"\#($0)""# } ?? ""
      elements.append(
        #"{"filename":"\#(slot.fileName)","idiom":"\#(slot.idiom.rawValue)","scale":"\#(slot.scale.rawValue)x","#
          + #""size":"\#(slot.pointSizeText)"\#(platform)}"#)
    }
    let list = elements.joined(separator: ",")
    tree["\(folder)/Contents.json"] = Array(#"{"images":[\#(list)],"info":{"author":"a","version":1}}"#.utf8)
    tree["A.xcassets/Contents.json"] = Array(#"{"info":{"author":"a","version":1}}"#.utf8)
    let pictures = slots.prefix(2).map { slot -> (path: String, bitmap: Bitmap) in
      let pixels = (0..<slot.pixelSize.area).flatMap { number -> [UInt8] in
        [UInt8(number % 251), UInt8(number / 251), 7, 255]
      }
      return (path: "\(folder)/\(slot.fileName)", bitmap: Bitmap(slot.pixelSize, pixels: pixels))
    }
    for picture in pictures {
      tree[picture.path] = plainPNG(picture.bitmap.size, depth: 8, colorType: 6, picture.bitmap.pixels)
    }
    let fixes = fixCatalog(
      in: tree, at: "A.xcassets", Configuration(rules: [.catalogIcons]),
      makingIcons: { set, isApp throws(Diagnostic) in try iconSetRepair(of: set, isApp: isApp) }
    ) { _ in true }
    #expect(
      fixes.steps.map(\.description) == ["remove the alpha channel of 2 opaque icons without changing pixels"]
    )
    #expect(Set(fixes.changes.map(\.originalPath)) == Set(pictures.map(\.path)))
    for case .write(let path, _, let new) in fixes.changes {
      #expect(ImageContainer(of: new)?.colorType == "truecolor")
      #expect(
        try Image(decoding: new).frames.map(\.bitmap) == pictures.filter { $0.path == path }.map(\.bitmap))
    }
  }

  @Test("an icon that is not opaque is regenerated instead of losing its alpha channel")
  func translucent() throws {
    let tree = try catalog { set in set["ipad-67x50@2x.png"] = try Self.icon(134, 100, alpha: 254) }
    let fixes = try fixed(tree)
    #expect(fixes.steps.map(\.description) == ["make 1 icon from “ios-marketing-1024x1024@1x.png”"])
  }

  @Test("a slot that is missing or empty in the document gets its icon and file name")
  func gaps() throws {
    let tree = try catalog { set in
      let text = String(decoding: set["Contents.json"] ?? [], as: UTF8.self)
      let empty = text.replacing("\"filename\" : \"iphone-29x29@3x.png\",\n      ", with: "")
      set["Contents.json"] = Array(empty.utf8)
      set["iphone-29x29@3x.png"] = nil
    }
    #expect(try fixed(tree).changes.count == 2)
    let document = "\(root)/I.stickersiconset/Contents.json"
    let alone = try catalog { set in
      let place = #""idiom":"ios-marketing","scale":"1x","size":"1024x1024""#
      let only = #"{"filename":"ios-marketing-1024x1024@1x.png",\#(place)}"#
      set = set.filter { $0.hasPrefix("ios-marketing-1024x1024") }
      set["Contents.json"] = Array(#"{"info":{"author":"a","version":1},"x-own":1,"images":[\#(only)]}"#.utf8)
    }
    let fixes = fixCatalog(
      in: alone, at: root, configuration,
      makingIcons: { set, isApp throws(Diagnostic) in try iconSetRepair(of: set, isApp: isApp) }
    ) { $0.rule == "catalog-icons" }
    #expect(fixes.changes.count == 13)
    let written = try #require(
      fixes.changes.lazy.compactMap { change -> [UInt8]? in
        if case .write(document, _, let new) = change { new } else { nil }
      }.first)
    #expect(String(decoding: written, as: UTF8.self).contains("\"x-own\" : 1"))
  }

  @Test("an icon in another format is replaced by a PNG with a new name")
  func format() throws {
    let tree = try catalog { set in
      set["iphone-60x45@2x.png"] = nil
      set["Old.jpg"] = try Bitmap(transparent: PixelSize(120, 90)).encodedJPEG(quality: 90)
      let text = String(decoding: set["Contents.json"] ?? [], as: UTF8.self)
      set["Contents.json"] = Array(text.replacing("iphone-60x45@2x.png", with: "Old.jpg").utf8)
    }
    let folder = "\(root)/I.stickersiconset"
    let icon = try #require(try Self.completeIconSet.get()["iphone-60x45@2x.png"])
    #expect(
      try fixed(tree).changes.first
        == .rename(from: "\(folder)/Old.jpg", to: "\(folder)/Old.png", newBytes: icon))
  }

  @Test(
    "a translucent source image or an unassigned icon is given as the reason")
  func refused() throws {
    let small = try catalog { set in
      set["ios-marketing-1024x1024@1x.png"] = try Self.icon(1024, alpha: 100)
    }
    #expect(
      try fixed(small).unresolvedFindings.map(\.reason).allSatisfy {
        $0.contains("pixels are not opaque")
      })
    let homeless = try catalog { set in
      set["iphone-29x29@2x.png"] = try Self.icon(58, 48)
      set["more.png"] = try Self.icon(60)
      let text = String(decoding: set["Contents.json"] ?? [], as: UTF8.self)
      let more = #""images" : [ { "filename" : "more.png", "unassigned" : true },"#
      set["Contents.json"] = Array(text.replacing("\"images\" : [", with: more).utf8)
    }
    let fixes = try fixed(homeless)
    #expect(fixes.changes == [])
    #expect(
      fixes.unresolvedFindings.map(\.reason) == ["“more.png” has no valid slot. Remove it, or assign a slot."]
    )
  }
}
