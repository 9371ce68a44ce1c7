#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that one thread at a time sees, and whose changes others wait for.
@safe final class Monitored<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    unsafe (mutex, changed) = (.allocate(capacity: 1), .allocate(capacity: 1))
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe changed.deallocate()
  }

  /// Changes the value, and wakes whoever waits.
  ///
  /// - Parameter wakesAll: whether those who wait do so for different things.
  func change<Result>(wakingAll wakesAll: Bool = false, _ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      if wakesAll { unsafe pthread_cond_broadcast(changed) } else { unsafe pthread_cond_signal(changed) }
      unsafe pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Waits until the value gives a result, and takes it.
  func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      unsafe pthread_cond_wait(changed, mutex)
    }
  }
}
