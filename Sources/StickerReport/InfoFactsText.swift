import StickerImage
import StickerModel

/// Lines on what the container said of colors, paper and its own format: label and text, harmless.
func factLines(_ container: Container) -> [(label: String, text: String)] {
  var lines: [(label: String, text: String)] = []
  func say(_ label: String, _ text: String?) { if let text { lines.append((label, text)) } }
  say("profile", profileText(container))
  say("gamma", container.color.gamma.map { "gAMA \($0) (1/\(rounded(100_000, by: $0)))" })
  say("colors", container.color.chromaticities.map(chromaticityText))
  say("intent", container.color.sRGBIntent.map { "sRGB, \($0.name)" })
  say("cICP", container.color.codePoints.map(codePointText))
  say("density", container.density.map(densityText))
  say("GIF", container.gif.map(gifText))
  say("JPEG", container.jpeg.map(jpegText))
  say("orientation", container.orientation.map { "\($0)" })
  say("orientation", container.textOrientation.map { "\($0.value) in a text chunk, which viewers ignore" })
  say("text", list(container.textKeys))
  for comment in container.comments { say("comment", Untrusted(comment).shown) }
  return lines
}

private func list(_ texts: [String]) -> String? {
  texts.isEmpty ? nil : texts.map { Untrusted($0).shown }.joined(separator: ", ")
}

/// What a color profile says: `Display P3, 536 bytes, mntr, RGB to XYZ, version 4.0.0`.
private func profileText(_ container: Container) -> String? {
  guard let name = container.profileName else { return nil }
  var parts = [name.isEmpty ? "without a name" : Untrusted(name).shown]
  guard let profile = container.profile else { return parts[0] + ", unreadable" }
  parts.append("\(profile.count) bytes")
  guard let facts = container.profileFacts else { return parts.joined(separator: ", ") + ", no ICC profile" }
  let spaces = [facts.colorSpace, facts.connectionSpace].map { Untrusted(trimmed($0)).shown }
  parts += [
    Untrusted(trimmed(facts.deviceClass)).shown, spaces.joined(separator: " to "), "version \(facts.version)",
  ]
  if let description = facts.description, description != name {
    parts.append("says it is \(Untrusted(description).shown)")
  }
  return parts.joined(separator: ", ")
}

/// Signatures of fewer than four letters are filled up with spaces.
private func trimmed(_ signature: String) -> String {
  String(signature.reversed().drop { $0 == " " }.reversed())
}

/// `white 31270 32900, red 64000 33000, green 30000 60000, blue 15000 6000`
private func chromaticityText(_ points: Chromaticities) -> String {
  [("white", points.white), ("red", points.red), ("green", points.green), ("blue", points.blue)]
    .map { "\($0) \($1.x) \($1.y)" }.joined(separator: ", ")
}

private func codePointText(_ points: CodePoints) -> String {
  "primaries \(points.primaries), transfer \(points.transfer), matrix \(points.matrix), "
    + (points.fullRange == 1 ? "full range" : "range \(points.fullRange)")
}

private func densityText(_ density: PixelDensity) -> String {
  let numbers = "\(density.horizontal) × \(density.vertical)"
  return density.unit == .none ? "\(numbers), without a unit" : "\(numbers) px per \(density.unit.rawValue)"
}

private func gifText(_ gif: GIFFacts) -> String {
  let aspect = gif.pixelAspect == 0 ? "" : ", pixel aspect \(gif.pixelAspect)"
  let loops = gif.storedLoops.map { ", loop block \($0)" } ?? ""
  return "\(gif.version), background color \(gif.backgroundIndex)\(aspect)\(loops)"
}

private func jpegText(_ jpeg: JPEGFacts) -> String {
  var parts = [jpeg.process, jpeg.processName ?? ""].filter { !$0.isEmpty }
  let factors = jpeg.components.map { "\($0.horizontal)x\($0.vertical)" }.joined(separator: " ")
  if let name = jpeg.subsampling { parts.append("\(name) (\(factors))") } else { parts.append(factors) }
  if let version = jpeg.jfifVersion { parts.append("JFIF \(version)") }
  if let transform = jpeg.adobeTransform { parts.append("Adobe transform \(transform)") }
  if jpeg.restartInterval > 0 { parts.append("restart every \(jpeg.restartInterval)") }
  parts.append("\(jpeg.scans) scan\(jpeg.scans == 1 ? "" : "s")")
  return parts.filter { !$0.isEmpty }.joined(separator: ", ")
}

/// A quotient with three decimals at most: `2.2`.
private func rounded(_ dividend: Int, by divisor: Int) -> String {
  guard divisor > 0 else { return "0" }
  return ((Double(dividend) * 1000 / Double(divisor)).rounded() / 1000).formatted
}
