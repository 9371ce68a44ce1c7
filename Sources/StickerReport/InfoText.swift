import StickerImage
import StickerModel

/// What is in each file, for people.
package func infoText(_ images: [ImageInfo]) -> String {
  images.map(describe).joined(separator: "\n")
}

private func describe(_ image: ImageInfo) -> String {
  var lines = [image.path.shown]
  func say(_ label: String, _ text: String) {
    lines.append("  " + label.padded(to: 11) + text)
  }
  if let bytes = image.byteCount { say("bytes", "\(bytes)") }
  guard case .image(let container) = image.content else {
    say("not read", image.failure ?? "")
    return lines.joined(separator: "\n") + "\n"
  }
  say(
    "format",
    container.format.name
      + (container.isInterlaced ? container.format == .jpeg ? ", progressive" : ", interlaced" : ""))
  say("canvas", "\(container.canvas)")
  say("color", color(of: container))
  if let animation = container.animation { say("animation", timing(of: animation)) }
  for (label, text) in factLines(container) { say(label, text) }
  if container.trailingBytes > 0 { say("behind end", "\(container.trailingBytes) bytes") }
  for exceeded in container.exceeded {
    say("limit", exceeded.sentence)
  }
  for damage in container.damage + image.pixelDamage { say("damage", "\(damage.reason) (\(damage.place))") }
  lines += frameLines(container, image.frameDigests)
  lines += partLines(container)
  return lines.joined(separator: "\n") + "\n"
}

private func color(of container: Container) -> String {
  let palette = container.paletteSize > 0 ? ", palette of \(container.paletteSize)" : ""
  let alpha = container.canBeTransparent ? "can be transparent" : "no transparency"
  return "\(container.colorType), \(container.bitDepth) bits\(palette), \(alpha)"
}

private func timing(of animation: Animation) -> String {
  let count = animation.frames.count
  let shown = animation.duration.map(seconds) ?? "unknown duration"
  let written = animation.writtenDuration.map(seconds) ?? "unknown duration"
  let duration = animation.isShownAsWritten ? written : "shown for \(shown), written \(written)"
  let plays =
    animation.plays == 0 ? "endless" : animation.plays == 1 ? "plays once" : "plays \(animation.plays) times"
  let hidden = animation.hidesDefaultImage ? ", hidden default image" : ""
  return "\(count) frame\(count == 1 ? "" : "s"), \(duration), \(plays)\(hidden)"
}

extension Animation {
  /// Whether viewers show every frame for its stored delay.
  fileprivate var isShownAsWritten: Bool { frames.allSatisfy(\.delay.isShownAsWritten) }
}

/// A duration in milliseconds and as the exact fraction: `800 ms (4/5 s)`.
private func seconds(_ time: ExactSeconds) -> String {
  "\(time.milliseconds.formatted) ms (\(time.numerator)/\(time.denominator) s)"
}

private func frameLines(_ container: Container, _ digests: [String]?) -> [String] {
  let frames = container.storedFrames
  let isShownAsWritten = container.animation?.isShownAsWritten ?? true
  guard !frames.isEmpty else {
    return digests.map { $0.map { "  pixels     \($0)" } } ?? []
  }
  return ["  frames"]
    + frames.enumerated().map { number, frame in
      let digest = digests.flatMap { number < $0.count ? "  \($0[number])" : nil } ?? ""
      let how = "\(frame.disposal.rawValue) \(frame.blend.rawValue)".padded(to: 18)
      let shown = isShownAsWritten ? "" : "shown \(frame.shownDelay.milliseconds.formatted) ms".padded(to: 16)
      return "    \(number + 1)".padded(to: 10) + seconds(frame.delay).padded(to: 20) + shown
        + "\(frame.patch)".padded(to: 28) + how + (frame.gif.map(gifText) ?? "") + digest
    }
}

/// `disposal 2, palette of 16, interlaced, color 3 is transparent`; disposal as stored where it is not what
/// the word before says.
private func gifText(_ facts: GIFFrameFacts) -> String {
  var parts: [String] = []
  if facts.storedDisposal == 0 || facts.storedDisposal > 3 {
    parts.append("disposal \(facts.storedDisposal)")
  }
  if facts.localPaletteSize > 0 { parts.append("palette of \(facts.localPaletteSize)") }
  if facts.isInterlaced { parts.append("interlaced") }
  if let index = facts.transparentIndex { parts.append("color \(index) is transparent") }
  if facts.waitsForInput { parts.append("waits for input") }
  return parts.joined(separator: ", ")
}

/// One line for each run of parts of one type.
private func partLines(_ container: Container) -> [String] {
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
  /// The text filled up with spaces to `width` characters, and with one space in any case.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

extension Double {
  /// `50`, `16.7`: a whole number without its decimal.
  var formatted: String {
    guard let whole = Int(exactly: self) else { return "\(self)" }
    return "\(whole)"
  }
}
