package import StickerImage
package import StickerModel

/// A sticker with all of its sizes.
package struct BuiltSticker: Sendable {
  let sticker: Sticker
  /// Timing of the art; nil for a still.
  let animation: ManifestAnimation?
  /// The largest scale first: @3x, the art's own bytes.
  package let variants: [BuiltVariant]
  /// What was changed in the sticker, for people.
  var notes: [String]
  /// What a contact sheet shows of it.
  let picture: ContactPicture?
  /// The frames as they came, where the art is a sequence of pictures; else none.
  var frames: [[UInt8]] = []
}

/// One size of a sticker.
package struct BuiltVariant: Sendable {
  package let scale: Scale
  package let bytes: [UInt8]
  /// The extension of the file, without a dot.
  let fileExtension: String
  let format: ImageFormat
  package let pixels: PixelSize
  let frames: Int
  /// Taken where stickers are built side by side.
  let sha256: String
  /// Whether every frame of these bytes was decoded without damage.
  let isDecoded: Bool
  /// How alike it is to the size with all its colors; nil where none was given up.
  let similarity: Similarity?

  /// - Parameter sha256: SHA-256 of the bytes, where it is known already.
  init(
    _ scale: Scale, _ bytes: [UInt8], _ container: Container, fileExtension: String, isDecoded: Bool,
    similarity: Similarity? = nil, sha256: String? = nil
  ) {
    (self.scale, self.bytes, self.fileExtension) = (scale, bytes, fileExtension)
    (self.isDecoded, self.similarity) = (isDecoded, similarity)
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
package func buildSticker(
  _ sticker: Sticker, _ bytes: [UInt8], _ options: PackOptions, over earlier: EarlierBuild?,
  _ gate: MemoryGate
) async throws -> BuiltSticker {
  func fault(_ reason: String, _ rule: String) -> SourceFault {
    SourceFault(path: sticker.file, reason: reason, rule: rule, sticker: sticker.id)
  }
  let budget = sticker.sequence == nil ? options.budget : .unlimited
  guard let container = Container(of: bytes, budget: budget) else {
    throw fault("it is no PNG, APNG, GIF or JPEG", RuleID.unsupportedFormat)
  }
  if let exceeded = container.exceeded.first {
    throw fault(exceeded.sentence, RuleID.resourceLimit)
  }
  if let damage = container.damage.first {
    throw fault("\(damage.reason) (\(damage.place))", RuleID.corruptImage)
  }
  guard container.format == .webp else {
    return try await buildSticker(sticker, bytes, container, options, over: earlier, gate, fault)
  }
  let art = try await convertedArt(bytes, container, options, gate, fault)
  var built = try await buildSticker(
    sticker, art.bytes, art.container, options, over: earlier, gate, fault)
  let became = "\(art.container.format == .apng ? "an" : "a") \(art.container.format.name)"
  built.notes = [
    "\(sticker.file.shown) is packed as \(became)"
      + (art.isLossy ? "" : ", with the same pixels") + ": Messages shows no WebP"
  ]
  return built
}

/// Makes the sizes of art that a catalog can hold.
private func buildSticker(
  _ sticker: Sticker, _ bytes: [UInt8], _ container: Container, _ options: PackOptions,
  over earlier: EarlierBuild?, _ gate: MemoryGate, _ fault: (String, String) -> SourceFault
) async throws -> BuiltSticker {
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
    throw fault(error.sentence, RuleID.resourceLimit)
  }
  for pass in passes {
    let lightening = pass.memory.addingReportingOverflow(pass.lightening)
    let canLighten = !lightening.overflow && lightening.partialValue <= gate.capacity
    let held = await gate.enter(canLighten ? lightening.partialValue : pass.memory)
    let result = Result {
      var scaled = ScaledFrames(container, scales: pass.scales)
      let damage = container.visitFrames(of: bytes, with: &scaled)
      if let first = damage.first { throw fault("\(first.reason) (\(first.place))", RuleID.corruptImage) }
      for size in scaled.sizes {
        let encoding = SizeEncoding(
          art: art, container: container, chunks: container.colorChunks(of: bytes),
          limit: options.limits.bytes,
          most: variants.map(\.bytes.count).min() ?? .max, canLighten: canLighten, smallest: options.smallest,
          lighten: options.lighten)
        variants.append(try encoding.variant(of: size))
      }
    }
    await gate.leave(held)
    try result.get()
  }
  return variants
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
