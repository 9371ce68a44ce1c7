import StickerEngine
import StickerPacker
import Stickers

/// The frame sequences of a run, each assembled into one animation, which is one sticker.
struct PreviewSequences {
  /// A sequence with the paths of its frames, as they appear in reports.
  struct AssembledSequence: Sendable {
    let displayPath: Path
    let frames: [Path]
    let bytes: [UInt8]
  }
  private var sequencesByFrame: [Path: AssembledSequence] = [:]
  /// The bytes of the assembled animations.
  private(set) var assembledAnimations: [AssembledSequenceKey: [UInt8]] = [:]
  /// A sentence for each sequence that could not be assembled.
  private(set) var failureNotes: [String] = []

  /// Assembles the sequences of all packs that have frames. If a sequence cannot be assembled, its frames are
  /// shown separately.
  ///
  /// - Parameters:
  ///   - known: animations that were assembled earlier.
  ///   - revisions: the revisions of the files, which change with their contents.
  init(
    _ run: StickerRun, _ service: any ImageService, known: [AssembledSequenceKey: [UInt8]] = [:],
    revisions: [Path: Int] = [:]
  ) async {
    for pack in Set(run.sources.filter { $0.role == .frame }.compactMap(\.pack)).sorted() {
      let configuration = run.configurationMap.configuration(at: pack)
      guard
        let located = try? locatePack(pack, PackOverrides(), on: run.fileSystem, excluding: { _ in true }),
        let opened = try? OpenedPack(located, configuration)
      else { continue }
      for sticker in opened.readResult.pack.stickers {
        guard let sequence = sticker.sequence else { continue }
        let frames = sticker.files.map { opened.root.appending($0) }
        let key = AssembledSequenceKey(
          frames: frames, revisions: frames.map { revisions[$0] ?? 0 }, sequence: sequence)
        let (name, work) = (
          folderOrStickerNamePath(of: frames, sticker, opened.root),
          FrameJoiningJob(sticker, sequence, configuration, readFrame: { opened.read($0) })
        )
        var bytes = known[key]
        if bytes == nil { bytes = await assembleOrNoteFailure(work, name, service) }
        guard let bytes else { continue }
        assembledAnimations[key] = bytes
        let found = AssembledSequence(displayPath: name, frames: frames, bytes: bytes)
        for frame in frames { sequencesByFrame[frame] = found }
      }
    }
  }

  private mutating func assembleOrNoteFailure(
    _ work: FrameJoiningJob, _ name: Path, _ service: any ImageService
  ) async -> [UInt8]? {
    let consequence = "its frames cannot be assembled"
    switch await service.joinFrames(work) {
    case .answered(let bytes): return bytes
    case .failed(let failure):
      let reason = failure.message(during: "assembling its frames", consequence: consequence)
      failureNotes.append("\(name.displayText): \(reason.commandLineText)")
    case .unavailable(let reason): failureNotes.append("\(name.displayText): \(consequence): \(reason)")
    }
    return nil
  }

  /// The sequence that contains a frame; nil if the file is not a frame of any sequence.
  func sequence(containing frame: Path) -> AssembledSequence? { sequencesByFrame[frame] }

  /// Returns the folder of the frames, or a name in the root folder if the frames have no folder of their
  /// own.
  private func folderOrStickerNamePath(of frames: [Path], _ sticker: PackSticker, _ root: Path) -> Path {
    let folders = Set(frames.map(\.parent))
    guard folders.count == 1, let folder = folders.first, folder != root else {
      return root.appending(Path(sticker.metadata.name))
    }
    return folder
  }
}

/// Everything that the assembled animation of a sequence depends on.
struct AssembledSequenceKey: Hashable, Sendable {
  let frames: [Path]
  /// The revision of each frame, which changes with the file.
  let revisions: [Int]
  let sequence: FrameSequence
}
