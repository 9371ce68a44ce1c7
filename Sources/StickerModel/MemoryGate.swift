/// A process-wide budget of memory that jobs wait for, so that many cores on big animations do not exhaust a
/// machine.
package actor MemoryGate {
  /// Bytes that all jobs together may hold.
  package nonisolated let capacity: Int
  private var free: Int
  private var queue: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// A gate of `capacity` bytes.
  package init(capacity: Int = 512 << 20) {
    self.capacity = capacity
    free = capacity
  }

  /// Waits until `bytes` are free, in order of arrival; more than there is at all waits until the gate is
  /// empty.
  ///
  /// - Returns: what to `leave` with.
  package func enter(_ bytes: Int) async -> Int {
    let bytes = min(max(0, bytes), capacity)
    if queue.isEmpty, bytes <= free {
      free -= bytes
    } else {
      await withCheckedContinuation { queue.append((bytes, $0)) }
    }
    return bytes
  }

  /// Gives back what `enter` gave.
  package func leave(_ bytes: Int) {
    free += bytes
    while let first = queue.first, first.bytes <= free {
      free -= first.bytes
      queue.removeFirst()
      first.continuation.resume()
    }
  }
}
