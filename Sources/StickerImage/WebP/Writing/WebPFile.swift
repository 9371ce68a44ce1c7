/// A WebP file of one picture, and of nothing else.
///
/// - Source: RFC 9649, section 2.5: alpha beside `VP8 ` asks for the extended form.
func webPFile(of pixels: WebPPixels, _ size: PixelSize) -> [UInt8] {
  guard !pixels.alpha.isEmpty else { return riffFile(pixels.image) }
  return riffFile(extendedHeader(size, moves: false, canBeTransparent: true) + pixels.alpha + pixels.image)
}

/// Puts an animated WebP together, frame by frame: canvas, times and pixels, without metadata, and nothing
/// behind it.
struct WebPAnimationWriter {
  private let size: PixelSize
  private let plays: Int
  private var frames: [UInt8] = []
  private var canBeTransparent = false

  /// - Parameter plays: how often it plays, 0...65535; 0 is endless.
  init(_ size: PixelSize, plays: Int) { (self.size, self.plays) = (size, plays) }

  /// Bytes of the file so far.
  var count: Int { frames.count + headerBytes }

  /// Appends a frame.
  ///
  /// - Source: RFC 9649, section 2.7.1.1, ANMF: twice the half of the place, sides less 1, the time in
  ///   milliseconds, and two bits: 2 for no blending, 1 for a background behind it.
  mutating func append(_ pixels: WebPPixels, _ stored: StoredFrame, milliseconds: Int) {
    let flags: UInt8 = (stored.blend == .source ? 2 : 0) | (stored.disposal == .background ? 1 : 0)
    let header =
      little(stored.patch.x / 2, 3) + little(stored.patch.y / 2, 3) + little(stored.patch.width - 1, 3)
      + little(stored.patch.height - 1, 3) + little(milliseconds, 3) + [flags]
    frames += Array("ANMF".utf8) + little(header.count + pixels.count, 4) + header
    frames += pixels.alpha
    frames += pixels.image
    canBeTransparent = canBeTransparent || pixels.canBeTransparent
  }

  /// The file.
  func finished() -> [UInt8] {
    let header = extendedHeader(size, moves: true, canBeTransparent: canBeTransparent)
    let background: [UInt8] = [0, 0, 0, 0]  // transparent; browsers do not look at it
    return riffFile(header + chunk("ANIM", background + little(plays, 2)) + frames)
  }
}

/// `RIFF`, its length, `WEBP`; VP8X; ANIM.
private let headerBytes = 12 + 18 + 14

private func riffFile(_ chunks: [UInt8]) -> [UInt8] {
  Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
}

/// - Source: RFC 9649, section 2.7: flags, three bytes of nothing, sides less 1.
private func extendedHeader(_ size: PixelSize, moves: Bool, canBeTransparent: Bool) -> [UInt8] {
  let flags: UInt8 = (moves ? animationFlag : 0) | (canBeTransparent ? alphaFlag : 0)
  return chunk("VP8X", [flags, 0, 0, 0] + little(size.width - 1, 3) + little(size.height - 1, 3))
}

/// A chunk of an even number of bytes.
private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
  Array(name.utf8) + little(data.count, 4) + data
}
