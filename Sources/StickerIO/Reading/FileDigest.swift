package import StickerImage
package import StickerModel

/// A hash of a file, of which never more than a mebibyte is in memory; nil where it cannot be read.
package func fileDigest(_ path: Path) -> PixelDigest? {
  let calls = SystemCalls.real
  guard let file = try? calls.open(Location(path), .reading(follow: true)) else { return nil }
  defer { try? calls.close(file) }
  var (part, digests) = ([UInt8](repeating: 0, count: 1 << 20), [UInt8]())
  while true {
    var count: Int?
    unsafe part.withUnsafeMutableBytes { buffer in count = try? unsafe calls.read(file, buffer) }
    guard let count else { return nil }
    guard count > 0 else { return PixelDigest(of: digests) }
    digests += PixelDigest(of: count == part.count ? part : Array(part.prefix(count))).bytes
  }
}
