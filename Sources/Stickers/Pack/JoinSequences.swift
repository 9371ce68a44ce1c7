import StickerImage
import StickerModel
import StickerPacker

extension OpenedPack {
  /// Puts the frames of each sequence together to one animation, which its first frame's name then stands
  /// for: a messenger takes one file for each sticker.
  ///
  /// What cannot be put together becomes a fault of its sticker.
  ///
  /// - Parameter joined: what was put together before, of the same files.
  mutating func joinSequences(_ budget: Budget, _ joined: inout JoinedSequences) async {
    let (opened, gate) = (self, MemoryGate())
    let stickers = reading.pack.stickers
    for sticker in stickers {
      guard let sequence = sticker.sequence else { continue }
      func fault(_ reason: String) -> SourceFault {
        SourceFault(path: sticker.file, reason: reason, rule: RuleID.sequenceFrames, sticker: sticker.id)
      }
      guard !stickers.contains(where: { $0.id != sticker.id && $0.file == sticker.file }) else {
        reading.add(fault("another sticker begins with the same picture: give each a copy of its own"))
        continue
      }
      do {
        let known = joined[sticker]
        let bytes =
          if let known { known } else {
            try await assembledSequence(sticker, sequence, budget, gate) { opened.read($0) }
          }
        joined[sticker] = bytes
        guard let at = reading.pack.stickers.firstIndex(where: { $0.id == sticker.id }) else { continue }
        reading.pack.stickers[at].sequence = nil
        take(bytes, for: root.appending(sticker.file))
      } catch let found as SourceFault {
        reading.add(found)
      } catch {
        reading.add(fault("its frames cannot be put together: \(error)"))
      }
    }
  }
}
