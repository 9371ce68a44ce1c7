import Foundation
import Testing

@testable import StickerImage

@Suite struct SniffTests {
  @Test(
    "formats are recognized by their first bytes",
    arguments: [
      // Matroska: an EBML header (RFC 8794), whose element DocType, 0x4282, names the kind.
      (joined([0x1A, 0x45, 0xDF, 0xA3, 0x8B, 0x42, 0x82, 0x88], "matroska"), "Matroska video"),
      // Aseprite's file specification: the file size, 0xA5E0, frame count, width, height, bits per pixel.
      ([0, 1, 0, 0, 0xE0, 0xA5, 1, 0, 32, 0, 32, 0, 32, 0], "Aseprite sprite"),
      // OpenRaster: the first member is stored, and named mimetype.
      (zipStart("image/openraster"), "OpenRaster image"), (zipStart("application/x-krita"), "Krita document"),
      (zipStart("application/epub+zip"), "ZIP"), (joined([], "8BPS"), "PSD"),
      (joined([], "%!PS-Adobe-3.0"), "EPS"), (joined([], "gimp xcf v011"), "GIMP image"),
      // RFC 1740: the magic number of AppleDouble.
      ([0, 5, 0x16, 7, 0, 2, 0, 0], "Finder leftover (AppleDouble)"),
      ([0x1F, 0x8B, 8, 0], "gzip archive"),
    ] as [([UInt8], String)])
  func names(_ bytes: [UInt8], _ name: String) {
    guard case .foreign(let format) = SniffedFormat(of: bytes) else {
      Issue.record("identified as a supported image")
      return
    }
    #expect(format.name == name)
  }

  @Test("a WebM is an image, and its DocType may come after other elements")
  func webM() {
    for head: [UInt8] in [[], [0x42, 0x86, 0x81, 1, 0x42, 0xF7, 0x81, 1]] {
      let bytes = Self.joined([0x1A, 0x45, 0xDF, 0xA3, 0x9F] + head + [0x42, 0x82, 0x84], "webm")
      #expect(SniffedFormat(of: bytes) == .image(.webm))
    }
  }

  private static func joined(_ head: [UInt8], _ text: String) -> [UInt8] { head + Array(text.utf8) }

  /// The start of a ZIP archive whose first member is stored, and named mimetype.
  private static func zipStart(_ type: String) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 22)
    return joined(joined([], "PK\u{3}\u{4}") + zeros + [8, 0, 0, 0], "mimetype" + type)
  }

  private static let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/cases").standardizedFileURL

  @Test(
    "Telegram animations are recognized as TGS",
    .enabled(if: FileManager.default.fileExists(atPath: cases.path), "skipped: no cases"),
    arguments: [("animated_tgs_512x512_1s.tgs", "TGS (Telegram animation)")])
  func telegram(_ file: String, _ name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.cases.appendingPathComponent(file)))
    #expect(SniffedFormat(of: bytes) == .foreign(ForeignFormat(name, isAnimated: !name.hasPrefix("TGS"))))
    // The first bytes are sufficient. A search reads no more.
    #expect(
      SniffedFormat(of: Array(bytes.prefix(4096)))
        == .foreign(ForeignFormat(name, isAnimated: !name.hasPrefix("TGS"))))
  }

  @Test("a damaged gzip file gives at most 4096 bytes")
  func hostileGzip() {
    for end in 0..<40 {
      let bytes = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0xFF, count: end)
      #expect(gunzippedStart(of: bytes[...]).count <= 4096)
    }
  }
}
