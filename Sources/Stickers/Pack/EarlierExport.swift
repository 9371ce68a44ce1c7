import StickerIO
import StickerImage
import StickerModel
import StickerPacker
import StickerWire

/// The previous export at the destination. Its files can be reused; they are identified by digest.
///
/// A file is reused only if its digest is in the result cache.
struct EarlierExport: Sendable {
  private var files: [PixelDigest: [UInt8]] = [:]

  /// There is no previous export.
  init() {}

  init(of orders: [MessengerOrder], _ known: KnownResults) {
    for order in orders { add(order, known) }
  }

  private mutating func add(_ order: MessengerOrder, _ known: KnownResults) {
    var all: [[UInt8]] = []
    for archive in order.archives {
      if case .bytes(let bytes) = FileSystem.disk.readFile(archive, limit: mostExportBytes, follow: false) {
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

/// The maximum size in bytes of an archive that is read.
let mostExportBytes = 1 << 30

extension DerivedPictures.Recipe {
  /// The cache key of the picture.
  func key(_ known: KnownResults) -> PixelDigest { known.key(making: words, of: [source]) }
}
