package import StickerImage

/// A request to decode the frames of a file.
package struct FrameViewing: Hashable, Sendable {
  /// Whether the SHA-256 of the straight RGBA of each frame is asked for.
  let wantsDigests: Bool
  /// Whether each frame is asked for as a PNG.
  let wantsPictures: Bool

  package init(digests: Bool, pictures: Bool) { (wantsDigests, wantsPictures) = (digests, pictures) }

  /// As it crosses the pipe.
  var encoded: [UInt8] { [wantsDigests ? 1 : 0, wantsPictures ? 1 : 0] }

  /// The request in bytes that crossed a pipe; nil if they are not a request.
  init?(parsing bytes: [UInt8]) {
    guard bytes.count == 2, bytes.allSatisfy({ $0 < 2 }) else { return nil }
    self.init(digests: bytes[0] == 1, pictures: bytes[1] == 1)
  }

  /// Decodes the frames of a file.
  ///
  /// - Parameter container: what was read from the bytes.
  package func frames(of bytes: [UInt8], _ container: Container) -> ViewedFrames {
    var viewer = FrameViewer(
      frames: ViewedFrames(digests: wantsDigests ? [] : nil, pictures: wantsPictures ? [] : nil),
      chunks: container.colorChunks(of: bytes))
    let damage = container.visitFrames(of: bytes, with: &viewer)
    var frames = viewer.frames
    frames.damage = damage
    return frames
  }
}

/// What the frames of a file are.
package struct ViewedFrames: Hashable, Sendable {
  /// The SHA-256 of each frame's straight RGBA; nil if it was not asked for.
  package internal(set) var digests: [String]?
  /// Each frame as a PNG file; nil if it was not asked for.
  package internal(set) var pictures: [[UInt8]]?
  /// Damage that was found while decoding.
  package internal(set) var damage: [Damage] = []
  /// Why a frame could not be encoded as a PNG; nil if all were.
  package internal(set) var defect: String?

  init(digests: [String]?, pictures: [[UInt8]]?) { (self.digests, self.pictures) = (digests, pictures) }

  /// As it crosses the pipe back.
  package var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.optional(digests) { $0.list($1) { $0.text($1) } }
    writer.optional(pictures) { $0.list($1) { $0.bytes($1) } }
    writer.list(damage) { $0.damage($1) }
    writer.optional(defect) { $0.text($1) }
    return writer.stored
  }

  /// Reads the answer of a process; nil if it is not an answer to the request.
  ///
  /// - Parameter container: of the file, as this process reads it.
  package init?(parsing answer: [UInt8], to request: FrameViewing, of container: Container, _ budget: Budget)
  {
    var reader = StoredReader(answer[...])
    digests = reader.optional { reader in reader.list { $0.text() } }
    pictures = reader.optional { reader in reader.list { $0.bytes() } }
    guard let damage = reader.list({ $0.damage() }) else { return nil }
    self.damage = damage
    defect = reader.optional { $0.harmlessText() }
    guard reader.isAtEnd, (digests != nil) == request.wantsDigests,
      (pictures != nil) == request.wantsPictures,
      max(digests?.count ?? 0, pictures?.count ?? 0) <= container.frameCount,
      digests?.allSatisfy(isHexDigest) != false,
      pictures?.allSatisfy({ file in
        let picture = soundPicture(file, budget)
        return picture?.format == .png && picture?.canvas == container.canvas
      }) != false
    else { return nil }
  }
}

private struct FrameViewer: FrameVisitor {
  var frames: ViewedFrames
  let chunks: [[UInt8]]

  mutating func visit(_ frame: Frame, number: Int) {
    frames.digests?.append(SHA256.hexDigest(of: frame.bitmap.pixels))
    guard frames.pictures != nil, frames.defect == nil else { return }
    do {
      frames.pictures?.append(try frame.bitmap.encodedPNG(colorChunks: chunks))
    } catch {
      frames.defect = error.reason
    }
  }
}

extension StoredWriter {
  fileprivate mutating func damage(_ damage: Damage) {
    text(damage.reason)
    filePlace(damage.place)
    flag(damage.isUnsupported)
    optional(damage.mostThere) { $0.number($1) }
  }
}

extension StoredReader {
  fileprivate mutating func damage() -> Damage? {
    guard let reason = harmlessText() else { return nil }
    let place = filePlace()
    guard let isUnsupported = flag() else { return nil }
    let mostThere = optional { $0.number() }
    guard isSound, mostThere.map({ 0...1 ~= $0 }) ?? true else { return nil }
    return Damage(reason, at: place, isUnsupported: isUnsupported, mostThere: mostThere)
  }
}
