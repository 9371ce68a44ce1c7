import StickerIO
import StickerImage
import StickerModel
import StickerPacker
import StickerWire

/// The export that lies where the next one goes: files that need not be made again, by their digests.
///
/// Nothing of it is taken on trust. What earlier runs made is known by digests that nobody else can aim at.
struct EarlierExport: Sendable {
  private var files: [PixelDigest: [UInt8]] = [:]

  /// Nothing lies there.
  init() {}

  init(of orders: [MessengerOrder], _ known: KnownResults) {
    for order in orders { add(order, known) }
  }

  private mutating func add(_ order: MessengerOrder, _ known: KnownResults) {
    var all: [[UInt8]] = []
    for archive in order.archives {
      if case .bytes(let bytes) = FileSystem.disk.readFile(archive, limit: mostBytes, follow: false) {
        all += filesOfArchive(bytes)
      }
    }
    if let folder = try? FileSystem.disk.readTree(order.place)?.files {
      all += folder.paths.compactMap { folder[$0] }
    }
    for file in all { files[known.digest(of: file)] = file }
  }

  subscript(digest: PixelDigest) -> [UInt8]? { files[digest] }
}

/// As much as the art of one pack may be.
private let mostBytes = 1 << 30

extension DerivedPictures.Recipe {
  /// What the picture is known by in later runs.
  func key(_ known: KnownResults) -> PixelDigest { known.key(making: words, of: [source]) }
}
