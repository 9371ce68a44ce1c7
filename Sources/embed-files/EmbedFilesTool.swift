#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `embed-files OUTPUT NAME ROOT FILE...`: writes Swift source that holds the text of files. Without a root
/// there is a constant for each file, named after it; with one there is a list of paths, seen from the root,
/// with their texts.
///
/// A raw string literal compiles in no time, where a resource that is embedded as bytes takes seconds.
@main enum EmbedFilesTool {
  static func main() throws {
    let arguments = CommandLine.arguments
    let (output, name, root, files) = (arguments[1], arguments[2], arguments[3], arguments.dropFirst(4))
    var source = "/// Texts as they stand in the files.\nenum \(name) {\n"
    if !root.isEmpty { source += "  static let all: [(path: String, text: String)] = [\n" }
    for file in files {
      // Longer than any run of number signs behind a quotation mark.
      let text = "####\"\"\"\n\(try content(of: file))\"\"\"####"
      if root.isEmpty {
        source +=
          "  static let \(identifier(file.split(separator: "/").last.map(String.init) ?? file)) = \(text)\n"
      } else {
        source += "    (\"\(file.dropFirst(root.count + 1))\", \(text)),\n"
      }
    }
    if !root.isEmpty { source += "  ]\n" }
    try (source + "}\n").write(toFile: output, atomically: true, encoding: .utf8)
  }

  /// A text as it is, and what is no text as Base64 of one line.
  private static func content(of file: String) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    return String(data: data, encoding: .utf8) ?? data.base64EncodedString() + "\n"
  }

  /// The constant that holds a file: `pageCSS` for `page.css`.
  private static func identifier(_ name: String) -> String {
    let parts = name.split(separator: ".")
    return parts.dropLast().joined() + (parts.last.map { $0.uppercased() } ?? "")
  }
}
