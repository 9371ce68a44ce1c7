import Foundation
import Testing

@testable import stickerlint_dev

/// The parts of the library that other packages can use. The tests have the compiler check Swift files
/// against the built modules, as if the files belonged to another package.
@Suite(
  "clients of the library",
  // On other systems, the C libraries are not in the compiler's search path.
  .enabled(if: LibraryClient.isAvailable))
struct LibraryClientTests {
  @Test("every Swift example in the library's documentation compiles") func snippets() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    let pages = LibraryClient.documentationCatalogs.values.flatMap { SourceFile.files(in: $0, [".md"]) }
    for page in pages + [try SourceFile(path: "README.md")] {
      let parts = page.lines.joined(separator: "\n").components(separatedBy: "```swift\n").dropFirst()
      let snippets = parts.compactMap { $0.components(separatedBy: "```").first }
      for (number, snippet) in snippets.enumerated() where snippet.contains("import Stickers") {
        let file = folder.appendingPathComponent("\(page.stem)\(number).swift")
        try snippet.write(to: file, atomically: true, encoding: .utf8)
        files.append(file.path)
      }
    }
    #expect(files.count >= 14)
    let errors = try LibraryClient.compilerErrors(in: files, module: "Pages")
    #expect(errors == [:])
  }

  @Test(
    "every public type is listed on the main page of its module's documentation",
    arguments: LibraryClient.documentationCatalogs.keys.sorted())
  func topics(module: String) throws {
    let catalog = try #require(LibraryClient.documentationCatalogs[module])
    let lines = Set(try SourceFile(path: "\(catalog)/\(module).md").lines)
    let sources = SourceFile.swiftSources.filter { $0.target == module }
    let names = sources.flatMap(\.lines).compactMap { line in
      line.firstMatch(of: /^public (?:final )?(?:struct|enum|class|actor|protocol|typealias) (\w+)/)?.1
    }
    #expect(names.count > 5)
    let articles = SourceFile.files(in: catalog, [".md"]).map(\.stem).filter { $0 != module }
    let entries = names.map { "- ``\($0)``" } + articles.map { "- <doc:\($0)>" }
    #expect(entries.filter { !lines.contains($0) } == [])
  }

  /// The file that prepares the process of the command: signals, threads and exit codes. The library does not
  /// offer these, because they are up to each program.
  private static let processFile = "Main.swift"

  @Test("every command uses only the public API") func command() throws {
    let files = SourceFile.swiftSources.filter { $0.target == "stickerlint" }
      .map { SourceFile.package.appendingPathComponent($0.path) }
    let checked = files.filter { $0.lastPathComponent != Self.processFile }.map(\.path)
    let others = files.filter { $0.lastPathComponent == Self.processFile }.map(\.path)
    #expect(checked.count > 20 && others.count == 1)
    let errors = try LibraryClient.compilerErrors(in: checked, module: "stickerlint", beside: others)
    #expect(errors == [:])
  }

  @Test("the file that is generated for a new rule compiles") func draft() throws {
    let draft = "@testable import StickerEngine\n" + RuleDraft(id: "touches-edge").sourceCode
    #expect(try LibraryClient.errors(inSource: draft) == [:])
  }

  @Test("the fuzzer, which other tests do not build, compiles") func fuzzer() throws {
    let file = SourceFile.package.appendingPathComponent("Fuzz/Sources/stickerlint-fuzz/Main.swift").path
    let headers = SourceFile.package.appendingPathComponent("Fuzz/Sources/CFuzzer/include").path
    #expect(try LibraryClient.compilerErrors(in: [file], module: "Fuzzer", headers: [headers]) == [:])
  }

  @Test("package declarations are errors") func canary() throws {
    #expect(
      try LibraryClient.errors(inSource: "import Stickers\nlet disk = ReadOnlyFileSystem.disk\n").count == 1)
  }
}

/// Calls the compiler with the modules of this build.
private enum LibraryClient {
  /// The folders of the documentation of the modules that other packages import, by module.
  static let documentationCatalogs = [
    "Stickers": "Sources/Stickers/Stickers.docc", "StickerPage": "Sources/StickerPage/StickerPage.docc",
  ]

  static var isAvailable: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Type-checks files as a module of another package.
  ///
  /// - Parameter others: files of the same module, which are parsed but not checked.
  /// - Parameter headers: folders with the module maps of other C modules.
  /// - Returns: the errors by file name.
  static func compilerErrors(
    in files: [String], module: String, beside others: [String] = [], headers: [String] = []
  ) throws -> [String: [String]] {
    let build = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let scratch = build.deletingLastPathComponent().deletingLastPathComponent()
    var arguments = [
      "swiftc", "-frontend", "-typecheck", "-parse-as-library", "-swift-version", "6",
      "-package-name", "client", "-module-name", module, "-diagnostic-style", "llvm",
      "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
      "-I", build.appendingPathComponent("Modules").path,
    ]
    let sources = SourceFile.package.appendingPathComponent("Sources")
    for folder in [sources, build] {
      for map in try moduleMaps(in: folder, depth: 1) { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
    }
    for map in try moduleMaps(in: scratch.appendingPathComponent("checkouts"), depth: 4) {
      arguments += ["-I", URL(fileURLWithPath: map).deletingLastPathComponent().path]
    }
    arguments += headers.flatMap { ["-I", $0] }
    let run = try BuiltProgram(path: "/usr/bin/env").run(
      arguments + files.flatMap { ["-primary-file", $0] } + others, in: SourceFile.package)
    var compilerErrors: [String: [String]] = [:]
    for line in (run.output + run.standardError).split(separator: "\n") where line.contains(": error: ") {
      let file = line.prefix { $0 != ":" }.split(separator: "/").last.map(String.init) ?? ""
      compilerErrors[file, default: []].append(String(line))
    }
    #expect(run.status == 0 || !compilerErrors.isEmpty, "\(run.standardError.suffix(2000))")
    return compilerErrors
  }

  /// Type-checks the text of one file as a module of another package.
  ///
  /// - Returns: the errors by file name.
  static func errors(inSource text: String) throws -> [String: [String]] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try compilerErrors(in: [file.path], module: "Client")
  }

  private static func moduleMaps(in folder: URL, depth: Int) throws -> [String] {
    let entries = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return try entries.sorted { $0.path < $1.path }.flatMap { entry -> [String] in
      if entry.lastPathComponent == "module.modulemap" { return [entry.path] }
      let isFolder = try entry.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
      return isFolder && depth > 0 ? try moduleMaps(in: entry, depth: depth - 1) : []
    }
  }
}
