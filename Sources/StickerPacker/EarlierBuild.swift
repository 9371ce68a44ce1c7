import StickerImage
public import StickerModel

/// A pack that was built before, of which a rebuild takes what it would make again: the sizes of every
/// sticker whose art is still the same, byte for byte.
public struct EarlierBuild: Sendable {
  private let tree: FileTree
  private let stickers: [String: ManifestSticker]
  private let isKnownSound: Bool

  /// - Parameter tree: what lies where the pack is built.
  /// - Parameter toolVersion: of this program.
  /// - Parameter isKnownSound: whether its files are known to be as its manifest says.
  /// - Returns: nil where there is no build by the same version of the program whose manifest is sound.
  public init?(_ tree: FileTree, toolVersion: String, isKnownSound: Bool = false) {
    guard let bytes = tree[Manifest.fileName], let manifest = try? Manifest(parsing: bytes),
      manifest.toolVersion == toolVersion, packDigest(of: manifest.files) == manifest.digest
    else { return nil }
    self.tree = tree
    self.isKnownSound = isKnownSound
    stickers = Dictionary(manifest.stickers.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The sizes that were made of the same art, the largest first; nil where there are none, or not those that
  /// are wanted, or one has been changed since.
  func variants(_ id: String, of art: [UInt8], _ container: Container, _ scales: [Scale]) -> [BuiltVariant]? {
    guard let sticker = stickers[id], sticker.variants.map(\.scale) == [.x3] + scales,
      let first = sticker.variants.first, let kept = tree[first.file.path], kept.hasSameBytes(as: art)
    else { return nil }
    var variants: [BuiltVariant] = []
    for variant in sticker.variants {
      guard let bytes = tree[variant.file.path],
        variant.scale == .x3 || isSound(bytes, variant.file),
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
      isSound(bytes, art.file)
    else { return nil }
    return bytes
  }

  private func isSound(_ bytes: [UInt8], _ file: ManifestFile) -> Bool {
    isKnownSound || SHA256.hexDigest(of: bytes) == file.sha256
  }
}

extension FileTree {
  /// Whether it is a build with a contact sheet.
  public var hasContactSheet: Bool {
    self[Manifest.fileName].flatMap { try? Manifest(parsing: $0) }.map { !$0.contactSheets.isEmpty } ?? false
  }

  /// The manifest of a build, and all files whose hashes a rebuild asks for.
  public var variants: FileTree { filter { $0 == Manifest.fileName || $0.hasPrefix("variants/") } }
}
