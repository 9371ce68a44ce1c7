import Foundation

/// A value that is protected by a lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked, because the compiler does not know that the lock protects every access to `value`.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
