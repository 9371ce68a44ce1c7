import Testing

private let longestFile = 300
private let longestFunction = 40
private let longestLine = 110

@Suite("lengths") struct LengthTests {
  @Test("the walk finds the sources") func found() {
    #expect(SourceFile.all.contains { $0.path == "Sources/StickerModel/Rule.swift" })
    #expect(SourceFile.all.contains { $0.path.hasSuffix(".c") })
    #expect(SourceFile.ofPage.contains { $0.path.hasSuffix("Page/player.js") })
    #expect(SourceFile.all.contains { $0.path == "Tests/HouseTests/LengthTests.swift" })
  }

  @Test("a file has at most 300 lines", arguments: SourceFile.all + SourceFile.ofPage)
  func file(_ file: SourceFile) {
    #expect(file.lines.count <= longestFile + 1, "split it by topic: Type+Topic.swift")
  }

  @Test("a line has at most 110 columns", arguments: SourceFile.all + SourceFile.ofPage)
  func lines(_ file: SourceFile) {
    let long = zip(1..., file.lines).filter { $0.1.count > longestLine }.map { "\(file.path):\($0.0)" }
    #expect(long == [])
  }

  @Test("a function has at most 40 lines", arguments: SourceFile.all)
  func functions(_ file: SourceFile) {
    #expect(file.longFunctions(limit: longestFunction) == [])
  }

  @Test("a long function is found, a short one with a long neighbor is not") func finder() {
    let body = [String](repeating: "    work()", count: 41).joined(separator: "\n")
    let long = """
      struct A {
        static func long(
          a: Int
        ) -> Int {
      \(body)
        }

        func short() {}
      }
      """
    #expect(SourceFile(path: "A.swift", text: long).longFunctions(limit: 40) == ["A.swift:2"])
    #expect(SourceFile(path: "A.swift", text: long).longFunctions(limit: 41) == [])
    let short = "protocol P {\n  func a()\n  var b: Int { get }\n}\n\(body)\n"
    #expect(SourceFile(path: "B.swift", text: short).longFunctions(limit: 40) == [])
    let c = "int f(int a) {\n\(body)\n}\n"
    #expect(SourceFile(path: "b.c", text: c).longFunctions(limit: 40) == ["b.c:1"])
  }
}

extension SourceFile {
  /// Where functions start whose bodies have more lines than `limit`.
  ///
  /// The formatter has put every closing brace below the first letter of its declaration.
  func longFunctions(limit: Int) -> [String] {
    lines.indices.compactMap { start in
      guard isFunction(lines[start]), let end = end(of: start) else { return nil }
      let open = (start..<end).first { lines[$0].hasSuffix("{") || lines[$0].hasSuffix(" in") } ?? start
      return end - open - 1 > limit ? "\(path):\(start + 1)" : nil
    }
  }

  private func isFunction(_ line: String) -> Bool {
    guard path.hasSuffix(".swift") else {
      return line.first?.isLetter == true && line.contains("(") && !line.hasSuffix(";")
    }
    let head = line.prefix { $0 != "(" && $0 != "/" && $0 != "\"" }
    let words = head.split(separator: " ").map { $0.prefix { $0.isLetter } }
    return words.contains { ["func", "init", "deinit", "subscript"].contains($0) }
  }

  private func end(of start: Int) -> Int? {
    let depth = indentation(lines[start])
    if lines[start].hasSuffix("}") { return nil }
    for index in lines.indices[(start + 1)...] where !lines[index].isEmpty {
      if indentation(lines[index]) < depth { return nil }
      guard indentation(lines[index]) == depth else { continue }
      let rest = lines[index].dropFirst(depth)
      if rest.hasPrefix("}") { return index }
      if !rest.hasPrefix(")"), !rest.hasPrefix("{"), !rest.hasPrefix("where") { return nil }
    }
    return nil
  }

  private func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
