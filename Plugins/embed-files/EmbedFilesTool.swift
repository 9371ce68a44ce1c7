import Foundation

/// Writes Swift source that embeds the contents of files: `embed-files OUTPUT NAME ROOT FILE...`.
///
/// If ROOT is empty, the source has one constant for each file, named after it. Otherwise it has a list of
/// contents with paths relative to ROOT.
///
/// Raw string literals compile almost instantly. Resources that SwiftPM embeds as byte arrays take seconds.
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
        // No file contains a quotation mark that is followed by this many number signs.
        let text = "####\"\"\"\n\(try content(of: file))\"\"\"####"
        source +=
          root.isEmpty
          ? "  static let \(constantName(forFile: file)) = \(text)\n"
          : "    (\"\(file.dropFirst(root.count + 1))\", \(text)),\n"
      }
      if !root.isEmpty { source += "  ]\n" }
      try (source + "}\n").write(toFile: output, atomically: true, encoding: .utf8)
    } catch {
      print("error: embed-files: \(error.localizedDescription)")
      exit(1)
    }
  }

  /// Returns text with a newline at its end, and other data as one line of Base64.
  private static func content(of file: String) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let text = String(data: data, encoding: .utf8) ?? data.base64EncodedString()
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// The name of the constant that holds a file: `pageCSS` for `page.css`.
  private static func constantName(forFile file: String) -> String {
    let parts = (file.split(separator: "/").last ?? "").split(separator: ".")
    return parts.dropLast().joined() + (parts.last.map { $0.uppercased() } ?? "")
  }
}
