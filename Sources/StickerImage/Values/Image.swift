/// A collected image: what the container said and every composited frame. A still has one frame.
public struct Image: Sendable {
  /// What the container said.
  public let container: Container
  /// The frames in playing order, each as large as the canvas.
  public let frames: [Frame]

  /// An image of composited frames.
  public init(container: Container, frames: [Frame]) {
    self.container = container
    self.frames = frames
  }
}

/// One composited picture of the canvas and how long it is shown.
public struct Frame: Hashable, Sendable {
  /// The picture of the whole canvas.
  public var bitmap: Bitmap
  /// The stored delay, zero for a still. Viewers show the frame for
  /// `shownDelay`.
  public var delay: ExactSeconds

  /// A frame.
  public init(_ bitmap: Bitmap, delay: ExactSeconds = .zero) {
    self.bitmap = bitmap
    self.delay = delay
  }
}

/// Sees the composited frames of an image one after the other, each once, in playing order.
public protocol FrameVisitor {
  /// Called for each frame. Keeping the bitmap costs a copy of it; looking does not.
  mutating func visit(_ frame: Frame, number: Int)
}

extension Container {
  /// Reads what the container says: the *header* depth. Checksums are checked, no pixel is decoded.
  ///
  /// - Parameter bytes: the whole file.
  /// - Returns: nil where the first bytes are those of no supported format (see `Sniffed`).
  public init?(of bytes: [UInt8], budget: Budget = .standard) {
    guard case .image(let format) = Sniffed(of: bytes) else { return nil }
    if let leftOut = Container.leftOut(format, budget) {
      self = leftOut
      return
    }
    switch format {
    case .png, .apng: self = readPNGContainer(bytes, budget: budget)
    case .gif: self = readGIFContainer(bytes, budget: budget)
    case .jpeg: self = readJPEGContainer(bytes, budget: budget)
    case .webp: self = readWebPContainer(bytes, budget: budget)
    }
    checkFormat(budget)
  }

  /// Decodes every frame and shows it to a visitor: the *verified* depth. Memory stays at two canvases, a
  /// third while a "previous" is pending.
  ///
  /// - Parameter bytes: those that the container was read from; where nobody else holds them, what a still
  ///   stores is decoded in their memory.
  /// - Returns: damage found while decoding, beyond `damage`. Frames before it have been visited; none is
  ///   where the container exceeds a limit.
  public func visitFrames(of bytes: consuming [UInt8], with visitor: inout some FrameVisitor) -> [Damage] {
    guard exceeded.isEmpty else { return [] }
    #if DEBUG
      DecodeHook.didDecode?()
    #endif
    return switch layout {
    case .unreadable: []
    case .png(let layout): visitPNGFrames(bytes, self, layout, &visitor)
    case .gif(let layout): visitGIFFrames(bytes, self, layout, &visitor)
    case .jpeg(let planes): visitJPEGFrames(bytes, self, planes, &visitor)
    case .webp(let layout): visitWebPFrames(bytes, self, layout, &visitor)
    }
  }
}

#if DEBUG
  /// Lets tests count how often files are decoded.
  package enum DecodeHook {
    /// Called each time that the frames of a file are decoded in this task; nil outside of tests.
    @TaskLocal package static var didDecode: (@Sendable () -> Void)?
  }
#endif

extension Image {
  /// Decodes every frame and keeps them all: the *collected* depth, for algorithms that need them together.
  ///
  /// - Throws: the first limit that is exceeded, or the first damage: a collected image is whole or not at all.
  public init(decoding bytes: [UInt8], budget: Budget = .standard) throws(ImageError) {
    guard let container = Container(of: bytes, budget: budget) else {
      throw .damaged("this is no PNG, APNG, GIF, JPEG or WebP", at: ByteLocation(offset: 0))
    }
    if let exceeded = container.exceeded.first { throw .exceeded(exceeded) }
    if let damage = container.damage.first { throw .damaged(damage) }
    var collector = Collector()
    if let damage = container.visitFrames(of: bytes, with: &collector).first { throw .damaged(damage) }
    self.init(container: container, frames: collector.frames)
  }
}

private struct Collector: FrameVisitor {
  var frames: [Frame] = []

  mutating func visit(_ frame: Frame, number: Int) { frames.append(frame) }
}

/// Formats of files.
public struct FormatSet: OptionSet, Hashable, Sendable {
  /// A bit for each format.
  public let rawValue: Int

  /// Some formats.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One of the formats that the program decodes itself.
  public init(_ format: ImageFormat) {
    self.init(rawValue: 1 << (ImageFormat.allCases.firstIndex(of: format) ?? ImageFormat.allCases.count))
  }

  /// Formats that Messages does not show and a fix may convert, such as BMP and HEIC.
  public static let others = FormatSet(rawValue: 1 << ImageFormat.allCases.count)
  /// Every format.
  public static let all: FormatSet = ImageFormat.allCases.reduce(.others) { $0.union(FormatSet($1)) }

  /// Each format with the name that people write: `png`, `others`.
  package static let named: [(name: String, format: FormatSet)] =
    ImageFormat.allCases.map { ($0.rawValue, FormatSet($0)) } + [("others", .others)]

  /// The names of its formats.
  package var names: [String] { Self.named.filter { contains($0.format) }.map(\.name) }
}

extension LimitExceeded {
  /// A format that the budget leaves out.
  init(leftOut format: String) { self.init(Self.formats, measured: 0, limit: 0, unit: format) }

  /// Whether the format is what the budget leaves out; `unit` then is its name.
  package var isFormat: Bool { name == Self.formats }

  private static let formats = "formats"
}

extension Container {
  /// The container of a format that may not be read, with nothing in it; nil if it may.
  ///
  /// - Parameter sniffed: what the first bytes say, where an APNG is `.png`.
  static func leftOut(_ sniffed: ImageFormat, _ budget: Budget) -> Container? {
    let possible: FormatSet = sniffed == .png ? [FormatSet(.png), FormatSet(.apng)] : FormatSet(sniffed)
    guard budget.formats.isDisjoint(with: possible) else { return nil }
    var container = Container(format: sniffed, canvas: PixelSize(0, 0))
    container.note([LimitExceeded(leftOut: sniffed.rawValue)])
    return container
  }

  /// Notes the format, now that it is known, if it may not be decoded.
  mutating func checkFormat(_ budget: Budget) {
    guard !budget.formats.contains(FormatSet(format)) else { return }
    note([LimitExceeded(leftOut: format.rawValue)])
  }
}
