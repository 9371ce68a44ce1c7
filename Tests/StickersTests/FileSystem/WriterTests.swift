import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct WriterTests {
  private let folder: TemporaryFolder
  private let writer = FileWriter()

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ name: String) -> ReadOutcome {
    ReadOnlyFileSystem.disk.readWholeFile(folder[name], maxFileBytes: 1000, follow: false)
  }

  @Test("a new tree has every file in place, and the replaced tree is gone", arguments: [true, false])
  func tree(_ canExchange: Bool) throws {
    try folder.write("foreign", at: "out/notes.txt")
    try folder.write("deep", at: "out/a/b/c/d.txt")
    let writer = FileWriter(FailingCalls(.dies, at: 0).calls(canExchange: canExchange))
    try writer.writeTree(someTree, to: folder["out/"], replacing: .folder)
    #expect(try ReadOnlyFileSystem.disk.readTree(folder["out"]) == FolderContents(files: someTree))
    #expect(try folder.names() == ["out"])
  }

  @Test("parents of a new folder are created")
  func parents() throws {
    try writer.writeTree(someTree, to: folder["x/y/../z/out"], replacing: .nothing)
    #expect(try ReadOnlyFileSystem.disk.readTree(folder["x/z/out"])?.files == someTree)
  }

  @Test(
    "an existing destination that must not be replaced stops the write",
    arguments: [
      ("folder", ReplacementPolicy.nothing, "it already exists. Choose another name."),
      ("file", .folder, "it is not a folder. Choose another name."),
      ("pipe", .folder, "it is not a folder. Choose another name."),
      ("link", .folder, "it is a symbolic link. Specify the folder that it points to."),
    ])
  func destinations(_ name: String, _ replacing: ReplacementPolicy, _ reason: String) throws {
    try folder.makeFolder("folder")
    try folder.write("text", at: "file")
    try folder.makePipe("pipe")
    try folder.link("link", to: "folder")
    let failure = CommandError("cannot write \(folder[name].displayText): \(reason)")
    #expect(throws: failure) { try writer.writeTree(someTree, to: folder[name], replacing: replacing) }
    #expect(try folder.names() == ["file", "folder", "link", "pipe"])
    #expect(try folder.names(in: "folder") == [])
  }

  @Test(
    "a destination that has no name of its own, such as `..` or `/`, is rejected",
    arguments: ["", ".", "..", "/", "a/..", "a/."])
  func selves(_ name: String) throws {
    #expect(throws: CommandError.self) {
      try writer.writeTree(someTree, to: Path(name), replacing: .folder)
    }
  }

  @Test("a tree that fails verification is not put in place")
  func verifying() throws {
    struct Wrong: Error {}
    try folder.write("old", at: "out/a")
    #expect(throws: Wrong.self) {
      try writer.writeTree(someTree, to: folder["out"], replacing: .folder) { path, _ in
        #expect(try ReadOnlyFileSystem.disk.readTree(path)?.files == someTree)
        throw Wrong()
      }
    }
    #expect(try folder.names() == ["out"])
    #expect(bytes("out/a") == .bytes(Array("old".utf8)))
  }

  @Test("a replaced folder keeps its permissions")
  func folderPermissions() throws {
    try folder.makeFolder("out")
    try folder.setPermissions(0o750, of: "out")
    try writer.writeTree(someTree, to: folder["out"], replacing: .folder)
    #expect(try folder.permissions(of: "out") == 0o750)
  }

  @Test("an old tree is removed even if its folders are read-only, at any depth")
  func stubborn() throws {
    try folder.write("x", at: "out/locked/inner/file")
    try folder.setPermissions(0o555, of: "out/locked/inner")
    try folder.setPermissions(0o555, of: "out/locked")
    try folder.makeFolder("out/.stickerlint-moved-1")
    try folder.write("x", at: "out/.stickerlint-moved-2")
    try OpenFolder(folder["out"], calls: .real).makeDeep(2500)
    try writer.writeTree(someTree, to: folder["out"], replacing: .folder)
    #expect(try folder.names() == ["out"])
  }

  @Test("a link in an old tree is removed, and its target stays")
  func linkInOldTree() throws {
    try folder.write("mine", at: "precious/file")
    try folder.write("x", at: "out/file")
    try folder.link("out/link", to: "../precious")
    try writer.writeTree(someTree, to: folder["out"], replacing: .folder)
    #expect(try folder.names(in: "precious") == ["file"])
  }

  @Test("a tree in which a path is both a file and a folder is rejected")
  func conflict() throws {
    var tree = FileTree()
    tree["a"] = [1]
    tree["a/b"] = [2]
    #expect(throws: CommandError.self) {
      try writer.writeTree(tree, to: folder["out"], replacing: .nothing)
    }
    #expect(try folder.names() == [])
  }

  @Test("a replaced file loses setuid and setgid", arguments: [0o4755, 0o2755, 0o6755])
  func setuid(_ mode: Int) throws {
    try folder.write("old", at: "a.png")
    try folder.setPermissions(mode, of: "a.png")
    try writer.writeFile([7], to: folder["a.png"])
    #expect(try folder.permissions(of: "a.png") == 0o755)
  }

  @Test("a replaced file has the new bytes and the old permissions", arguments: [0o600, 0o644, 0o755])
  func file(_ mode: Int) throws {
    try folder.write("old", at: "a.png")
    try folder.setPermissions(mode, of: "a.png")
    try writer.writeFile([7], to: folder["a.png"])
    #expect(bytes("a.png") == .bytes([7]))
    #expect(try folder.permissions(of: "a.png") == UInt32(mode))
    #expect(try folder.names() == ["a.png"])
  }

  @Test(
    "a file is not written through a link or over a folder, pipe or device",
    arguments: [
      "link", "folder", "pipe", ".", "gone/a.png", "/dev/null",
    ])
  func refused(_ name: String) throws {
    try folder.write("old", at: "a.png")
    try folder.link("link", to: "a.png")
    try folder.makeFolder("folder")
    try folder.makePipe("pipe")
    let path = name.hasPrefix("/") ? Path(name) : folder[name]
    let kind = try? ReadOnlyFileSystem.disk.entryKind(at: path)
    #expect(throws: CommandError.self) { try writer.writeFile([7], to: path) }
    #expect((try? ReadOnlyFileSystem.disk.entryKind(at: path)) == kind)
    #expect(bytes("a.png") == .bytes(Array("old".utf8)))
    #expect(try folder.names() == ["a.png", "folder", "link", "pipe"])
  }

  @Test("nothing is put in place before it would survive a power failure", arguments: [true, false])
  func orderOfFlushes(_ canExchange: Bool) throws {
    try folder.write("old", at: "out/file")
    let log = LockedValue<[String]>([])
    var calls = SystemCalls.real
    unsafe calls.write = { (descriptor, buffer) throws(SystemError) in
      log.withLock { $0.append("write") }
      return try unsafe SystemCalls.real.write(descriptor, buffer)
    }
    calls.flush = { (descriptor) throws(SystemError) in
      let kind = try SystemCalls.real.statusOfDescriptor(descriptor).kind
      log.withLock { $0.append("flush \(kind)") }
    }
    calls.rename = { (old, new) throws(SystemError) in
      log.withLock { $0.append("rename") }
      try SystemCalls.real.rename(old, new)
    }
    calls.exchange = { (one, other) throws(SystemError) in
      guard canExchange else { throw .notImplemented }
      log.withLock { $0.append("exchange") }
      try SystemCalls.real.exchange(one, other)
    }
    var tree = FileTree()
    tree["a"] = [1]
    tree["b/c"] = [2]
    try FileWriter(calls).writeTree(tree, to: folder["out"], replacing: .folder)
    let build = ["write", "flush file", "write", "flush file", "flush folder", "flush folder"]
    let journal = ["write", "flush file", "rename", "flush folder", "rename", "rename", "flush folder"]
    #expect(log.withLock { $0 } == build + (canExchange ? ["exchange", "flush folder"] : journal))
  }

  @Test("a written file whose folder cannot be flushed is reported")
  func lateFailure() throws {
    var calls = SystemCalls.real
    calls.flush = { (descriptor) throws(SystemError) in
      if try SystemCalls.real.statusOfDescriptor(descriptor).kind == .folder { throw .inputOutputError }
    }
    let failure = CommandError(
      "\(folder["a"].displayText) was written, but could not be flushed to disk: the device reports an input/output error"
    )
    #expect(throws: failure) { try FileWriter(calls).writeFile([1], to: folder["a"]) }
  }

  @Test("an error gives the path, the reason and what to do")
  func message() throws {
    var calls = SystemCalls.unflushed
    unsafe calls.write = { (_, _) throws(SystemError) in throw .noSpace }
    let reason = "no space left on the device. Free some space, and run the command again."
    let path = folder["out/a/b.png"]
    let failure = CommandError("cannot write \(path.displayText): \(reason)").withCause(.diskFull(path))
    #expect(throws: failure) {
      try FileWriter(calls).writeTree(someTree, to: folder["out"], replacing: .nothing)
    }
  }

  @Test("a read-only folder is reported", .disabled(if: isRoot, "a superuser may write everything"))
  func noPermission() throws {
    try folder.makeFolder("locked")
    try folder.setPermissions(0o555, of: "locked")
    let failure = CommandError(
      "cannot write \(folder["locked/out"].displayText): permission denied. Check the permissions.")
    #expect(throws: failure) { try writer.writeTree(someTree, to: folder["locked/out"], replacing: .nothing) }
  }
}

private let someTree: FileTree = {
  var tree = FileTree()
  tree["a/b.png"] = [1, 2, 3]
  tree["a.png"] = []
  tree["a/c/d/e.png"] = [4]
  tree["a/c/x/e.png"] = [5]
  tree["z é.json"] = [6]
  return tree
}()
