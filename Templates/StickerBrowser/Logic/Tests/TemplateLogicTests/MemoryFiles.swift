import Foundation

@testable import TemplateLogic

/// A folder in memory with operations that can fail.
final class MemoryFiles: StickerFiles {
  /// The ways in which an operation fails.
  enum Fault: CaseIterable, Sendable {
    /// The operation reports an error and does nothing.
    case failureWithoutEffect
    /// The operation reports an error, but takes effect.
    case failureAfterEffect
    /// The operation reports an error and leaves a stray file.
    case strayFile
    /// The operation reports that the disk is full and does nothing.
    case noRoom
    /// This and all later operations report an error, as if the disk or the process were gone.
    case allLaterOperations
  }

  struct Failure: Error {}

  private struct State: Sendable {
    var contents: [String: Data] = [:]
    var steps = 0
    var failing: (step: Int, fault: Fault)?
  }

  private let state = Locked(State())

  /// The files.
  var contents: [String: Data] {
    get { state.withLock { $0.contents } }
    set { state.withLock { $0.contents = newValue } }
  }

  /// The number of operations so far.
  var steps: Int { state.withLock { $0.steps } }

  /// Makes the operation with a number fail, counted from now.
  func fail(at step: Int, _ fault: Fault) {
    state.withLock { $0.failing = ($0.steps + step, fault) }
  }

  /// Lets all operations succeed again.
  func recover() {
    state.withLock { $0.failing = nil }
  }

  func makeFolder() throws { try step { _ in } }
  func names() throws -> [String] { try step { Array($0.keys) } }
  func read(_ name: String, limit: Int) throws -> Data? { try step { $0[name]?.prefix(limit + 1) } }
  func write(_ data: Data, to name: String) throws { try step { $0[name] = data } }
  func remove(_ name: String) throws { try step { $0[name] = nil } }
  func url(of name: String) -> URL { URL(fileURLWithPath: "/memory/\(name)") }

  private func step<Result>(_ body: (inout [String: Data]) throws -> Result) throws -> Result {
    try state.withLock { state in
      state.steps += 1
      guard let failing = state.failing, state.steps >= failing.step,
        state.steps == failing.step || failing.fault == .allLaterOperations
      else { return try body(&state.contents) }
      switch failing.fault {
      case .failureWithoutEffect, .allLaterOperations: break
      case .noRoom: throw CocoaError(.fileWriteOutOfSpace)
      case .failureAfterEffect: _ = try body(&state.contents)
      case .strayFile: state.contents[".stray-\(state.steps)"] = Data([1, 2, 3])
      }
      throw Failure()
    }
  }
}
