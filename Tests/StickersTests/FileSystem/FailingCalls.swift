@testable import Stickers

/// The real system calls, some of which fail.
final class FailingCalls: Sendable {
  /// What happens at the chosen call and after it.
  enum Fault: Sendable {
    /// One call fails, and the others work: a full disk, or a missing permission.
    case fails(SystemError)
    /// The process has ended. Its calls have no effect, but the system closes its files.
    case dies
  }

  private let fault: Fault
  private let failingCallNumber: Int
  private let count = LockedValue(0)

  /// - Parameter chosen: the number of the call, starting at 1; 0 for none.
  init(_ fault: Fault, at chosen: Int) {
    self.fault = fault
    self.failingCallNumber = chosen
  }

  /// The number of calls.
  var total: Int { count.withLock { $0 } }

  private func countCall() throws(SystemError) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if let error = error(at: number) { throw error }
  }

  private func error(at number: Int) -> SystemError? {
    guard failingCallNumber > 0 else { return nil }
    return switch fault {
    case .fails(let error): number == failingCallNumber ? error : nil
    case .dies: number >= failingCallNumber ? .inputOutputError : nil
    }
  }

  /// - Parameter canExchange: whether the file system can exchange two folders.
  func calls(canExchange: Bool = true) -> SystemCalls {
    let real = SystemCalls.real
    var calls = real
    calls.open = { (place, mode) throws(SystemError) in
      try self.countCall()
      return try real.open(place, mode)
    }
    calls.close = { (descriptor) throws(SystemError) in
      try real.close(descriptor)  // a descriptor is closed even if closing it reports an error
      try self.countCall()
    }
    calls.status = { (place, follow) throws(SystemError) in
      try self.countCall()
      return try real.status(place, follow)
    }
    calls.statusOfDescriptor = { (descriptor) throws(SystemError) in
      try self.countCall()
      return try real.statusOfDescriptor(descriptor)
    }
    calls.entries = { (folder) throws(SystemError) in
      try self.countCall()
      return try real.entries(folder)
    }
    unsafe calls.write = { (descriptor, buffer) throws(SystemError) in
      try self.countCall()
      return try unsafe real.write(descriptor, buffer)
    }
    unsafe calls.read = { (descriptor, buffer) throws(SystemError) in
      try self.countCall()
      return try unsafe real.read(descriptor, buffer)
    }
    addChanges(to: &calls, real, canExchange)
    return calls
  }

  private func addChanges(to calls: inout SystemCalls, _ real: SystemCalls, _ canExchange: Bool) {
    calls.flush = { (_) throws(SystemError) in try self.countCall() }  // the test machine's disk may be slow
    calls.tryLock = { (descriptor) throws(SystemError) in
      try self.countCall()
      try real.tryLock(descriptor)
    }
    calls.setPermissions = { (descriptor, mode) throws(SystemError) in
      try self.countCall()
      try real.setPermissions(descriptor, mode)
    }
    calls.makeFolder = { (place) throws(SystemError) in
      try self.countCall()
      try real.makeFolder(place)
    }
    calls.removeFile = { (place) throws(SystemError) in
      try self.countCall()
      try real.removeFile(place)
    }
    calls.removeEmptyFolder = { (place) throws(SystemError) in
      try self.countCall()
      try real.removeEmptyFolder(place)
    }
    calls.rename = { (old, new) throws(SystemError) in
      try self.countCall()
      try real.rename(old, new)
    }
    calls.createHardLink = { (old, new) throws(SystemError) in
      try self.countCall()
      try real.createHardLink(old, new)
    }
    calls.exchange = { (one, other) throws(SystemError) in
      try self.countCall()
      guard canExchange else { throw .notImplemented }
      try real.exchange(one, other)
    }
  }
}

extension FileWriter {
  /// Creates a separate writer, as another run of the program would have.
  convenience init(_ calls: SystemCalls = .unflushed) {
    self.init(calls: calls, signalCleanup: SignalCleanup { _ in })
  }
}
