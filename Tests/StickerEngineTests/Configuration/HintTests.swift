import Testing

@testable import StickerEngine

@Suite("hints for mistakes") struct HintTests {
  @Test(
    "a configuration error identifies a misplaced rule or a missing space",
    arguments: [
      ("file-size: off", "1:1: file-size is a rule. Put it under rules."),
      (
        "overrides: [{ paths: [a], file-size: off }]", "1:27: file-size is a rule. Put it under rules."
      ),
      (
        "fail-on:warning",
        "1:1: a configuration must be lines of the form `key: value`, not \"fail-on:warning\". "
          + "Add a space after the colon."
      ),
      ("rules:\n  file-size:{max-bytes: 3}", "2:3: missing space after “file-size:”"),
    ])
  func configuration(text: String, line: String) throws {
    #expect(try MockFileSystem(["/repo/.stickerlint.yml": text]).faults() == [".stickerlint.yml:" + line])
  }

  @Test("an unquoted color is read as a comment")
  func color() {
    do throws(Diagnostic) {
      _ = try readPackFile(Array("background: #FFFFFF".utf8)) { _ in true }
      Issue.record("no fault")
    } catch {
      #expect(
        error.allDiagnostics.map(\.message) == [
          "background must be a color in quotes, such as \"#FFD54F\". Without quotes, # starts a comment."
        ])
    }
  }

  @Test("an image cannot be both the icon and a sticker")
  func icon() {
    do throws(Diagnostic) {
      _ = try readPackFile(Array("icon: a.png\nstickers: [{ file: a.png }]".utf8)) { _ in true }
      Issue.record("no fault")
    } catch {
      #expect(
        error.allDiagnostics.map { $0.messageLine(in: "p") } == [
          "p:1:7: a.png is already a sticker. Use another image as the icon, or remove it from stickers."
        ])
    }
  }

  @Test("a severity in --set suggests --severity, and lists accept spaces after commas")
  func flags() throws {
    do throws(CommandError) {
      _ = try FlagConfiguration(.builtIn, set: ["file-size.severity=warning"])
      Issue.record("no fault")
    } catch {
      #expect(error.problemMessages == ["--set cannot set a severity. Use --severity file-size=warning."])
    }
    let flags = try FlagConfiguration(.builtIn, select: ["file-size, not-square"])
    let settings = try MockFileSystem([:]).settings(at: "a.png", flags)
    #expect(settings.rules.filter(\.runs).map(\.rule.id).sorted() == ["file-size", "not-square"])
  }

  @Test("an option of a disabled rule is reported")
  func optIn() throws {
    var search = try MockFileSystem([:]).search(
      .none, FlagConfiguration(.builtIn, set: ["wasteful-encoding.min-saving=3"]))
    _ = search.resolvedConfiguration(at: Path("a.png"), isFolder: false)
    #expect(
      search.configurationNotes == [
        "--set wasteful-encoding.min-saving has no effect, because wasteful-encoding does not run. "
          + "Use --severity wasteful-encoding=on to turn it on."
      ])
  }

  @Test("with --no-pack, no pack rule runs")
  func noPack() throws {
    let settings = try MockFileSystem([:]).settings(
      at: "a.png", FlagConfiguration(.builtIn, checksPacks: false))
    #expect(settings.state(of: "mixed-sizes") == "off --no-pack")
    #expect(settings.state(of: "file-size") == "error default")
  }

  @Test("an unreadable file is reported at the location that names it")
  func folder() throws {
    let disk = MockFileSystem(["/repo/.stickerlint.yml": "extends: a", "/repo/a/x": ""])
    #expect(try disk.faults() == [".stickerlint.yml:1:10: a cannot be read: no such file"])
  }
}
