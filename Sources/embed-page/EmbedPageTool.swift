#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `embed-page OUTPUT FILE...`: writes Swift source with a constant for each file, named after it.
///
/// A raw string literal compiles in no time, where a resource that is embedded as bytes takes seconds.
@main enum EmbedPageTool {
  static func main() throws {
    let (output, files) = (CommandLine.arguments[1], CommandLine.arguments.dropFirst(2))
    var source = "/// Scripts and styles of the page, as they stand in the files.\nenum PageFiles {\n"
    for file in files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let name = file.split(separator: "/").last.map(String.init) ?? file
      // Longer than any run of number signs behind a quotation mark.
      source += "  static let \(identifier(name)) = ####\"\"\"\n\(text)\"\"\"####\n"
    }
    try (source + "}\n").write(toFile: output, atomically: true, encoding: .utf8)
  }

  /// `page.css` is `pageCSS`.
  private static func identifier(_ name: String) -> String {
    let parts = name.split(separator: ".")
    return parts.dropLast().joined() + (parts.last.map { $0.uppercased() } ?? "")
  }
}
