import StickerImage
public import StickerModel

/// A pack that was built before, of which a rebuild takes what it would make again: the sizes of every sticker
/// whose art is still the same, byte for byte.
public struct EarlierBuild: Sendable {
  private let tree: FileTree
  private let stickers: [String: ManifestSticker]

  /// - Parameter tree: what lies where the pack is built.
  /// - Parameter toolVersion: of this program.
  /// - Returns: nil where there is no build by the same version of the program whose manifest is sound.
  public init?(_ tree: FileTree, toolVersion: String) {
    guard let bytes = tree[Manifest.fileName], let manifest = try? Manifest(parsing: bytes),
      manifest.toolVersion == toolVersion, packDigest(of: manifest.files) == manifest.digest
    else { return nil }
    self.tree = tree
    stickers = Dictionary(manifest.stickers.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The sizes that were made of the same art, the largest first; nil where there are none, or not those that
  /// are wanted, or one has been changed since.
  func variants(_ id: String, of art: [UInt8], _ container: Container, _ scales: [Scale]) -> [BuiltVariant]? {
    guard let sticker = stickers[id], sticker.variants.map(\.scale) == [.x3] + scales,
      let first = sticker.variants.first, let kept = tree[first.file.path], kept == art
    else { return nil }
    var variants: [BuiltVariant] = []
    for variant in sticker.variants {
      guard let bytes = tree[variant.file.path],
        variant.scale == .x3 || SHA256.hexDigest(of: bytes) == variant.file.sha256,
        let found = variant.scale == .x3 ? container : readContainer(bytes, budget: .unlimited),
        let fileExtension = Path(variant.file.path).lowercasedExtension
      else { return nil }
      variants.append(
        BuiltVariant(
          variant.scale, bytes, found, fileExtension: fileExtension, isDecoded: true,
          sha256: variant.file.sha256))
    }
    return variants
  }

  /// The APNG that was put together from the same frames at the same pace; nil where there is none, or it has
  /// been changed since.
  func assembled(_ sticker: Sticker, frames: [[UInt8]]) -> [UInt8]? {
    guard let known = stickers[sticker.id], var sequence = known.sequence, let art = known.variants.first,
      sequence.frames.map({ $0.text.flatMap { tree[$0] } }) == frames
    else { return nil }
    sequence.frames = sticker.sequence?.frames ?? []
    guard sequence == sticker.sequence, let bytes = tree[art.file.path],
      SHA256.hexDigest(of: bytes) == art.file.sha256
    else { return nil }
    return bytes
  }
}
