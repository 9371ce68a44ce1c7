package import StickerImage

/// The facts that `info` shows about one file.
package struct ImageInfo: Sendable {
  /// The path of the file, as passed to the command.
  let path: Path
  /// The file size in bytes, or nil if the file could not be read.
  let byteCount: Int?
  /// The decoded container, another format, or why the file could not be read.
  let content: Asset.Content
  /// Damage found while decoding pixels.
  let pixelDamage: [Damage]
  /// The SHA-256 digest of each composited frame's straight RGBA samples; nil if not requested.
  let frameDigests: [String]?

  package init(
    path: Path, byteCount: Int?, content: Asset.Content, pixelDamage: [Damage] = [],
    frameDigests: [String]? = nil
  ) {
    self.path = path
    self.byteCount = byteCount
    self.content = content
    self.pixelDamage = pixelDamage
    self.frameDigests = frameDigests
  }

  /// Whether the file is an undamaged image that is within all limits.
  package var isValidImage: Bool {
    guard case .image(let container) = content else { return false }
    return container.damage.isEmpty && container.exceededLimits.isEmpty && pixelDamage.isEmpty
  }

  /// Why the file could not be read, or nil if it is an image.
  var reasonNotDecoded: String? {
    switch content {
    case .fileUnreadable(let reason): reason
    case .workerFailed: "the worker process that read it failed"
    case .fileTooLarge(let exceeded):
      "too large: \(exceeded.messageWithAdvice)"
    case .unsupportedFormat(let format):
      format.name.map { "\($0) is not a sticker format" } ?? "unknown image format"
    case .lottie(let file):
      "\(file.format.name ?? "Lottie") is not decoded. Check it with `stickerlint lint --for telegram`."
    case .image: nil
    }
  }
}

/// Returns the human-readable output of `info`.
package func infoText(_ images: [ImageInfo]) -> String {
  images.map(infoSection).joined(separator: "\n")
}

private func infoSection(_ image: ImageInfo) -> String {
  var lines = [image.path.displayText]
  func say(_ label: String, _ text: String) {
    lines.append("  " + label.padded(to: 11) + text)
  }
  if let bytes = image.byteCount { say("bytes", numberText(bytes)) }
  guard case .image(let container) = image.content else {
    say("not read", image.reasonNotDecoded ?? "")
    return lines.joined(separator: "\n") + "\n"
  }
  say(
    "format",
    container.format.name
      + (container.isInterlaced ? container.format == .jpeg ? ", progressive" : ", interlaced" : ""))
  say("canvas", "\(container.canvas)")
  say("color", colorFormatText(of: container))
  if let animation = container.animation { say("animation", timingText(of: animation)) }
  for (label, text) in colorAndFormatDetailLines(container) { say(label, text) }
  if container.trailingBytes > 0 { say("trailing", "\(container.trailingBytes) bytes") }
  for exceeded in container.exceededLimits {
    say("limit", exceeded.messageWithAdvice)
  }
  for damage in container.damage + image.pixelDamage {
    say("damage", "\(damage.reason) (\(damage.location))")
  }
  lines += frameLines(container, image.frameDigests)
  lines += partRunLines(container)
  return lines.joined(separator: "\n") + "\n"
}

private func colorFormatText(of container: ImageContainer) -> String {
  let palette = container.paletteColorCount > 0 ? ", palette of \(container.paletteColorCount)" : ""
  let alpha = container.canBeTransparent ? "can be transparent" : "no transparency"
  return "\(container.colorType), \(container.bitDepth) bits\(palette), \(alpha)"
}

private func timingText(of animation: Animation) -> String {
  let count = animation.frames.count
  let shown = animation.duration.map(millisecondsAndExactSecondsText) ?? "unknown duration"
  let written = animation.storedDuration.map(millisecondsAndExactSecondsText) ?? "unknown duration"
  let duration = animation.isShownWithStoredDelays ? written : "shown for \(shown), written \(written)"
  let plays =
    animation.plays == 0
    ? "loops forever" : animation.plays == 1 ? "plays once" : "plays \(animation.plays) times"
  let hidden = animation.hidesDefaultImage ? ", hidden default image" : ""
  return "\(count) frame\(count == 1 ? "" : "s"), \(duration), \(plays)\(hidden)"
}

extension Animation {
  /// Whether viewers show every frame for its stored delay.
  fileprivate var isShownWithStoredDelays: Bool { frames.allSatisfy(\.delay.isShownAsStored) }
}

/// Returns a duration in milliseconds and as an exact fraction: `800 ms (4/5 s)`.
private func millisecondsAndExactSecondsText(_ time: ExactSeconds) -> String {
  "\(time.millisecondsRoundedToTenths.textOmittingZeroFraction) ms (\(time.numerator)/\(time.denominator) s)"
}

private func frameLines(_ container: ImageContainer, _ digests: [String]?) -> [String] {
  let frames = container.animationOrGIFFrames
  let isShownAsWritten = container.animation?.isShownWithStoredDelays ?? true
  guard !frames.isEmpty else {
    return digests.map { $0.map { "  pixels     \($0)" } } ?? []
  }
  return ["  frames"]
    + frames.enumerated().map { number, frame in
      let digest = digests.flatMap { number < $0.count ? "  \($0[number])" : nil } ?? ""
      let how = "\(frame.disposal.rawValue) \(frame.blend.rawValue)".padded(to: 18)
      let shown =
        isShownAsWritten
        ? ""
        : "shown \(frame.shownDelay.millisecondsRoundedToTenths.textOmittingZeroFraction) ms".padded(to: 16)
      return "    \(number + 1)".padded(to: 10) + millisecondsAndExactSecondsText(frame.delay).padded(to: 20)
        + shown
        + "\(frame.patch)".padded(to: 28) + how + (frame.gif.map(gifFrameText) ?? "") + digest
    }
}

/// Returns the facts about a GIF frame: `disposal 4, palette of 16, interlaced, color 3 is transparent`. The
/// disposal is included if the stored value differs from the disposal method shown before it.
private func gifFrameText(_ facts: GIFFrameFacts) -> String {
  var parts: [String] = []
  if facts.storedDisposal == 0 || facts.storedDisposal > 3 {
    parts.append("disposal \(facts.storedDisposal)")
  }
  if facts.localPaletteColorCount > 0 { parts.append("palette of \(facts.localPaletteColorCount)") }
  if facts.isInterlaced { parts.append("interlaced") }
  if let index = facts.transparentIndex { parts.append("color \(index) is transparent") }
  if facts.waitsForInput { parts.append("waits for input") }
  return parts.joined(separator: ", ")
}

/// Returns one line for each run of parts of the same type.
private func partRunLines(_ container: ImageContainer) -> [String] {
  var lines = [container.format == .jpeg ? "  segments" : container.format == .gif ? "  blocks" : "  chunks"]
  var rest = container.parts[...]
  while let first = rest.first {
    let run = rest.prefix { $0.type == first.type }
    rest = rest.dropFirst(run.count)
    let times = run.count > 1 ? " × \(run.count)" : ""
    let bytes = run.reduce(0) { $0 + $1.length }
    lines.append("    " + (first.type + times).padded(to: 28) + "at byte \(first.offset), \(bytes) bytes")
  }
  return lines
}

extension String {
  /// Returns the text, padded to `width` characters with at least one space.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

extension Double {
  /// The number, without a decimal point if it is whole: `50`, `16.7`.
  var textOmittingZeroFraction: String {
    guard let whole = Int(exactly: self) else { return "\(self)" }
    return "\(whole)"
  }
}

/// Returns labels and text about colors, density, metadata and format details. Text from the file is escaped.
func colorAndFormatDetailLines(_ container: ImageContainer) -> [(label: String, text: String)] {
  var lines: [(label: String, text: String)] = []
  func say(_ label: String, _ text: String?) { if let text { lines.append((label, text)) } }
  say("profile", colorProfileText(container))
  say("gamma", container.pngColorFacts.storedGamma.map { "gAMA \($0) (1/\(quotientText(100_000, by: $0)))" })
  say("colors", container.pngColorFacts.chromaticities.map(chromaticityText))
  say("intent", container.pngColorFacts.sRGBIntent.map { "sRGB, \($0.name)" })
  say("cICP", container.pngColorFacts.codePoints.map(codePointText))
  say("density", container.density.map(densityText))
  say("GIF", container.gif.map(gifText))
  say("JPEG", container.jpeg.map(jpegText))
  say("orientation", container.orientation.map { "\($0)" })
  say(
    "orientation", container.textChunkOrientation.map { "\($0.value) in a text chunk, which viewers ignore" })
  say("text", escapedListText(container.textKeywords))
  for comment in container.comments { say("comment", UntrustedText(comment).displayText) }
  return lines
}

private func escapedListText(_ texts: [String]) -> String? {
  texts.isEmpty ? nil : texts.map { UntrustedText($0).displayText }.joined(separator: ", ")
}

/// Describes the color profile: `Display P3, 536 bytes, mntr, RGB to XYZ, version 4.0.0`.
private func colorProfileText(_ container: ImageContainer) -> String? {
  guard let name = container.profileName else { return nil }
  var parts = [name.isEmpty ? "unnamed" : UntrustedText(name).displayText]
  guard let profile = container.profile else { return parts[0] + ", unreadable" }
  parts.append("\(profile.count) bytes")
  guard let facts = container.profileFacts else {
    return parts.joined(separator: ", ") + ", not an ICC profile"
  }
  let spaces = [facts.colorSpace, facts.connectionSpace].map {
    UntrustedText(trimmedICCSignature($0)).displayText
  }
  parts += [
    UntrustedText(trimmedICCSignature(facts.deviceClass)).displayText,
    spaces.joined(separator: " to "),
    "version \(facts.version)",
  ]
  if let description = facts.description, description != name {
    parts.append("described as \(UntrustedText(description).displayText)")
  }
  return parts.joined(separator: ", ")
}

/// Removes the spaces that pad signatures of fewer than four letters.
private func trimmedICCSignature(_ signature: String) -> String {
  String(signature.reversed().drop { $0 == " " }.reversed())
}

/// Describes the chromaticities: `white 31270 32900, red 64000 33000, green 30000 60000, blue 15000 6000`.
private func chromaticityText(_ points: Chromaticities) -> String {
  [("white", points.white), ("red", points.red), ("green", points.green), ("blue", points.blue)]
    .map { "\($0) \($1.x) \($1.y)" }.joined(separator: ", ")
}

private func codePointText(_ points: CICPCodePoints) -> String {
  "primaries \(points.primaries), transfer \(points.transfer), matrix \(points.matrix), "
    + (points.videoFullRangeFlag == 1 ? "full range" : "range \(points.videoFullRangeFlag)")
}

private func densityText(_ density: PixelDensity) -> String {
  let numbers = "\(density.horizontal) × \(density.vertical)"
  return density.unit == .none ? "\(numbers), no unit" : "\(numbers) px per \(density.unit.rawValue)"
}

private func gifText(_ gif: GIFFacts) -> String {
  let aspect = gif.storedPixelAspect == 0 ? "" : ", pixel aspect \(gif.storedPixelAspect)"
  let loops = gif.storedLoopCount.map { ", loop block \($0)" } ?? ""
  return "\(gif.version), background color \(gif.backgroundColorIndex)\(aspect)\(loops)"
}

private func jpegText(_ jpeg: JPEGFacts) -> String {
  var parts = [jpeg.frameHeaderMarker, jpeg.codingProcessName ?? ""].filter { !$0.isEmpty }
  let factors = jpeg.components.map { "\($0.horizontalSampling)x\($0.verticalSampling)" }.joined(
    separator: " ")
  if let name = jpeg.subsampling { parts.append("\(name) (\(factors))") } else { parts.append(factors) }
  if let version = jpeg.jfifVersion { parts.append("JFIF \(version)") }
  if let transform = jpeg.adobeTransform { parts.append("Adobe transform \(transform)") }
  if jpeg.restartInterval > 0 { parts.append("restart every \(jpeg.restartInterval)") }
  parts.append("\(jpeg.scanCount) scan\(jpeg.scanCount == 1 ? "" : "s")")
  return parts.filter { !$0.isEmpty }.joined(separator: ", ")
}

/// Returns a quotient with at most three decimals: `2.2`.
private func quotientText(_ dividend: Int, by divisor: Int) -> String {
  guard divisor > 0 else { return "0" }
  return ((Double(dividend) * 1000 / Double(divisor)).rounded() / 1000).textOmittingZeroFraction
}
