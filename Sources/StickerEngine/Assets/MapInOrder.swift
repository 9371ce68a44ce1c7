/// Transforms inputs concurrently and delivers the results in the same order as the inputs.
///
/// The number of results that wait for a slow input is limited. With one job, everything runs in the calling
/// task.
///
/// - Parameter jobs: the number of concurrent transforms, at least 1.
/// - Parameter deliver: called once for each input, in order and never concurrently.
package func mapInOrder<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], jobs: Int, _ transform: @escaping @Sendable (Input) async -> Output,
  deliver: (Output) async -> Void
) async {
  // Separate tasks would switch threads for each input and use more memory.
  guard jobs > 1 else {
    for input in inputs { await deliver(transform(input)) }
    return
  }
  await withTaskGroup(of: (Int, Output).self) { group in
    var order = OrderedOutputBuffer<Output>(jobs: jobs)
    func startMore() {
      while order.startedCount < inputs.count, order.canStartMore {
        let (input, number) = (inputs[order.startedCount], order.registerNextInput())
        group.addTask { (number, await transform(input)) }
      }
    }
    startMore()
    while let (number, output) = await group.next() {
      order.storeFinishedOutput(number, output)
      while let ready = order.takeNextInOrder() { await deliver(ready) }
      startMore()
    }
  }
}

/// Transforms inputs from a stream concurrently and delivers the results in the same order as the inputs.
/// Results are delivered as soon as they are ready, since the sender may wait for them before it sends the
/// next input.
///
/// - Parameter next: waits for the next input, and returns nil at the end.
/// - Parameter prepare: called once for each input, in order and never concurrently.
/// - Parameter deliver: called once for each result, in order and never concurrently.
/// - Throws: the errors of `next` and `deliver`.
package func mapInOrder<Raw: Sendable, Input: Sendable, Output: Sendable>(
  from next: @escaping @Sendable () async throws -> Raw?, jobs: Int, prepare: (Raw) -> Input,
  _ transform: @escaping @Sendable (Input) async -> Output, deliver: (Output) throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: MapEvent<Raw, Output>.self) { group in
    var order = OrderedOutputBuffer<Output>(jobs: jobs)
    var (isReading, isAtEnd) = (false, false)
    func startReadingNextInput() {
      guard !isReading, !isAtEnd, order.canStartMore else { return }
      isReading = true
      group.addTask { .input(try await next()) }
    }
    startReadingNextInput()
    while let step = try await group.next() {
      switch step {
      case .input(let raw):
        isReading = false
        guard let raw else {
          isAtEnd = true
          break
        }
        let (input, number) = (prepare(raw), order.registerNextInput())
        group.addTask { .output(number, await transform(input)) }
      case .output(let number, let output):
        order.storeFinishedOutput(number, output)
        while let ready = order.takeNextInOrder() { try deliver(ready) }
      }
      startReadingNextInput()
    }
  }
}

/// The next event: an input arrived, or a transform finished.
private enum MapEvent<Raw: Sendable, Output: Sendable>: Sendable {
  case input(Raw?)
  case output(Int, Output)
}

/// Holds outputs until the outputs of all earlier inputs have been delivered.
private struct OrderedOutputBuffer<Output> {
  let jobs: Int
  private(set) var startedCount = 0
  private var finishedCount = 0
  private var deliveredCount = 0
  private var undeliveredOutputs: [Int: Output] = [:]

  init(jobs: Int) { self.jobs = max(1, jobs) }

  var canStartMore: Bool { startedCount - finishedCount < jobs && startedCount - deliveredCount < jobs * 8 }

  /// - Returns: the number of the input that is started.
  mutating func registerNextInput() -> Int {
    defer { startedCount += 1 }
    return startedCount
  }

  mutating func storeFinishedOutput(_ number: Int, _ output: Output) {
    finishedCount += 1
    undeliveredOutputs[number] = output
  }

  /// Returns the next output in order; nil if it is not ready.
  mutating func takeNextInOrder() -> Output? {
    guard let output = undeliveredOutputs.removeValue(forKey: deliveredCount) else { return nil }
    deliveredCount += 1
    return output
  }
}
