import Testing

@testable import StickerEngine
@testable import Stickers

/// Files that are replaced while they are read, and unusual names.
@Suite struct ReadHostileFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The real calls, with a change after the file's status was first read.
  private func calls(afterLook happens: @escaping @Sendable () -> Void) -> SystemCalls {
    var calls = SystemCalls.real
    let looks = LockedValue(0)
    calls.status = { (place, follow) throws(SystemError) in
      let status = try SystemCalls.real.status(place, follow)
      let isFirst = looks.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { happens() }
      return status
    }
    return calls
  }

  /// The real calls, reading ten bytes at a time, with a change after the first ten.
  private func calls(afterPiece happens: @escaping @Sendable () -> Void) -> SystemCalls {
    var calls = SystemCalls.real
    let pieces = LockedValue(0)
    unsafe calls.read = { (file, buffer) throws(SystemError) in
      let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(10))
      let count = try unsafe SystemCalls.real.read(file, piece)
      let isFirst = pieces.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { happens() }
      return count
    }
    return calls
  }

  @Test("a file that was replaced between its check and its opening is not read")
  func replacedBefore() throws {
    let (path, other) = (folder["a.png"], folder["b.png"])
    try folder.write([1, 2, 3], at: "a.png")
    try folder.write([4, 5, 6], at: "b.png")
    let calls = calls(afterLook: { try? SystemCalls.real.rename(FileLocation(other), FileLocation(path)) })
    let outcome = ReadOnlyFileSystem(calls: calls).readWholeFile(path, maxFileBytes: 100, follow: false)
    #expect(outcome == .unreadable("it changed while it was read"))
  }

  @Test("a file that vanishes between its check and its opening is reported")
  func vanishedBefore() throws {
    let path = folder["a.png"]
    try folder.write([1, 2, 3], at: "a.png")
    let calls = calls(afterLook: { try? SystemCalls.real.removeFile(FileLocation(path)) })
    #expect(
      ReadOnlyFileSystem(calls: calls).readWholeFile(path, maxFileBytes: 100, follow: false)
        == .unreadable("it does not exist"))
  }

  @Test(
    "a file that is replaced or removed while it is read is read completely, with its old content",
    arguments: [true, false])
  func replacedMeanwhile(_ isReplaced: Bool) throws {
    let (path, other) = (folder["a.png"], folder["b.png"])
    let bytes = (0..<100).map { UInt8($0) }
    try folder.write(bytes, at: "a.png")
    try folder.write([UInt8](repeating: 255, count: 100), at: "b.png")
    let calls = calls(afterPiece: {
      if isReplaced {
        try? SystemCalls.real.rename(FileLocation(other), FileLocation(path))
      } else {
        try? SystemCalls.real.removeFile(FileLocation(path))
      }
    })
    #expect(
      ReadOnlyFileSystem(calls: calls).readWholeFile(path, maxFileBytes: 1000, follow: false) == .bytes(bytes)
    )
  }

  @Test("a growing file is read only to its initial size")
  func growing() throws {
    try folder.write([UInt8](repeating: 1, count: 100), at: "a.png")
    var calls = SystemCalls.real
    let total = LockedValue(0)
    unsafe calls.read = { (_, buffer) throws(SystemError) in
      total.withLock { $0 += buffer.count }
      unsafe buffer.initializeMemory(as: UInt8.self, repeating: 1)
      return buffer.count
    }
    let outcome = ReadOnlyFileSystem(calls: calls).readWholeFile(
      folder["a.png"], maxFileBytes: 1000, follow: false)
    #expect(outcome == .bytes([UInt8](repeating: 1, count: 100)))
    #expect(total.withLock { $0 } == 100)
  }

  @Test("if any call fails, reading gives the bytes or a reason", arguments: 1...8)
  func failures(_ number: Int) throws {
    try folder.write([1, 2, 3], at: "a.png")
    for fault in [FailingCalls.Fault.fails(.inputOutputError), .fails(.permissionDenied), .dies] {
      let failing = FailingCalls(fault, at: number)
      let outcome = ReadOnlyFileSystem(calls: failing.calls()).readWholeFile(
        folder["a.png"], maxFileBytes: 100, follow: false)
      switch outcome {
      case .bytes(let bytes): #expect(bytes == [1, 2, 3] && number > 5, "\(number)")
      case .unreadable(let reason): #expect(!reason.isEmpty && number <= 5, "\(number): \(reason)")
      case .tooLarge: Issue.record("\(number)")
      }
    }
  }

  @Test(
    "a name can be any bytes: long, invalid UTF-8, multiline, right-to-left, other characters",
    arguments: [
      [UInt8](repeating: 65, count: 251), [0xFF, 0xFE, 0x80], Array("a\nb\r\tc".utf8),
      Array("\u{202E}gnp.a\u{202C}".utf8), Array("\u{1B}[31mred".utf8), Array("e\u{301} é".utf8), [0x20],
      [0x7F],
    ])
  func names(_ stem: [UInt8]) throws {
    let name = Path(bytes: stem + Array(".png".utf8))
    try folder.write([1, 2, 3], at: name)
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(folder.path.appending(name), maxFileBytes: 100, follow: false)
        == .bytes([1, 2, 3]))
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.sources.map(\.path) == [folder.path.appending(name)])
    #expect(walk.sources.map { $0.read(maxBytes: 100) } == [.bytes([1, 2, 3])])
    // No part of the name reaches a terminal unescaped.
    let shown = walk.sources[0].path.displayText
    #expect(shown.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 && $0.value != 0x202E })
  }

  @Test("a name or path longer than the system allows is unreadable")
  func tooLong() {
    for name in [
      [UInt8](repeating: 65, count: 256), Array(repeatElement(Array("/a".utf8), count: 4000).joined()),
    ] {
      let outcome = ReadOnlyFileSystem.disk.readWholeFile(
        folder.path.appending(Path(bytes: name)), maxFileBytes: 9, follow: false)
      #expect(outcome == .unreadable("its path is too long for the system"))
    }
  }

  @Test("a sparse file is read as zeros within the limit and rejected beyond it")
  func sparse() throws {
    try folder.makeSparse("a.png", length: 1 << 20)
    let path = folder["a.png"]
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: 1 << 20, follow: false)
        == .bytes([UInt8](repeating: 0, count: 1 << 20)))
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: 1 << 20 - 1, follow: false)
        == .tooLarge(1 << 20))
  }

  @Test("circular links are distinguished from too many links")
  func circles() throws {
    try folder.link("a.png", to: "b.png")
    try folder.link("b.png", to: "a.png")
    try folder.link("c", to: "c")
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(folder["a.png"], maxFileBytes: 9, follow: true)
        == .unreadable("it is a link that leads back to itself"))
    let below = ReadOnlyFileSystem.disk.readWholeFile(folder["c/x.png"], maxFileBytes: 9, follow: true)
    #expect(below == .unreadable("its path has too many symbolic links"))
  }
}
