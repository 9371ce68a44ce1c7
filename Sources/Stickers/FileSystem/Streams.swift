import CSandbox
public import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads standard input to its end.
///
/// - Parameter limit: bytes; of a longer input no more than one byte beyond it is read, and its length is
///   said to be that.
/// - Returns: its bytes, at least one; or why there are none.
package func readStandardInput(limit: Int) -> ReadOutcome { readStream(0, limit: limit, calls: .real) }

/// Standard input as a source that is read more than once: what came of the first reading is kept, since
/// there is nothing left to read then.
package func standardInputKept() -> @Sendable (Int) -> ReadOutcome {
  let kept = Guarded<ReadOutcome?>(nil)
  return { limit in
    kept.withLock { kept in
      let outcome = kept ?? readStandardInput(limit: limit)
      kept = outcome
      if case .bytes(let bytes) = outcome, bytes.count > limit { return .tooLarge(bytes.count) }
      return outcome
    }
  }
}

func readStream(_ descriptor: Int32, limit: Int, calls: SystemCalls) -> ReadOutcome {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while bytes.count <= limit {
    do throws(SystemError) {
      let wanted = min(piece.count, limit - bytes.count + 1)
      let count = try readPiece(of: descriptor, into: &piece, atMost: wanted, calls)
      if count == 0 { break }
      bytes += piece[..<count]
    } catch {
      return .unreadable(error.words)
    }
  }
  if bytes.count > limit { return .tooLarge(bytes.count) }
  return bytes.isEmpty ? .empty : .bytes(bytes)
}

/// Reads what is there, at least a byte, once it is there; 0 at the end. Signals are passed over, and
/// somebody may have made the terminal or pipe non-blocking.
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

/// Standard output or standard error. Nothing is held back: what was written has left the process.
package struct StandardStream: Sendable {
  private let descriptor: Int32
  private let name: String
  private let calls: SystemCalls

  init(_ descriptor: Int32, named name: String, calls: SystemCalls = .real) {
    self.descriptor = descriptor
    self.name = name
    self.calls = calls
  }

  /// Writes all of a text as UTF-8.
  ///
  /// - Throws: `BrokenPipe`; a `UsageError` for anything else, such as a full disk.
  package func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  /// Writes all bytes.
  ///
  /// - Throws: as above.
  package func write(_ bytes: [UInt8]) throws {
    do throws(SystemError) {
      try calls.writeAll(bytes, to: descriptor)
    } catch {
      if error == .brokenPipe { throw BrokenPipe() }
      throw UsageError("cannot write to \(name): \(error.words)")
    }
  }

  /// Whether people look at it.
  package var isTerminal: Bool { calls.isTerminal(descriptor) }

  /// How many characters a line of it shows; nil where it is no terminal, or does not tell.
  package var columns: Int? { isTerminal ? calls.columns(descriptor) : nil }
}

/// Where the report goes.
package let standardOutput = StandardStream(1, named: "standard output")

/// Where progress and diagnostics go.
package let standardError = StandardStream(2, named: "standard error")

/// The reader of the output closed it, as `head` does: the program ends in silence with 0.
package struct BrokenPipe: Error, Hashable, Sendable {}

extension SystemCalls {
  /// Writes all bytes, however few the system takes at a time.
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
          // Somebody made the terminal or pipe non-blocking: it will take more later.
          do throws(SystemError) { try awaitWritable(descriptor) } catch .interrupted { continue }
        }
      }
    }
  }
}

/// The command line's arguments without the program's name.
///
/// `CommandLine.arguments` repairs what is not UTF-8, and then the file is not found. Here each byte that is
/// not UTF-8 is carried as the private-use scalar U+10FF00 + byte, which `Path(argument:)` undoes. So is each
/// control character: the parser puts arguments into its messages as they are.
package func rawArguments() -> [String] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
    return unsafe carried([UInt8](UnsafeRawBufferPointer(start: argument, count: length(of: argument))))
  }
}

extension Path {
  /// The path that an argument of `rawArguments` stands for.
  public init(argument: String) {
    self.init(
      bytes: argument.unicodeScalars.flatMap { scalar -> [UInt8] in
        carrier.contains(scalar.value)
          ? [UInt8(scalar.value - carrier.lowerBound)] : Array(String(scalar).utf8)
      })
  }
}

/// A message of the parser with arguments in it, harmless line by line.
package func shownMessage(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    Untrusted(bytes: Path(argument: String(line)).bytes).displayText
  }.joined(separator: "\n")
}

/// Bytes as text that loses nothing.
func carried(_ bytes: [UInt8]) -> String {
  var text = String.UnicodeScalarView()
  var rest = bytes[...]
  while let first = rest.first {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    // A carrier that stands in the argument itself is carried too, byte by byte: it must come back as it was.
    if let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first,
      !carrier.contains(scalar.value), first >= 0x20, first != 0x7F
    {
      text.append(scalar)
      rest = rest.dropFirst(length)
    } else {
      if let scalar = Unicode.Scalar(carrier.lowerBound + UInt32(first)) { text.append(scalar) }
      rest = rest.dropFirst()
    }
  }
  return String(text)
}

private let carrier: ClosedRange<UInt32> = 0x10FF00...0x10FFFF

private func length(of text: UnsafePointer<CChar>) -> Int {
  var count = 0
  while unsafe text[count] != 0 { count += 1 }
  return count
}

/// The first thing a program of ours does: a reader that leaves becomes an error instead of a signal,
/// descriptors 0 to 2 are taken, so that no file opened later becomes standard output by chance, and memory
/// of a sticker's size is kept for the next one.
///
/// Children inherit that SIGPIPE is ignored: reset it for them.
package func prepareProcess() {
  _ = signal(SIGPIPE, SIG_IGN)
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
    // The lowest free number is given, which is this one. Opened the other way round, so that reading or
    // writing fails as it would on a closed one: a report written to nowhere must not pass for one that was
    // read.
    _ = unsafe open("/dev/null", descriptor == 1 ? O_RDONLY : O_WRONLY)
  }
  // Asking the system anew for each sticker's pixels took 15% of the time that checking it takes. Larger
  // pictures are given back at once, and all that is kept stays below 128 MiB however many jobs there are.
  sl_keep_freed_memory(4 << 20, 8 << 20, 16)
}

/// Keeps what is freed of larger pieces too, for work that asks for the same ones over and over: every way to
/// filter a sticker's rows. The system took an eighth of the time for giving and clearing them anew.
package func keepLargeFreedMemory() { sl_keep_freed_memory(16 << 20, 32 << 20, 8) }

/// Before tasks are started, which takes descriptors: the system's library crashes where it gets none.
///
/// - Throws: where so few files may be open at once that a command could not get ready.
package func refuseScarceDescriptors() throws(UsageError) {
  let least: rlim_t = 8  // measured: below 7 the library crashes
  var open = rlimit()
  #if canImport(Glibc)
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &open) == 0
  #else
    let isKnown = unsafe getrlimit(RLIMIT_NOFILE, &open) == 0
  #endif
  guard isKnown, open.rlim_cur < least else { return }
  throw UsageError(
    "only \(open.rlim_cur) files may be open at once here: raise that limit to 64 or more (ulimit -n 64)")
}

/// Leaves the processor to others until something else ends the process.
package func waitForTheEnd() -> Never {
  while true { pause() }
}

/// Prints lines for people to standard error. An error, such as a closed or full stream, is ignored.
package func printToStandardError(_ lines: [String]) {
  try? standardError.write(lines.map { $0 + "\n" }.joined())
}
