import StickerImage
import StickerModel

/// A sticker with all of its sizes.
struct BuiltSticker {
  let sticker: Sticker
  /// Timing of the art; nil for a still.
  let animation: ManifestAnimation?
  /// The largest scale first: @3x, the art's own bytes.
  let variants: [BuiltVariant]
  /// What was changed.
  let notes: [String]
  /// What a contact sheet shows of it.
  let picture: ContactPicture?
  /// The frames as they came, where the art is a sequence of pictures; else none.
  var frames: [[UInt8]] = []
}

/// One size of a sticker.
struct BuiltVariant {
  let scale: Scale
  let bytes: [UInt8]
  /// Without a dot.
  let fileExtension: String
  let format: ImageFormat
  let pixels: PixelSize
  let frames: Int
  /// Taken where stickers are built side by side.
  let sha256: String
  /// Whether every frame of these bytes was decoded without damage.
  let isDecoded: Bool

  /// - Parameter sha256: where it is known.
  init(
    _ scale: Scale, _ bytes: [UInt8], _ container: Container, fileExtension: String, isDecoded: Bool,
    sha256: String? = nil
  ) {
    (self.scale, self.bytes, self.fileExtension) = (scale, bytes, fileExtension)
    self.isDecoded = isDecoded
    (format, pixels, frames) = (container.format, container.canvas, container.frameCount)
    self.sha256 = sha256 ?? SHA256.hexDigest(of: bytes)
  }
}

/// Makes the sizes of one sticker: every frame is composited, scaled, encoded again with its exact delay. A
/// lossless encoding has been decoded and compared before it comes back.
///
/// - Parameter bytes: the art; they are the @3x variant as they are.
/// - Parameter earlier: what need not be made again.
/// - Throws: `SourceFault` for art that cannot be decoded, `EncodingDefect` for a promise of ours that does
///   not hold.
func buildSticker(
  _ sticker: Sticker, _ bytes: [UInt8], _ options: PackOptions, over earlier: EarlierBuild?,
  _ gate: MemoryGate
) async throws -> BuiltSticker {
  func fault(_ reason: String, _ rule: String) -> SourceFault {
    SourceFault(path: sticker.file, reason: reason, rule: rule, sticker: sticker.id)
  }
  let budget = sticker.sequence == nil ? options.budget : .unlimited
  guard let container = readContainer(bytes, budget: budget) else {
    throw fault("it is no PNG, APNG, GIF or JPEG", "unsupported-format")
  }
  if let exceeded = container.exceeded.first {
    throw fault(exceeded.sentence, "resource-limit")
  }
  if let damage = container.damage.first {
    throw fault("\(damage.reason) (\(damage.place))", "corrupt-image")
  }
  let scales = options.variants.scales
  let kept = earlier?.variants(sticker.id, of: bytes, container, scales)
    .flatMap { $0[0].fileExtension == fileExtension(of: sticker.file, container.format) ? $0 : nil }
  let variants: [BuiltVariant]
  if let kept {
    variants = kept
  } else {
    variants = try await makeVariants(sticker, bytes, container, options, gate, fault)
  }
  let animation = container.animation.flatMap { animation in
    animation.frames.count < 2
      ? nil
      : ManifestAnimation(
        frames: animation.frames.count, duration: animation.duration?.reduced, plays: animation.plays)
  }
  var picture: ContactPicture?
  if options.contactSheet {
    let smallest = variants[variants.count - 1].bytes
    let held = await gate.enter(container.decodingBytes(file: smallest.count))
    picture = contactPicture(of: smallest)
    await gate.leave(held)
  }
  return BuiltSticker(
    sticker: sticker, animation: animation, variants: variants,
    notes: sticker.sequence == nil ? renamed(sticker.file, variants[0]) : [], picture: picture)
}

/// The art itself, and its smaller sizes.
private func makeVariants(
  _ sticker: Sticker, _ bytes: [UInt8], _ container: Container, _ options: PackOptions, _ gate: MemoryGate,
  _ fault: (String, String) -> SourceFault
) async throws -> [BuiltVariant] {
  let scales = options.variants.scales
  let art = BuiltVariant(
    .x3, bytes, container, fileExtension: fileExtension(of: sticker.file, container.format),
    isDecoded: !scales.isEmpty)
  var variants = [art]
  let passes: [ScalingPass]
  do { passes = try scalingPasses(container, scales, source: bytes.count, capacity: gate.capacity) } catch {
    throw fault(error.sentence, "resource-limit")
  }
  for pass in passes {
    let held = await gate.enter(pass.memory)
    let result = Result {
      var scaled = ScaledFrames(container, scales: pass.scales)
      let damage = visitFrames(of: bytes, container, &scaled)
      if let first = damage.first { throw fault("\(first.reason) (\(first.place))", "corrupt-image") }
      return try scaled.sizes.map {
        try encode($0, of: bytes, container, as: art.fileExtension, lighten: options.lighten)
      }
    }
    await gate.leave(held)
    variants += try result.get()
  }
  return variants
}

private func encode(
  _ size: ScaledFrames.Size, of source: [UInt8], _ container: Container, as artExtension: String,
  lighten: (([Frame], Int?, [[UInt8]], Int) -> [UInt8]?)?
) throws -> BuiltVariant {
  var bytes: [UInt8]
  let chunks = colorChunks(of: source, container)
  switch (container.format, container.animation, size.frames.first) {
  case (.jpeg, _, let frame?):
    bytes = try encodeJPEG(frame.bitmap, quality: 90, profile: container.profile)
  case (_, let animation?, _?) where size.frames.count > 1:
    bytes = try encodeAPNG(size.frames, plays: animation.plays, colorChunks: chunks)
  case (_, _, let frame?):
    bytes = try encodePNG(frame.bitmap, colorChunks: chunks)
  case (_, _, nil):
    throw EncodingDefect("no frame")
  }
  let most = min(source.count, heaviestSticker - 1)
  if container.format != .jpeg, bytes.count > most, let lighten {
    let plays = size.frames.count > 1 ? container.animation?.plays : nil
    bytes = lighten(size.frames, plays, chunks, most) ?? bytes
  }
  // Its own figures may exceed limits that the art met: a palette is two chunks more.
  guard let made = readContainer(bytes, budget: .unlimited), made.damage.isEmpty else {
    throw EncodingDefect("it is no sound image")
  }
  return BuiltVariant(
    size.scale, bytes, made, fileExtension: container.format == .jpeg ? artExtension : "png",
    isDecoded: true)
}

/// The extension that the file has, if it fits its format.
private func fileExtension(of file: Path, _ format: ImageFormat) -> String {
  format.fileExtensions.first { $0 == file.lowercasedExtension } ?? format.fileExtensions[0]
}

private func renamed(_ file: Path, _ art: BuiltVariant) -> [String] {
  guard file.lowercasedExtension != art.fileExtension else { return [] }
  let article = art.format == .apng ? "an" : "a"
  return [
    "\(file.shown) is packed as .\(art.fileExtension): it is \(article) \(art.format.name)"
  ]
}
