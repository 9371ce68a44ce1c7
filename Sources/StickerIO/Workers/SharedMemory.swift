import CSystemCalls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much a keeper shares with a worker: more than a sticker may have. What is longer crosses the pipe.
private let sharedBytes = 1 << 20

/// Memory that a keeper shares with one worker: what lies there need not cross a pipe, which copies it twice.
/// The keeper only writes to it; the worker reads it, and cannot change it.
@safe final class SharedMemory {
  /// Where a worker has it when it starts.
  static let descriptorOfWorker: Int32 = 3
  /// What is shorter crosses the pipe, with the request.
  static let leastBytes = 4096

  /// Until it is closed.
  private(set) var descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// Nil where the system has none that only its keeper can change.
  init?() {
    var made: UnsafeMutableRawPointer?
    descriptor = unsafe sl_share_memory(sharedBytes, &made)
    guard descriptor >= 0, let made = unsafe made else { return nil }
    unsafe memory = made
  }

  deinit {
    closeDescriptor()
    unsafe munmap(memory, sharedBytes)
  }

  /// Once the worker has its own.
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
  init?() {
    guard let start = unsafe sl_shared_memory(SharedMemory.descriptorOfWorker, sharedBytes) else {
      return nil
    }
    unsafe memory = UnsafeRawBufferPointer(start: start, count: sharedBytes)
  }

  /// Bytes that lie there; nil where there are not so many.
  func first(_ count: Int) -> [UInt8]? {
    guard 0...sharedBytes ~= count else { return nil }
    return unsafe Array(memory[..<count])
  }
}
