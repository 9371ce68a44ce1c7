import StickerModel
import Testing

@Suite struct BaselineTests {
  private let content = String(repeating: "0f", count: 32)

  private func entry(_ path: Path, _ rule: String = "file-size") -> Baseline.Entry {
    Baseline.Entry(path: path, rule: rule, content: content)
  }

  @Test("what was written is read again, names that are not UTF-8 and names that hide something included")
  func roundTrip() throws {
    var baseline = Baseline()
    baseline.add(entry(Path("art/a.png")))
    baseline.add(entry(Path(bytes: [0x61, 0xFF, 0x2E])), count: 3)
    baseline.add(entry(Path("a\u{202E}gnp.exe\n")))
    baseline.add(.init(path: Path("art"), rule: "mixed-sizes", content: nil))
    #expect(try Baseline(parsing: baseline.encoded()) == baseline)
    #expect(baseline.count == 6)
    #expect(!String(decoding: baseline.encoded(), as: UTF8.self).contains("\u{202E}"))
  }

  @Test("the same findings are the same bytes, in whatever order they came")
  func order() {
    let entries = ["b", "a", "c/a", "B"].map { entry(Path($0)) } + [entry(Path("a"), "flashing")]
    var (one, other) = (Baseline(), Baseline())
    for entry in entries { one.add(entry) }
    for entry in entries.reversed() { other.add(entry) }
    #expect(one.encoded() == other.encoded())
  }

  @Test("an entry accepts as many findings as it says")
  func taken() {
    var baseline = Baseline()
    baseline.add(entry(Path("a")), count: 2)
    let asked = [
      entry(Path("a")), entry(Path("b")), entry(Path("a"), "flashing"),
      .init(path: Path("a"), rule: "file-size", content: nil), entry(Path("a")), entry(Path("a")),
    ]
    let taken = asked.map { baseline.take($0) }
    #expect(taken == [true, false, false, false, true, false])
    #expect(baseline.entries.isEmpty)
  }

  @Test(
    "what is no baseline says why",
    arguments: [
      ("", "line 1, column 1: the document ends early"),
      ("[]", "it is no baseline: the keys schema and entries"),
      ("{\"schema\": 1}", "it is no baseline"),
      ("{\"schema\": 2, \"entries\": []}", "a newer stickerlint wrote it (schema 2)"),
      ("{\"schema\": 0, \"entries\": []}", "it has no schema that there is (0)"),
      ("{\"schema\": 1, \"entries\": [{}]}", "entry 1 needs a path and a rule"),
      (
        "{\"schema\": 1, \"entries\": [{\"path\": \"a\", \"rule\": \"b\", \"pathBytes\": \"?\"}]}",
        "the pathBytes of entry 1 are no Base64"
      ),
      (
        "{\"schema\": 1, \"entries\": [{\"path\": \"a\", \"rule\": \"b\", \"count\": 0}]}",
        "the count of entry 1 must be 1 to 1 000 000, not 0"
      ),
    ])
  func faults(_ text: String, _ reason: String) {
    #expect {
      try Baseline(parsing: Array(text.utf8))
    } throws: {
      ($0 as? BaselineFault)?.reason.hasPrefix(reason) == true
    }
  }

  @Test(
    "a path is seen from a folder, and found again from there",
    arguments: [
      ("/a/b/c.png", "/a", "b/c.png"), ("/a/c.png", "/a/b/d", "../../c.png"), ("/c.png", "/", "c.png"),
      ("/a", "/a", "."), ("/x/y", "/a", "../x/y"),
    ])
  func seen(_ path: String, _ folder: String, _ relative: String) {
    #expect(Path(path).seen(from: Path(folder)) == Path(relative))
    #expect(Path(relative).absolute(from: Path(folder)) == Path(path))
  }

  @Test("a report counts what is accepted")
  func accepting() {
    let findings = ["a", "b", "a"].map { name in
      Finding(
        rule: "file-size", severity: .error, path: Path(name), evidence: Evidence("!"), advice: "",
        fails: true)
    }
    let report = Report(assets: [], packFindings: findings)
    let rest = report.accepting { $0.path == Path("a") }
    #expect(rest.accepted == 2)
    #expect(rest.findings == [findings[1]])
    #expect(rest.accepting { _ in true }.accepted == 3)
    #expect(!rest.accepting { _ in true }.fails)
  }
}
