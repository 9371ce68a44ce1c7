import StickerModel

/// What became of one pack.
struct PackResult {
  enum End {
    /// Written, or as it should be; one line for people.
    case done(String)
    /// Stopped by findings, or different from what is on the disk; lines for people.
    case stopped([String])
    /// A source or destination that cannot be used.
    case failed(CommandFailure)
    /// A promise of ours that does not hold.
    case defect(Defect)

    var isDone: Bool { if case .done = self { true } else { false } }
  }
  var report: Report?
  var notes: [String] = []
  /// For `--check`: one line for each file.
  var differences: [String] = []
  var end = End.done("")
}
