#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs something on a thread of its own, beside those that tasks share: what waits for the system there
/// keeps no task waiting.
///
/// - Returns: false where the system gives no thread.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let work = unsafe Unmanaged.passRetained(ThreadWork(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = unsafe pthread_create(&thread, nil, { unsafe runThread($0) }, work.toOpaque())
  #else
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { unsafe runThread($0) }, work.toOpaque())
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

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument = unsafe argument {
    unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body()
  }
  return nil
}
