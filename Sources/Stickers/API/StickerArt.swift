public import StickerEngine
import StickerImage
import StickerPacker

/// One picture in memory: no folder, no disk.
public struct StickerArt: Sendable {
  /// A size of it, as a file.
  public struct Variant: Hashable, Sendable {
    /// Pixels of a point: 3, 2 or 1.
    public let scale: Int
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The bytes of the file.
    public let bytes: [UInt8]
  }

  /// The bytes of the picture's file.
  public let bytes: [UInt8]
  /// The name that findings give the picture.
  public let name: String

  /// - Parameter bytes: a PNG, APNG, GIF or JPEG.
  /// - Parameter name: for findings; its extension is judged too. Nil: one that fits the format.
  /// - Throws: `StickersError` for what is no such picture. Damage is a finding.
  public init(_ bytes: [UInt8], name: String? = nil) throws(StickersError) {
    guard case .image(let format) = Sniffed(of: bytes) else {
      throw StickersError(["it is no PNG, APNG, GIF or JPEG"])
    }
    self.bytes = bytes
    self.name = name ?? "sticker.\(format.fileExtensions[0])"
  }

  /// What the rules about single stickers say of it, with Apple's limits.
  public func findings() async -> [Finding] {
    await Linter(service: InProcessImageService()) { _ in Self.configuration }.lint(LintInput([source]))
      .findings
  }

  /// The picture, fixed as far as `mode` allows; the same one where nothing is to be fixed.
  public func fixed(_ mode: FixMode = .lossless) async throws(StickersError) -> StickerArt {
    let asset = await Fixer(FixRequest(mode), Self.configuration, MemoryGate()).fix(source)
    guard let change = asset.change else { return self }
    return try StickerArt(change.bytes, name: change.path.text)
  }

  /// It and its smaller sizes, @3x, @2x, @1x: animations stay animations of the same timing.
  ///
  /// - Throws: `StickersError` for a picture that is damaged, or too large to be scaled.
  public func variants() async throws(StickersError) -> [Variant] {
    let sticker = Sticker(id: "sticker", metadata: StickerMetadata(name: name), file: Path(name))
    do {
      let built = try await buildSticker(
        sticker, bytes, PackOptions(toolVersion: Tool.version), over: nil, MemoryGate())
      return built.variants.map { size in
        Variant(
          scale: size.scale.rawValue, width: size.pixels.width, height: size.pixels.height, bytes: size.bytes)
      }
    } catch let fault as Diagnostic { throw StickersError([fault.message]) } catch {
      throw StickersError(error)
    }
  }

  private static let configuration = Configuration(rules: Rule.onByDefault)

  private var source: AssetSource {
    AssetSource(path: Path(name)) { [bytes] limit in
      bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
  }
}
