import Testing

@testable import StickerEngine
@testable import Stickers

@Suite("an open folder handle") struct DirectoryHandleTests {
  private let parentFolder: TemporaryFolder
  private static let yml = Path("stickerpack.yml")
  private static let fixed = [(path: Path("fixed/a.png"), bytes: Array("fixed".utf8))]

  init() throws {
    parentFolder = try TemporaryFolder()
    try parentFolder.write("art", at: "art/a.png")
  }

  private func held(_ calls: SystemCalls = .unflushed) throws -> ConfinedFolderAccess {
    try ConfinedFolderAccess(parentFolder["art"], FileWriter(calls))
  }

  private func text(_ name: String) -> String? {
    guard
      case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        parentFolder[name], maxFileBytes: 100, follow: false)
    else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func save(_ text: String, in folder: ConfinedFolderAccess, inPlaceOf old: String? = nil) throws
    -> Path?
  {
    try folder.writeAllOrNone(
      Self.fixed, then: (Self.yml, Array(text.utf8)), expecting: old.map { Array($0.utf8) })
  }

  @Test("written files exist, and the art is unchanged") func written() throws {
    let folder = try held()
    #expect(try save("new", in: folder) == nil)
    #expect(text("art/stickerpack.yml") == "new" && text("art/fixed/a.png") == "fixed")
    #expect(text("art/a.png") == "art")
    #expect(try parentFolder.names(in: "art") == ["a.png", "fixed", "stickerpack.yml"])
    #expect(folder.readIfExists(Self.yml, limit: 100) == .bytes(Array("new".utf8)))
    #expect(folder.readIfExists(Path("none/there.png"), limit: 100) == nil)
    #expect(folder.entryExists(Path("fixed/a.png")) && !folder.entryExists(Path("fixed/b.png")))
    #expect(try save("newer", in: folder, inPlaceOf: "new") == nil)
    #expect(text("art/stickerpack.yml") == "newer")
  }

  @Test("an unexpected pack file stays, and nothing is written next to it")
  func changed() throws {
    try parentFolder.write("theirs", at: "art/stickerpack.yml")
    let folder = try held()
    #expect(try save("mine", in: folder) == Self.yml)
    #expect(try save("mine", in: folder, inPlaceOf: "known") == Self.yml)
    #expect(text("art/stickerpack.yml") == "theirs")
    #expect(try parentFolder.names(in: "art") == ["a.png", "stickerpack.yml"])
  }

  @Test("an image with other bytes is never replaced, and one with the same bytes counts as written")
  func taken() throws {
    try parentFolder.write("other", at: "art/fixed/a.png")
    let folder = try held()
    #expect(try save("mine", in: folder) == Path("fixed/a.png"))
    #expect(text("art/fixed/a.png") == "other" && text("art/stickerpack.yml") == nil)
    try parentFolder.write("fixed", at: "art/fixed/b.png")
    let same = [(path: Path("fixed/b.png"), bytes: Array("fixed".utf8))]
    #expect(try folder.writeAllOrNone(same, then: (Self.yml, [1]), expecting: nil) == nil)
  }

  @Test(
    "a known image is replaced, and any failing call leaves the old or the new one complete",
    arguments: [SystemError.noSpace, .inputOutputError, .permissionDenied])
  func replaced(_ error: SystemError) throws {
    let (older, known) = (Array("older".utf8), Path("fixed/a.png"))
    var (chosen, isDone) = (1, false)
    while !isDone {
      let around = try TemporaryFolder()
      try around.write("old", at: "art/stickerpack.yml")
      try around.write("older", at: "art/fixed/a.png")
      let calls = FailingCalls(.fails(error), at: chosen)
      chosen += 1
      guard let folder = try? ConfinedFolderAccess(around["art"], FileWriter(calls.calls())) else { continue }
      let other = try? folder.writeAllOrNone(
        Self.fixed, replacing: [known: older], then: (Self.yml, Array("new".utf8)),
        expecting: Array("old".utf8))
      isDone = other == .some(nil) && calls.total < chosen - 1
      func text(_ name: String) -> ReadOutcome {
        ReadOnlyFileSystem.disk.readWholeFile(around[name], maxFileBytes: 100, follow: false)
      }
      let isNew = text("art/stickerpack.yml") == .bytes(Array("new".utf8))
      #expect(isNew || text("art/stickerpack.yml") == .bytes(Array("old".utf8)), "call \(chosen - 1)")
      #expect(text("art/fixed/a.png") == .bytes(isNew ? Self.fixed[0].bytes : older), "call \(chosen - 1)")
      #expect(try around.names(in: "art/fixed").filter { !$0.hasPrefix(".") } == ["a.png"])
    }
    #expect(chosen > 20)
    try parentFolder.write("somebody's", at: "art/fixed/a.png")
    let other = try held().writeAllOrNone(
      Self.fixed, replacing: [known: older], then: (Self.yml, [1]), expecting: nil)
    #expect(other == known && text("art/fixed/a.png") == "somebody's" && text("art/stickerpack.yml") == nil)
  }

  @Test("a link in place of the pack file is neither read nor written through")
  func links() throws {
    try parentFolder.write("outside", at: "elsewhere/secret.yml")
    try parentFolder.link("art/stickerpack.yml", to: "../elsewhere/secret.yml")
    let folder = try held()
    #expect(throws: CommandError.self) { try save("mine", in: folder, inPlaceOf: "outside") }
    #expect(throws: CommandError.self) { try save("mine", in: folder) }
    #expect(text("elsewhere/secret.yml") == "outside")
    if case .unreadable(let reason)? = folder.readIfExists(Self.yml, limit: 100) {
      #expect(reason.contains("link"))
    } else {
      Issue.record("a link was read")
    }
    #expect(try parentFolder.names(in: "art") == ["a.png", "stickerpack.yml"])
  }

  @Test(
    "a link in place of the folder for fixed art is not followed", arguments: ["../elsewhere", "nowhere"])
  func linkedFolder(_ target: String) throws {
    try parentFolder.write("outside", at: "elsewhere/b.png")
    try parentFolder.link("art/fixed", to: target)
    let folder = try held()
    let failure = #expect(throws: CommandError.self) { try save("mine", in: folder) }
    #expect(failure?.message.contains("is a symbolic link, which is not followed") == true)
    #expect(try parentFolder.names(in: "elsewhere") == ["b.png"] && text("art/stickerpack.yml") == nil)
  }

  @Test("nothing is written above the folder", arguments: ["../a.yml", "fixed/../../a.yml", ".."])
  func above(_ path: String) throws {
    let folder = try held()
    #expect(throws: CommandError.self) {
      try folder.writeAllOrNone([], then: (Path(path), [1]), expecting: nil)
    }
    #expect(throws: CommandError.self) {
      try folder.writeAllOrNone([(Path(path), [1])], then: (Self.yml, [1]), expecting: nil)
    }
    #expect(try parentFolder.names() == ["art"] && parentFolder.names(in: "art") == ["a.png"])
  }

  @Test("a folder that was moved, removed or replaced accepts no more writes", arguments: 0...3)
  func moved(_ way: Int) throws {
    let folder = try held()
    let calls = SystemCalls.real
    try calls.rename(FileLocation(parentFolder["art"]), FileLocation(parentFolder["away"]))
    switch way {
    case 0: break
    case 1: try parentFolder.makeFolder("art")
    case 2: try parentFolder.link("art", to: "away")
    default: try OpenFolder(parentFolder.path, calls: .unflushed).removeTree(Path("away"))
    }
    let failure = #expect(throws: CommandError.self) { try save("mine", in: folder) }
    #expect(failure?.message.contains("was moved, renamed or replaced") == true)
    for place in ["art", "away"] { #expect(text(place + "/stickerpack.yml") == nil) }
  }

  @Test("a link is not opened as a folder") func openedThroughLink() throws {
    try parentFolder.link("other", to: "art")
    #expect(throws: CommandError.self) { try ConfinedFolderAccess(parentFolder["other"], FileWriter()) }
  }

  @Test(
    "any failing call leaves the complete old or new state without other visible files",
    arguments: [SystemError.noSpace, .inputOutputError, .permissionDenied], [false, true])
  func failing(_ error: SystemError, hasOld: Bool) throws {
    var (chosen, isDone) = (1, false)
    while !isDone {
      let around = try TemporaryFolder()
      try around.write("art", at: "art/a.png")
      if hasOld { try around.write("old", at: "art/stickerpack.yml") }
      // A failure to open the folder is reported before anything is saved.
      let calls = FailingCalls(.fails(error), at: chosen)
      guard let folder = try? ConfinedFolderAccess(around["art"], FileWriter(calls.calls())) else {
        chosen += 1
        continue
      }
      var failure: CommandError?
      do throws(CommandError) {
        let old = hasOld ? Array("old".utf8) : nil
        let other = try folder.writeAllOrNone(Self.fixed, then: (Self.yml, Array("new".utf8)), expecting: old)
        if other != nil { failure = CommandError("another file exists") }
      } catch {
        failure = error
      }
      isDone = failure == nil && calls.total < chosen
      let names = try around.names(in: "art").filter { !$0.hasPrefix(".") }
      let text = ReadOnlyFileSystem.disk.readWholeFile(
        around["art/stickerpack.yml"], maxFileBytes: 100, follow: false)
      let isNew = text == .bytes(Array("new".utf8))
      if failure == nil { #expect(isNew, "call \(chosen)") }
      let old = hasOld ? ["a.png", "stickerpack.yml"] : ["a.png"]
      #expect(names == (isNew ? ["a.png", "fixed", "stickerpack.yml"] : old), "call \(chosen)")
      if isNew { #expect(try around.names(in: "art/fixed") == ["a.png"]) }
      chosen += 1
    }
    #expect(chosen > 20)
  }
}
