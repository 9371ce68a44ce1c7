package import StickerImage

/// What an asset is for; the role picks the rules that apply.
package enum Role: String, Hashable, Sendable, CaseIterable {
  /// A picture that is meant to be sent.
  case sticker
  /// A picture of a `.stickersequence`.
  case frame
  /// A picture of a `.stickersiconset`.
  case icon
  /// The picture of an interactive message.
  case messageImage = "message-image"
}

/// One file given to us: path, bytes, role and what reading it gave.
package struct Asset: Sendable {
  /// The file's path, as it was found.
  let path: Path
  /// What the asset is for; it picks the rules that apply.
  let role: Role
  /// Length of the file; nil where it could not be read.
  let byteCount: Int?
  /// What the bytes are.
  let content: Content
  /// Damage found while decoding pixels.
  let pixelDamage: [Damage]
  /// What the measures gave; nil where no frame could be decoded, or a frame was damaged.
  let measurements: Measurements?
  /// What is known of the files around it.
  let context: Context

  /// What is known of the files around an asset before it is read.
  package struct Context: Sendable {
    /// What the catalog or description of its pack says.
    package var declaration: PackDeclaration?
    /// The @3x art that this file is a smaller size of.
    package var original: Path?

    /// Surroundings in which nothing is known, unless something is given.
    package init(declaration: PackDeclaration? = nil, original: Path? = nil) {
      self.declaration = declaration
      self.original = original
    }
  }

  /// What the bytes of an asset are.
  package enum Content: Sendable {
    /// The file could not be read, and why: `it is a directory`.
    case unreadable(String)
    /// The file alone exceeds a limit; it was not read.
    case tooLarge(LimitExceeded)
    /// Reading it ended the process that did.
    case workerFailed(WorkerFailure)
    /// A format that is no image of ours.
    case other(ForeignFormat)
    /// PNG, APNG, GIF or JPEG.
    case image(Container)
  }

  package init(
    path: Path, role: Role, byteCount: Int?, content: Content, pixelDamage: [Damage] = [],
    measurements: Measurements? = nil, context: Context = Context()
  ) {
    self.path = path
    self.role = role
    self.byteCount = byteCount
    self.content = content
    self.pixelDamage = pixelDamage
    self.measurements = measurements
    self.context = context
  }

  /// The same asset at another path.
  func named(_ path: Path) -> Asset {
    Asset(
      path: path, role: role, byteCount: byteCount, content: content, pixelDamage: pixelDamage,
      measurements: measurements, context: context)
  }

  /// What the container says; nil for what is no image of ours.
  var container: Container? {
    if case .image(let container) = content { container } else { nil }
  }

  /// The canvas; nil where the header could not be read.
  var canvas: PixelSize? {
    guard let container, container.canvas.area > 0 else { return nil }
    return container.canvas
  }

  /// The timing of a sound animation; nil for a still and where the animation's container is damaged.
  var animation: Animation? { container?.animation }
  /// Whether it moves: an animation of one frame does not.
  var isAnimated: Bool { (animation?.frames.count ?? 0) > 1 }
}

/// An asset that is still to be read: where it is, what it is for, and how to get at its bytes.
package struct AssetSource: Sendable {
  /// The file's path, as reports name it.
  package let path: Path
  /// What the asset is for; it picks the rules that apply.
  package let role: Role
  /// The pack it ships in: a folder or a `.stickerpack`; nil for a file that was named alone.
  package let pack: Path?
  private let reader: @Sendable (Path, Int) -> ReadOutcome

  /// A source that has a reader of its own.
  package init(
    path: Path, role: Role = .sticker, pack: Path? = nil, read: @escaping @Sendable (Int) -> ReadOutcome
  ) {
    self.init(path: path, role: role, pack: pack) { _, limit in read(limit) }
  }

  /// A source that shares its reader, which is given the path, with others: a walk has thousands.
  package init(
    path: Path, role: Role, pack: Path? = nil, reader: @escaping @Sendable (Path, Int) -> ReadOutcome
  ) {
    self.path = path
    self.role = role
    self.pack = pack
    self.reader = reader
  }

  /// Reads the whole file, unless it is longer than the limit (bytes). What is read has at least one byte.
  package func read(_ limit: Int) -> ReadOutcome {
    let outcome = reader(path, limit)
    if case .bytes(let bytes) = outcome, bytes.isEmpty { return .empty }
    return outcome
  }
}

/// The result of reading a file.
package enum ReadOutcome: Hashable, Sendable {
  /// All bytes of the file.
  case bytes([UInt8])
  /// The file is longer than the limit; the figure is its length in bytes.
  case tooLarge(Int)
  /// Why it cannot be read, in a designer's words: `it is a directory`, `permission denied`.
  case unreadable(String)

  /// There is nothing in it.
  package static let empty = ReadOutcome.unreadable("it is empty (0 bytes)")
}

/// How many pixels a point has.
package enum Scale: Int, Hashable, Sendable, CaseIterable {
  /// One pixel.
  case x1 = 1
  /// Two by two pixels.
  case x2 = 2
  /// Three by three pixels: what people draw.
  case x3 = 3

  /// What file names end with at this scale: `@3x`.
  package var suffix: String { "@\(rawValue)x" }
}
