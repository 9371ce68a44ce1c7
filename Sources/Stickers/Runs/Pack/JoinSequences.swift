import StickerEngine
import StickerImage
import StickerPacker

extension OpenedPack {
  /// Joins the frames of each sequence into one animation under the name of its first frame, because a
  /// messenger accepts one file for each sticker.
  ///
  /// A sequence that cannot be joined is recorded as a fault of its sticker.
  ///
  /// - Parameter joined: sequences of the same files that have already been joined.
  /// - Parameter cache: the results of earlier runs.
  mutating func joinSequences(
    _ budget: DecodingBudget, _ joined: inout JoinedSequences, _ cache: ResultCache?
  ) async {
    let (opened, gate) = (self, MemoryGate())
    let stickers = readResult.pack.stickers
    for sticker in stickers {
      guard let sequence = sticker.sequence else { continue }
      func fault(_ reason: String) -> Diagnostic {
        Diagnostic("\(reason)", file: sticker.file, rule: RuleID.sequenceFrames, sticker: sticker.id)
      }
      guard !stickers.contains(where: { $0.id != sticker.id && $0.file == sticker.file }) else {
        readResult.addFaultRemovingSticker(
          fault("another sticker starts with the same image. Give each sticker its own copy."))
        continue
      }
      do {
        let key = cache?.key(recipe: "\(sequence)", files: sequence.frames.compactMap(opened.bytes))
        let before = joined[sticker] ?? key.flatMap { cache?.derivedBytesFromEarlierRun(under: $0) }
        let bytes: [UInt8]
        if let before {
          bytes = before
        } else {
          bytes = try await assembledSequenceAPNG(sticker, sequence, budget, gate) { opened.read($0) }
        }
        joined[sticker] = bytes
        if let key { cache?.store(derivedBytes: bytes, under: key) }
        guard let at = readResult.pack.stickers.firstIndex(where: { $0.id == sticker.id }) else { continue }
        readResult.pack.stickers[at].sequence = nil
        replaceBytes(bytes, atPathInReports: root.appending(sticker.file))
      } catch let found as Diagnostic {
        readResult.addFaultRemovingSticker(found)
      } catch {
        readResult.addFaultRemovingSticker(fault("cannot join its frames: \(error)"))
      }
    }
  }
}

extension OpenedPack {
  /// The bytes of a file in the pack; nil if it cannot be read.
  fileprivate func bytes(_ file: Path) -> [UInt8]? {
    if case .bytes(let bytes) = read(file) { bytes } else { nil }
  }
}

/// Frame sequences that have been joined into animations.
struct JoinedSequences {
  private var animationsBySticker: [PackSticker: [UInt8]] = [:]

  subscript(sticker: PackSticker) -> [UInt8]? {
    get { animationsBySticker[sticker] }
    set { animationsBySticker[sticker] = newValue }
  }
}
