/// A memory budget that all jobs of a process share, so that large animations on many cores do not exhaust
/// memory.
package actor MemoryGate {
  /// The number of bytes that all jobs together may reserve.
  package nonisolated let capacity: Int
  private var freeBytes: Int
  private var waitingRequests: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

  package init(capacity: Int = 512 << 20) {
    self.capacity = capacity
    freeBytes = capacity
  }

  /// Reserves bytes, waiting in order of arrival until they are free. A request for more than `capacity`
  /// waits until nothing is reserved.
  ///
  /// - Returns: the number of bytes to pass to `release`.
  package func reserve(_ bytes: Int) async -> Int {
    let bytes = min(max(0, bytes), capacity)
    if waitingRequests.isEmpty, bytes <= freeBytes {
      freeBytes -= bytes
    } else {
      await withCheckedContinuation { waitingRequests.append((bytes, $0)) }
    }
    return bytes
  }

  /// Reserves bytes, runs an operation, and releases the bytes.
  package nonisolated func withMemory<Value, Failure: Error>(
    _ bytes: Int, _ operation: () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let held = await reserve(bytes)
    let result = Result(catching: operation)
    await release(held)
    return try result.get()
  }

  var waitingCount: Int { waitingRequests.count }

  /// Extends a reservation without waiting. Two jobs that wait while they hold memory could block each other.
  ///
  /// - Parameter held: the result of `reserve`.
  /// - Parameter bytes: the total number of bytes needed.
  /// - Returns: the number of bytes to pass to `release`; nil if the bytes are not free, in which case the
  ///   reservation is unchanged.
  package func extendReservation(_ held: Int, to bytes: Int) -> Int? {
    let more = min(bytes, capacity) - held
    guard more > 0 else { return held }
    guard more <= freeBytes else { return nil }
    freeBytes -= more
    return held + more
  }

  /// Releases the bytes that `reserve` reserved.
  package func release(_ bytes: Int) {
    freeBytes += bytes
    while let first = waitingRequests.first, first.bytes <= freeBytes {
      freeBytes -= first.bytes
      waitingRequests.removeFirst()
      first.continuation.resume()
    }
  }
}
