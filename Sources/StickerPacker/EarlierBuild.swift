import StickerImage
import StickerModel

/// A pack that was built before, of which a rebuild takes what it would make again: the sizes of every
/// sticker whose art is still the same, byte for byte.
package struct EarlierBuild: Sendable {
  private let tree: FileTree
  private let stickers: [String: ManifestSticker]

  /// - Parameter former: what lies where the pack is built, as this program has made and verified it.
  /// - Returns: nil where there is no build.
  package init?(verified former: FormerBuild) {
    guard let manifest = former.manifest else { return nil }
    tree = former.tree
    stickers = Dictionary(manifest.stickers.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The sizes that were made of the same art, the largest first; nil where there are none, or not those that
  /// are wanted.
  func variants(_ id: String, of art: [UInt8], _ container: Container, _ scales: [Scale]) -> [BuiltVariant]? {
    guard let sticker = stickers[id], sticker.variants.map(\.scale) == [.x3] + scales,
      let first = sticker.variants.first, let kept = tree[first.file.path], kept.hasSameBytes(as: art)
    else { return nil }
    var variants: [BuiltVariant] = []
    for variant in sticker.variants {
      guard let bytes = tree[variant.file.path],
        let found = variant.scale == .x3 ? container : Container(of: bytes, budget: .unlimited),
        let fileExtension = Path(variant.file.path).lowercasedExtension
      else { return nil }
      variants.append(
        BuiltVariant(
          variant.scale, bytes, found, fileExtension: fileExtension, isDecoded: true,
          similarity: variant.similarity.map(Similarity.init(tenThousandths:)), sha256: variant.file.sha256))
    }
    return variants
  }

  /// The APNG that was put together from the same frames at the same pace; nil where there is none.
  func assembled(_ sticker: Sticker, frames: [[UInt8]]) -> [UInt8]? {
    guard let known = stickers[sticker.id], var sequence = known.sequence, let art = known.variants.first,
      sequence.frames.map({ $0.text.flatMap { tree[$0] } }) == frames
    else { return nil }
    sequence.frames = sticker.sequence?.frames ?? []
    return sequence == sticker.sequence ? tree[art.file.path] : nil
  }
}
