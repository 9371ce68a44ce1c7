import StickerEngine
public import StickerImage
import StickerPacker

/// One image in memory: PNG, APNG, GIF, JPEG, WebP or WebM.
public struct Sticker: Sendable {
  /// A variant of the image, as a file.
  public struct Variant: Hashable, Sendable {
    /// Pixels per point: 3, 2 or 1.
    public let scale: Int
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The bytes of the file.
    public let data: [UInt8]
  }

  /// The bytes of the file.
  public let data: [UInt8]
  /// The name of the file.
  public let name: String
  private let container: ImageContainer
  private let budget: DecodingBudget

  /// Reads the header of an image. Pixels are decoded later.
  ///
  /// - Parameters:
  ///   - data: the bytes of the file, for example as `Data`.
  ///   - name: the name of the file; nil for a name whose extension matches the format.
  ///   - budget: the limits for reading.
  /// - Throws: `StickersError.invalidImage` if the format is not supported, or the header is damaged.
  public init(
    _ data: some Collection<UInt8>, named name: String? = nil, budget: DecodingBudget = .standard
  ) throws(StickersError) {
    let bytes = Array(data)
    guard let container = ImageContainer(of: bytes, budget: budget) else {
      throw .invalidImage(message: "not a PNG, APNG, GIF, JPEG, WebP or WebM")
    }
    if let exceeded = container.exceededLimits.first { throw StickersError(ImageError.exceeded(exceeded)) }
    guard container.canvas.area > 0 else {
      guard let damage = container.damage.first else {
        throw .invalidImage(message: "the header is damaged")
      }
      throw StickersError(ImageError.damaged(damage))
    }
    self.data = bytes
    self.name = name ?? "sticker.\(container.format.fileExtensions[0])"
    self.container = container
    self.budget = budget
  }

  /// The format according to the file's contents.
  public var format: ImageFormat { container.format }

  /// The dimensions of the canvas in pixels.
  public var size: PixelSize { container.canvas }

  /// The number of frames; 1 for a still.
  public var frameCount: Int { container.frameCount }

  /// The duration of one cycle in seconds, as image viewers play it; nil for a still.
  public var duration: Double? {
    guard container.frameCount > 1 else { return nil }
    return container.animation?.duration.map { Double($0.numerator) / Double($0.denominator) }
  }

  /// The number of times the animation plays; 0 if it repeats endlessly; nil for a still.
  public var plays: Int? { container.frameCount > 1 ? container.animation?.plays : nil }

  /// Decodes all frames in playing order, composited, each as large as the canvas.
  ///
  /// The pixels of a frame are straight (not premultiplied) RGBA with 8 bits per channel, four bytes per
  /// pixel, row by row from the top left without padding.
  ///
  /// - Throws: `StickersError.invalidImage` if the image is damaged, or its frames do not fit into memory.
  public func frames() throws(StickersError) -> [Frame] {
    try StickersError.checkCancellation()
    guard container.framesFitInMemory else {
      throw .invalidImage(message: "the frames are too large to be held in memory all at once")
    }
    do { return try Image(decoding: data, budget: budget).frames } catch { throw StickersError(error) }
  }

  /// Makes a small image of the first frame.
  ///
  /// - Parameter maxPixelSize: the longer side in pixels, at least 1. A smaller image keeps its size.
  /// - Returns: a PNG.
  /// - Throws: `StickersError.invalidImage` if the first frame cannot be decoded.
  public func thumbnail(maxPixelSize: Int) throws(StickersError) -> [UInt8] {
    guard maxPixelSize >= 1 else { throw .invalidRequest(["maxPixelSize must be at least 1"]) }
    try StickersError.checkCancellation()
    guard let frame = uprightSRGBFirstFrame(of: data, container) else {
      throw .invalidImage(message: "the first frame cannot be decoded")
    }
    let box = PixelSize(maxPixelSize, maxPixelSize)
    do {
      return try frame.scaled(to: frame.size.scaledDown(toFit: box)).encodedPNG()
    } catch { throw StickersError(error) }
  }

  /// Makes the variants that a pack contains. Animations keep their timing.
  ///
  /// - Returns: the @3x art, then @2x and @1x. WebP and WebM art becomes PNG or APNG.
  /// - Throws: `StickersError.invalidImage` if the image is damaged, or too large to scale.
  public func variants() async throws(StickersError) -> [Variant] {
    try StickersError.checkCancellation()
    let sticker = PackSticker(id: "sticker", metadata: StickerMetadata(name: name), file: Path(name))
    do {
      let options = PackOptions(toolVersion: Tool.version, budget: budget)
      let built = try await buildSticker(sticker, data, options, reusing: nil, MemoryGate())
      try Task.checkCancellation()
      return built.artAndVariants.map {
        Variant(
          scale: $0.scale.rawValue, width: $0.pixelSize.width, height: $0.pixelSize.height, data: $0.bytes)
      }
    } catch let fault as Diagnostic { throw .invalidImage(message: fault.message) } catch {
      throw StickersError(error)
    }
  }
}
