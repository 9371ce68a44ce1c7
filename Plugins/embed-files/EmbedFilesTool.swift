import StickerText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `embed-files OUTPUT NAME ROOT FILE...`: writes Swift source that holds the text of files. Without a root
/// there is a constant for each file, named after it; with one there is a list of paths, seen from the root,
/// with their texts.
///
/// A raw string literal compiles in no time, where a resource that is embedded as bytes takes seconds.
/// Without Foundation, as all that `make build` compiles.
@main enum EmbedFilesTool {
  static func main() {
    let arguments = CommandLine.arguments
    let (output, name, root, files) = (arguments[1], arguments[2], arguments[3], arguments.dropFirst(4))
    var source = "/// Texts as they stand in the files.\nenum \(name) {\n"
    if !root.isEmpty { source += "  static let all: [(path: String, text: String)] = [\n" }
    for file in files {
      // Longer than any run of number signs behind a quotation mark.
      let text = "####\"\"\"\n\(content(of: file))\"\"\"####"
      if root.isEmpty {
        source +=
          "  static let \(identifier(file.split(separator: "/").last.map(String.init) ?? file)) = \(text)\n"
      } else {
        source += "    (\"\(file.dropFirst(root.count + 1))\", \(text)),\n"
      }
    }
    if !root.isEmpty { source += "  ]\n" }
    write(source + "}\n", to: output)
  }

  /// A text as it is, and what is no text as Base64 of one line.
  private static func content(of file: String) -> String {
    let bytes = bytes(of: file)
    return String(validating: bytes, as: UTF8.self) ?? base64(bytes) + "\n"
  }

  private static func bytes(of file: String) -> [UInt8] {
    guard let stream = unsafe fopen(file, "rb") else { stop("\(file) cannot be read") }
    defer { unsafe fclose(stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&part, 1, part.count, stream)
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    guard unsafe ferror(stream) == 0 else { stop("\(file) cannot be read to its end") }
    return bytes
  }

  private static func write(_ text: String, to file: String) {
    let bytes = Array(text.utf8)
    guard let stream = unsafe fopen(file, "wb") else { stop("\(file) cannot be written") }
    let count = unsafe fwrite(bytes, 1, bytes.count, stream)
    guard unsafe fclose(stream) == 0, count == bytes.count else { stop("\(file) is not all written") }
  }

  private static func stop(_ reason: String) -> Never {
    print("error: embed-files: \(reason)")
    exit(1)
  }

  /// The constant that holds a file: `pageCSS` for `page.css`.
  private static func identifier(_ name: String) -> String {
    let parts = name.split(separator: ".")
    return parts.dropLast().joined() + (parts.last.map { $0.uppercased() } ?? "")
  }
}
