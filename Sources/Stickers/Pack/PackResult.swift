package import StickerModel
package import StickerPacker

/// The result of building one pack.
package struct PackResult {
  package enum End {
    /// Written, or as it should be; one line for people.
    case done(String)
    /// Stopped by findings, or different from what is on the disk; lines for people.
    case stopped([Sentence])
    /// A source or destination that cannot be used.
    case failed(CommandFailure)
    /// An internal error.
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
  /// The notes that report something that was left out. `--quiet` does not hide them.
  package private(set) var leftOut: Set<Sentence> = []
  /// What differs from the build at the destination, a line for each file: for `--check`.
  package var differences: [String] = []
  package var end = End.done("")

  /// What people are told of it beside the report.
  ///
  /// - Parameter quiet: whether only what is left out is told; that is never hidden.
  package func notes(quiet: Bool) -> [Sentence] { leftOut + (quiet ? [] : notes) }

  package init(report: Report? = nil, notes: [Sentence] = [], end: End = .done("")) {
    (self.report, self.notes, self.end) = (report, notes, end)
  }

  /// A pack that has not been built yet.
  package init(of pack: LocatedPack) {
    self.init(notes: pack.notes)
    leftOut = pack.leftOut
  }

  /// Adds notes about what was left out.
  package mutating func leaveOut(_ lines: [Sentence]) {
    notes += lines
    leftOut.formUnion(lines)
  }

  /// Adds the notes of reading the source.
  package mutating func note(_ reading: PackReading) {
    notes += reading.notes.map { Sentence($0) }
    leftOut.formUnion(reading.leftOut.map { Sentence($0) })
  }

  /// Returns a copy with the name of a messenger or a pack before each note.
  package func named(_ name: String) -> PackResult {
    var named = self
    named.notes = notes.map { "\(name): \($0)" }
    named.leftOut = Set(leftOut.map { "\(name): \($0)" })
    return named
  }

  /// Returns all notes, or only those about what was left out if the run is quiet.
  package func notes(isQuiet: Bool) -> [Sentence] { isQuiet ? notes.filter(leftOut.contains) : notes }
}
