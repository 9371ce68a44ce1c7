import StickerImage
import StickerModel
import StickerPacker
import StickerReport
import StickerSettings

/// The sequences of a run, each put together to one animation: its frames are one sticker.
struct PreviewSequences {
  /// A sequence and its frames, as reports name them.
  struct Found: Sendable {
    let name: Path
    let frames: [Path]
    let bytes: [UInt8]
  }
  private var byFrame: [Path: Found] = [:]

  /// Reads the packs that have frames; what cannot be put together is shown frame by frame.
  init(_ run: CheckRun, _ gate: MemoryGate) async {
    for pack in Set(run.sources.filter { $0.role == .frame }.compactMap(\.pack)).sorted() {
      let budget = run.settings.configuration(at: pack).budget
      guard let located = try? locatePack(pack, PackOverrides(), on: run.disk),
        let opened = try? OpenedPack(located, budget)
      else { continue }
      for sticker in opened.reading.pack.stickers {
        guard let sequence = sticker.sequence,
          let bytes = try? await assembledSequence(sticker, sequence, budget, gate, read: opened.read)
        else { continue }
        let frames = sticker.files.map { opened.root.appending($0) }
        let found = Found(name: name(of: frames, sticker, opened.root), frames: frames, bytes: bytes)
        for frame in frames { byFrame[frame] = found }
      }
    }
  }

  /// The sequence that a file is a frame of; nil for any other file.
  func sequence(with frame: Path) -> Found? { byFrame[frame] }

  /// The folder where the frames lie, unless other stickers lie there too.
  private func name(of frames: [Path], _ sticker: Sticker, _ root: Path) -> Path {
    let folders = Set(frames.map(\.parent))
    guard folders.count == 1, let folder = folders.first, folder != root else {
      return root.appending(Path(sticker.name))
    }
    return folder
  }
}
