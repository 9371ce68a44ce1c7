import StickerImage
import StickerModel
import StickerPacker

/// A pack that is read once for all messengers.
struct SharedReading {
  let pack: LocatedPack
  /// The sequences that have been put together.
  var joined = JoinedSequences()
  private var read: (budget: Budget, pack: OpenedPack)?

  init(_ pack: LocatedPack) { self.pack = pack }

  /// The pack as it is on the disk.
  mutating func opened(_ budget: Budget) throws -> OpenedPack {
    if let read, read.budget == budget { return read.pack }
    let opened = try OpenedPack(pack, budget)
    (read, joined) = ((budget, opened), JoinedSequences())
    return opened
  }

  /// For how many messengers the pack's art is worked on at once: what it becomes for each is held in memory.
  var messengersAtOnce: Int { mostBytes / max(1, read?.pack.byteCount ?? 1) }
}

/// What the art of a pack may become for all messengers together.
private let mostBytes = 1 << 30

/// Sequences of frames that have been put together to one animation each.
struct JoinedSequences {
  private var known: [Sticker: [UInt8]] = [:]

  subscript(sticker: Sticker) -> [UInt8]? {
    get { known[sticker] }
    set { known[sticker] = newValue }
  }
}
