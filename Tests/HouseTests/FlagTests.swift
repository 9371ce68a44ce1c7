import Foundation
import Testing

/// A library has no flags: what its messages offer are choices, which `Reports/CommandLineWords.swift` words for the program.
@Suite("options in texts") struct FlagTests {
  /// Files whose texts name flags all the same, and why.
  private static let allowed = [
    // What the flags of the program say is read there, and told as it was said.
    "Sources/StickerEngine/Configuration/FlagConfiguration.swift",
    "Sources/StickerEngine/Configuration/ResolvedConfiguration.swift",
    "Sources/StickerEngine/Configuration/ConfigurationSearch.swift",
    // Files for people who use the program.
    "Sources/StickerEngine/Packs/StarterPackFile.swift",
    "Sources/StickerEngine/Configuration/ConfigurationText.swift",
    // A fault of a file, one of many that are told with their lines.
    "Sources/StickerEngine/Configuration/ConfigurationLayerReader.swift",
    // Findings: baselines and stored results know them by these very words.
    "Sources/StickerEngine/Configuration/LimitMessages.swift",
    "Sources/StickerEngine/Rules/File/ResourceLimit.swift",
    // The pages of rules, which tell how the program is asked for them.
    "Sources/StickerEngine/Rules/File/CorruptImage.swift",
    "Sources/StickerEngine/Rules/Metadata/OrientationTag.swift",
    "Sources/StickerEngine/Rules/Animation/SingleFrameAnimation.swift",
    "Sources/StickerEngine/Rules/File/WastefulEncoding.swift",
    "Sources/StickerEngine/Rules/Pack/UnlistedSticker.swift",
    // Only a program has records on standard input.
    "Sources/Stickers/Runs/Stream/PackRecord.swift",
    // The flags of programs that draw art.
    "Sources/Stickers/Runs/Rendering/ArtRenderer.swift",
    // The flags of git.
    "Sources/Stickers/FileSystem/GitChanges.swift",
  ]

  private static let libraries = SourceFile.swiftSources.filter {
    $0.target.hasPrefix("Sticker") && !$0.path.hasPrefix("Sources/StickerEngine/Reports/")
  }

  @Test("no library text outside the allowed files names a command-line option", arguments: libraries)
  func none(_ file: SourceFile) {
    guard !Self.allowed.contains(file.path) else { return }
    #expect(file.flags == [], "let the text hold a Choice, which the program words")
  }

  @Test("the files that may name options do so", arguments: allowed)
  func some(_ path: String) throws {
    #expect(try SourceFile(path: path).flags != [], "it need not be in the list")
  }

  @Test("options are found in single-line and multiline strings, and not in comments") func finder() {
    let text = """
      let a = "https://a.org --output"  // --force
      /// `--check`
      let b = \"""
        or --in-place
        \"""
      let c = a - -b
      """
    #expect(SourceFile(path: "A.swift", text: text).flags == ["A.swift:1", "A.swift:4"])
  }
}

extension SourceFile {
  /// Places outside of comments where a flag stands, as `path:number`: in Swift that is in a text.
  fileprivate var flags: [String] {
    zip(1..., lines).compactMap { number, line in
      guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return nil }
      // Two spaces stand before a comment, and none before the // of an address.
      let said = line.components(separatedBy: "  //")[0]
      return said.contains(/--[a-z]/) ? "\(path):\(number)" : nil
    }
  }
}
