import StickerImage

extension Rule {
  /// The icon's source is good enough for every size of it.
  static let iconImage = Rule(
    id: "icon-image",
    severity: .error,
    summary: "The picture that icons are made from is a square, opaque PNG of at least 1024 px.",
    reason: """
      The App Store shows the icon with 1024 px a side, and turns down icons with any transparency. Smaller
      art would have to be enlarged, and another shape would be squeezed.
      """,
    advice: """
      Export the icon as a square PNG of 1024 px without transparency, or give a color for it to lie on
      (`icon-background`).
      """,
    fixes: [.convert, .flatten],
    parameters: [minSide], references: [.appleIcons],
    roles: [.icon], view: .whole, subject: .storage, needs: .coverage,
    examples: [
      .passes("as it should be", .opaque(1024, 1024, .peach).named("icon.png"))
        .declared(.icon("icon.png")),
      .passes("transparent, with a color below", .disc(1024, 1024).named("icon.png"))
        .declared(.icon("icon.png", hasBackground: true)),
      .fires(
        "a sticker taken for an icon", .disc(408, 408).named("icon.png"),
        message: """
          the icon's source is 408 × 408 px, and must be at least 1024 × 1024 px; it has \
          transparent pixels, and no color is given for it to lie on
          """
      ).declared(.icon("icon.png")),
      .fires(
        "transparent, and no color is given", .disc(1024, 1024).named("icon.png"),
        message: "the icon's source has transparent pixels, and no color is given for it to lie on"
      ).declared(.icon("icon.png")),
      .fires(
        "a banner", .opaque(1200, 1100, .peach).named("icon.png"),
        message: "the icon's source is 1200 × 1100 px, and must be a square"
      ).declared(.icon("icon.png")),
      .fires(
        "a JPEG", .jpeg(1024, 1024).named("icon.jpg"),
        message: "the icon's source is a JPEG, and must be a PNG"
      ).declared(.icon("icon.jpg")),
    ],
    check: .asset(evaluate))
}

private let minSide = Parameter(
  "min-pixels", 1024, .pixels, in: 1...65_535, source: .appleIcons, "the least that a side may measure")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard isSource(asset), let format = asset.container?.format, let canvas = asset.measurableCanvas else {
    return []  // rules about files speak
  }
  let least = settings[minSide]
  var faults: [String] = []
  var figure: MeasuredValue?
  if format != .png { faults.append("is \(format == .apng ? "an" : "a") \(format.name), and must be a PNG") }
  if canvas.shorterSide < least {
    faults.append("is \(canvas), and must be at least \(PixelSize(least, least))")
    figure = MeasuredValue(canvas.shorterSide, limit: least, unit: .pixels)
  } else if canvas.width != canvas.height {
    faults.append("is \(canvas), and must be a square")
  }
  // What has no alpha channel is told by its format already.
  let hasGround = asset.context.declaration?.hasIconBackground ?? false
  var fix = faults.count == 1 && format != .png ? Fix(.convert) : nil
  if format != .jpeg, asset.measurements?.coverage?.hasTransparency == true, !hasGround {
    fix = figure == nil && canvas.width == canvas.height ? Fix(.flatten) : nil
    faults.append("has transparent pixels, and no color is given for it to lie on")
  }
  guard let first = faults.first else { return [] }
  let rest = faults.dropFirst().map { "; it \($0)" }.joined()
  return [Evidence("the icon's source \(first)\(rest)", figure, fix: fix)]
}

/// A catalog's smaller icons are made from the one that it declares, and a description's are given for their
/// slots; any other icon is a source.
private func isSource(_ asset: Asset) -> Bool {
  if asset.context.declaration?.slotIcons.contains(asset.path) == true { return false }
  return asset.context.declaration?.icon == asset.path
    || asset.path.parent.lowercasedExtension != "stickersiconset"
}
