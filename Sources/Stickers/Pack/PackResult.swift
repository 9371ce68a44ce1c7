package import StickerModel

/// What became of one pack.
package struct PackResult {
  package enum End {
    /// Written, or as it should be; one line for people.
    case done(String)
    /// Stopped by findings, or different from what is on the disk; lines for people.
    case stopped([Sentence])
    /// A source or destination that cannot be used.
    case failed(CommandFailure)
    /// A promise of ours that does not hold.
    case defect(Defect)

    package var isDone: Bool { if case .done = self { true } else { false } }

    /// Why there is no pack, a line each.
    var reasons: [Sentence] {
      switch self {
      case .stopped(let lines): lines
      case .failed(let failure): failure.lines
      case .defect(let defect): ["stickerlint has a defect: \(defect.what)"]
      case .done: ["nothing was built"]
      }
    }
  }
  package var report: Report?
  package var notes: [Sentence] = []
  /// What differs from the build at the destination, a line for each file: for `--check`.
  package var differences: [String] = []
  package var end = End.done("")

  package init(report: Report? = nil, notes: [Sentence] = [], end: End = .done("")) {
    (self.report, self.notes, self.end) = (report, notes, end)
  }
}
