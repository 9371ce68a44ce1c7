#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs an operation on a new thread, where it may block without delaying tasks.
///
/// - Returns: false if the system cannot start a thread.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let work = unsafe Unmanaged.passRetained(ThreadWork(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = unsafe pthread_create(&thread, nil, { unsafe threadEntryPoint($0) }, work.toOpaque())
  #else
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { unsafe threadEntryPoint($0) }, work.toOpaque())
  #endif
  if code != 0 {
    unsafe work.release()
    return false
  }
  #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
  return true
}

private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func threadEntryPoint(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument = unsafe argument {
    unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body()
  }
  return nil
}

/// A value protected by a lock. The standard library's `Mutex` requires macOS 15.
@safe final class LockedValue<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

/// A list of lines that several threads add to.
final class SharedLines: Sendable {
  private let lines = LockedValue<[String]>([])

  init() {}

  /// All lines, sorted.
  var sortedLines: [String] { lines.withLock { $0.sorted() } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A value protected by a lock. Other threads can wait for it to change.
@safe final class LockedValueWithWaiting<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changeCondition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    unsafe (mutex, changeCondition) = (.allocate(capacity: 1), .allocate(capacity: 1))
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe changeCondition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changeCondition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changeCondition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe changeCondition.deallocate()
  }

  /// Changes the value and wakes waiting threads.
  ///
  /// - Parameter wakesAll: whether to wake all waiting threads. This is necessary if they wait for different
  ///   conditions.
  func change<Result>(wakingAll wakesAll: Bool = false, _ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      if wakesAll {
        unsafe pthread_cond_broadcast(changeCondition)
      } else {
        unsafe pthread_cond_signal(changeCondition)
      }
      unsafe pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Waits until `body` returns a result for the value.
  func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      unsafe pthread_cond_wait(changeCondition, mutex)
    }
  }
}
