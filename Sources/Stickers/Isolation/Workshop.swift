package import StickerFix
package import StickerIO
package import StickerModel

/// Who makes other files of those of strangers: this process, or one that may die of it.
package protocol Workshop: Sendable {
  /// Fixes an asset in memory.
  ///
  /// - Returns: the asset, or how it ended whoever fixed it.
  func fixed(_ work: FixingWork) async -> WorkerOutcome<FixedAsset>
}

/// A file that is to be fixed, and all that this goes by.
package struct FixingWork: Sendable {
  package let source: AssetSource
  package let request: FixRequest
  package let configuration: Configuration
  package let surroundings: Asset.Surroundings
  /// Names that others have.
  package let taken: Set<Path>

  package init(
    _ source: AssetSource, _ request: FixRequest, _ configuration: Configuration,
    _ surroundings: Asset.Surroundings, taken: Set<Path>
  ) {
    (self.source, self.request, self.configuration) = (source, request, configuration)
    (self.surroundings, self.taken) = (surroundings, taken)
  }
}

/// Makes files in this process.
package struct LocalWorkshop: Workshop {
  private let gate: MemoryGate

  /// - Parameter gate: memory that work waits for.
  package init(_ gate: MemoryGate) { self.gate = gate }

  package func fixed(_ work: FixingWork) async -> WorkerOutcome<FixedAsset> {
    .answered(
      await StickerFix.fixed(
        work.source, work.request, work.configuration, gate, work.surroundings,
        isFree: { !work.taken.contains($0) }))
  }
}

/// Who opens files of strangers, to look at them and to make others of them.
package struct Openers: Sendable {
  package let examiner: any Examiner
  package let workshop: any Workshop

  /// - Parameter examiner: one that tells marks.
  package init(_ examiner: any Examiner, _ workshop: any Workshop) {
    (self.examiner, self.workshop) = (examiner, workshop)
  }

  /// This process does everything.
  package init(here gate: MemoryGate) {
    self.init(LocalExaminer(gate, wantsMarks: true), LocalWorkshop(gate))
  }
}
