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
  package let path: Path
  /// What the asset is for; it picks the rules that apply.
  package let role: Role
  /// Length of the file; nil where it could not be read.
  package let byteCount: Int?
  /// What the bytes are.
  package let content: Content
  /// Damage found while decoding pixels.
  package let pixelDamage: [Damage]
  /// What the measures gave; nil where no frame could be decoded, or a frame was damaged.
  package let survey: Survey?
  /// What is known of the files around it.
  package let surroundings: Surroundings

  /// What is known of the files around an asset before it is read.
  package struct Surroundings: Sendable {
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
    case lost(WorkerLoss)
    /// A format that is no image of ours.
    case other(ForeignFormat)
    /// PNG, APNG, GIF or JPEG.
    case image(Container)
  }

  package init(
    path: Path, role: Role, byteCount: Int?, content: Content, pixelDamage: [Damage] = [],
    survey: Survey? = nil, surroundings: Surroundings = Surroundings()
  ) {
    self.path = path
    self.role = role
    self.byteCount = byteCount
    self.content = content
    self.pixelDamage = pixelDamage
    self.survey = survey
    self.surroundings = surroundings
  }

  /// What the container says; nil for what is no image of ours.
  package var container: Container? {
    if case .image(let container) = content { container } else { nil }
  }

  /// The canvas; nil where the header could not be read.
  package var canvas: PixelSize? {
    guard let container, container.canvas.area > 0 else { return nil }
    return container.canvas
  }

  /// The timing of a sound animation; nil for a still and where the animation's container is damaged.
  package var animation: Animation? { container?.animation }
  /// Whether it moves: an animation of one frame does not.
  package var isAnimated: Bool { (animation?.frames.count ?? 0) > 1 }
}
