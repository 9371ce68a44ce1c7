import StickerImage
package import StickerModel
import StickerPacker
import StickerReport
import StickerSettings

/// The sequences of a run, each put together to one animation: its frames are one sticker.
package struct PreviewSequences {
  /// A sequence and its frames, as reports name them.
  package struct Found: Sendable {
    package let name: Path
    package let frames: [Path]
    package let bytes: [UInt8]
  }
  private var byFrame: [Path: Found] = [:]
  /// The animations that were put together, by what they are made of.
  package private(set) var assembled: [AssembledKey: [UInt8]] = [:]

  /// Reads the packs that have frames; what cannot be put together is shown frame by frame.
  ///
  /// - Parameter known: those that were put together earlier.
  /// - Parameter revisions: what tells a file from an earlier one of the same path.
  package init(
    _ run: StickerRun, _ gate: MemoryGate, known: [AssembledKey: [UInt8]] = [:], revisions: [Path: Int] = [:]
  ) async {
    for pack in Set(run.sources.filter { $0.role == .frame }.compactMap(\.pack)).sorted() {
      let budget = run.settings.configuration(at: pack).budget
      guard let located = try? locatePack(pack, PackOverrides(), on: run.disk, leavesOut: { _ in true }),
        let opened = try? OpenedPack(located, budget)
      else { continue }
      for sticker in opened.reading.pack.stickers {
        guard let sequence = sticker.sequence else { continue }
        let frames = sticker.files.map { opened.root.appending($0) }
        let key = AssembledKey(
          frames: frames, revisions: frames.map { revisions[$0] ?? 0 }, sequence: sequence)
        var bytes = known[key]
        if bytes == nil {
          bytes = try? await assembledSequence(sticker, sequence, budget, gate, read: opened.read)
        }
        guard let bytes else { continue }
        assembled[key] = bytes
        let found = Found(name: name(of: frames, sticker, opened.root), frames: frames, bytes: bytes)
        for frame in frames { byFrame[frame] = found }
      }
    }
  }

  /// The sequence that a file is a frame of; nil for any other file.
  package func sequence(with frame: Path) -> Found? { byFrame[frame] }

  /// The folder where the frames lie, unless other stickers lie there too.
  private func name(of frames: [Path], _ sticker: Sticker, _ root: Path) -> Path {
    let folders = Set(frames.map(\.parent))
    guard folders.count == 1, let folder = folders.first, folder != root else {
      return root.appending(Path(sticker.name))
    }
    return folder
  }
}

/// What a sequence is put together of.
package struct AssembledKey: Hashable, Sendable {
  package let frames: [Path]
  /// The revision of each frame: another one where the file is another.
  package let revisions: [Int]
  package let sequence: FrameSequence
}
