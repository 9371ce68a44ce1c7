/// A decoded image: the container and all composited frames. A still has one frame.
public struct Image: Sendable {
  /// The container from which the frames were decoded.
  public let container: ImageContainer
  /// The frames in playing order, each as large as the canvas.
  public let frames: [Frame]

  /// Creates an image.
  public init(container: ImageContainer, frames: [Frame]) {
    self.container = container
    self.frames = frames
  }
}

/// A composited frame that covers the whole canvas, with its delay.
public struct Frame: Hashable, Sendable {
  /// The pixels of the whole canvas.
  public var bitmap: Bitmap
  /// The stored delay, or zero for a still. Viewers show the frame for `shownDelay`.
  public var delay: ExactSeconds

  /// Creates a frame.
  public init(_ bitmap: Bitmap, delay: ExactSeconds = .zero) {
    self.bitmap = bitmap
    self.delay = delay
  }
}

/// Receives the composited frames of an image in playing order.
public protocol FrameVisitor {
  /// Called once for each frame. Storing the bitmap costs a copy. Reading it doesn't.
  ///
  /// - Parameter frame: The composited frame.
  /// - Parameter number: The index of the frame, starting at 0.
  mutating func visit(_ frame: Frame, number: Int)
}

extension ImageContainer {
  /// Parses the container without decoding pixels (the *header* depth). Verifies checksums.
  ///
  /// - Parameter bytes: The whole file.
  /// - Parameter budget: The limits for reading.
  /// - Returns: nil if the first bytes don't identify a supported format. See `SniffedFormat`.
  public init?(of bytes: [UInt8], budget: DecodingBudget = .standard) {
    guard case .image(let format) = SniffedFormat(of: bytes) else { return nil }
    if let emptyContainer = ImageContainer.emptyContainerIfExcluded(for: format, budget) {
      self = emptyContainer
      return
    }
    switch format {
    case .png, .apng: self = readPNGContainer(bytes, budget: budget)
    case .gif: self = readGIFContainer(bytes, budget: budget)
    case .jpeg: self = readJPEGContainer(bytes, budget: budget)
    case .webp: self = readWebPContainer(bytes, budget: budget)
    case .webm: self = readWebMContainer(bytes, budget: budget)
    }
    checkFormatIsAllowed(budget)
  }

  /// Decodes every frame and passes it to a visitor (the *verified* depth). Holds at most two canvases in
  /// memory, and a third while a "previous" disposal is pending.
  ///
  /// - Parameter bytes: The file from which the container was read. If nothing else references the array, a
  ///   still may be decoded in its memory.
  /// - Parameter visitor: Receives the frames.
  /// - Returns: The damage found while decoding, in addition to `damage`. Frames before the damage have been
  ///   visited. No frames are visited if the container exceeds a limit.
  public func visitFrames(of bytes: consuming [UInt8], with visitor: inout some FrameVisitor) -> [Damage] {
    guard exceededLimits.isEmpty else { return [] }
    #if DEBUG
      DecodeHook.willDecode?()
    #endif
    return switch dataPositions {
    case .unreadable: []
    case .png(let layout): visitPNGFrames(bytes, self, layout, &visitor)
    case .gif(let layout): visitGIFFrames(bytes, self, layout, &visitor)
    case .jpeg(let planes): visitJPEGFrames(bytes, self, planes, &visitor)
    case .webp(let layout): visitWebPFrames(bytes, self, layout, &visitor)
    case .webm(let layout): visitWebMFrames(bytes, self, layout, &visitor)
    }
  }
}

#if DEBUG
  /// Lets tests count how often files are decoded.
  package enum DecodeHook {
    /// Called each time the frames of a file are decoded in this task. Nil except in tests.
    @TaskLocal package static var willDecode: (@Sendable () -> Void)?
  }
#endif

extension Image {
  /// Decodes all frames and keeps them in memory (the *collected* depth), for algorithms that need all of
  /// them at once.
  ///
  /// - Parameter bytes: The whole file.
  /// - Parameter budget: The limits for reading.
  /// - Throws: The first exceeded limit or the first damage. There are no partial results.
  public init(decoding bytes: [UInt8], budget: DecodingBudget = .standard) throws(ImageError) {
    guard let container = ImageContainer(of: bytes, budget: budget) else {
      throw .damaged("the file is not a PNG, APNG, GIF, JPEG, WebP or WebM", at: ByteLocation(partOffset: 0))
    }
    if let exceeded = container.exceededLimits.first { throw .exceeded(exceeded) }
    if let damage = container.damage.first { throw .damaged(damage) }
    var collector = FrameCollector()
    if let damage = container.visitFrames(of: bytes, with: &collector).first { throw .damaged(damage) }
    self.init(container: container, frames: collector.frames)
  }
}

private struct FrameCollector: FrameVisitor {
  var frames: [Frame] = []

  mutating func visit(_ frame: Frame, number: Int) { frames.append(frame) }
}

/// A set of file formats.
public struct FormatSet: OptionSet, Hashable, Sendable {
  /// The set as bits, one for each format.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates a set with one format that this library decodes.
  public init(_ format: ImageFormat) {
    self.init(rawValue: 1 << (ImageFormat.allCases.firstIndex(of: format) ?? ImageFormat.allCases.count))
  }

  /// Formats that Messages can't show but that can be converted, such as BMP and HEIC.
  public static let convertibleForeign = FormatSet(rawValue: 1 << ImageFormat.allCases.count)
  /// All formats.
  public static let all: FormatSet = ImageFormat.allCases.reduce(.convertibleForeign) {
    $0.union(FormatSet($1))
  }

  /// The formats, with the names that users write for them, such as `png` or `others`.
  package static let namedFormats: [(name: String, format: FormatSet)] =
    ImageFormat.allCases.map { ($0.rawValue, FormatSet($0)) } + [("others", .convertibleForeign)]

  /// The names of the formats in the set.
  package var names: [String] { Self.namedFormats.filter { contains($0.format) }.map(\.name) }
}

extension ExceededLimit {
  /// Creates an exceeded limit for a format that the budget excludes.
  init(excludedFormat format: String) {
    self.init(Self.excludedFormatLimitName, measured: 0, limit: 0, unit: format)
  }

  /// Whether the budget excludes the format. In that case `unit` is the name of the format.
  package var isExcludedFormat: Bool { name == Self.excludedFormatLimitName }

  private static let excludedFormatLimitName = "formats"
}

extension ImageContainer {
  /// An empty container for a format that the budget excludes, or nil if the budget allows it.
  ///
  /// - Parameter sniffed: The format according to the first bytes, which is `.png` for an APNG.
  static func emptyContainerIfExcluded(for sniffed: ImageFormat, _ budget: DecodingBudget) -> ImageContainer?
  {
    let possible: FormatSet = sniffed == .png ? [FormatSet(.png), FormatSet(.apng)] : FormatSet(sniffed)
    guard budget.formats.isDisjoint(with: possible) else { return nil }
    var container = ImageContainer(format: sniffed, canvas: PixelSize(0, 0))
    container.addExceededLimits([ExceededLimit(excludedFormat: sniffed.rawValue)])
    return container
  }

  /// Adds an exceeded limit if the budget excludes the format, once the format is known.
  mutating func checkFormatIsAllowed(_ budget: DecodingBudget) {
    guard !budget.formats.contains(FormatSet(format)) else { return }
    addExceededLimits([ExceededLimit(excludedFormat: format.rawValue)])
  }
}
