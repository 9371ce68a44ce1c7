/// The results of the runs that were killed.
struct KilledRunResults: Sendable {
  var (killed, old, new) = (0, 0, 0)
  /// The faults, one per line.
  var faults: [String] = []

  mutating func expect(_ isSo: Bool, _ fault: String) {
    if !isSo { faults.append(fault) }
  }
}
