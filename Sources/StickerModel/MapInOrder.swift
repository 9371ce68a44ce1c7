/// Maps inputs side by side and hands the results on in the order of the inputs.
///
/// A bounded window keeps a slow input from piling up the results of those after it.
///
/// - Parameter jobs: how many run at once, at least 1.
/// - Parameter deliver: called once for each input, in order, never two at once.
public func mapInOrder<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], jobs: Int, _ transform: @escaping @Sendable (Input) async -> Output,
  deliver: (Output) async -> Void
) async {
  let (jobs, window) = (max(1, jobs), max(1, jobs) * 8)
  await withTaskGroup(of: (Int, Output).self) { group in
    var (started, finished, delivered) = (0, 0, 0)
    var waiting: [Int: Output] = [:]
    func startMore() {
      while started < inputs.count, started - finished < jobs, started - delivered < window {
        let (number, input) = (started, inputs[started])
        group.addTask { (number, await transform(input)) }
        started += 1
      }
    }
    startMore()
    while let (number, output) = await group.next() {
      finished += 1
      waiting[number] = output
      while let ready = waiting.removeValue(forKey: delivered) {
        await deliver(ready)
        delivered += 1
      }
      startMore()
    }
  }
}

/// The same for inputs that come one after the other, from somebody who may wait for an answer before the
/// next: whatever is ready is handed on while the next input is still to come.
///
/// - Parameter next: an input as it comes; nil at the end.
/// - Parameter prepare: called once for each input, in order, never two at once.
/// - Parameter deliver: likewise, with the results.
/// - Throws: what `next` and `deliver` throw.
public func mapInOrder<Raw: Sendable, Input: Sendable, Output: Sendable>(
  from next: @escaping @Sendable () async throws -> Raw?, jobs: Int, prepare: (Raw) -> Input,
  _ transform: @escaping @Sendable (Input) async -> Output, deliver: (Output) throws -> Void
) async throws {
  let (jobs, window) = (max(1, jobs), max(1, jobs) * 8)
  try await withThrowingTaskGroup(of: Step<Raw, Output>.self) { group in
    var (started, finished, delivered) = (0, 0, 0)
    var (isReading, isAtEnd) = (false, false)
    var waiting: [Int: Output] = [:]
    func readOn() {
      guard !isReading, !isAtEnd, started - finished < jobs, started - delivered < window else { return }
      isReading = true
      group.addTask { .input(try await next()) }
    }
    readOn()
    while let step = try await group.next() {
      switch step {
      case .input(let raw):
        isReading = false
        guard let raw else {
          isAtEnd = true
          break
        }
        let (number, input) = (started, prepare(raw))
        group.addTask { .output(number, await transform(input)) }
        started += 1
      case .output(let number, let output):
        finished += 1
        waiting[number] = output
        while let ready = waiting.removeValue(forKey: delivered) {
          try deliver(ready)
          delivered += 1
        }
      }
      readOn()
    }
  }
}

/// What ends first: an input has come, or an earlier one is done.
private enum Step<Raw: Sendable, Output: Sendable>: Sendable {
  case input(Raw?)
  case output(Int, Output)
}
