import StickerModel

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
  /// - Throws: `ReaderLeft`; a `CommandFailure` for anything else, such as a full disk.
  package func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  /// Writes all bytes.
  ///
  /// - Throws: as above.
  package func write(_ bytes: [UInt8]) throws { try unsafe bytes.withUnsafeBytes { try unsafe write($0) } }

  /// Whether people look at it.
  package var isTerminal: Bool { calls.isTerminal(descriptor) }

  /// How many characters a line of it shows; nil where it is no terminal, or does not tell.
  package var columns: Int? { isTerminal ? calls.columns(descriptor) : nil }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    do throws(SystemError) {
      try unsafe writeAll(bytes, to: descriptor, calls)
    } catch {
      if error == .brokenPipe { throw ReaderLeft() }
      throw CommandFailure("cannot write to \(name): \(error.words)")
    }
  }
}

/// Where the report goes.
package let standardOutput = StandardStream(1, named: "standard output")

/// Where progress and diagnostics go.
package let standardError = StandardStream(2, named: "standard error")

/// Whoever read our output has seen enough, as in `| head`: the program ends in silence with 0.
package struct ReaderLeft: Error, Hashable, Sendable {}

/// Writes all bytes, however few the system takes at a time.
func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ calls: SystemCalls
) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    do throws(SystemError) {
      written += try unsafe calls.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
    } catch .interrupted {
      continue
    } catch .wouldBlock {
      // Somebody made the terminal or pipe non-blocking: it will take more later.
      do throws(SystemError) { try calls.awaitWritable(descriptor) } catch .interrupted { continue }
    }
  }
}
