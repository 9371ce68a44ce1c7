public import StickerModel

/// Reads standard input to its end.
///
/// - Parameter limit: bytes; of a longer input no more than one byte beyond it is read, and its length is
///   said to be that.
/// - Returns: its bytes, at least one; or why there are none.
public func readStandardInput(limit: Int) -> ReadOutcome { readStream(0, limit: limit, calls: .real) }

/// Standard input as a source that is read more than once: what came of the first reading is kept, since
/// there is nothing left to read then.
public func standardInputKept() -> @Sendable (Int) -> ReadOutcome {
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
      var count = 0
      var failure: SystemError?
      unsafe piece.withUnsafeMutableBytes { buffer in
        do throws(SystemError) {
          count = try unsafe calls.read(
            descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        } catch { failure = error }
      }
      if let failure { throw failure }
      if count == 0 { break }
      bytes += piece[..<count]
    } catch .interrupted {
      continue
    } catch {
      return .unreadable(error.words)
    }
  }
  if bytes.count > limit { return .tooLarge(bytes.count) }
  return bytes.isEmpty ? .empty : .bytes(bytes)
}
