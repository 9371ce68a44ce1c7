package import StickerEngine
package import StickerImage

/// A sticker with all of its variants.
package struct BuiltSticker: Sendable {
  let sticker: PackSticker
  /// The timing of the art; nil for a still.
  let animation: ManifestAnimation?
  /// The variants, largest scale first. The @3x variant is the unchanged art.
  package let artAndVariants: [BuiltVariant]
  /// Human-readable notes on changes to the sticker.
  var notes: [String]
  let contactSheetThumbnail: ContactSheetThumbnail?
  /// The original frames if the art is a sequence; otherwise empty.
  var originalFrameFiles: [[UInt8]] = []
}

/// A variant of a sticker.
package struct BuiltVariant: Sendable {
  package let scale: Scale
  package let bytes: [UInt8]
  /// The extension of the file, without a dot.
  let fileExtension: String
  let format: ImageFormat
  package let pixelSize: PixelSize
  let frameCount: Int
  /// The SHA-256 of the bytes. It is computed early, while stickers are built in parallel.
  let sha256: String
  /// Whether every frame of these bytes was decoded without damage.
  let wasFullyDecoded: Bool
  /// The similarity to the variant with all colors; nil if it has all colors.
  let fullColorSimilarity: SimilarityScore?

  /// - Parameter sha256: the SHA-256 of the bytes, if it is already known.
  init(
    _ scale: Scale, _ bytes: [UInt8], _ container: ImageContainer, fileExtension: String, isDecoded: Bool,
    similarity: SimilarityScore? = nil, sha256: String? = nil
  ) {
    self.scale = scale
    self.bytes = bytes
    self.fileExtension = fileExtension
    self.wasFullyDecoded = isDecoded
    self.fullColorSimilarity = similarity
    (format, pixelSize, frameCount) = (container.format, container.canvas, container.frameCount)
    self.sha256 = sha256 ?? SHA256.hexDigest(of: bytes)
  }
}

/// Makes the variants of one sticker. Every frame is composited, scaled and encoded again. Delays stay exact,
/// but if the format changes, they become the delays that viewers show. Lossless encodings are decoded and
/// compared before they are returned.
///
/// - Parameter bytes: the art, which becomes the @3x variant unchanged.
/// - Parameter previous: the build whose files can be reused.
/// - Throws: `Diagnostic` for art that cannot be decoded; `InternalError` if an encoder fails.
package func buildSticker(
  _ sticker: PackSticker, _ bytes: [UInt8], _ options: PackOptions, reusing previous: PreviousBuild?,
  _ gate: MemoryGate
) async throws -> BuiltSticker {
  func fault(_ reason: String, _ rule: String) -> Diagnostic {
    Diagnostic("\(reason)", file: sticker.file, rule: rule, sticker: sticker.id)
  }
  let budget = sticker.sequence == nil ? options.budget : .unlimited
  guard let container = ImageContainer(of: bytes, budget: budget) else {
    throw fault("not a PNG, APNG, GIF or JPEG", RuleID.unsupportedFormat)
  }
  if let exceeded = container.exceededLimits.first {
    throw fault(exceeded.messageWithAdvice, RuleID.resourceLimit)
  }
  if let damage = container.damage.first {
    throw fault("\(damage.reason) (\(damage.location))", RuleID.corruptImage)
  }
  guard container.format == .webp || container.format == .webm else {
    return try await buildStickerWithoutConverting(
      sticker, bytes, container, options, reusing: previous, gate, fault)
  }
  let art = try await artConvertedToPNG(bytes, container, options, gate, fault)
  var built = try await buildStickerWithoutConverting(
    sticker, art.bytes, art.container, options, reusing: previous, gate, fault)
  let became = "\(art.container.format == .apng ? "an" : "a") \(art.container.format.name)"
  built.notes = [
    "\(sticker.file.displayText) is packed as \(became)"
      + (art.isLossy ? "" : " with the same pixels")
      + ", because Messages does not support \(container.format.name)"
  ]
  return built
}

/// Makes the variants of art in a format that catalogs support.
private func buildStickerWithoutConverting(
  _ sticker: PackSticker, _ bytes: [UInt8], _ container: ImageContainer, _ options: PackOptions,
  reusing previous: PreviousBuild?, _ gate: MemoryGate, _ fault: (String, String) -> Diagnostic
) async throws -> BuiltSticker {
  let scales = options.variants.smallerScalesToMake
  let kept = previous?.reusableVariants(sticker.id, of: bytes, container, scales)
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
        artFrameCount: animation.frames.count, duration: animation.duration?.reduced, plays: animation.plays)
  }
  var picture: ContactSheetThumbnail?
  if options.makesContactSheet {
    let smallest = variants[variants.count - 1].bytes
    let memory = container.maxDecodingMemoryBytes(fileBytes: smallest.count)
    picture = await gate.withMemory(memory) { ContactSheetThumbnail(ofBuiltFile: smallest) }
  }
  return BuiltSticker(
    sticker: sticker, animation: animation, artAndVariants: variants,
    notes: sticker.sequence == nil ? extensionChangeNotes(sticker.file, variants[0]) : [],
    contactSheetThumbnail: picture)
}

/// Makes the @3x variant and the smaller variants.
private func makeVariants(
  _ sticker: PackSticker, _ bytes: [UInt8], _ container: ImageContainer, _ options: PackOptions,
  _ gate: MemoryGate,
  _ fault: (String, String) -> Diagnostic
) async throws -> [BuiltVariant] {
  let scales = options.variants.smallerScalesToMake
  let art = BuiltVariant(
    .x3, bytes, container, fileExtension: fileExtension(of: sticker.file, container.format),
    isDecoded: !scales.isEmpty)
  var variants = [art]
  let passes: [DecodingPass]
  do {
    passes = try fewestDecodingPasses(container, scales, artBytes: bytes.count, capacity: gate.capacity)
  } catch {
    throw fault(error.exceeded?.messageWithAdvice ?? "\(error)", RuleID.resourceLimit)
  }
  for pass in passes {
    let sizeReductionMemory = pass.peakMemoryBytes.addingReportingOverflow(pass.extraSizeReductionMemoryBytes)
    let canReduceSize = !sizeReductionMemory.overflow && sizeReductionMemory.partialValue <= gate.capacity
    try await gate.withMemory(canReduceSize ? sizeReductionMemory.partialValue : pass.peakMemoryBytes) {
      var scaled = FrameScaler(container, scales: pass.scales)
      let damage = container.visitFrames(of: bytes, with: &scaled)
      if let first = damage.first { throw fault("\(first.reason) (\(first.location))", RuleID.corruptImage) }
      for size in scaled.variants {
        let encoding = ScaleVariantEncoder(
          art: art, container: container, colorChunks: container.colorChunks(of: bytes),
          minBytesRejectedByMessenger: options.limits.minRejectedStillBytes,
          minLargerVariantBytes: variants.map(\.bytes.count).min() ?? .max,
          hasMemoryForSizeReduction: canReduceSize,
          minimizingEffort: options.minimizingEffort,
          reduceFileSizeLossily: options.reduceFileSizeLossily)
        var size = size
        if size.frames.count == 1,
          let drawn = options.redrawSVG?(sticker.file, bytes, size.frames[0].bitmap.size)
        {
          size.frames = [Frame(drawn)]
        }
        variants.append(try encoding.builtVariant(of: size))
      }
    }
  }
  return variants
}

/// The file's extension if it matches the format; otherwise the usual extension.
private func fileExtension(of file: Path, _ format: ImageFormat) -> String {
  format.fileExtensions.first { $0 == file.lowercasedExtension } ?? format.fileExtensions[0]
}

private func extensionChangeNotes(_ file: Path, _ art: BuiltVariant) -> [String] {
  guard file.lowercasedExtension != art.fileExtension else { return [] }
  let article = art.format == .apng ? "an" : "a"
  return [
    "\(file.displayText) is packed as .\(art.fileExtension), because it is \(article) \(art.format.name)"
  ]
}

/// Art that was converted to a PNG or APNG, because catalogs do not support its format.
struct ConvertedArt {
  let bytes: [UInt8]
  let container: ImageContainer
  /// Whether colors were reduced to get below the file size limit.
  let isLossy: Bool
}

/// Converts a WebP or WebM to an upright PNG or APNG with the same pixels, and with the delays that viewers
/// show. If the file is too large and lossy fixes are allowed, its colors are reduced.
///
/// - Parameter fault: creates an error from a reason and a rule id.
/// - Throws: a fault if the art cannot be decoded, or the file is too large and lossy fixes are not allowed.
func artConvertedToPNG(
  _ bytes: [UInt8], _ container: ImageContainer, _ options: PackOptions, _ gate: MemoryGate,
  _ fault: (String, String) -> Diagnostic
) async throws -> ConvertedArt {
  guard container.framesFitInMemory else {
    throw fault(container.tooLargeToReencodeReason, RuleID.resourceLimit)
  }
  // The decoded frames, the upright frames, the frames with cleared colors, and the frames for comparison.
  let frameBytes = container.canvas.area * container.frameCount * 4
  return try await gate.withMemory(container.maxDecodingMemoryBytes(fileBytes: bytes.count) + 4 * frameBytes)
  {
    try artConvertedToPNG(bytes, container, options, fault)
  }
}

private func artConvertedToPNG(
  _ bytes: [UInt8], _ container: ImageContainer, _ options: PackOptions,
  _ fault: (String, String) -> Diagnostic
) throws -> ConvertedArt {
  var frames: [Frame]
  do { frames = try Image(decoding: bytes, budget: .unlimited).frames } catch {
    guard let damage = error.damage else { throw error }
    throw fault("\(damage.reason) (\(damage.location))", RuleID.corruptImage)
  }
  if let turned = container.orientation, turned > 1 {
    frames = frames.map { Frame($0.bitmap.oriented(by: turned), delay: $0.delay) }
  }
  if container.animation != nil { frames = frames.map(\.withShownDelay) }
  let (chunks, plays) = (container.colorChunks(of: bytes), container.animation?.plays)
  var made =
    if let plays {
      try encodedAPNG(frames, plays: plays, colorChunks: chunks, options.minimizingEffort)
    } else {
      try encodedPNG(frames[0].bitmap, colorChunks: chunks, options.minimizingEffort)
    }
  var isLossy = false
  if made.count >= options.limits.minRejectedStillBytes {
    guard
      let reduced = options.reduceFileSizeLossily?(
        frames, plays, chunks, options.limits.minRejectedStillBytes - 1)
    else {
      throw fault(
        "as \(plays == nil ? "a PNG" : "an APNG"), the file size is \(numberText(made.count)) bytes "
          + "(limit: less than \(numberText(options.limits.minRejectedStillBytes)) bytes)", RuleID.fileSize)
    }
    (made, isLossy) = (reduced.bytes, true)
  }
  guard let read = ImageContainer(of: made, budget: .unlimited), read.damage.isEmpty else {
    throw InternalError("the converted \(container.format.name) cannot be read")
  }
  return ConvertedArt(bytes: made, container: read, isLossy: isLossy)
}

/// The variants to make in addition to the @3x art.
package enum SmallerVariantSelection: String, Hashable, Sendable, CaseIterable {
  /// @2x and @1x.
  case all
  /// Only @2x.
  case only2x = "2x"
  /// Only @1x.
  case only1x = "1x"
  /// No variants.
  case none

  /// The scales to make, largest first.
  var smallerScalesToMake: [Scale] {
    switch self {
    case .all: [.x2, .x1]
    case .only2x: [.x2]
    case .only1x: [.x1]
    case .none: []
    }
  }
}
