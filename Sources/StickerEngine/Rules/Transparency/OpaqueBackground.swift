import StickerImage

extension Rule {
  /// The art lies on transparent ground.
  static let opaqueBackground = Rule(
    id: "opaque-background",
    severity: .error,
    summary: "The background is transparent.",
    reason: """
      A sticker lies on a bubble, on another sticker, on a photo. With a solid background it is a rectangle
      that hides them. What counts is the outermost ring of pixels, along the edge of the canvas: where there
      is a background, it is solid. A photo that fills its square has no background to take away: it wants to
      be cut out. A tile with rounded corners is meant as one, which is a hint. Messengers that accept opaque
      art make the finding a warning or a hint.
      """,
    advice: "Export with a transparent background; check that no background layer or artboard color is on.",
    fixes: [.removeBackground],
    parameters: [maxSolidBorder, opaqueArt],
    references: [.appleGuidelines],
    roles: .sent,
    view: .whole, subject: .sight, needs: [.coverage, .border],
    examples: [
      .passes("art on transparent ground", .disc(300, 300)),
      .fires(
        "exported without transparency", .opaque(300, 300, .white),
        message: "the background is solid, about #FFFFFF: the PNG has no alpha channel"),
      .fires(
        "a JPEG", .jpeg(300, 300),
        message: "the background is solid, about #FFFFFF: a JPEG has no alpha channel"),
      .fires(
        "a photo", .photo(300, 300),
        message: "the picture fills its square to the edge: the PNG has no alpha channel"),
      .fires(
        "a tile with rounded corners", .tile(300, radius: 40),
        message: "a tile with rounded corners: 77.5% of the pixels along the edge are opaque"),
      .fires(
        "a hole, but a solid frame around it", .framed(300, 300, .peach),
        message: """
          the background is solid, about #FFCCAA: 100% of the pixels along the edge are opaque, at most \
          95% may be
          """),
      .fires(
        "a JPEG where the messenger accepts opaque art", .jpeg(300, 300),
        message: "the background is solid, about #FFFFFF: a JPEG has no alpha channel"
      ).under([opaqueArt: .word("accepted")]),
    ],
    check: .asset(evaluate),
    marks: { asset, _ in asset.canvas.map { [.rectangle(PixelRect($0), frame: nil)] } ?? [] })
}

private let maxSolidBorder = Parameter(
  "max-solid-border", 95, .percent, in: 0...100, source: .measured,
  "how much of the outermost ring of pixels may be opaque")

private let opaqueArt = Parameter(
  "opaque", "refused", of: ["refused", "discouraged", "accepted"], source: .messengers,
  "whether opaque art is refused (an error), discouraged (a warning) or accepted (a hint)")

/// The severity for the messenger, or nil for the severity of the rule.
private func severity(_ settings: Settings) -> Severity? {
  switch settings.choice(opaqueArt) {
  case "discouraged": .warning
  case "accepted": .hint
  default: nil
  }
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container, let coverage = asset.measurements?.coverage,
    let border = asset.measurements?.border
  else { return [] }
  let limit = settings[maxSolidBorder]
  if coverage.hasTransparency, border.isOfTile { return [tile(border)] }
  let share = percent(border.solidPixels, of: border.pixels, rounding: .up)
  let reason: String
  // An animation can show bare canvas though no pixel of the file is transparent: what is seen decides.
  if !coverage.hasTransparency {
    reason =
      container.canBeTransparent
      ? "it has an alpha channel, but 100% of the pixels are opaque" : missingTransparency(container.format)
  } else if border.isSolid(beyond: limit) {
    reason = "\(tenths(share))% of the pixels along the edge are opaque, at most \(limit)% may be"
  } else {
    return []
  }
  let figure = MeasuredValue(share, limit: Double(limit), unit: .percent)
  // Whoever looks sees a photo, or a scene, and no background that could go.
  guard border.isFlat else {
    return [
      Evidence(
        "the picture fills its square to the edge: \(reason)", figure, at: .canvas,
        severity: severity(settings))
    ]
  }
  let color = border.dominantColor.map { ", about \(hexadecimal($0))" } ?? ""
  return [
    Evidence(
      "the background is solid\(color): \(reason)", figure, at: .canvas, severity: severity(settings),
      fix: Fix(.removeBackground))
  ]
}

/// Its corners let what is behind it through, so that somebody has thought of that.
private func tile(_ border: Border) -> Evidence {
  let share = percent(border.solidPixels, of: border.pixels)
  return Evidence(
    "a tile with rounded corners: \(tenths(share))% of the pixels along the edge are opaque",
    MeasuredValue(share, limit: nil, unit: .percent), at: .canvas, severity: .hint)
}

extension Measurements {
  /// Whether the background is solid by the default limit, whatever is set, so that there is no outline to
  /// judge: `opaque-background` says so. False where the border was not measured.
  var hasSolidBackground: Bool { border?.isSolid(beyond: Settings()[maxSolidBorder]) ?? false }
}

extension Border {
  /// Whether more of the ring is solid than so many hundredths.
  fileprivate func isSolid(beyond percent: Int) -> Bool { solidPixels * 100 > pixels * percent }
}

private func missingTransparency(_ format: ImageFormat) -> String {
  switch format {
  case .png, .apng: "the \(format.name) has no alpha channel"
  case .gif: "the GIF has no transparent color"
  case .jpeg: "a JPEG has no alpha channel"
  case .webp: "the WebP has no alpha channel"
  }
}

/// `#FFCCAA` of 0xRRGGBB.
private func hexadecimal(_ color: UInt32) -> String {
  let digits = String(color, radix: 16, uppercase: true)
  return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
}
