import Testing

@testable import StickerEngine

@Suite struct BaselineTests {
  private let fileDigest = String(repeating: "0f", count: 32)

  private func entry(_ path: Path, _ rule: String = "file-size") -> Baseline.Entry {
    Baseline.Entry(path: path, rule: rule, fileDigest: fileDigest)
  }

  @Test("a written baseline is read back, including names with invalid UTF-8 or control characters")
  func roundTrip() throws {
    var baseline = Baseline()
    baseline.add(entry(Path("art/a.png")))
    baseline.add(entry(Path(bytes: [0x61, 0xFF, 0x2E])), count: 3)
    baseline.add(entry(Path("a\u{202E}gnp.exe\n")))
    baseline.add(.init(path: Path("art"), rule: "mixed-sizes", fileDigest: nil))
    #expect(try Baseline(parsing: baseline.encoded()) == baseline)
    #expect(baseline.acceptedFindingCount == 6)
    #expect(!String(decoding: baseline.encoded(), as: UTF8.self).contains("\u{202E}"))
  }

  private func finding(
    _ measured: Double?, limit: Double?, severity: Severity = .error, unit: RuleOption.Unit = .pixels
  ) -> Finding {
    let figure = measured.map { MeasuredValueAndLimit($0, limit: limit, unit: unit) }
    return Finding(
      rule: "file-size", severity: severity, path: Path("a"), evidence: Evidence("", figure), advice: "",
      failsRun: true)
  }

  @Test(
    "by location, a finding is new if its value is more than 10% worse or its severity rose",
    arguments: [
      (110.0, 50.0, Severity.error, true), (110.1, 50, .error, false),
      (90, 200, .error, true), (89.9, 200, .error, false), (150, 200, .error, true),
      (100, 50, .warning, true), (100, 50, .hint, true),
    ])
  func place(_ measured: Double, _ limit: Double, _ severity: Severity, _ isAccepted: Bool) throws {
    var baseline = Baseline()
    baseline.add(.init(finding(100, limit: limit), at: Path("a"), fileDigest: "00"))
    baseline = try Baseline(parsing: baseline.encoded())
    let new = Baseline.Entry(
      finding(measured, limit: limit, severity: severity), at: Path("a"), fileDigest: "01")
    var (place, content) = (baseline, baseline)
    let taken = [
      place.removeMatch(for: new, by: .fileAndRule),
      content.removeMatch(for: new, by: .fileRuleAndContent),
    ]
    #expect(taken == [isAccepted, false])
    var raised = Baseline()
    raised.add(.init(finding(100, limit: limit, severity: .hint), at: Path("a"), fileDigest: "00"))
    let isRaisedAccepted = raised.removeMatch(for: new, by: .fileAndRule)
    #expect(isRaisedAccepted == (isAccepted && severity == .hint))
  }

  @Test("by location, a finding is new if its severity rose even though the bytes are the same")
  func raisedSeverity() {
    func entry(_ severity: Severity) -> Baseline.Entry {
      .init(finding(100, limit: 50, severity: severity), at: Path("a"), fileDigest: "00")
    }
    var baseline = Baseline()
    baseline.add(entry(.warning), count: 3)
    let byPlace = [entry(.error), entry(.warning), entry(.hint)].map { baseline.removeMatch(for: $0) }
    #expect(byPlace == [false, true, true])
    let isTakenByContent = baseline.removeMatch(for: entry(.error), by: .fileRuleAndContent)
    #expect(isTakenByContent)
  }

  @Test(
    "a finding without a value is matched by rule and location, whatever its message",
    arguments: BaselineMatchCriterion.allCases)
  func withoutFigure(_ match: BaselineMatchCriterion) {
    var baseline = Baseline()
    baseline.add(.init(finding(nil, limit: nil), at: Path("a"), fileDigest: "00"))
    baseline.add(.init(finding(nil, limit: nil), at: Path("pack"), fileDigest: nil))
    func entry(_ path: String, _ digest: String?) -> Baseline.Entry {
      .init(
        Finding(
          rule: "file-size", severity: .error, path: Path(path), evidence: Evidence("other words"),
          advice: "", failsRun: true), at: Path(path), fileDigest: digest)
    }
    let taken = [entry("a", "01"), entry("pack", "01"), entry("pack", nil), entry("pack", nil)]
      .map { baseline.removeMatch(for: $0, by: match) }
    #expect(taken == [match == .fileAndRule, false, true, false])
  }

  @Test("among several accepted values, each finding takes the closest")
  func nearest() {
    var baseline = Baseline()
    for figure in [10.0, 100] {
      baseline.add(.init(finding(figure, limit: 5), at: Path("a"), fileDigest: "00"))
    }
    let new = [9.0, 105, 9].map { Baseline.Entry(finding($0, limit: 5), at: Path("a"), fileDigest: "01") }
    let taken = new.map { baseline.removeMatch(for: $0) }
    #expect(taken == [true, true, false])
  }

  @Test("an exact entry is used before others that match as well")
  func itself() {
    var baseline = Baseline()
    let entries = [Severity.error, .hint].map { severity in
      Baseline.Entry(finding(10, limit: 5, severity: severity), at: Path("a"), fileDigest: "00")
    }
    for entry in entries { baseline.add(entry) }
    let isTaken = baseline.removeMatch(for: entries[1])
    #expect(isTaken && baseline.entryCounts == [entries[0]: 1])
  }

  @Test("the same findings give the same bytes in any order")
  func order() {
    let entries = ["b", "a", "c/a", "B"].map { entry(Path($0)) } + [entry(Path("a"), "flashing")]
    var (one, other) = (Baseline(), Baseline())
    for entry in entries { one.add(entry) }
    for entry in entries.reversed() { other.add(entry) }
    #expect(one.encoded() == other.encoded())
  }

  @Test("an entry accepts as many findings as its count")
  func taken() {
    var baseline = Baseline()
    baseline.add(entry(Path("a")), count: 2)
    let asked = [
      entry(Path("a")), entry(Path("b")), entry(Path("a"), "flashing"),
      .init(path: Path("a"), rule: "file-size", fileDigest: nil), entry(Path("a")),
      entry(Path("a")),
    ]
    let taken = asked.map { baseline.removeMatch(for: $0) }
    #expect(taken == [true, false, false, false, true, false])
    #expect(baseline.entryCounts.isEmpty)
  }

  @Test(
    "an invalid baseline gives the reason",
    arguments: [
      ("", "line 1, column 1: the document ends early"),
      ("[]", "not a baseline: the keys schema and entries"),
      ("{\"schema\": 1}", "not a baseline"),
      ("{\"schema\": 2, \"entries\": []}", "written by a newer stickerlint (schema 2)"),
      ("{\"schema\": 0, \"entries\": []}", "unknown schema 0"),
      ("{\"schema\": 1, \"entries\": [{}]}", "entry 1 needs a path and a rule id"),
      (document("\"rule\": \"b\", \"sha256\": 7"), "sha256 of entry 1 must be a string, not a number"),
      (document("\"rule\": \"b\", \"pathBytes\": 9"), "pathBytes of entry 1 must be a string"),
      (document("\"rule\": \"b\", \"count\": \"many\""), "count of entry 1 must be"),
      (
        document("\"rule\": \"b\\n::error::c\", \"sha256\": \"0\""),
        "entry 1 needs a path and a rule id"
      ),
      (
        "{\"schema\": 1, \"entries\": [{\"path\": \"a\", \"rule\": \"b\", \"pathBytes\": \"?\"}]}",
        "pathBytes of entry 1 is not Base64"
      ),
      (
        document("\"rule\": \"b\", \"count\": 0"),
        "count of entry 1 must be a whole number from 1 to 1,000,000"
      ),
    ])
  func faults(_ text: String, _ reason: String) {
    #expect {
      try Baseline(parsing: Array(text.utf8))
    } throws: {
      ($0 as? Diagnostic)?.message.hasPrefix(reason) == true
    }
  }

  @Test(
    "a path is made relative to a folder and resolved again from there",
    arguments: [
      ("/a/b/c.png", "/a", "b/c.png"), ("/a/c.png", "/a/b/d", "../../c.png"), ("/c.png", "/", "c.png"),
      ("/a", "/a", "."), ("/x/y", "/a", "../x/y"),
    ])
  func seen(_ path: String, _ folder: String, _ relative: String) {
    #expect(Path(path).relativePath(from: Path(folder)) == Path(relative))
    #expect(Path(relative).absolute(from: Path(folder)) == Path(path))
  }

  @Test("a file keeps the findings that no entry accepts and those beyond an entry's count")
  func rejected() {
    var baseline = Baseline()
    baseline.add(entry(Path("a")), count: 2)
    baseline.add(.init(path: Path("a"), rule: "flashing", fileDigest: nil))
    func finding(_ rule: String) -> Finding {
      Finding(
        rule: rule, severity: .error, path: Path("x/a"), evidence: Evidence(""), advice: "", failsRun: true)
    }
    let findings = [finding("file-size"), finding("file-size"), finding("flashing"), finding("file-size")]
    let left = baseline.unacceptedFindings(among: findings, at: Path("a"), digest: fileDigest)
    #expect(left.map(\.rule) == ["flashing", "file-size"])
    #expect(baseline.unacceptedFindings(among: findings, at: Path("b"), digest: fileDigest).count == 4)
    let unread = [finding("flashing"), finding("flashing")]
    #expect(baseline.unacceptedFindings(among: unread, at: Path("a"), digest: nil) == [unread[1]])
  }

  @Test("a report counts accepted findings")
  func accepting() {
    let findings = ["a", "b", "a"].map { name in
      Finding(
        rule: "file-size", severity: .error, path: Path(name), evidence: Evidence("!"), advice: "",
        failsRun: true)
    }
    let report = Report(assets: [], packFindings: findings)
    let rest = report.removingAccepted { $0.path == Path("a") }
    #expect(rest.acceptedCount == 2)
    #expect(rest.findings == [findings[1]])
    #expect(rest.removingAccepted { _ in true }.acceptedCount == 3)
    #expect(!rest.removingAccepted { _ in true }.failsRun)
  }
}

/// A baseline with one entry, which has these members in addition to its path.
private func document(_ members: String) -> String {
  "{\"schema\": 1, \"entries\": [{\"path\": \"a\", \(members)}]}"
}
