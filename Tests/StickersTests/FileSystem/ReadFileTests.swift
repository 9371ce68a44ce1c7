import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct ReadFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ name: String, limit: Int = 1000, follow: Bool = false) -> ReadOutcome {
    ReadOnlyFileSystem.disk.readWholeFile(folder[name], maxFileBytes: limit, follow: follow)
  }

  @Test("a file is read if it is no longer than the limit", arguments: [1, 999, 1000])
  func bytes(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try folder.write(bytes, at: "a.png")
    #expect(read("a.png") == .bytes(bytes))
  }

  @Test("a file of 1 MB is complete even if the system delivers it in pieces")
  func pieces() throws {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write(bytes, at: "a.png")
    var calls = SystemCalls.real
    let count = LockedValue(0)
    unsafe calls.read = { (file, buffer) throws(SystemError) in
      let isInterrupted = count.withLock { count in
        count += 1
        return count.isMultiple(of: 3)
      }
      if isInterrupted { throw .interrupted }
      return try unsafe SystemCalls.real.read(
        file, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(4099)))
    }
    #expect(
      ReadOnlyFileSystem(calls: calls).readWholeFile(folder["a.png"], maxFileBytes: 1 << 20, follow: false)
        == .bytes(bytes))
  }

  @Test("a file over the limit is not read, however long")
  func tooLarge() throws {
    try folder.makeSparse("sparse.png", length: 3 << 30)
    var calls = SystemCalls.real
    unsafe calls.read = { (_, _) throws(SystemError) in throw .inputOutputError }
    let took = ContinuousClock().measure {
      #expect(
        ReadOnlyFileSystem(calls: calls).readWholeFile(
          folder["sparse.png"], maxFileBytes: 32 << 20, follow: false)
          == .tooLarge(3 << 30))
    }
    #expect(took < .seconds(10))
  }

  @Test("an empty file is reported as empty")
  func empty() throws {
    try folder.write([], at: "empty.png")
    #expect(read("empty.png") == .unreadable("it is empty (0 bytes)"))
  }

  @Test("anything but a regular file is unreadable, and reading it does not block", .timeLimit(.minutes(1)))
  func noFile() throws {
    try folder.makeFolder("folder.png")
    try folder.makePipe("pipe.png")
    try makeSocket(at: folder["socket.png"])
    #expect(read("folder.png") == .unreadable("it is a folder, not a file"))
    #expect(read("pipe.png") == .unreadable("it is a named pipe, not a file"))
    #expect(read("socket.png") == .unreadable("it is a socket, not a file"))
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(Path("/dev/zero"), maxFileBytes: 10, follow: false)
        == .unreadable("it is a device, not a file"))
  }

  @Test("reading a pipe that replaced a file after the check does not block")
  func pipeComesBetween() throws {
    try folder.makePipe("pipe.png")
    try folder.write(at: "a.png")
    let (file, pipe) = (folder["a.png"], folder["pipe.png"])
    var calls = SystemCalls.real
    calls.status = { (_, follow) throws(SystemError) in
      try SystemCalls.real.status(FileLocation(file), follow)
    }
    // Releases a blocked reader after a while. Otherwise, the tests would hang instead of failing.
    let rescue = Task.detached {
      try await Task.sleep(for: .seconds(20))
      return openForWriting(pipe.displayText)
    }
    defer { rescue.cancel() }
    let took = ContinuousClock().measure {
      let outcome = ReadOnlyFileSystem(calls: calls).readWholeFile(pipe, maxFileBytes: 10, follow: false)
      #expect(outcome == .unreadable("it is a named pipe, not a file"))
    }
    #expect(took < .seconds(10))
  }

  @Test("a file that was replaced after the walk is not read", .timeLimit(.minutes(1)))
  func comesAfterWalk() throws {
    try folder.write([7], at: "art/a.png")
    try folder.write([7], at: "art/b.png")
    try folder.write([7], at: "art/c.png")
    try folder.write([7], at: "art/d.png")
    try folder.write([8], at: "out.png")
    let sources = try ReadOnlyFileSystem.disk.walk([folder["art"]]).sources
    for name in ["a.png", "b.png", "c.png"] {
      try FileManager.default.removeItem(atPath: folder["art/" + name].displayText)
    }
    try folder.makePipe("art/a.png")
    try folder.link("art/b.png", to: "../out.png")
    try makeSocket(at: folder["art/c.png"])
    #expect(
      sources.map { $0.read(maxBytes: 10) } == [
        .unreadable("it is a named pipe, not a file"),
        .unreadable("it is a link, which is not followed"),
        .unreadable("it is a socket, not a file"), .bytes([7]),
      ])
  }

  @Test("a link is read only if links are followed, and the error for a bad link gives the reason")
  func links() throws {
    try folder.write([7], at: "a.png")
    try folder.link("link.png", to: "a.png")
    try folder.link("nowhere.png", to: "gone.png")
    try folder.link("circle.png", to: "circle.png")
    #expect(read("link.png", follow: true) == .bytes([7]))
    #expect(read("link.png") == .unreadable("it is a link, which is not followed"))
    #expect(read("nowhere.png", follow: true) == .unreadable("it is a link to a missing file"))
    #expect(read("circle.png", follow: true) == .unreadable("it is a link that leads back to itself"))
  }

  @Test("a link that replaces a file after its check is not followed")
  func linkComesBetween() throws {
    try folder.write([7], at: "a.png")
    try folder.link("link.png", to: "a.png")
    let file = folder["a.png"]
    var calls = SystemCalls.real
    calls.status = { (_, follow) throws(SystemError) in
      try SystemCalls.real.status(FileLocation(file), follow)
    }
    guard
      case .unreadable = ReadOnlyFileSystem(calls: calls).readWholeFile(
        folder["link.png"], maxFileBytes: 10, follow: false)
    else {
      Issue.record("the link was followed")
      return
    }
  }

  @Test(
    "a file that changes while being read is unreadable",
    arguments: ["longer", "shorter", "touched", "half a second"])
  func changes(_ how: String) throws {
    try folder.write(Array(repeating: 1, count: 100), at: "a.png")
    let path = folder["a.png"]
    setDate(of: path, 1000)
    var calls = SystemCalls.real
    unsafe calls.read = { (file, buffer) throws(SystemError) in
      let count = try unsafe SystemCalls.real.read(
        file, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(50)))
      change(path, how)
      return count
    }
    let outcome = ReadOnlyFileSystem(calls: calls).readWholeFile(path, maxFileBytes: 1000, follow: false)
    #expect(outcome == .unreadable("it changed while it was read"))
  }

  @Test("missing and forbidden files are reported as such")
  func missing() throws {
    #expect(read("gone.png") == .unreadable("it does not exist"))
    var calls = SystemCalls.real
    calls.open = { (_, _) throws(SystemError) in throw .permissionDenied }
    try folder.write(at: "a.png")
    #expect(
      ReadOnlyFileSystem(calls: calls).readWholeFile(folder["a.png"], maxFileBytes: 9, follow: false)
        == .unreadable("permission denied"))
  }

  @Test(
    "a file without permissions is reported as such", .disabled(if: isRoot, "a superuser may read everything")
  )
  func permissions() throws {
    try folder.write(at: "a.png")
    try folder.setPermissions(0, of: "a.png")
    #expect(read("a.png") == .unreadable("permission denied"))
  }

  @Test("a name with a zero byte does not exist, and is not cut off at that byte")
  func zero() throws {
    try folder.write(at: "a.png")
    let path = Path(bytes: folder["a.png"].bytes + [0] + Array("x".utf8))
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: 9, follow: false)
        == .unreadable("it does not exist"))
  }

  @Test("reading leaves no file open", arguments: ["a.png", "empty.png", "long.png", "gone.png"])
  func descriptors(_ name: String) throws {
    try folder.write(at: "a.png")
    try folder.write([], at: "empty.png")
    try folder.makeSparse("long.png", length: 5000)
    let open = LockedValue(0)
    var calls = SystemCalls.real
    calls.open = { (place, mode) throws(SystemError) in
      let descriptor = try SystemCalls.real.open(place, mode)
      open.withLock { $0 += 1 }
      return descriptor
    }
    calls.close = { (descriptor) throws(SystemError) in
      open.withLock { $0 -= 1 }
      try SystemCalls.real.close(descriptor)
    }
    _ = ReadOnlyFileSystem(calls: calls).readWholeFile(folder[name], maxFileBytes: 1000, follow: false)
    #expect(open.withLock { $0 } == 0)
  }
}

private func change(_ path: Path, _ how: String) {
  let name = path.text ?? ""
  switch how {
  case "longer": unsafe truncate(name, 200)
  case "shorter": unsafe truncate(name, 20)
  case "touched": setDate(of: path, 2000)
  default: setDate(of: path, 1000.5)
  }
}

private func setDate(of path: Path, _ seconds: Double) {
  let attributes = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: seconds)]
  try? FileManager.default.setAttributes(attributes, ofItemAtPath: path.text ?? "")
}
