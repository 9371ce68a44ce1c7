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
