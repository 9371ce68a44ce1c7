package import StickerImage

/// An asset's purpose, which determines the rules that apply to it.
package enum AssetRole: String, Hashable, Sendable, CaseIterable {
  /// An image that people send.
  case sticker
  /// An image in a `.stickersequence`.
  case frame
  /// An image in a `.stickersiconset`.
  case icon
  /// The image of an interactive message.
  case messageImage = "message-image"
}

/// A file and what was read from it: the input of the asset rules.
package struct Asset: Sendable {
  let path: Path
  let role: AssetRole
  /// The length of the file in bytes; nil if it could not be read.
  let byteCount: Int?
  let content: Content
  /// Damage found while decoding pixels.
  let pixelDamage: [Damage]
  /// The measurements; nil if no frame could be decoded or a frame is damaged.
  let measurements: Measurements?
  let context: PackContext

  /// Information about an asset that comes from other files and is known before the asset is read.
  package struct PackContext: Sendable {
    /// The metadata of the asset's pack, from a catalog or a pack file.
    package var packDeclaration: PackDeclaration?
    /// The @3x art that this file is a variant of.
    package var originalAt3x: Path?

    package init(
      packDeclaration: PackDeclaration? = nil, originalAt3x: Path? = nil
    ) {
      self.packDeclaration = packDeclaration
      self.originalAt3x = originalAt3x
    }
  }

  /// The content of an asset.
  package enum Content: Sendable {
    /// The file could not be read, for the given reason, such as `it is a folder`.
    case fileUnreadable(String)
    /// The file exceeds the file size limit and was not read.
    case fileTooLarge(ExceededLimit)
    /// The worker process that was reading the file failed.
    case workerFailed(WorkerFailure)
    /// A format that is not supported.
    case unsupportedFormat(ForeignFormat)
    /// A TGS or Lottie animation, which some messengers accept.
    case lottie(LottieFile)
    /// A supported image.
    case image(ImageContainer)
  }

  package init(
    path: Path, role: AssetRole, byteCount: Int?, content: Content, pixelDamage: [Damage] = [],
    measurements: Measurements? = nil, context: PackContext = PackContext()
  ) {
    self.path = path
    self.role = role
    self.byteCount = byteCount
    self.content = content
    self.pixelDamage = pixelDamage
    self.measurements = measurements
    self.context = context
  }

  /// Returns a copy of the asset with a different path.
  func withPath(_ path: Path) -> Asset {
    Asset(
      path: path, role: role, byteCount: byteCount, content: content, pixelDamage: pixelDamage,
      measurements: measurements, context: context)
  }

  /// The container; nil if the file is not a supported image.
  var container: ImageContainer? {
    if case .image(let container) = content { container } else { nil }
  }

  /// The canvas in pixels; nil if the header could not be read.
  var canvas: PixelSize? {
    guard let container, container.canvas.area > 0 else { return nil }
    return container.canvas
  }

  /// The timing of an animation; nil for a still or a damaged container.
  var animation: Animation? { container?.animation }
  /// Whether the asset has more than one frame.
  var isAnimated: Bool { (animation?.frames.count ?? 0) > 1 }
}

/// A file to read, with its role and a function that reads it.
package struct AssetSource: Sendable {
  /// The file's path, as shown in reports.
  package let path: Path
  package let role: AssetRole
  /// The pack that contains the file (a folder or a `.stickerpack`); nil for a file that was given on its
  /// own.
  package let pack: Path?
  private let reader: @Sendable (Path, Int) -> ReadOutcome

  /// Creates a source with its own read function.
  ///
  /// - Parameter read: a function that reads the file unless it is longer than the given number of bytes.
  package init(
    path: Path, role: AssetRole = .sticker, pack: Path? = nil, read: @escaping @Sendable (Int) -> ReadOutcome
  ) {
    self.init(path: path, role: role, pack: pack) { _, limit in read(limit) }
  }

  /// Creates a source whose read function takes the path, so that thousands of sources can share one
  /// function.
  package init(
    path: Path, role: AssetRole, pack: Path? = nil, reader: @escaping @Sendable (Path, Int) -> ReadOutcome
  ) {
    self.path = path
    self.role = role
    self.pack = pack
    self.reader = reader
  }

  /// Reads the file, unless it is longer than the limit in bytes. An empty file is unreadable.
  package func read(maxBytes limit: Int) -> ReadOutcome {
    let outcome = reader(path, limit)
    if case .bytes(let bytes) = outcome, bytes.isEmpty { return .emptyFile }
    return outcome
  }
}

/// The result of reading a file.
package enum ReadOutcome: Hashable, Sendable {
  /// All bytes of the file.
  case bytes([UInt8])
  /// The file is longer than the limit. The value is its length in bytes.
  case tooLarge(Int)
  /// The file cannot be read. The value is a human-readable reason, such as `it is a folder` or `permission denied`.
  case unreadable(String)

  /// The file is empty.
  package static let emptyFile = ReadOutcome.unreadable("it is empty (0 bytes)")
}

/// The number of pixels per point along each side.
package enum Scale: Int, Hashable, Sendable, CaseIterable {
  case x1 = 1
  case x2 = 2
  /// The scale of the original art.
  case x3 = 3

  /// The suffix in file names, such as `@3x`.
  package var suffix: String { "@\(rawValue)x" }
}
