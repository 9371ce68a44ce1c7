import Testing

@testable import StickerEngine

private let keyListText =
  "extends, profile, fail-on, baseline, include, exclude, rules, overrides, limits, render-with"
private let states = "off, on, error, warning, hint or a mapping of its options"
private let profiles =
  "Choose imessage, signal, telegram, telegram-emoji, whatsapp, line, line-animated, line-emoji, "
  + "discord-sticker, discord-emoji, slack, mastodon, misskey, twitch, matrix or viber"
private let lowers = ". A file can only lower a limit. Use --limit to raise it."

/// Errors state the file, line, column and what was probably meant. All errors are reported at once.
@Suite("configuration errors") struct ConfigurationFaultTests {
  @Test(
    "every error says where it is, what is wrong and what is right",
    arguments: [
      ("rulez: {}", "1:1: unknown key \"rulez\". Did you mean rules?"),
      (
        "x: 1",
        "1:1: unknown key \"x\". Choose one of \(keyListText)."
      ),
      (
        "rules: { white-halo: off }",
        "1:10: white-halo is now part of the rule rim. Use rim instead."
      ),
      (
        "rules: { matte-fringe: { severity: error } }",
        "1:10: matte-fringe is now part of the rule rim. Use rim instead."
      ),
      ("rules: { file-sise: off }", "1:10: unknown rule \"file-sise\". Did you mean file-size?"),
      (
        "rules: { zzzzzzzzz: off }",
        "1:10: unknown rule \"zzzzzzzzz\". Run `stickerlint rules` to list all rules."
      ),
      (
        "rules: { file-size: { max-byte: 1 } }",
        "1:23: file-size has no option \"max-byte\". Did you mean max-bytes?"
      ),
      (
        "rules: { file-size: { zzzzzz: 1 } }",
        "1:23: file-size has no option \"zzzzzz\". Use max-bytes, max-animated-bytes, "
          + "max-smaller-bytes or at-limit."
      ),
      (
        "rules: { file-size: { severty: off } }",
        "1:23: file-size has no option \"severty\". Did you mean severity?"
      ),
      (
        "rules: { not-square: { size: 1 } }",
        "1:24: not-square has no options. Only its severity can be set."
      ),
      (
        "rules: { not-square: of }",
        "1:22: not-square must be \(states), not \"of\". Did you mean off or on?"
      ),
      (
        "rules: { not-square: \"false\" }",
        "1:22: not-square must be \(states), not \"false\""
      ),
      (
        "rules: { not-square: [off] }",
        "1:22: not-square must be \(states), not a list"
      ),
      (
        "rules: { not-square: }",
        "1:22: not-square must be \(states), not an empty value"
      ),
      (
        "rules: { file-size: { severity: fatal } }",
        "1:33: severity must be off, on, error, warning or hint, not \"fatal\". Did you mean error?"
      ),
      (
        "rules: { file-size: { max-bytes: many } }",
        "1:34: max-bytes must be a whole number from 1 to 1,000,000,000 bytes, not \"many\""
      ),
      (
        "rules: { file-size: { max-bytes: 0 } }",
        "1:34: max-bytes must be a whole number from 1 to 1,000,000,000 bytes, not \"0\""
      ),
      (
        "rules: { file-size: { max-bytes: 1.5 } }",
        "1:34: max-bytes must be a whole number from 1 to 1,000,000,000 bytes, not \"1.5\""
      ),
      (
        "rules: { file-size: { max-bytes: \"5\" } }",
        "1:34: max-bytes must be a whole number from 1 to 1,000,000,000 bytes, not \"5\""
      ),
      (
        "rules: { file-size: { max-bytes: 99999999999999999999 } }",
        "1:34: max-bytes must be a whole number from 1 to 1,000,000,000 bytes, not \"99999999999999999999\""
      ),
      (
        "rules: { file-size: { max-bytes: [1] } }",
        "1:34: max-bytes must be a whole number from 1 to 1,000,000,000 bytes, not a list"
      ),
      ("rules: [file-size]", "1:8: rules must be lines of the form `key: value`, not a list"),
      ("- rules", "1:1: a configuration must be lines of the form `key: value`, not a list"),
      ("just words", "1:1: a configuration must be lines of the form `key: value`, not \"just words\""),
      (
        "fail-on: eror",
        "1:10: fail-on must be one of error, warning, hint, not \"eror\". Did you mean error?"
      ),
      ("profile: imesage", "1:10: unknown profile \"imesage\". Did you mean imessage?"),
      (
        "profile: kik",
        "1:10: unknown profile \"kik\". \(profiles), or a file such as ./messenger.yml."
      ),
      ("profile: ./none.yml", "1:10: ./none.yml does not exist"),
      ("profile: [imessage]", "1:10: profile must be text, not a list"),
      ("limits: { frame: 1 }", "1:11: unknown key \"frame\". Did you mean frames?"),
      (
        "limits: { frames: 4097 }",
        "1:19: frames must be a whole number from 1 to 4096 frames, not \"4097\"\(lowers)"
      ),
      (
        "limits: { frames: 0 }",
        "1:19: frames must be a whole number from 1 to 4096 frames, not \"0\"\(lowers)"
      ),
      ("overrides: { paths: [a] }", "1:12: overrides must be a list, not a mapping"),
      ("overrides: [{ rules: {} }]", "1:13: an override needs paths, a list of globs"),
      ("overrides: [{ paths: [] }]", "1:22: paths needs at least one glob, for example [\"Photos/**\"]"),
      ("overrides: [{ paths: a.png }]", "1:22: paths must be a list, not \"a.png\""),
      (
        "overrides: [{ paths: [a], role: stiker }]",
        "1:33: role must be one of sticker, frame, icon, message-image, not \"stiker\". Did you mean sticker?"
      ),
      ("overrides: [{ path: [a] }]", "1:15: unknown key \"path\". Did you mean paths?"),
      (
        "overrides: [{ paths: [\"../a\"] }]",
        "1:23: a glob cannot match files outside the folder of the configuration file"
      ),
      (
        "overrides: [{ paths: [\"[a\"] }]",
        "1:23: invalid glob [a. Close each [ with a ], and put a character after each \\."
      ),
      ("include: [\"\"]", "1:11: each glob in include must be text, not \"\""),
      ("extends: no.yml", "1:10: no.yml does not exist. Give its path relative to this file."),
      (
        "extends: ../other/base.yml",
        "1:10: ../other/base.yml is outside /repo. "
          + "Without a repository, a parent file must be in the folder of this file."
      ),
      (
        "extends: /etc/passwd",
        "1:10: /etc/passwd is outside /repo. "
          + "Without a repository, a parent file must be in the folder of this file."
      ),
      ("extends: .stickerlint.yml", "1:10: extends forms a cycle: .stickerlint.yml → .stickerlint.yml"),
      ("baseline: ../other/x.json", "1:11: ../other/x.json is outside the repository"),
      ("baseline: [x.json]", "1:11: baseline must be text, not a list"),
    ])
  func fault(_ text: String, _ line: String) throws {
    let disk = MockFileSystem(["/repo/.stickerlint.yml": text, "/other/base.yml": "", "/etc/passwd": ""])
    let found = try disk.faults()
    // An override with a misspelled key also lacks the correct key.
    #expect(found.contains(".stickerlint.yml:\(line)"), "\(found)")
    #expect(found.count == (text.contains("{ path:") ? 2 : 1), "\(found)")
  }

  @Test("all errors in a file, its parents and its siblings are reported at once, each once")
  func atOnce() throws {
    let disk = MockFileSystem([
      "/repo/.git/HEAD": "", "/repo/base.yml": "rules: { a: off }\nx: 1",
      "/repo/a/.stickerlint.yml":
        "extends: ../base.yml\nfail-on: never\nrules: { file-size: { max-bytes: -1 } }",
      "/repo/b/.stickerlint.yml": "extends: ../base.yml\nrules:\n\tx: off",
    ])
    var search = try disk.search()
    let sources = ["a/1.png", "a/2.png", "b/1.png"].map { AssetSource(path: Path($0)) { _ in .emptyFile } }
    let lines = [
      "a/.stickerlint.yml:2:10: ", "a/.stickerlint.yml:3:34: ", "base.yml:1:10: ", "base.yml:2:1: ",
      "b/.stickerlint.yml:3:1: ",
    ]
    do {
      _ = try ConfigurationMap(sources, &search)
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.problemMessages.count == lines.count)
      for line in lines { #expect(error.problemMessages.contains { $0.text.hasPrefix(line) }, "\(line)") }
    }
  }

  @Test("a cycle is reported where it closes, with all of its files")
  func circle() throws {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": "extends: a.yml", "/repo/a.yml": "\nextends: b.yml",
      "/repo/b.yml": "extends: ./a.yml",
    ])
    #expect(
      try disk.faults() == [
        "b.yml:1:10: extends forms a cycle: .stickerlint.yml → a.yml → b.yml → a.yml"
      ])
  }

  @Test("more than 16 parent files in a chain are an error")
  func manyParents() throws {
    var files = ["/repo/.stickerlint.yml": "extends: 1.yml"]
    for number in 1..<40 { files["/repo/\(number).yml"] = "extends: \(number + 1).yml" }
    #expect(try MockFileSystem(files).faults() == ["16.yml:1:10: too many parent files (limit: 16)"])
  }

  @Test("a parent may be in a folder above the file, but only within a repository")
  func repository() throws {
    let files = ["/repo/base.yml": "", "/repo/art/.stickerlint.yml": "extends: ../base.yml"]
    #expect(
      try MockFileSystem(files).faults(at: "art/a.png") == [
        "art/.stickerlint.yml:1:10: ../base.yml is outside art. "
          + "Without a repository, a parent file must be in the folder of this file."
      ])
    #expect(
      try MockFileSystem(files.merging(["/repo/.git": "gitdir: x"]) { $1 }).faults(at: "art/a.png") == [])
  }

  @Test("a link to a file outside the repository is refused, both as a parent and as a configuration")
  func links() throws {
    var disk = MockFileSystem(["/repo/.stickerlint.yml": "extends: base.yml", "/etc/passwd": "root"])
    disk.links = ["/repo/base.yml": "/etc/passwd"]
    #expect(
      try disk.faults() == [
        ".stickerlint.yml:1:10: base.yml is outside /repo. "
          + "Without a repository, a parent file must be in the folder of this file."
      ])
    disk = MockFileSystem([
      "/etc/passwd": "root", "/repo/.git/HEAD": "", "/repo/own.yml": "rules: { not-square: off }",
    ])
    disk.links = ["/repo/.stickerlint.yml": "/etc/passwd"]
    #expect(try disk.faults() == [".stickerlint.yml is a link to a file outside the repository"])
    disk.links = ["/repo/.stickerlint.yml": "/repo/own.yml"]
    #expect(try disk.settings(at: "a.png").state(of: "not-square") == "off own.yml:1:10")
  }

  @Test("10 MB of YAML is refused because of its size")
  func long() throws {
    let disk = MockFileSystem(["/repo/.stickerlint.yml": String(repeating: "a", count: 10_000_000)])
    #expect(
      try disk.faults() == [
        ".stickerlint.yml:1:1: the file is too large: 10,000,000 bytes (limit: 1 MiB)"
      ])
  }

  @Test("an unreadable file is reported, and an empty file is valid")
  func unreadable() throws {
    let folder = MockFileSystem(["/repo/.stickerlint.yml/inside": ""])
    #expect(try folder.faults() == [".stickerlint.yml cannot be read: no such file"])
    #expect(try MockFileSystem(["/repo/.stickerlint.yml": ""]).faults() == [])
    #expect(
      try MockFileSystem(["/repo/.stickerlint.yml": "rules:\nlimits:\noverrides:\ninclude:\n"]).faults() == []
    )
  }

  @Test("of thousands of errors, fifty are listed, followed by a count")
  func many() throws {
    let text = (0..<5000).map { "k\($0): 1\n" }.joined()
    let faults = try MockFileSystem(["/repo/.stickerlint.yml": text]).faults()
    #expect(faults.count == 201)
    #expect(
      faults.last
        == ".stickerlint.yml:200:1: too many errors. Fix the ones above first.")
    let failure = CommandError(messages: faults)
    #expect(failure.problemMessages.count == 51 && failure.problemMessages.last == "and 151 more like these")
  }

  @Test("very long names give one short error, and the number of errors in a file is limited")
  func longNames() throws {
    let name = String(repeating: "severit", count: 100_000)
    for text in [
      "? \(name)\n: 1", "rules:\n  ? \(name)\n  : 1", "rules: { not-square: \(name) }", "fail-on: \(name)",
      "rules:\n  file-size:\n    ? \(name)\n    : 1", "profile: \(name)", "include: [\"\(name)[\"]",
      "extends: \(String(repeating: "a/", count: 300_000))b",
      "limits: { frames: \(String(repeating: "9", count: 700_000)) }", "extends: \(name)",
    ] {
      let faults = try MockFileSystem(["/repo/.stickerlint.yml": text]).faults()
      #expect(faults.count == 1 && faults[0].utf8.count < 400)
    }
    let rules = (0..<30_000).map { "  rule-\($0): off\n" }.joined()
    #expect(try MockFileSystem(["/repo/.stickerlint.yml": "rules:\n\(rules)"]).faults().count == 201)
  }

  @Test("more than a thousand globs are refused")
  func globs() throws {
    let list = Array(repeating: "a", count: 1001).joined(separator: ",")
    let faults = try MockFileSystem(["/repo/.stickerlint.yml": "exclude: [\(list)]"]).faults()
    #expect(faults == [".stickerlint.yml:1:10: too many globs (limit: 1000)"])
  }
}
