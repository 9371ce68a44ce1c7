/// Reads what the container says: the *header* depth. Checksums are checked, no pixel is decoded.
///
/// - Parameter bytes: the whole file.
/// - Returns: nil where the first bytes are those of no supported format (see `sniff`).
public func readContainer(_ bytes: [UInt8], budget: Budget = .standard) -> Container? {
  nil
}

/// Decodes every frame and shows it to a visitor: the *verified* depth. Memory stays at two canvases, a third while a
/// "previous" is pending.
///
/// - Parameter container: what `readContainer` gave for the same bytes and budget.
/// - Returns: damage found while decoding, beyond `container.damage`. Frames before it have been visited.
public func visitFrames(
  of bytes: [UInt8], _ container: Container, budget: Budget = .standard, _ visitor: inout some FrameVisitor
) -> [Damage] {
  []
}

/// Decodes every frame and keeps them all: the *collected* depth, for algorithms that need them together.
///
/// - Throws: the first damage or exceeded limit: a collected image is whole or not at all.
public func collectImage(_ bytes: [UInt8], budget: Budget = .standard) throws -> Image {
  throw Damage("not an image", at: FilePlace(offset: 0))
}
