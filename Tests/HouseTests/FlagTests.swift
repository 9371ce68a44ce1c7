import Foundation
import Testing

/// Libraries have no command-line options. Their messages contain phrases that depend on the interface, which
/// `Reports/CommandLineWords.swift` turns into command-line wording.
@Suite("options in library text") struct FlagTests {
  /// Files that may name options, with the reasons.
  private static let filesThatMayNameOptions = [
    // These files interpret options, and report their values as users wrote them.
    "Sources/StickerEngine/Configuration/FlagConfiguration.swift",
    "Sources/StickerEngine/Configuration/ResolvedConfiguration.swift",
    "Sources/StickerEngine/Configuration/ConfigurationSearch.swift",
    // Generated files for users of the program.
    "Sources/StickerEngine/Packs/StarterPackFile.swift",
    "Sources/StickerEngine/Configuration/ConfigurationText.swift",
    // Errors in a configuration file, which are listed with their lines.
    "Sources/StickerEngine/Configuration/ConfigurationLayerReader.swift",
    // Errors of builds, which the program prints.
    "Sources/StickerEngine/Configuration/LimitMessages.swift",
    // Only the program reads records from standard input.
    "Sources/Stickers/Runs/Stream/RequestRecords.swift",
    // Options of the programs that render art.
    "Sources/Stickers/Runs/Rendering/ArtRenderer.swift",
    // Options of git.
    "Sources/Stickers/FileSystem/GitChanges.swift",
  ]

  private static let librarySources = SourceFile.swiftSources.filter {
    $0.target.hasPrefix("Sticker") && !$0.path.hasPrefix("Sources/StickerEngine/Reports/")
  }

  @Test("no library text outside the allowed files names a command-line option", arguments: librarySources)
  func none(_ file: SourceFile) {
    guard !Self.filesThatMayNameOptions.contains(file.path) else { return }
    #expect(
      file.linesWithOptions == [], "use an InterfaceSpecificPhrase, which the program turns into an option")
  }

  @Test("the files that may name options do so", arguments: filesThatMayNameOptions)
  func some(_ path: String) throws {
    #expect(try SourceFile(path: path).linesWithOptions != [], "remove the file from the list")
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
    #expect(SourceFile(path: "A.swift", text: text).linesWithOptions == ["A.swift:1", "A.swift:4"])
  }
}

extension SourceFile {
  /// The lines with an option outside of comments, as `path:number`. In Swift, an option can only be in a
  /// string there.
  fileprivate var linesWithOptions: [String] {
    zip(1..., lines).compactMap { number, line in
      guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return nil }
      // Two spaces precede a comment, but not the // of a URL.
      let said = line.components(separatedBy: "  //")[0]
      return said.contains(/--[a-z]/) ? "\(path):\(number)" : nil
    }
  }
}
