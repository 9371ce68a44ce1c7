import Testing

@testable import StickerEngine
@testable import Stickers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct StreamTests {
  /// Receives what is written to a stream, after some errors.
  private final class Sink: Sendable {
    let bytes = LockedValue<[UInt8]>([])
    let errors: LockedValue<[SystemError]>
    let waits = LockedValue(0)

    init(_ errors: [SystemError] = []) { self.errors = LockedValue(errors) }

    var calls: SystemCalls {
      var calls = SystemCalls.real
      unsafe calls.write = { (_, buffer) throws(SystemError) in
        if let error = self.errors.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw error }
        let piece = unsafe Array(buffer.prefix(7))
        self.bytes.withLock { $0 += piece }
        return piece.count
      }
      calls.awaitWritable = { _ in self.waits.withLock { $0 += 1 } }
      calls.isTerminal = { _ in true }
      return calls
    }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
  }

  @Test("text arrives completely despite short, interrupted and busy writes")
  func all() throws {
    let sink = Sink([.interrupted, .wouldBlock, .wouldBlock, .interrupted])
    try StandardStream(1, named: "standard output", calls: sink.calls).write("twenty é bytes and more\n")
    #expect(sink.text == "twenty é bytes and more\n")
    #expect(sink.waits.withLock { $0 } == 2)
  }

  @Test("a closed pipe throws BrokenPipe instead of a write error")
  func readerLeft() {
    let stream = StandardStream(1, named: "standard output", calls: Sink([.brokenPipe]).calls)
    #expect(throws: BrokenPipe()) { try stream.write("a") }
  }

  @Test("a full disk at standard output stops the command", .enabled(if: deviceExists("/dev/full")))
  func fullDisk() throws {
    let descriptor = try #require(openForWriting("/dev/full"))
    defer { try? SystemCalls.real.close(descriptor) }
    let failure = StickersError.unwritable(
      path: "standard output", message: "cannot write to standard output: no space left on the device")
    #expect(throws: failure) { try StandardStream(descriptor, named: "standard output").write("a") }
  }

  @Test(
    "standard input is read to its end, within the limit",
    arguments: [
      (10, ReadOutcome.bytes(Array("0123456789".utf8))), (9, .tooLarge(10)), (0, .tooLarge(1)),
    ])
  func input(_ limit: Int, _ outcome: ReadOutcome) throws {
    let folder = try TemporaryFolder()
    try folder.write("0123456789", at: "in")
    let descriptor = try SystemCalls.real.open(FileLocation(folder["in"]), .reading(follow: false))
    defer { try? SystemCalls.real.close(descriptor) }
    #expect(readWholeStream(descriptor, maxBytes: limit, calls: .real) == outcome)
  }

  @Test("a standard input that is closed or empty is reported with the reason")
  func noInput() throws {
    #expect(readWholeStream(-1, maxBytes: 10, calls: .real) == .unreadable("it is closed"))
    let empty = try SystemCalls.real.open(FileLocation(Path("/dev/null")), .reading(follow: false))
    defer { try? SystemCalls.real.close(empty) }
    #expect(readWholeStream(empty, maxBytes: 10, calls: .real) == .unreadable("it is empty (0 bytes)"))
  }

  @Test("progress appears after half a second, at most ten times a second, and is erased")
  func progress() {
    let sink = Sink()
    let clock = LockedValue<UInt64>(1)
    let progress = ProgressLine(
      "checked", of: 7, stream: StandardStream(2, named: "standard error", calls: sink.calls),
      isEnabled: true,
      monotonicNanoseconds: { clock.withLock { $0 } }, signalCleanup: SignalCleanup { _ in },
      afterHalfASecond: { _ in })
    for (index, milliseconds) in [100, 499, 500, 550, 599, 600, 700].enumerated() {
      clock.withLock { $0 = 1 + UInt64(milliseconds) * 1_000_000 }
      progress.advance(to: index)
    }
    progress.finish()
    progress.finish()
    let erase = "\r\u{1B}[K"
    #expect(sink.text == "\(erase)checked 2 of 7\(erase)checked 5 of 7\(erase)checked 6 of 7\(erase)")
  }

  @Test("progress appears after half a second even if nothing is finished, and not before")
  func slowStart() {
    for isFinished in [false, true] {
      let (sink, clock, timer) = (Sink(), LockedValue<UInt64>(1), LockedValue<(@Sendable () -> Void)?>(nil))
      let progress = ProgressLine(
        "fixed", of: 9, stream: StandardStream(2, named: "standard error", calls: sink.calls),
        isEnabled: true,
        monotonicNanoseconds: { clock.withLock { $0 } }, signalCleanup: SignalCleanup { _ in },
        afterHalfASecond: { show in timer.withLock { $0 = show } })
      if isFinished { progress.finish() }
      clock.withLock { $0 = 500_000_001 }
      timer.withLock { $0 }?()
      #expect(sink.text == (isFinished ? "" : "\r\u{1B}[Kfixed 0 of 9"))
      progress.finish()
      #expect(sink.text == (isFinished ? "" : "\r\u{1B}[Kfixed 0 of 9\r\u{1B}[K"))
    }
  }

  @Test("progress shows the name of a step without counts, and the timer does not show it twice")
  func steps() {
    let (sink, clock, timer) = (Sink(), LockedValue<UInt64>(1), LockedValue<(@Sendable () -> Void)?>(nil))
    let progress = ProgressLine(
      "built", of: 3, stream: StandardStream(2, named: "standard error", calls: sink.calls), isEnabled: true,
      monotonicNanoseconds: { clock.withLock { $0 } }, signalCleanup: SignalCleanup { _ in },
      afterHalfASecond: { show in timer.withLock { $0 = show } })
    progress.showActivity("making icons")
    #expect(sink.text == "")
    clock.withLock { $0 = 600_000_001 }
    progress.showActivity("verifying")
    timer.withLock { $0 }?()
    #expect(sink.text == "\r\u{1B}[Kverifying")
    progress.finish()
  }

  @Test(
    "no progress appears without a terminal or for a run that ends within half a second",
    arguments: [true, false])
  func noProgress(_ isTerminal: Bool) {
    let sink = Sink()
    var calls = sink.calls
    calls.isTerminal = { _ in isTerminal }
    let clock = LockedValue<UInt64>(0)
    let progress = ProgressLine(
      "checked", of: 2, stream: StandardStream(2, named: "standard error", calls: calls), isEnabled: true,
      monotonicNanoseconds: { clock.withLock { $0 } }, signalCleanup: SignalCleanup { _ in },
      afterHalfASecond: { _ in })
    clock.withLock { $0 = isTerminal ? 499_999_999 : 5_000_000_000 }
    progress.advance(to: 1)
    progress.finish()
    #expect(sink.text == "")
  }
}

@Suite struct RawArgumentsTests {
  @Test(
    "an argument of any bytes survives a round trip",
    arguments: [
      Array("plain é \u{1F600}.png".utf8), [0xFF, 0x61, 0x80], [0xC3], [0xC3, 0x28], [0xE2, 0x82],
      [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98], Array("\u{10FF61}x".utf8), [0xC0, 0xAF], [],
    ])
  func roundTrip(_ bytes: [UInt8]) {
    #expect(Path(argument: encodedArgument(bytes)).bytes == bytes)
  }

  @Test("every single byte survives a round trip")
  func bytes() {
    for byte in UInt8.min...UInt8.max { #expect(Path(argument: encodedArgument([byte])).bytes == [byte]) }
  }

  @Test("valid UTF-8 stays as it is, and any other byte becomes U+10FF00 plus the byte")
  func carriers() {
    #expect(encodedArgument(Array("--name=é".utf8)) == "--name=é")
    #expect(encodedArgument([0x61, 0xFE]).unicodeScalars.map(\.value) == [0x61, 0x10FFFE])
  }

  @Test("the raw arguments are `CommandLine.arguments` without the program's name")
  func own() {
    #expect(rawArguments() == Array(CommandLine.arguments.dropFirst()))
  }
}

/// Changes that affect the whole process, which cannot be tested in the process that all tests share.
@Suite struct PrepareProcessTests {
  @Test("a closed standard output is reserved, so that no file gets its descriptor, and writing fails")
  func closedOutput() async {
    await #expect(processExitsWith: .exitCode(7)) {
      for descriptor: Int32 in 0...2 { close(descriptor) }
      prepareProcess()
      let opened = try SystemCalls.real.open(FileLocation(Path("/")), .folder(follow: true))
      do { try StandardStream.output.write("lost") } catch is StickersError {
        exit(opened > 2 ? 7 : 8)
      }
      exit(9)
    }
  }

  @Test("open descriptors stay as they are")
  func openOutput() async throws {
    let folder = try TemporaryFolder()
    let path = folder["out"].displayText
    await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
      let file = try SystemCalls.real.open(FileLocation(Path(path)), .creatingNew)
      dup2(file, 1)
      prepareProcess()
      try StandardStream.output.write("kept")
      _exit(0)
    }
    #expect(
      ReadOnlyFileSystem.disk.readWholeFile(folder["out"], maxFileBytes: 10, follow: false)
        == .bytes(Array("kept".utf8)))
  }

  @Test("after `prepareProcess`, a closed pipe is an error instead of a signal")
  func readerLeft() async {
    await #expect(processExitsWith: .exitCode(7)) {
      prepareProcess()
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { exit(8) }
      close(ends[0])
      dup2(ends[1], 1)
      do { try StandardStream.output.write("unread") } catch is BrokenPipe { exit(7) }
      exit(9)
    }
  }
}
