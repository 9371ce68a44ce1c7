import Testing

@testable import StickerEngine

@Suite struct PackFileRenamingTests {
  private func outcome(_ text: String, _ old: String = "art/a.gif", _ new: String = "art/a.png")
    -> FileReferenceRenamingOutcome
  {
    fileReferenceRenaming(in: Array(text.utf8), from: Path(old), to: Path(new))
  }

  private func renamedText(_ text: String, _ old: String = "art/a.gif", _ new: String = "art/a.png")
    -> String?
  {
    guard case .renamed(let bytes) = outcome(text, old, new) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "wherever a pack file names a file, only the name changes",
    arguments: [
      ("icon: art/a.gif # mine\n", "icon: art/a.png # mine\n"),
      (
        "stickers:\n  - file: 'art/a.gif'\n    description: art/a.gif\n",
        "stickers:\n  - file: 'art/a.png'\n    description: art/a.gif\n"
      ),
      (
        "stickers: [{file: \"art/a.gif\", keywords: [art/a.gif]}]",
        "stickers: [{file: \"art/a.png\", keywords: [art/a.gif]}]"
      ),
      (
        "icons:\r\n  iphone-29x29@2x:   art/a.gif\r\n  # art/a.gif\r\nname: art/a.gif\r\n",
        "icons:\r\n  iphone-29x29@2x:   art/a.png\r\n  # art/a.gif\r\nname: art/a.gif\r\n"
      ),
      (
        "\u{FEFF}stickers:\n- file: ./art//a.gif\n- {frames: art/a.gif, fps: 2}",
        "\u{FEFF}stickers:\n- file: ./art//a.png\n- {frames: art/a.png, fps: 2}"
      ),
      ("# é😀\nicon: \"art/\\u0061.gif\" # é", "# é😀\nicon: \"art/a.png\" # é"),
      ("icon: art/a.gif", "icon: art/a.png"),
      (
        "cover: art/a.gif # best\nstickers: [{file: art/a.gif}]",
        "cover: art/a.png # best\nstickers: [{file: art/a.png}]"
      ),
    ])
  func renamesOnlyReferences(_ before: String, _ after: String) { #expect(renamedText(before) == after) }

  @Test(
    "text that does not name the file stays unchanged",
    arguments: [
      "", "name: art/a.gif", "icon: a.gif", "icon: art/A.gif", "icon: [art/a.gif]", "stickers: art/a.gif",
      "stickers:\n- file: art/a.gif.png\n- {frames: 'art/b*', fps: 1}",
      "stickers:\n- {frames: 'art/*', fps: 1}", "stickers:\n- {frames: 'art/?.[gp]*', fps: 1}",
    ])
  func keepsOtherText(_ text: String) { #expect(outcome(text) == .nothingToRename) }

  @Test("a frame pattern that would lose the file, or a name over several lines, is reported with its line")
  func impossible() {
    #expect(
      outcome("stickers:\n- {frames: 'art/*.gif', fps: 1}")
        == .impossible(
          "line 2: frames art/*.gif matches art/a.gif, and the new name would drop or move this frame"))
    #expect(
      outcome("stickers:\n- {frames: 'art/*', fps: 1}", "art/a.gif", "art/b.gif")
        == .impossible(
          "line 2: frames art/* matches art/a.gif, and the new name would drop or move this frame"))
    #expect(outcome("icon: |-\n  art/a.gif\n") == .impossible("line 1: the name spans several lines"))
    #expect(outcome("icon: [") == .impossible("it cannot be read"))
  }

  @Test(
    "a name that needs quotes gets them",
    arguments: [
      ("icon: a.gif", "b: c.png", "icon: \"b: c.png\""), ("icon: a.gif", "#.png", "icon: \"#.png\""),
      ("icon: a.gif", "-.png", "icon: \"-.png\""), ("icon: a.gif", "true", "icon: \"true\""),
      ("icon: a.gif", "1.5", "icon: \"1.5\""), ("icon: a.gif", "it's.png", "icon: \"it's.png\""),
      ("icon: 'a.gif'", "it's.png", "icon: 'it''s.png'"),
      ("icon: 'a.gif'", "a\nb.png", "icon: \"a\\u000Ab.png\""),
      ("icon: \"a.gif\"", "\"\\.png", "icon: \"\\\"\\\\.png\""),
      ("{icon: a.gif}", "a,b.png", "{icon: \"a,b.png\"}"),
      ("icon: a.gif", "1 é.png", "icon: 1 é.png"),
    ])
  func quotes(_ before: String, _ name: String, _ after: String) {
    #expect(renamedText(before, "a.gif", name) == after)
  }

  @Test("renaming changes only the name and can be reversed, whatever the name")
  func thereAndBack() throws {
    let text = """
      icon: icon.png  # é
      stickers:
        - file: a.gif
          description: { en: "a.gif", de: 'x' }
        - { file: 'b b.gif', keywords: [a.gif, "b"] }
        - file: "c.gif"
      """
    let isFile: (Path) -> Bool = { _ in true }
    let before = try readPackFile(Array(text.utf8), isFile: isFile)
    for (index, old) in ["a.gif", "b b.gif", "c.gif", "icon.png"].enumerated() {
      for name in hostileNames(100, seed: UInt64(index), atMost: 12, anyCharacter: false) {
        guard
          case .renamed(let there) = fileReferenceRenaming(
            in: Array(text.utf8), from: Path(old), to: Path(name))
        else {
          Issue.record("\(name.debugDescription) cannot be written")
          continue
        }
        let after = try readPackFile(there, isFile: isFile)
        #expect(
          after.files.map(\.value) == before.files.map { $0.value == Path(old) ? Path(name) : $0.value })
        #expect(after.stickers.map(\.metadata.descriptions) == before.stickers.map(\.metadata.descriptions))
        guard case .renamed(let back) = fileReferenceRenaming(in: there, from: Path(name), to: Path(old))
        else {
          Issue.record("\(name.debugDescription) cannot be renamed back")
          continue
        }
        #expect(try readPackFile(back, isFile: isFile).files.map(\.value) == before.files.map(\.value))
      }
    }
  }
}
