public import StickerEngine
import StickerImage
import StickerPacker

/// A single image in memory.
public struct StickerArt: Sendable {
  /// A variant of the image, as a file.
  public struct Variant: Hashable, Sendable {
    /// Pixels per point: 3, 2 or 1.
    public let scale: Int
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The bytes of the file.
    public let bytes: [UInt8]
  }

  /// The bytes of the image file.
  public let bytes: [UInt8]
  /// The file name that findings use.
  public let name: String

  /// - Parameter bytes: a PNG, APNG, GIF or JPEG file.
  /// - Parameter name: the file name that findings use. Rules check its extension (default: a name whose
  ///   extension matches the format).
  /// - Throws: `StickersError` if the format is not supported. A damaged image is a finding instead.
  public init(_ bytes: [UInt8], name: String? = nil) throws(StickersError) {
    guard case .image(let format) = SniffedFormat(of: bytes) else {
      throw StickersError(["not a PNG, APNG, GIF or JPEG"])
    }
    self.bytes = bytes
    self.name = name ?? "sticker.\(format.fileExtensions[0])"
  }

  /// Checks the image with the rules for single stickers and Apple's limits.
  public func findings() async -> [Finding] {
    await LintPass(service: InProcessImageService()) { _ in Self.configuration }.lint(
      LintInput([assetSource])
    )
    .findings
  }

  /// Returns the image with the fixes that `mode` allows, or the same image if nothing needs fixing.
  public func fixed(_ mode: FixMode = .lossless) async throws(StickersError) -> StickerArt {
    let asset = await FixPass(FixRequest(mode), Self.configuration, MemoryGate()).fix(assetSource)
    guard let change = asset.change else { return self }
    return try StickerArt(change.bytes, name: change.path.text)
  }

  /// Returns the image and its smaller variants, in the order @3x, @2x, @1x. Animations keep their timing.
  ///
  /// - Throws: `StickersError` if the image is damaged, or too large to scale.
  public func variants() async throws(StickersError) -> [Variant] {
    let sticker = PackSticker(id: "sticker", metadata: StickerMetadata(name: name), file: Path(name))
    do {
      let built = try await buildSticker(
        sticker, bytes, PackOptions(toolVersion: Tool.version), reusing: nil, MemoryGate())
      return built.variants.map { size in
        Variant(
          scale: size.scale.rawValue, width: size.pixels.width, height: size.pixels.height, bytes: size.bytes)
      }
    } catch let fault as Diagnostic { throw StickersError([fault.message]) } catch {
      throw StickersError(error)
    }
  }

  private static let configuration = Configuration(rules: Rule.onByDefault)

  private var assetSource: AssetSource {
    AssetSource(path: Path(name)) { [bytes] limit in
      bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
  }
}
