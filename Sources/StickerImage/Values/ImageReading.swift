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
    judgeFormat(budget)
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
    return switch layout {
    case .unreadable: []
    case .png(let layout): visitPNGFrames(bytes, self, layout, &visitor)
    case .gif(let layout): visitGIFFrames(bytes, self, layout, &visitor)
    case .jpeg(let planes): visitJPEGFrames(bytes, self, planes, &visitor)
    case .webp(let layout): visitWebPFrames(bytes, self, layout, &visitor)
    }
  }
}

extension Image {
  /// Decodes every frame and keeps them all: the *collected* depth, for algorithms that need them together.
  ///
  /// - Throws: `LimitExceeded` or the first `Damage`: a collected image is whole or not at all.
  public init(decoding bytes: [UInt8], budget: Budget = .standard) throws {
    guard let container = Container(of: bytes, budget: budget) else {
      throw Damage("this is no PNG, APNG, GIF, JPEG or WebP", at: FilePlace(offset: 0))
    }
    if let exceeded = container.exceeded.first { throw exceeded }
    if let damage = container.damage.first { throw damage }
    var collector = Collector()
    if let damage = container.visitFrames(of: bytes, with: &collector).first { throw damage }
    self.init(container: container, frames: collector.frames)
  }
}

private struct Collector: FrameVisitor {
  var frames: [Frame] = []

  mutating func visit(_ frame: Frame, number: Int) { frames.append(frame) }
}
