import Testing

@Suite("boundaries") struct BoundaryTests {
  private static let vagueNames = [
    "Core", "Util", "Utils", "Utilities", "Helper", "Helpers", "Common", "Manager", "Shared", "Misc",
  ]

  @Test("no file or folder has a vague name such as Utils or Manager", arguments: SourceFile.all)
  func names(_ file: SourceFile) {
    let found = file.pathComponents.filter { Self.vagueNames.contains($0) || $0.hasSuffix("Manager") }
    #expect(found == [], "name the file after what it does, or move its code to the only caller")
  }

  @Test(
    "only CImageCodecs uses setjmp and longjmp",
    arguments: SourceFile.all.filter { $0.path.hasPrefix("Sources") }, ["setjmp", "longjmp"])
  func jumps(_ file: SourceFile, word: String) {
    guard file.target != "CImageCodecs" else { return }
    #expect(file.locations(of: word) == [])
  }

  @Test(
    "unsafe code is only in StickerImage and at system calls and libyaml calls",
    arguments: SourceFile.swiftSources)
  func unsafe(_ file: SourceFile) {
    // This file calls libyaml. A C shim would only hide the same pointers from the compiler.
    guard file.path != "Sources/StickerEngine/YAML/YAMLEvents.swift" else { return }
    guard file.target != "StickerImage", !file.mayCallSystem else { return }
    let names = [".unsafe", "case unsafe"].flatMap(file.locations(of:))  // a case may have this name
    #expect(file.locations(of: "unsafe").filter { !names.contains($0) } == [])
  }

  @Test("only StickersFoundation imports Foundation", arguments: SourceFile.swiftSources)
  func foundation(_ file: SourceFile) {
    guard file.target != "StickersFoundation" else { return }
    let imports = zip(1..., file.lines).filter { _, line in
      let words = line.split(separator: " ")
      return words.contains("import") && words.contains { $0.hasPrefix("Foundation") }
    }
    #expect(imports.map { "\(file.path):\($0.0)" } == [])
  }

  @Test("only FileSystem and Sandbox touch files, sockets and clocks", arguments: SourceFile.swiftSources)
  func system(_ file: SourceFile) {
    guard !file.mayCallSystem else { return }
    let words = [
      "FileManager", "URLSession", "socket", "ContinuousClock", "SuspendingClock", "clock_gettime",
      "gettimeofday",
      "readdir", "fopen", "fwrite", "getenv", "mkdir",
    ]
    #expect(words.flatMap(file.locations(of:)) == [])
  }

  @Test(
    "only tests use @testable, which release builds of fuzz targets cannot",
    arguments: SourceFile.all.filter { file in !file.pathComponents.contains { $0.hasSuffix("Tests") } })
  func testableImports(_ file: SourceFile) { #expect(file.locations(of: "@testable") == []) }

  @Test("no file read has .max as its limit", arguments: SourceFile.swiftSources)
  func reads(_ file: SourceFile) {
    #expect([".read(.max", "limit: .max", "count: .max)"].flatMap(file.locations(of:)) == [])
  }

  @Test("only StickerPage imports SwiftNIO", arguments: SourceFile.all)
  func network(_ file: SourceFile) {
    guard !file.path.contains("StickerPage") else { return }
    #expect(!file.lines.contains { $0.contains("import NIO") && !$0.contains("\"") })
  }

  @Test(
    "no code uses `try!`, `as!` or `fatalError`", arguments: SourceFile.swiftSources + SourceFile.templates)
  func traps(_ file: SourceFile) {
    #expect(["try!", "as!", "fatalError"].flatMap(file.locations(of:)) == [])
  }

  @Test("no source or template calls `print`", arguments: SourceFile.swiftSources + SourceFile.templates)
  func output(_ file: SourceFile) {
    #expect(file.locations(of: "print(") == [], "print ignores errors such as a full disk")
  }

  @Test("no to-do or fix-me marker is left", arguments: SourceFile.all)
  func later(_ file: SourceFile) {
    let marks = ["TO" + "DO", "FIX" + "ME"]
    let found = zip(1..., file.lines).filter { line in marks.contains { line.1.contains($0) } }
    #expect(found.map { "\(file.path):\($0.0)" } == [])
  }

  @Test("words in comments and strings are not code, and words in code are") func finder() {
    let text =
      "let a = \"fatalError\"  // fatalError\n/// try! it\nlet b = try! c()\nlet myunsafe = unsafely\n"
    let file = SourceFile(path: "A.swift", text: text)
    #expect(file.locations(of: "fatalError") == [])
    #expect(file.locations(of: "try!") == ["A.swift:3"])
    #expect(file.locations(of: "unsafe") == [])
    #expect(SourceFile(path: "A.swift", text: "  unsafe f()").locations(of: "unsafe") == ["A.swift:1"])
  }
}

extension SourceFile {
  /// Whether the file may make system calls. In `Sandbox`, only the files that start and confine processes
  /// may. The others only decode answers.
  fileprivate var mayCallSystem: Bool {
    path.hasPrefix("Sources/Stickers/FileSystem/")
      || ["Confine", "ThreadExecutor", "Worker", "WorkerPool", "ParentConnection"].contains {
        path == "Sources/Stickers/Sandbox/\($0).swift"
      }
  }
}
