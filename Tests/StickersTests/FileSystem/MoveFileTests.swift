import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct MoveFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ name: String, in folder: TemporaryFolder) -> String? {
    guard
      case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        folder[name], maxFileBytes: 100, follow: false)
    else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("the new name has the new bytes and the old permissions, and the old name is gone")
  func moves() throws {
    try folder.write("old", at: "a.gif")
    try folder.setPermissions(0o640, of: "a.gif")
    try FileWriter().renameAndRewriteFile(from: folder["a.gif"], to: folder["a.png"], with: Array("new".utf8))
    #expect(try folder.names() == ["a.png"])
    #expect(text("a.png", in: folder) == "new")
    #expect(try folder.permissions(of: "a.png") == 0o640)
  }

  @Test("a file is moved even if the file system has no hard links")
  func withoutLinks() throws {
    try folder.write("old", at: "a")
    var calls = SystemCalls.unflushed
    calls.createHardLink = { (_, _) throws(SystemError) in throw .notPermitted }
    try folder.write("x", at: "taken")
    try FileWriter(calls).renameAndRewriteFile(from: folder["a"], to: folder["b"], with: [1])
    #expect(try folder.names() == ["b", "taken"])
    #expect(throws: CommandError.self) {
      try FileWriter(calls).renameAndRewriteFile(from: folder["b"], to: folder["taken"], with: [2])
    }
    #expect(text("taken", in: folder) == "x")
  }

  @Test(
    "an existing destination is never replaced", arguments: ["file", "folder", "link", "stray", "a"])
  func taken(_ name: String) throws {
    try folder.write("old", at: "a")
    try folder.write("mine", at: "file")
    try folder.makeFolder("folder")
    try folder.link("link", to: "file")
    try folder.link("stray", to: "nowhere")
    let failure = CommandError("cannot rename \(folder["a"].displayText): \(name) already exists")
    #expect(throws: failure) {
      try FileWriter().renameAndRewriteFile(from: folder["a"], to: folder[name], with: [1])
    }
    #expect(text("a", in: folder) == "old")
    #expect(text("file", in: folder) == "mine")
    #expect(try folder.names() == ["a", "file", "folder", "link", "stray"])
  }

  @Test("a destination created while the file is written is not replaced either")
  func takenMeanwhile() throws {
    try folder.write("old", at: "a")
    let folder = folder
    var calls = SystemCalls.unflushed
    calls.createHardLink = { (old, new) throws(SystemError) in
      _ = try? folder.write("mine", at: "b")
      try SystemCalls.real.createHardLink(old, new)
    }
    #expect(throws: CommandError("cannot rename \(folder["a"].displayText): b already exists")) {
      try FileWriter(calls).renameAndRewriteFile(from: folder["a"], to: folder["b"], with: [1])
    }
    #expect(try folder.names() == ["a", "b"])
    #expect(text("b", in: folder) == "mine")
  }

  @Test("a link, a folder and a missing file cannot be moved", arguments: ["link", "folder", "none"])
  func sources(_ name: String) throws {
    try folder.write("mine", at: "file")
    try folder.makeFolder("folder")
    try folder.link("link", to: "file")
    #expect(throws: CommandError.self) {
      try FileWriter().renameAndRewriteFile(from: folder[name], to: folder["new"], with: [1])
    }
    #expect(try folder.names() == ["file", "folder", "link"])
    #expect(text("file", in: folder) == "mine")
  }

  @Test("a file cannot be moved to another folder or to the path of a folder")
  func places() throws {
    try folder.write("old", at: "a")
    try folder.makeFolder("b")
    for target in ["b/a", "..", ".", "b/.."] {
      #expect(throws: CommandError.self) {
        try FileWriter().renameAndRewriteFile(from: folder["a"], to: folder[target], with: [1])
      }
    }
    #expect(try folder.names() == ["a", "b"])
    #expect(try folder.names(in: "b") == [])
  }

  @Test(
    "a file that changed since it was read is neither moved nor replaced",
    arguments: ["old2", "olD", "o", ""])
  func changed(_ now: String) throws {
    try folder.write(now, at: "a")
    let failure = CommandError(
      "cannot write \(folder["a"].displayText): it changed after it was read. Run the command again.")
    #expect(throws: failure) {
      try FileWriter().renameAndRewriteFile(
        from: folder["a"], to: folder["b"], with: [1], expecting: Array("old".utf8))
    }
    #expect(throws: failure) {
      try FileWriter().writeFile([1], to: folder["a"], expecting: Array("old".utf8))
    }
    #expect(try folder.names() == ["a"])
    #expect(text("a", in: folder) ?? "" == now)
  }

  @Test("a file that is unchanged since it was read is moved and replaced", arguments: ["old", ""])
  func unchanged(_ now: String) throws {
    try folder.write(now, at: "a")
    try FileWriter().writeFile(Array("new".utf8), to: folder["a"], expecting: Array(now.utf8))
    #expect(text("a", in: folder) == "new")
    try FileWriter().renameAndRewriteFile(
      from: folder["a"], to: folder["b"], with: [1], expecting: Array("new".utf8))
    #expect(try folder.names() == ["b"])
  }

  @Test("a file deleted since it was read is not created again")
  func gone() throws {
    #expect(throws: CommandError.self) { try FileWriter().writeFile([1], to: folder["a"], expecting: [1]) }
    #expect(try folder.names() == [])
  }

  @Test("a file that changes while the new one is written stays", arguments: [true, false])
  func changedMeanwhile(_ isMoved: Bool) throws {
    try folder.write("old", at: "a")
    let (folder, isFirst) = (folder, LockedValue(true))
    var calls = SystemCalls.unflushed
    unsafe calls.write = { (descriptor, buffer) throws(SystemError) in
      let isTime = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      // Replaces the file with another file of the same name, as editors do.
      if isTime { try? FileWriter().writeFile(Array("mine".utf8), to: folder["a"]) }
      return try unsafe SystemCalls.real.write(descriptor, buffer)
    }
    let old = Array("old".utf8)
    #expect(throws: CommandError.self) {
      if isMoved {
        try FileWriter(calls).renameAndRewriteFile(
          from: folder["a"], to: folder["b"], with: [1], expecting: old)
      } else {
        try FileWriter(calls).writeFile([1], to: folder["a"], expecting: old)
      }
    }
    #expect(try folder.names() == ["a"])
    #expect(text("a", in: folder) == "mine")
  }

  @Test(
    "any failing call leaves the old file, the new file or both complete, and nothing else",
    arguments: WriteInterruption.failures)
  func fails(_ stop: WriteInterruption) throws {
    try afterEachCall(of: stop) { folder, error in
      let names = try folder.names()
      #expect(names == ["a"] || names == ["b"] || names.sorted() == ["a", "b"], "\(names)")
      #expect(text("a", in: folder) ?? "old" == "old")
      #expect(text("b", in: folder) ?? "new" == "new")
      if error == nil { #expect(names == ["b"]) }
    }
  }

  @Test(
    "a kill at any call leaves the old file, the new file or both complete, and the next run cleans up",
    arguments: WriteInterruption.deaths)
  func dies(_ stop: WriteInterruption) throws {
    var met: Set<[String]> = []
    try afterEachCall(of: stop) { folder, _ in
      try FileWriter().writeFile([1], to: folder["next"])
      let names = try folder.names().filter { $0 != "next" }
      met.insert(names)
      #expect(names == ["a"] || names == ["b"] || names == ["a", "b"], "\(names)")
      #expect(text("a", in: folder) ?? "old" == "old")
      #expect(text("b", in: folder) ?? "new" == "new")
    }
    // Each possible outcome occurred.
    #expect(met == [["a"], ["a", "b"], ["b"]])
  }

  @Test(
    "missing folders are created, and none is left if a call fails", arguments: WriteInterruption.failures)
  func folders(_ stop: WriteInterruption) throws {
    try FileWriter.shared.makeFolders(folder["x/y/z"])
    try FileWriter.shared.makeFolders(folder["x/y/z"])
    #expect(try folder.names(in: "x/y") == ["z"])
    try folder.write("x", at: "file")
    #expect(throws: CommandError.self) { try FileWriter.shared.makeFolders(folder["file/x"]) }
    #expect(throws: CommandError.self) { try FileWriter.shared.makeFolders(folder["file"]) }
    for number in 1...30 {
      let own = try TemporaryFolder()
      let failing = FailingCalls(stop.fault, at: number)
      let result = Result { try FileWriter(failing.calls()).makeFolders(own["p/q"]) }
      #expect(try own.names() == ((try? result.get()) == nil ? [] : ["p"]))
    }
  }

  @Test("a file is removed only if it is the one that was read")
  func removes() throws {
    try folder.write("old", at: "a")
    try folder.link("link", to: "a")
    for (name, bytes) in [("a", "new"), ("link", "old"), ("none", "old"), (".", "")] {
      #expect(throws: CommandError.self) {
        try FileWriter().removeFile(folder[name], expecting: Array(bytes.utf8))
      }
    }
    #expect(try folder.names() == ["a", "link"])
    try FileWriter().removeFile(folder["a"], expecting: Array("old".utf8))
    #expect(try folder.names() == ["link"])
  }

  @Test("a copy gets the permissions of its original")
  func likeAnother() throws {
    try folder.write("old", at: "a")
    try folder.setPermissions(0o604, of: "a")
    try FileWriter().writeFile([1], to: folder["b"], newFilePermissionsFrom: folder["a"])
    #expect(try folder.permissions(of: "b") == 0o604)
    try folder.setPermissions(0o444, of: "a")
    try FileWriter().writeFile([1], to: folder["c"], newFilePermissionsFrom: folder["a"])
    #expect(try folder.permissions(of: "c") == 0o644, "its owner can write it")
    #expect(try FileWriter().createFileOrMatchExisting([1], at: folder["d"], withPermissionsOf: folder["a"]))
    #expect(try folder.permissions(of: "d") == 0o644)
  }

  /// Stops a move at its first call, at its second, and so on, until it succeeds.
  private func afterEachCall(
    of stop: WriteInterruption, then: (TemporaryFolder, (any Error)?) throws -> Void
  ) throws {
    var number = 0
    while true {
      number += 1
      let folder = try TemporaryFolder()
      try folder.write("old", at: "a")
      let failing = FailingCalls(stop.fault, at: number)
      let calls = failing.calls(canExchange: stop.canExchange)
      let result = Result {
        try FileWriter(calls).renameAndRewriteFile(
          from: folder["a"], to: folder["b"], with: Array("new".utf8), expecting: Array("old".utf8))
      }
      var failure: (any Error)?
      if case .failure(let error) = result { failure = error }
      try then(folder, failure)
      if failing.total < number { break }
    }
    #expect(number > 15)
  }
}
