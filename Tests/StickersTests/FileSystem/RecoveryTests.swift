import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct RecoveryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func nextRun() throws { try FileWriter().writeFile([1], to: folder["next"]) }

  @Test("leftovers of a dead run are removed: trees, files, and links but not their targets")
  func leftovers() throws {
    try folder.write("precious", at: "mine/file")
    try folder.write("x", at: ".stickerlint-tmp-4711-0123456789abcdef/a/b/c")
    try folder.link(".stickerlint-tmp-4711-0123456789abcdef/link", to: "../mine")
    try folder.write("x", at: ".stickerlint-tmp-4712-0123456789abcdef")
    try nextRun()
    #expect(try folder.names() == ["mine", "next"])
    #expect(try folder.names(in: "mine") == ["file"])
  }

  @Test(
    "files with similar names stay",
    arguments: [
      ".stickerlint-baseline.json", ".stickerlint.yml", ".stickerlint-tmp-",
      ".stickerlint-tmp-12-0123456789abcde",
      ".stickerlint-tmp-12-0123456789abcdefg", ".stickerlint-tmp-x-0123456789abcdef",
      ".stickerlint-tmp-12-0123456789abcdex", ".stickerlint-tmp--1-0123456789abcdef",
      "stickerlint-tmp-1-0123456789abcdef",
    ])
  func foreign(_ name: String) throws {
    try folder.write("mine", at: name)
    try nextRun()
    #expect(try folder.names() == [name, "next"].sorted())
  }

  @Test("the target of a link with a temporary name stays")
  func link() throws {
    try folder.write("precious", at: "mine/file")
    try folder.link(".stickerlint-tmp-4711-0123456789abcdef", to: "mine")
    try nextRun()
    #expect(try folder.names(in: "mine") == ["file"])
  }

  @Test("a tree that a running process is building stays")
  func living() throws {
    var tree = FileTree()
    tree["a"] = [1]
    try FileWriter().writeTree(tree, to: folder["out"], replacing: .nothing) { path, _ in
      try nextRun()
      #expect(try ReadOnlyFileSystem.disk.readTree(path)?.files == tree)
    }
    #expect(try folder.names() == ["next", "out"])
  }

  @Test("an old tree that a running process moved aside stays, because it may be restored")
  func livingJournal() throws {
    try folder.write("old", at: "out/file")
    var calls = SystemCalls.unflushed
    calls.exchange = { (_, _) throws(SystemError) in throw .notImplemented }
    let (folder, renames) = (folder, LockedValue(0))
    calls.rename = { (old, new) throws(SystemError) in
      let number = renames.withLock { count in
        count += 1
        return count
      }
      // The steps are: the journal gets its name, the old tree is renamed, the new one is moved in.
      if number == 3 {
        try? FileWriter().writeFile([1], to: folder["next"])
        throw .inputOutputError
      }
      try SystemCalls.real.rename(old, new)
    }
    var tree = FileTree()
    tree["file"] = [1]
    #expect(throws: CommandError.self) {
      try FileWriter(calls).writeTree(tree, to: folder["out"], replacing: .folder)
    }
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(folder["out/file"], maxFileBytes: 10, follow: false)
        == .bytes(Array("old".utf8)))
    #expect(try folder.names() == ["next", "out"])
  }

  @Test("without locks, leftovers of a running process stay, and those of an ended process are removed")
  func noLocks() throws {
    try folder.write("x", at: ".stickerlint-tmp-4711-0123456789abcdef")
    try folder.write("x", at: ".stickerlint-tmp-4712-0123456789abcdef")
    var calls = SystemCalls.unflushed
    calls.tryLock = { (_) throws(SystemError) in throw .invalidArgument }
    calls.processExists = { $0 == 4712 }
    try FileWriter(calls).writeFile([1], to: folder["next"])
    #expect(try folder.names() == [".stickerlint-tmp-4712-0123456789abcdef", "next"])
  }

  @Test("a journal survives a round trip with any names")
  func journal() {
    let new = Path(".stickerlint-tmp-1-0123456789abcdef")
    let old = Path(".stickerlint-tmp-1-1123456789abcdef")
    for name in ["out", "a\nb", "é", " "] {
      let journal = FolderReplacementJournal(destination: Path(name), new: new, old: old)
      #expect(FolderReplacementJournal(bytes: journal.bytes) == journal)
    }
    let strange = FolderReplacementJournal(destination: Path(bytes: [0xFF, 0x0A]), new: new, old: old)
    #expect(FolderReplacementJournal(bytes: strange.bytes) == strange)
  }

  @Test("a journal that refers to other files or is truncated is invalid")
  func badJournals() {
    let new = Path(".stickerlint-tmp-1-0123456789abcdef")
    let old = Path(".stickerlint-tmp-1-1123456789abcdef")
    for name in ["..", ".", "a/b", "/etc", ""] {
      #expect(
        FolderReplacementJournal(
          bytes: FolderReplacementJournal(destination: Path(name), new: new, old: old).bytes) == nil)
    }
    for (new, old) in [(Path("precious"), old), (new, Path("precious")), (new, new)] {
      #expect(
        FolderReplacementJournal(
          bytes: FolderReplacementJournal(destination: Path("out"), new: new, old: old).bytes) == nil)
    }
    let bytes = FolderReplacementJournal(destination: Path("out"), new: new, old: old).bytes
    for count in bytes.indices { #expect(FolderReplacementJournal(bytes: Array(bytes[..<count])) == nil) }
  }

  @Test(
    "recovery from a journal moves the new tree into place or, if it is missing, restores the old one",
    arguments: [true, false])
  func completion(_ hasNew: Bool) throws {
    let new = ".stickerlint-tmp-1-0123456789abcdef"
    let old = ".stickerlint-tmp-1-1123456789abcdef"
    let journal = FolderReplacementJournal(destination: Path("out"), new: Path(new), old: Path(old))
    try folder.write(journal.bytes, at: ".stickerlint-journal-1-2123456789abcdef")
    try folder.write("old", at: "\(old)/file")
    if hasNew { try folder.write("new", at: "\(new)/file") }
    try nextRun()
    #expect(try folder.names() == ["next", "out"])
    let found = ReadOnlyFileSystem.disk.readWholeFile(folder["out/file"], maxFileBytes: 10, follow: false)
    #expect(found == .bytes(Array((hasNew ? "new" : "old").utf8)))
  }
}

@Suite struct ReadTreeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("reading a folder gives its files and lists everything else in it")
  func contents() throws {
    for name in ["a.png", "sub/b.png", ".hidden/c"] { try folder.write([7], at: "in/\(name)") }
    try folder.write([], at: "in/empty")
    try folder.write([UInt8](repeating: 0, count: 11), at: "in/long")
    try folder.write([1], at: Path(bytes: Array("in/".utf8) + [0xFF]))
    try folder.link("in/link", to: "a.png")
    try folder.link("in/up", to: "..")
    try folder.makePipe("in/sub/pipe")
    try folder.makeFolder("in/nothing")
    let found = try #require(try ReadOnlyFileSystem.disk.readTree(folder["in"], maxFileBytes: 10))
    #expect(found.files.paths == [".hidden/c", "a.png", "empty", "sub/b.png"])
    #expect(found.files["sub/b.png"] == [7])
    #expect(found.files["empty"] == [])
    #expect(
      found.unsupportedEntries.map { "\($0.path.displayText): \($0.reason)" } == [
        "link: it is a link, which is not followed", "long: file size is 11 bytes (limit: 10 bytes)",
        "nothing: it is an empty folder",
        "sub/pipe: it is a named pipe, not a file", "up: it is a link, which is not followed",
        "\\xFF: its name is not valid UTF-8",
      ])
  }

  @Test("reading a missing folder gives nil, and reading anything but a folder is an error")
  func noFolder() throws {
    try folder.write("x", at: "file")
    try folder.link("link", to: ".")
    #expect(try ReadOnlyFileSystem.disk.readTree(folder["gone"]) == nil)
    #expect(throws: CommandError.self) { try ReadOnlyFileSystem.disk.readTree(folder["file"]) }
    #expect(throws: CommandError.self) { try ReadOnlyFileSystem.disk.readTree(folder["link"]) }
    #expect(try ReadOnlyFileSystem.disk.entryKind(at: folder["gone"]) == nil)
    #expect(try ReadOnlyFileSystem.disk.entryKind(at: folder["link"]) == .symbolicLink)
    #expect(try ReadOnlyFileSystem.disk.entryKind(at: folder.path) == .folder)
  }

  @Test("a folder that exceeds a limit by one byte or entry is an error")
  func limits() throws {
    for name in ["a", "b", "c/d"] { try folder.write([1, 2], at: name) }
    #expect(try ReadOnlyFileSystem.disk.readTree(folder.path, maxTotalBytes: 6, maxEntries: 4) != nil)
    #expect(throws: CommandError.self) { try ReadOnlyFileSystem.disk.readTree(folder.path, maxTotalBytes: 5) }
    #expect(throws: CommandError.self) { try ReadOnlyFileSystem.disk.readTree(folder.path, maxEntries: 3) }
  }
}
