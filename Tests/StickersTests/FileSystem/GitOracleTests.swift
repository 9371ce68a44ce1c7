import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

/// Compares the results with those of the real git on the same tree.
@Suite struct GitOracleTests {
  @Test(
    "a walk excludes the files that `git check-ignore` lists",
    .enabled(if: Git.isInstalled, "git is not installed"), arguments: UInt64(1)...30)
  func sameAsGit(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var numbers = SeededNumbers(seed: seed)
    let files = try makeTree(in: folder)
    _ = try Git.run(["init", "-q"], in: folder, input: [])
    for place in [".git/info/exclude", ".gitignore", "a/.gitignore", "a/b/.gitignore", "art.d/.gitignore"] {
      let lines = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in pattern(&numbers) }
      try folder.replace(lines.joined(separator: "\n") + "\n", at: place)
    }
    let input = Array(files.joined(separator: "\0").utf8)
    let ignored = Set(try Git.run(["check-ignore", "--stdin", "-z"], in: folder, input: input))
    let walked = try ReadOnlyFileSystem.disk.walk([folder.path], respectingGitIgnore: true)
    let start = folder.path.bytes.count + 1
    let found = Set(walked.sources.map { String(decoding: $0.path.bytes.dropFirst(start), as: UTF8.self) })
    #expect(found == Set(files).subtracting(ignored))
  }

  /// Creates 192 images in 32 folders, whose names match the characters in the patterns.
  private func makeTree(in folder: TemporaryFolder) throws -> [String] {
    let names = ["a.png", "b.png", "ab.gif", "[a].png", "a b.png", "#é!.png"]
    let outer = ["", "a/", "b/", "a/b/", "art.d/", "x*/"]
    let inner = ["", "a/", "b/", "x/a/", "a/b/a/", "art.d/x y/"]
    let files = Set(outer.flatMap { one in inner.flatMap { two in names.map { one + two + $0 } } })
    for file in files { try folder.write(at: file) }
    return files.sorted()
  }

  /// Returns a pattern of one to three parts, each of which is `**` or consists of one to three pieces. Two
  /// stars are a part of their own, because versions of Git disagree about `a**/b`.
  private func pattern(_ numbers: inout SeededNumbers) -> String {
    let pieces = [
      "a", "b", "ab", "*", "?", "[ab]", "[!a]", "[a-c]", "[[:alpha:]]", ".png", ".gif", "*.png", ".d", "art",
      "x",
      "\\[", "\\a", "\\ ", " ", "#", "é", "[", "[]a]", "x\\*", "!",
    ]
    let parts = (0..<Int.random(in: 1...3, using: &numbers)).map { _ -> String in
      if Int.random(in: 0..<4, using: &numbers) == 0 { return "**" }
      let count = Int.random(in: 1...3, using: &numbers)
      return (0..<count).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
    }
    let start = ["", "", "", "/", "!", "!/", "\\!"].randomElement(using: &numbers) ?? ""
    let end = ["", "", "", "/", " ", "\\ ", "\r"].randomElement(using: &numbers) ?? ""
    return start + parts.joined(separator: "/") + end
  }
}

private enum Git {
  static let program = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isInstalled: Bool { program != nil }

  /// Runs git without user settings, and returns its output, split at NUL.
  static func run(_ arguments: [String], in folder: TemporaryFolder, input: [UInt8]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(program))
    process.arguments = ["-c", "core.excludesFile=", "-c", "core.ignoreCase=false"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path.displayText)
    process.environment = [
      "HOME": folder.path.displayText, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
    let list = folder[".git-input"]
    try Data(input).write(to: URL(fileURLWithPath: list.displayText))
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: list.displayText))
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus <= 1, "git failed (exit code 1 means that nothing is ignored)")
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension TemporaryFolder {
  fileprivate func replace(_ text: String, at name: String) throws {
    try? FileManager.default.removeItem(atPath: self[name].displayText)
    try write(text, at: name)
  }
}
