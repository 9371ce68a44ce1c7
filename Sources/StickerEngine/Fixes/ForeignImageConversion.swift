package import StickerImage

/// Converts a file in a format that Messages does not show to PNG or APNG. The result is upright, in a color
/// space that a PNG can describe.
///
/// - Parameter maxBytes: the maximum file size in bytes. A larger result is encoded quickly, because it will
///   be made smaller anyway.
/// - Returns: the file, the frames that it must decode to, statistics about the old file, and a description
///   of the change.
/// - Throws: a diagnostic if this build cannot decode the format, if the file is damaged, or if the lossless
///   result is too large and the options do not allow lossy fixes.
func convertForeignImageToPNG(
  _ bytes: [UInt8], _ format: ForeignFormat, maxBytesUnlessLossy maxBytes: Int?, _ fixOptions: FixOptions,
  _ budget: DecodingBudget
) throws(Diagnostic) -> (
  bytes: [UInt8], expected: ExpectedFrames?, statsBeforeConversion: ImageStats, description: String
) {
  let image: EditableImage
  let statsBeforeConversion: ImageStats
  do throws(ImageError) {
    let decoded = try ForeignImage(decoding: bytes, budget: budget)
    image = EditableImage(upright: decoded)
    statsBeforeConversion = ImageStats(bytes.count, format, decoded)
  } catch {
    throw Diagnostic(error)
  }
  let file: [UInt8]
  do throws(InternalError) {
    let fastFile = try image.unverifiedPNGOrGIF(.fast)
    let isModerate = fixOptions.effort == .normal && !fixOptions.minimizesPNGFileSize
    let effort = isModerate ? .moderate : fixOptions.effort
    let isWorthIt = fastFile.count <= maxBytes ?? .max && effort != .fast
    file = isWorthIt ? try image.unverifiedPNGOrGIF(effort) : fastFile
  } catch {
    throw Diagnostic("encoding failed: \(error.reason)")
  }
  let newFormat = image.playsOrZeroForever == nil ? "PNG" : "APNG"
  if let maxBytes, file.count > maxBytes, !fixOptions.allowsLossyFixes {
    throw Diagnostic(
      """
      the \(newFormat) would be \(numberText(file.count)) bytes (limit: \(numberText(maxBytes)) bytes). Use \
      \(.lossyOption)
      """)
  }
  let name = format.name ?? "the file"
  return (file, image.expectedDecodedFrames, statsBeforeConversion, "convert \(name) to \(newFormat)")
}

extension Diagnostic {
  fileprivate init(_ failure: ImageError) {
    if case .missingPackageTrait(let format, let trait) = failure {
      self.init("this build cannot decode \(format). Build stickerlint with \(.packageTrait(trait))")
    } else {
      self.init("\(failure)")
    }
  }
}

extension EditableImage {
  /// Turns decoded frames upright, and keeps an embedded profile or the Display P3 color space.
  package init(upright decoded: ForeignImage) {
    var chunks = PreservedChunks()
    if let profile = decoded.profile, let chunk = iccProfileChunk(profile, name: nil) {
      chunks.afterHeader = [chunk]
    } else if decoded.cicpColorSpace == .displayP3 {
      // P3 primaries, sRGB transfer function, RGB, full range (ITU-T H.273).
      chunks.afterHeader = [pngChunk("cICP", [[12, 13, 0, 1]])]
    }
    let frames = decoded.frames.map { frame in
      Frame(frame.bitmap.oriented(by: decoded.unappliedOrientation ?? 1), delay: frame.delay)
    }
    self.init(frames, plays: decoded.plays, chunks: chunks)
  }
}

extension ImageStats {
  fileprivate init(_ bytes: Int, _ format: ForeignFormat, _ image: ForeignImage) {
    var visible = VisibleColorCounter()
    for (number, frame) in image.frames.enumerated() { visible.visit(frame, number: number) }
    self.init(
      bytes: bytes, format: format.name ?? "", canvas: image.frames.first?.bitmap.size ?? PixelSize(0, 0),
      frameCount: image.frames.count, colorCount: visible.count,
      duration: image.plays == nil ? nil : image.frames.lazy.map(\.shownDelay).total())
  }
}
