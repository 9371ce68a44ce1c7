/// Maps inputs side by side and hands the results on in the order of the inputs.
///
/// A bounded window keeps a slow input from piling up the results of those after it. With one job all runs in
/// the task that calls, and leaves its thread only where `transform` or `deliver` wait.
///
/// - Parameter jobs: how many run at once, at least 1.
/// - Parameter deliver: called once for each input, in order, never two at once.
package func mapInOrder<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], jobs: Int, _ transform: @escaping @Sendable (Input) async -> Output,
  deliver: (Output) async -> Void
) async {
  // A task for each would end in another thread, wake this one, and use other memory.
  guard jobs > 1 else {
    for input in inputs { await deliver(transform(input)) }
    return
  }
  await withTaskGroup(of: (Int, Output).self) { group in
    var order = OutputOrder<Output>(jobs: jobs)
    func startMore() {
      while order.started < inputs.count, order.hasRoom {
        let (input, number) = (inputs[order.started], order.start())
        group.addTask { (number, await transform(input)) }
      }
    }
    startMore()
    while let (number, output) = await group.next() {
      order.finish(number, output)
      while let ready = order.next() { await deliver(ready) }
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
package func mapInOrder<Raw: Sendable, Input: Sendable, Output: Sendable>(
  from next: @escaping @Sendable () async throws -> Raw?, jobs: Int, prepare: (Raw) -> Input,
  _ transform: @escaping @Sendable (Input) async -> Output, deliver: (Output) throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Step<Raw, Output>.self) { group in
    var order = OutputOrder<Output>(jobs: jobs)
    var (isReading, isAtEnd) = (false, false)
    func readOn() {
      guard !isReading, !isAtEnd, order.hasRoom else { return }
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
        let (input, number) = (prepare(raw), order.start())
        group.addTask { .output(number, await transform(input)) }
      case .output(let number, let output):
        order.finish(number, output)
        while let ready = order.next() { try deliver(ready) }
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

/// Outputs that wait for those of earlier inputs, and whether there is room for one more input.
private struct OutputOrder<Output> {
  let jobs: Int
  private(set) var started = 0
  private var finished = 0
  private var delivered = 0
  private var waiting: [Int: Output] = [:]

  init(jobs: Int) { self.jobs = max(1, jobs) }

  var hasRoom: Bool { started - finished < jobs && started - delivered < jobs * 8 }

  /// - Returns: the number of the input that is started.
  mutating func start() -> Int {
    defer { started += 1 }
    return started
  }

  mutating func finish(_ number: Int, _ output: Output) {
    finished += 1
    waiting[number] = output
  }

  /// The next output in order; nil where it is still to come.
  mutating func next() -> Output? {
    guard let output = waiting.removeValue(forKey: delivered) else { return nil }
    delivered += 1
    return output
  }
}

/// A process-wide budget of memory that jobs wait for, so that many cores on big animations do not exhaust a
/// machine.
package actor MemoryGate {
  /// Bytes that all jobs together may hold.
  package nonisolated let capacity: Int
  private var free: Int
  private var queue: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// A gate of `capacity` bytes.
  package init(capacity: Int = 512 << 20) {
    self.capacity = capacity
    free = capacity
  }

  /// Waits until `bytes` are free, in order of arrival; more than there is at all waits until the gate is
  /// empty.
  ///
  /// - Returns: what to `leave` with.
  package func enter(_ bytes: Int) async -> Int {
    let bytes = min(max(0, bytes), capacity)
    if queue.isEmpty, bytes <= free {
      free -= bytes
    } else {
      await withCheckedContinuation { queue.append((bytes, $0)) }
    }
    return bytes
  }

  /// Runs an operation that holds at most `bytes` once they are free.
  package nonisolated func withMemory<Value, Failure: Error>(
    _ bytes: Int, _ operation: () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let held = await enter(bytes)
    let result = Result(catching: operation)
    await leave(held)
    return try result.get()
  }

  /// How many jobs wait.
  var waiting: Int { queue.count }

  /// Takes more of the budget, if that is free now.
  ///
  /// A job that waited for more while it holds something could wait for another job that does the same.
  ///
  /// - Parameter held: what `enter` gave.
  /// - Parameter bytes: what is needed in all.
  /// - Returns: what to `leave` with; nil if it is not free, and nothing has changed.
  package func extend(_ held: Int, to bytes: Int) -> Int? {
    let more = min(bytes, capacity) - held
    guard more > 0 else { return held }
    guard more <= free else { return nil }
    free -= more
    return held + more
  }

  /// Gives back what `enter` gave.
  package func leave(_ bytes: Int) {
    free += bytes
    while let first = queue.first, first.bytes <= free {
      free -= first.bytes
      queue.removeFirst()
      first.continuation.resume()
    }
  }
}
