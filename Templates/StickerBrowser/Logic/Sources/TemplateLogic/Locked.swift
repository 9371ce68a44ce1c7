import Foundation

/// A value that several threads use, one at a time.
final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked, since the compiler does not know that every way to `value` leads through the lock.
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
