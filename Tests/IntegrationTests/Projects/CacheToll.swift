/// What became of runs that were killed.
struct Toll: Sendable {
  var (killed, old, new) = (0, 0, 0)
  /// What was found that should not be, a line each.
  var faults: [String] = []

  mutating func expect(_ isSo: Bool, _ fault: String) {
    if !isSo { faults.append(fault) }
  }
}
