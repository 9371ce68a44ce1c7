import Foundation

/// `embed-files OUTPUT NAME ROOT FILE...`: writes Swift source that holds the content of files. Without a root there is a
/// constant for each file, named after it. With a root there is a list of paths, relative to the root, and contents.
///
/// A raw string literal compiles at once; a resource that is embedded as bytes takes seconds.
@main enum EmbedFilesTool {
  static func main() {
    let arguments = CommandLine.arguments
    let output = arguments[1]
    let name = arguments[2]
    let root = arguments[3]
    var source = "/// The content of files.\nenum \(name) {\n"
    if !root.isEmpty { source += "  static let all: [(path: String, text: String)] = [\n" }
    do {
      for file in arguments.dropFirst(4) {
        // Longer than any run of number signs behind a quotation mark.
        let text = "####\"\"\"\n\(try content(of: file))\"\"\"####"
        source +=
          root.isEmpty
          ? "  static let \(identifier(file)) = \(text)\n"
          : "    (\"\(file.dropFirst(root.count + 1))\", \(text)),\n"
      }
      if !root.isEmpty { source += "  ]\n" }
      try (source + "}\n").write(toFile: output, atomically: true, encoding: .utf8)
    } catch {
      print("error: embed-files: \(error.localizedDescription)")
      exit(1)
    }
  }

  /// Text as it is, and other bytes as one line of Base64.
  private static func content(of file: String) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    return String(data: data, encoding: .utf8) ?? data.base64EncodedString() + "\n"
  }

  /// The name of the constant that holds a file: `pageCSS` for `page.css`.
  private static func identifier(_ file: String) -> String {
    let parts = (file.split(separator: "/").last ?? "").split(separator: ".")
    return parts.dropLast().joined() + (parts.last.map { $0.uppercased() } ?? "")
  }
}
