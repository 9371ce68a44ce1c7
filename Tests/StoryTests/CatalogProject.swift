import Foundation
import Testing

@testable import StickerImage

/// An app's project with a sticker target. The target has every defect that catalog rules report, including
/// those of a well-known exporter. The project also has catalogs that the rules have to ignore.
struct CatalogProject {
  let folder: TemporaryFolder
  static let stickers = "App/Stickers/Stickers.xcstickers"
  static let pack = "\(stickers)/Sticker Pack.stickerpack"
  static let icons = "\(stickers)/iMessage App Icon.stickersiconset"

  init() throws {
    folder = try TemporaryFolder()
    try writePack()
    try writeStickers()
    try writeSequence()
    try writeIcons()
    try writeOthers()
  }

  func write(_ text: String, to path: String) throws { try folder.write(Array(text.utf8), to: path) }

  private func writePack() throws {
    try write(
      "{ \"info\" : { \"author\" : \"xcode\", \"version\" : 1 } }\n", to: "\(Self.stickers)/Contents.json")
    try write(
      """
      {
        "info" : { "author" : "exporter", "version" : 1 },
        "properties" : { "grid-size" : "medium" },
        "stickers" : [
          { "filename" : "Wave.sticker" },
          { "filename" : "Greeting.sticker" },
          { "filename" : "Gone.sticker" },
          { "filename" : "Jump.stickersequence" },
          { "filename" : "Path.sticker" },
          { "filename" : "Broken.sticker" },
          { "filename" : "Mark.sticker" }
        ]
      }

      """, to: "\(Self.pack)/Contents.json")
  }

  private func writeStickers() throws {
    let art = try Art.disc()
    for path in [
      "Wave.sticker/wave.png", "Wave.sticker/old.png", "Greeting.sticker/Wave.png", "Path.sticker/path.png",
      "Broken.sticker/b.png", "Mark.sticker/mark.png", "NoDocument.sticker/n.png",
    ] { try folder.write(art, to: "\(Self.pack)/\(path)") }
    try writeSticker("Wave", "{ \"filename\" : \"wave.png\" }")
    try writeSticker("Greeting", "{ \"filename\" : \"Wave.png\" }")
    try writeSticker("Path", "{ \"filename\" : \"/Users/ci/build/path.png\" }")
    try writeSticker("Broken", "{ \"filename\" : \"b.png\" \"accessibility-label\" : \"b\" }")
    try writeSticker(
      "Mark", "{\n    \"filename\" : \"mark.png\",\n    \"filename\" : \"mark.png\"\n  }", mark: "\u{FEFF}")
  }

  private func writeSticker(_ name: String, _ properties: String, mark: String = "") throws {
    try write(
      """
      \(mark){
        "info" : { "author" : "exporter", "version" : 1 },
        "properties" : \(properties)
      }

      """, to: "\(Self.pack)/\(name).sticker/Contents.json")
  }

  private func writeSequence() throws {
    let set = "\(Self.pack)/Jump.stickersequence"
    try folder.write(try Art.disc(), to: "\(set)/j1.png")
    try folder.write(try Art.disc(300, 297), to: "\(set)/j2.png")
    try folder.write(try Art.moving(), to: "\(set)/j3.png")
    try write(
      """
      {
        "frames" : [
          { "filename" : "j1.png" },
          { "filename" : "j2.png" },
          { "filename" : "j3.png" }
        ],
        "info" : { "author" : "exporter", "version" : 1 },
        "properties" : {
          "duration" : 0,
          "duration-type" : "fps",
          "repetions" : 0
        }
      }

      """, to: "\(set)/Contents.json")
  }

  /// Writes an icon set in which twelve slots have an image, which is named after the number of the slot. The
  /// set has these faults: one icon has alpha, one has the wrong dimensions, one slot has two images, one has
  /// none, and one image has no slot.
  private func writeIcons() throws {
    try write(
      """
      {
        "images" : [
          { "filename" : "1.png", "idiom" : "iphone", "scale" : "2x", "size" : "29x29" },
          { "filename" : "2.png", "idiom" : "iphone", "scale" : "3x", "size" : "29x29" },
          { "filename" : "3.png", "idiom" : "iPhone", "scale" : "2x", "size" : "60x45" },
          { "filename" : "4.png", "idiom" : "iphone", "scale" : "3x", "size" : "60x45" },
          { "filename" : "5.png", "idiom" : "ipad", "scale" : "2x", "size" : "29x29" },
          { "filename" : "6.png", "idiom" : "ipad", "scale" : "2x", "size" : "67x50" },
          { "filename" : "7.png", "idiom" : "ipad", "scale" : "2x", "size" : "74x55" },
          { "filename" : "8.png", "idiom" : "ios-marketing", "scale" : "1x", "size" : "1024x1024" },
          { "filename" : "9.png", "idiom" : "universal", "scale" : "2x", "size" : "27x20" },
          { "filename" : "10.png", "idiom" : "universal", "scale" : "3x", "size" : "27x20" },
          { "idiom" : "universal", "scale" : "2x", "size" : "32x24" },
          { "filename" : "12.png", "idiom" : "universal", "scale" : "3x", "size" : "32x24" },
          { "filename" : "13.png", "idiom" : "ios-marketing", "scale" : "1x", "size" : "1024x768" },
          { "filename" : "14.png", "idiom" : "ipad", "scale" : "2x", "size" : "29x29" },
          { "filename" : "15.png", "unassigned" : true }
        ],
        "info" : { "author" : "exporter", "version" : 1 }
      }

      """, to: "\(Self.icons)/Contents.json")
    let sizes = [
      (58, 58), (87, 87), (120, 90), (180, 135), (58, 48), (134, 100), (148, 110), (1024, 1024), (54, 40),
      (81, 60), (64, 48), (96, 72), (1024, 768), (58, 58), (20, 20),
    ]
    for (index, (width, height)) in sizes.enumerated() where index != 10 {
      let alpha: UInt8 = index == 7 ? 128 : 255
      var bitmap = Bitmap(transparent: PixelSize(width, height))
      bitmap.pixels = [UInt8](repeating: 255, count: width * height * 4)
      bitmap.pixels[3] = alpha
      try folder.write(try bitmap.encodedPNG(), to: "\(Self.icons)/\(index + 1).png")
    }
  }

  /// Writes the catalogs of an app, of a dependency and in a build folder. All of them are unusual.
  private func writeOthers() throws {
    let art = try Art.disc()
    let assets = "App/App/Assets.xcassets"
    try write("{ \"info\" : {}, \"odd\" : 1 }", to: "\(assets)/Contents.json")
    try write("no JSON", to: "\(assets)/AppIcon.appiconset/Contents.json")
    try write(
      "{ \"images\" : [ { \"filename\" : \"gone.png\" } ] }", to: "\(assets)/Photo.imageset/Contents.json")
    try write("{ \"colors\" : [] }", to: "\(assets)/Accent.colorset/Contents.json")
    for path in ["AppIcon.appiconset/i.png", "Photo.imageset/p.png"] {
      try folder.write(art, to: "\(assets)/\(path)")
    }
    try write("no JSON", to: "App/Pods/Lib/S.xcstickers/Contents.json")
    try write("no JSON", to: "App/.build/S.xcstickers/Contents.json")
  }
}
