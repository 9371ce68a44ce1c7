import CSystemCalls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much a keeper shares with a worker: more than a sticker may have. What is longer crosses the pipe.
private let sharedBytes = 1 << 19

/// Memory that a keeper shares with one worker: what lies there need not cross a pipe, piece by piece through
/// new pages. The keeper only writes to it; the worker reads it, and cannot change it.
@safe final class SharedMemory {
  /// What is shorter crosses the pipe, with the request.
  static let leastBytes = 4096

  /// The descriptor of the memory; -1 once it is closed.
  private(set) var descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// Memory that is shared; nil where the system has none that only its keeper can change.
  init?() {
    var made: UnsafeMutableRawPointer?
    descriptor = unsafe sl_make_sealed_memory(sharedBytes, &made)
    guard descriptor >= 0, let made = unsafe made else { return nil }
    unsafe memory = made
  }

  deinit {
    closeDescriptor()
    unsafe munmap(memory, sharedBytes)
  }

  /// Closes the descriptor, once the worker has its own.
  func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Lays bytes there for the worker; false where they had better cross the pipe.
  func take(_ bytes: [UInt8]) -> Bool {
    guard Self.leastBytes...sharedBytes ~= bytes.count else { return false }
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: memory, count: sharedBytes).copyMemory(from: bytes)
    }
    return true
  }
}

/// The worker's side of `SharedMemory`, until the process ends.
@safe struct KeepersMemory: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer

  /// Nil where the process that started this one shares nothing.
  ///
  /// - Throws: why there is no room for what it shares.
  init?() throws(SystemError) {
    guard sl_is_sealed_memory(furtherDescriptor, sharedBytes) != 0 else { return nil }
    guard let start = unsafe sl_map_sealed_memory(furtherDescriptor, sharedBytes) else {
      throw SystemError(code: errno)
    }
    unsafe memory = UnsafeRawBufferPointer(start: start, count: sharedBytes)
  }

  /// Bytes that lie there; nil where there are not so many.
  func first(_ count: Int) -> [UInt8]? {
    guard 0...sharedBytes ~= count else { return nil }
    return unsafe Array(memory[..<count])
  }
}
