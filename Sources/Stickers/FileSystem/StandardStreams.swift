import CSandbox
package import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads standard input to its end.
///
/// - Parameter limit: the maximum number of bytes. If the input is longer, only one more byte is read, and
///   `limit + 1` is reported as the length.
/// - Returns: at least one byte, or the reason why no bytes were read.
package func readWholeStandardInput(maxBytes limit: Int) -> ReadOutcome {
  readWholeStream(0, maxBytes: limit, calls: .real)
}

/// Returns a reader for standard input that can be called repeatedly. The result of the first call is kept,
/// because the input can be read only once.
package func cachedStandardInputReader() -> @Sendable (Int) -> ReadOutcome {
  let kept = LockedValue<ReadOutcome?>(nil)
  return { limit in
    kept.withLock { kept in
      let outcome = kept ?? readWholeStandardInput(maxBytes: limit)
      kept = outcome
      if case .bytes(let bytes) = outcome, bytes.count > limit { return .tooLarge(bytes.count) }
      return outcome
    }
  }
}

func readWholeStream(_ descriptor: Int32, maxBytes limit: Int, calls: SystemCalls) -> ReadOutcome {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while bytes.count <= limit {
    do throws(SystemError) {
      let wanted = min(piece.count, limit - bytes.count + 1)
      let count = try readPiece(of: descriptor, into: &piece, atMost: wanted, calls)
      if count == 0 { break }
      bytes += piece[..<count]
    } catch {
      return .unreadable(error.reason)
    }
  }
  if bytes.count > limit { return .tooLarge(bytes.count) }
  return bytes.isEmpty ? .emptyFile : .bytes(bytes)
}

/// Waits for data and reads it; returns 0 at the end. Interruptions by signals are ignored. The terminal or
/// pipe may be non-blocking.
func readPiece(
  of descriptor: Int32, into piece: inout [UInt8], atMost wanted: Int, _ calls: SystemCalls
) throws(SystemError) -> Int {
  while true {
    var (count, failure): (Int, SystemError?) = (0, nil)
    unsafe piece.withUnsafeMutableBytes { buffer in
      do throws(SystemError) {
        count = try unsafe calls.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      } catch { failure = error }
    }
    switch failure {
    case nil: return count
    case .interrupted: continue
    case .wouldBlock: do throws(SystemError) { try calls.awaitReadable(descriptor) } catch .interrupted {}
    case .some(let failure): throw failure
    }
  }
}

/// Standard output or standard error, without buffering. The library does not write to these streams unless
/// you request it.
public struct StandardStream: Sendable {
  /// The stream for reports.
  public static let output = StandardStream(1, named: "standard output")
  /// The stream for progress and diagnostics.
  public static let error = StandardStream(2, named: "standard error")

  private let descriptor: Int32
  private let name: String
  private let calls: SystemCalls

  init(_ descriptor: Int32, named name: String, calls: SystemCalls = .real) {
    self.descriptor = descriptor
    self.name = name
    self.calls = calls
  }

  /// Writes a whole string as UTF-8.
  ///
  /// - Throws: ``BrokenPipe``, or `StickersError.unwritable` for other errors such as a full disk.
  public func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``BrokenPipe``, or `StickersError.unwritable` for other errors such as a full disk.
  public func write(_ bytes: [UInt8]) throws {
    ignoreBrokenPipes
    do throws(SystemError) {
      try calls.writeAll(bytes, to: descriptor)
    } catch {
      if error == .brokenPipe { throw BrokenPipe() }
      throw StickersError.unwritable(path: name, message: "cannot write to \(name): \(error.reason)")
    }
  }

  /// Whether the stream is a terminal.
  public var isTerminal: Bool { calls.isTerminal(descriptor) }

  /// The width of the terminal in characters; nil if it is unknown, or the stream is not a terminal.
  public var columns: Int? { isTerminal ? calls.terminalColumns(descriptor) : nil }
}

extension StandardStream {
  /// Writes human-readable lines. Errors, such as a closed or full stream, are ignored.
  public func writeLines(_ lines: [String]) { try? write(lines.map { $0 + "\n" }.joined()) }

  /// Whether to use color in text on this stream.
  ///
  /// - Source: no-color.org, force-color.org, bixense.com/clicolors. `NO_COLOR` takes precedence, an empty
  ///   variable counts as unset, and `CLICOLOR_FORCE=0` does not force color.
  public var wantsColor: Bool {
    if nonemptyEnvironmentVariable("NO_COLOR") != nil { return false }
    let isForced =
      nonemptyEnvironmentVariable("FORCE_COLOR").map { $0 != "0" && $0 != "false" }
      ?? nonemptyEnvironmentVariable("CLICOLOR_FORCE").map { $0 != "0" } ?? false
    return isForced || isTerminal
  }

  /// Whether the stream is a terminal that supports hyperlinks (OSC 8), or `FORCE_HYPERLINK` is set.
  public var wantsHyperlinks: Bool { usesHyperlinksByDefault(isTerminal: isTerminal) }
}

/// The error for writing to a stream that its reader has closed, as `head` does. Commands then end silently.
public struct BrokenPipe: Error, Hashable, Sendable {}

extension SystemCalls {
  /// Writes all bytes, even if the system accepts only some at a time.
  func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      var written = 0
      while written < bytes.count {
        do throws(SystemError) {
          written += try unsafe write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
        } catch .interrupted {
          continue
        } catch .wouldBlock {
          // The terminal or pipe is non-blocking. Wait until it accepts more.
          do throws(SystemError) { try awaitWritable(descriptor) } catch .interrupted { continue }
        }
      }
    }
  }
}

/// The arguments of the command line, without the program's name.
///
/// `CommandLine.arguments` replaces bytes that are not UTF-8, so a file with such a name would not be found.
/// Here, each of these bytes is encoded as the private-use scalar U+10FF00 + byte, which
/// ``BytePath/init(argument:)`` decodes. Control characters are encoded, too, because the parser prints
/// arguments without escaping them.
public func rawArguments() -> [String] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
    return unsafe encodedArgument(
      [UInt8](UnsafeRawBufferPointer(start: argument, count: length(of: argument))))
  }
}

extension BytePath {
  /// Decodes the path in an argument from ``rawArguments()``.
  public init(argument: String) { self.init(Path(argument: argument)) }
}

extension Path {
  /// Decodes the path in an argument from `rawArguments`.
  package init(argument: String) {
    self.init(
      bytes: argument.unicodeScalars.flatMap { scalar -> [UInt8] in
        encodedByteScalars.contains(scalar.value)
          ? [UInt8(scalar.value - encodedByteScalars.lowerBound)] : Array(String(scalar).utf8)
      })
  }
}

/// Escapes a message from the argument parser line by line. The message may contain arguments.
package func escapedParserMessage(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    UntrustedText(bytes: Path(argument: String(line)).bytes).displayText
  }.joined(separator: "\n")
}

/// Encodes bytes as text without loss.
func encodedArgument(_ bytes: [UInt8]) -> String {
  var text = String.UnicodeScalarView()
  var rest = bytes[...]
  while let first = rest.first {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    // Also encode scalars in the private range that the argument itself contains, so that decoding restores
    // them.
    if let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first,
      !encodedByteScalars.contains(scalar.value), first >= 0x20, first != 0x7F
    {
      text.append(scalar)
      rest = rest.dropFirst(length)
    } else {
      if let scalar = Unicode.Scalar(encodedByteScalars.lowerBound + UInt32(first)) { text.append(scalar) }
      rest = rest.dropFirst()
    }
  }
  return String(text)
}

private let encodedByteScalars: ClosedRange<UInt32> = 0x10FF00...0x10FFFF

private func length(of text: UnsafePointer<CChar>) -> Int {
  var count = 0
  while unsafe text[count] != 0 { count += 1 }
  return count
}

/// Makes writing to a closed pipe an error instead of a signal that ends the process. Evaluated once.
let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

/// Prepares the process. Call this function before any other. Writing to a closed output causes an error
/// instead of a signal. Descriptors 0 to 2 are opened if necessary, so that no file that is opened later
/// becomes standard output. Freed memory blocks the size of a sticker are kept for the next sticker.
///
/// Child processes inherit the ignored SIGPIPE, so reset it for them.
package func prepareProcess() {
  ignoreBrokenPipes
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // The system uses the lowest free number, which is this one. The file is opened in the opposite
    // direction, so that reading or writing fails as it would for a closed descriptor. Otherwise, writing a
    // report to nowhere would seem to succeed.
    _ = unsafe open("/dev/null", descriptor == 1 ? O_RDONLY : O_WRONLY)
  }
  // Requesting new memory from the system for each sticker took 15% of the time needed to check it. The
  // memory of larger images is returned immediately, so that less than 128 MiB is kept, regardless of the
  // number of jobs.
  sl_keep_freed_memory(4 << 20, 8 << 20, 16)
}

/// Also keeps larger blocks of freed memory, for work that requests the same sizes repeatedly, such as
/// filtering the rows of a sticker in every possible way. Requesting and clearing new memory took an eighth
/// of the time.
package func keepLargeFreedMemory() { sl_keep_freed_memory(16 << 20, 32 << 20, 8) }

/// Checks that enough files can be open at once. Call this before starting tasks, because they need
/// descriptors and the system's library crashes without them.
///
/// - Throws: a `CommandError` if the limit for open files is too low for any command.
package func checkDescriptorLimit() throws(CommandError) {
  let least: rlim_t = 8  // measured: the library crashes below 7
  var open = rlimit()
  #if canImport(Glibc)
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &open) == 0
  #else
    let isKnown = unsafe getrlimit(RLIMIT_NOFILE, &open) == 0
  #endif
  guard isKnown, open.rlim_cur < least else { return }
  throw CommandError(
    "only \(open.rlim_cur) open files are allowed. Raise the limit to 64 or more (ulimit -n 64).")
}

/// Sleeps until a signal ends the process.
package func sleepUntilSignal() -> Never {
  while true { pause() }
}
