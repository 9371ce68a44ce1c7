import Testing

@testable import StickerEngine
@testable import Stickers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct InterruptionTests {
  @Test("a signal between steps runs the cleanups, newest first, and ends the process at once")
  func betweenSteps() {
    let events = LockedValue<[String]>([])
    let interruption = SignalCleanup { code in events.withLock { $0.append("exit \(code)") } }
    _ = interruption.addCleanUp { events.withLock { $0.append("first") } }
    let forgotten = interruption.addCleanUp { events.withLock { $0.append("forgotten") } }
    _ = interruption.addCleanUp { events.withLock { $0.append("last") } }
    interruption.removeCleanUp(forgotten)
    interruption.runUninterrupted { events.withLock { $0.append("step") } }
    interruption.handleSignal(15)
    #expect(events.withLock { $0 } == ["step", "last", "first", "exit 143"])
  }

  @Test("a signal during a step takes effect at its end, even if the step fails")
  func duringStep() {
    let events = LockedValue<[String]>([])
    let interruption = SignalCleanup { code in events.withLock { $0.append("exit \(code)") } }
    try? interruption.runUninterrupted { () throws(SystemError) in
      interruption.runUninterrupted { interruption.handleSignal(2) }
      events.withLock { $0.append("rest") }
      throw .noSpace
    }
    #expect(events.withLock { $0 } == ["rest", "exit 130"])
  }
}

/// Separate processes that are killed while they replace a folder.
@Suite(.serialized) struct KillTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("old", at: "out/a")
  }

  @Test("SIGINT while a tree is written leaves only the old one and exits with 130")
  func interrupt() async throws {
    let path = folder.path.displayText
    await #expect(processExitsWith: .exitCode(130)) { [path = path as String] in
      try writeInterrupted(by: SIGINT, in: path)
    }
    try expectOnlyOld()
  }

  @Test("SIGTERM while a tree is written leaves only the old one and exits with 143")
  func terminate() async throws {
    let path = folder.path.displayText
    await #expect(processExitsWith: .exitCode(143)) { [path = path as String] in
      try writeInterrupted(by: SIGTERM, in: path)
    }
    try expectOnlyOld()
  }

  @Test("SIGINT while a tree is verified leaves only the old one and exits with 130")
  func interruptVerifying() async throws {
    let path = folder.path.displayText
    await #expect(processExitsWith: .exitCode(130)) { [path = path as String] in
      installInterruptHandlers()
      try FileWriter.shared.writeTree(newTree, to: Path(path).appending("out"), replacing: .folder) { _, _ in
        kill(getpid(), SIGINT)
        sleep(10)
      }
    }
    try expectOnlyOld()
  }

  @Test(
    "SIGKILL before any change leaves the complete old or new tree, and the next run cleans up",
    arguments: 1...12)
  func killed(_ number: Int) async throws {
    let path = folder.path.displayText
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, number = number as Int] in
      try writeKilled(at: number, in: path)
    }
    let found = ReadOnlyFileSystem.disk.readWholeFile(folder["out/a"], maxFileBytes: 10, follow: false)
    try FileWriter().writeFile([1], to: folder["next"])
    #expect(try folder.names() == ["next", "out"])
    #expect(found == .bytes(Array("old".utf8)) || found == .bytes(Array("new".utf8)))
    #expect(ReadOnlyFileSystem.disk.readWholeFile(folder["out/a"], maxFileBytes: 10, follow: false) == found)
  }

  private func expectOnlyOld() throws {
    #expect(try folder.names() == ["out"])
    #expect(try folder.names(in: "out") == ["a"])
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(folder["out/a"], maxFileBytes: 10, follow: false)
        == .bytes(Array("old".utf8))
    )
  }
}

private func writeInterrupted(by signal: Int32, in path: String) throws {
  installInterruptHandlers()
  var calls = SystemCalls.real
  unsafe calls.write = { (descriptor, buffer) throws(SystemError) in
    // The process must not end before this write does, because the write is part of a step.
    kill(getpid(), signal)
    usleep(100_000)
    return try unsafe SystemCalls.real.write(descriptor, buffer)
  }
  try FileWriter(calls: calls, signalCleanup: .shared)
    .writeTree(newTree, to: Path(path).appending("out"), replacing: .folder)
}

private func writeKilled(at number: Int, in path: String) throws {
  var calls = SystemCalls.real
  let count = LockedValue(0)
  let change: @Sendable () -> Void = {
    let isTime = count.withLock { count in
      count += 1
      return count == number
    }
    if isTime { kill(getpid(), SIGKILL) }
  }
  let real = SystemCalls.real
  calls.makeFolder = { (place) throws(SystemError) in
    change()
    try real.makeFolder(place)
  }
  unsafe calls.write = { (descriptor, buffer) throws(SystemError) in
    change()
    return try unsafe real.write(descriptor, buffer)
  }
  calls.flush = { (descriptor) throws(SystemError) in
    change()
    try real.flush(descriptor)
  }
  calls.exchange = { (one, other) throws(SystemError) in
    change()
    try real.exchange(one, other)
  }
  calls.removeFile = { (place) throws(SystemError) in
    change()
    try real.removeFile(place)
  }
  calls.removeEmptyFolder = { (place) throws(SystemError) in
    change()
    try real.removeEmptyFolder(place)
  }
  try FileWriter(calls).writeTree(newTree, to: Path(path).appending("out"), replacing: .folder)
}

private let newTree: FileTree = {
  var tree = FileTree()
  tree["a"] = Array("new".utf8)
  tree["b/c"] = [1]
  return tree
}()
