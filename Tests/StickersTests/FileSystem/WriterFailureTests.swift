import Testing

@testable import StickerEngine
@testable import Stickers

/// How a write is stopped.
struct WriteInterruption: Sendable, CustomTestStringConvertible {
  let fault: FailingCalls.Fault
  let canExchange: Bool
  var testDescription: String { "\(fault)\(canExchange ? "" : ", without exchange")" }

  static let failures = [SystemError.noSpace, .inputOutputError, .permissionDenied].flatMap { error in
    [true, false].map { WriteInterruption(fault: .fails(error), canExchange: $0) }
  }
  static let deaths = [true, false].map { WriteInterruption(fault: .dies, canExchange: $0) }
}

@Suite struct WriterFailureTests {
  @Test(
    "a replaced folder has its old contents if a call failed, and otherwise the new contents",
    arguments: WriteInterruption.failures)
  func replacingFails(_ stop: WriteInterruption) throws {
    try afterEachCall(of: stop, from: old) { folder, writer in
      try writer.writeTree(new, to: folder["pack"], replacing: .folder)
    } then: { folder, error in
      #expect(try contents(of: folder["pack"]) == (error == nil ? new : old))
      // Removing the old tree may fail, too. In that case, the new tree is in place, and the next run removes
      // the rest.
      let isClean = try folder.names().allSatisfy { TemporaryName(Path($0)) == nil }
      #expect(isClean || error == nil)
      if let error { #expect("\(error)".contains("pack")) }
    }
  }

  @Test(
    "after a failed call, neither a new folder nor its parents exist", arguments: WriteInterruption.failures)
  func creatingFails(_ stop: WriteInterruption) throws {
    try afterEachCall(of: stop, from: nil) { folder, writer in
      try writer.writeTree(new, to: folder["a/b/pack"], replacing: .nothing)
    } then: { folder, error in
      let names = try folder.names()
      #expect(names == (error == nil ? ["a"] : []))
      let found = try contents(of: folder["a/b/pack"])
      #expect(found == (error == nil ? new : nil))
    }
  }

  @Test(
    "a replaced file has its complete old or new contents if a call failed",
    arguments: WriteInterruption.failures)
  func fileFails(_ stop: WriteInterruption) throws {
    try afterEachCall(of: stop, from: old) { folder, writer in
      try writer.writeFile(Array("new".utf8), to: folder["pack/a.png"])
    } then: { folder, error in
      let found = ReadOnlyFileSystem.disk.readWholeFile(
        folder["pack/a.png"], maxFileBytes: 100, follow: false)
      let isNew = found == .bytes(Array("new".utf8))
      // If the last call, the flush of the folder, fails, the new file is already in place.
      #expect(error == nil ? isNew : isNew || found == .bytes(Array("old a".utf8)))
      let hidden = try folder.names(in: "pack").filter { $0.hasPrefix(".") }
      #expect(hidden == [])
    }
  }

  @Test(
    "a killed run leaves the old or new folder after the next run's cleanup",
    arguments: WriteInterruption.deaths)
  func replacingDies(_ stop: WriteInterruption) throws {
    var met: Set<FileTree?> = []
    try afterEachCall(of: stop, from: old) { folder, writer in
      try writer.writeTree(new, to: folder["pack"], replacing: .folder)
    } then: { folder, _ in
      let found = try contents(of: folder["pack"])
      met.insert(found)
      #expect(found == old || found == new || !stop.canExchange && found == nil)
      try FileWriter().writeFile([1], to: folder["other"])
      #expect(try folder.names() == ["other", "pack"])
      let later = try contents(of: folder["pack"])
      #expect(found == nil ? later == new : later == found)
    }
    // Each possible outcome occurred.
    #expect(met == (stop.canExchange ? [old, new] : [old, nil, new]))
  }

  @Test(
    "a run killed while creating a folder leaves the complete folder or none",
    arguments: WriteInterruption.deaths)
  func creatingDies(_ stop: WriteInterruption) throws {
    try afterEachCall(of: stop, from: nil) { folder, writer in
      try writer.writeTree(new, to: folder["pack"], replacing: .nothing)
    } then: { folder, _ in
      let found = try contents(of: folder["pack"])
      #expect(found == nil || found == new)
      try FileWriter().writeFile([1], to: folder["other"])
      #expect(try folder.names() == (found == nil ? ["other"] : ["other", "pack"]))
    }
  }

  @Test(
    "a run killed while replacing a file leaves the old or the new one", arguments: WriteInterruption.deaths)
  func fileDies(_ stop: WriteInterruption) throws {
    try afterEachCall(of: stop, from: old) { folder, writer in
      try writer.writeFile(Array("new".utf8), to: folder["pack/a.png"])
    } then: { folder, _ in
      let found = ReadOnlyFileSystem.disk.readWholeFile(
        folder["pack/a.png"], maxFileBytes: 100, follow: false)
      #expect(found == .bytes(Array("new".utf8)) || found == .bytes(Array("old a".utf8)))
      try FileWriter().writeFile([1], to: folder["pack/other"])
      #expect(try folder.names(in: "pack") == ["a.png", "catalog", "other"])
    }
  }

  @Test("a file that cannot be reused is written", arguments: WriteInterruption.failures)
  func takingOverFails(_ stop: WriteInterruption) throws {
    try afterEachCall(of: stop, from: old) { folder, writer in
      let known = try ReadOnlyFileSystem.disk.readTree(folder["pack"])
      try writer.writeTree(partlyNew, to: folder["pack"], replacing: .folder, reusing: known)
    } then: { folder, error in
      let found = try contents(of: folder["pack"])
      #expect(found == (error == nil ? partlyNew : old))
    }
  }

  @Test("an exchange that fails and cannot be undone is completed by the next run")
  func rollBackFails() throws {
    let folder = try TemporaryFolder()
    try writePack(old, in: folder)
    var calls = SystemCalls.real
    let renames = LockedValue(0)
    calls.exchange = { (_, _) throws(SystemError) in throw .invalidArgument }
    calls.rename = { (from, to) throws(SystemError) in
      // After the journal gets its name and the old folder is renamed, every rename fails.
      if renames.withLock({
        $0 += 1; return $0
      }) > 2 {
        throw .inputOutputError
      }
      try SystemCalls.real.rename(from, to)
    }
    let error = #expect(throws: CommandError.self) {
      try FileWriter(calls).writeTree(new, to: folder["pack"], replacing: .folder)
    }
    #expect(error?.message.hasSuffix("Run the command again to complete it.") == true)
    #expect(try contents(of: folder["pack"]) == nil)
    try FileWriter().writeFile([1], to: folder["other"])
    #expect(try contents(of: folder["pack"]) == new)
    #expect(try folder.names() == ["other", "pack"])
  }

  /// Stops a write at its first call, at its second, and so on, until it succeeds.
  private func afterEachCall(
    of stop: WriteInterruption, from tree: FileTree?, _ write: (TemporaryFolder, FileWriter) throws -> Void,
    then: (TemporaryFolder, (any Error)?) throws -> Void
  ) throws {
    var number = 0
    while true {
      number += 1
      let folder = try TemporaryFolder()
      if let tree { try writePack(tree, in: folder) }
      let failing = FailingCalls(stop.fault, at: number)
      var failure: (any Error)?
      do { try write(folder, FileWriter(failing.calls(canExchange: stop.canExchange))) } catch {
        failure = error
      }
      try then(folder, failure)
      if failing.total < number { break }
    }
    #expect(number > 10)
  }
}

private func writePack(_ tree: FileTree, in folder: TemporaryFolder) throws {
  for path in tree.paths { try folder.write(tree[path] ?? [], at: Path("pack/\(path)")) }
}

private func contents(of path: Path) throws -> FileTree? {
  let contents = try ReadOnlyFileSystem.disk.readTree(path)
  #expect(contents?.unsupportedEntries ?? [] == [])
  return contents?.files
}

private let old = tree(["a.png": "old a", "catalog/Contents.json": "{}", "catalog/b.sticker/b.png": "old b"])
private let new = tree(["a.png": "new a", "catalog/c.sticker/c.png": "new c", "manifest.json": "[]"])
private let partlyNew = tree(["a.png": "old a", "catalog/c.sticker/c.png": "new c"])

private func tree(_ files: [String: String]) -> FileTree {
  files.reduce(into: FileTree()) { $0[$1.key] = Array($1.value.utf8) }
}
