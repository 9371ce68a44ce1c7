package import StickerModel

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
