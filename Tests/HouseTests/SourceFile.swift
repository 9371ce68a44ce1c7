import Foundation
import Testing

/// A file of the project, as lines of text.
struct SourceFile: Sendable, CustomTestStringConvertible {
  /// The path relative to the package, such as `Sources/Stickers/FileSystem/ReadFile.swift`.
  let path: String
  /// The lines without line endings.
  let lines: [String]

  var testDescription: String { path }
  /// The file name without its extension.
  var stem: String { String(path.split(separator: "/").last?.split(separator: ".").first ?? "") }
  /// The folders, and the file name without its extension.
  var pathComponents: [String] { path.split(separator: "/").dropLast().map(String.init) + [stem] }
  /// The second path component, which is the target in `Sources`.
  var target: String { pathComponents.count > 1 ? pathComponents[1] : "" }

  /// The package's folder.
  static let package = URL(fileURLWithPath: #filePath)  // Tests/HouseTests/SourceFile.swift
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All Swift and C files of the project, folder by folder.
  static let all = ["Sources", "Templates", "Tests", "Fuzz/Sources", "Plugins"].flatMap {
    files(in: $0, [".swift", ".c", ".h"])
  }
  /// The page's scripts and style sheets.
  static let webFiles = files(in: "Sources/StickerPage/Web", [".js", ".css"])
  /// Swift files in `Sources`.
  static let swiftSources = all.filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift") }
  /// Swift files of the project templates. They are built for iOS as part of users' projects.
  static let templates = all.filter { $0.path.hasPrefix("Templates/") && $0.path.hasSuffix(".swift") }

  /// The files in a folder of the package, at any depth, in byte order of their paths.
  static func files(in top: String, _ kinds: [String]) -> [SourceFile] {
    let folder = package.appendingPathComponent(top)
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in kinds.contains { name.hasSuffix($0) } }.sorted()
      .compactMap { try? SourceFile(path: "\(top)/\($0)") }
  }

  /// Reads a file in the project.
  init(path: String) throws {
    let text = try String(contentsOf: Self.package.appendingPathComponent(path), encoding: .utf8)
    self.init(path: path, text: text)
  }

  /// Creates a file that does not have to exist, to test these tests.
  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines where a word occurs in code, outside of comments and strings, as `path:number`.
  func locations(of word: String) -> [String] {
    var isInText = false
    return zip(1..., lines).compactMap { number, line in
      let wasInText = isInText
      if line.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) { isInText.toggle() }
      guard !wasInText, contains(withoutCommentsAndStrings(line), word: word) else { return nil }
      return "\(path):\(number)"
    }
  }
}

private func contains(_ text: String, word: String) -> Bool {
  let parts = text.components(separatedBy: word)
  return zip(parts, parts.dropFirst()).contains { before, after in
    !(isPartOfName(word.first) && isPartOfName(before.last))
      && !(isPartOfName(word.last) && isPartOfName(after.first))
  }
}

private func isPartOfName(_ character: Character?) -> Bool {
  character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
}

private func withoutCommentsAndStrings(_ line: String) -> String {
  var (result, isInText, previous) = ("", false, Character(" "))
  for character in line {
    if character == "\"", previous != "\\" { isInText.toggle() }
    if !isInText, character == "/", previous == "/" { return String(result.dropLast()) }
    if !isInText { result.append(character) }
    previous = character
  }
  return result
}
