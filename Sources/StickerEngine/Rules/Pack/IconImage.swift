import StickerImage

extension Rule {
  /// Reports icon sources that are too small, not square or not opaque.
  static let iconImage = Rule(
    id: "icon-image",
    severity: .error,
    summary: "The icon source is a square, opaque PNG of at least 1024 px.",
    reason: """
      The App Store shows the icon at 1024 × 1024 px and rejects icons with any transparency. Smaller art
      would have to be enlarged, and art with a different shape would be distorted.
      """,
    advice: """
      Export the icon as a square PNG of 1024 px without transparency, or set a background color
      (`icon-background`).
      """,
    fixes: [.convertToPNGOrAPNG, .flatten],
    options: [minIconSidePixels], references: [.appStoreIconRequirements],
    roles: [.icon], exampleView: .whole, checkedAspect: .storage, requiredMeasurements: .coverage,
    examples: [
      .passes("an opaque square", .discOnBackground(1024, 1024, .peach).renamed("icon.png"))
        .withPackDeclaration(.packFileWithIcon("icon.png")),
      .passes("transparent, with a background color", .disc(1024, 1024).renamed("icon.png"))
        .withPackDeclaration(.packFileWithIcon("icon.png", hasBackground: true)),
      .fires(
        "a sticker used as an icon", .disc(408, 408).renamed("icon.png"),
        message: """
          the icon source is 408 × 408 px (minimum: 1024 × 1024 px) and has transparent pixels, but no \
          background color is set
          """
      ).withPackDeclaration(.packFileWithIcon("icon.png")),
      .fires(
        "transparent, without a background color", .disc(1024, 1024).renamed("icon.png"),
        message: "the icon source has transparent pixels, but no background color is set"
      ).withPackDeclaration(.packFileWithIcon("icon.png")),
      .fires(
        "a banner", .discOnBackground(1200, 1100, .peach).renamed("icon.png"),
        message: "the icon source is 1200 × 1100 px (must be square)"
      ).withPackDeclaration(.packFileWithIcon("icon.png")),
      .fires(
        "a JPEG", .jpeg(1024, 1024).renamed("icon.jpg"),
        message: "the icon source is a JPEG (must be a PNG)"
      ).withPackDeclaration(.packFileWithIcon("icon.jpg")),
    ],
    check: .asset(evaluate))
}

private let minIconSidePixels = RuleOption(
  "min-pixels", 1024, .pixels, in: 1...65_535, source: .appStoreIconRequirements,
  "minimum length of each side")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard isIconSource(asset), let format = asset.container?.format,
    let canvas = asset.canvasWithinResourceLimits
  else {
    return []  // other rules report files that cannot be read
  }
  let least = options[minIconSidePixels]
  var faults: [String] = []
  var figure: MeasuredValueAndLimit?
  if format != .png { faults.append("is \(format == .apng ? "an" : "a") \(format.name) (must be a PNG)") }
  if canvas.shorterSide < least {
    faults.append("is \(canvas) (minimum: \(PixelSize(least, least)))")
    figure = MeasuredValueAndLimit(canvas.shorterSide, limit: least, unit: .pixels)
  } else if canvas.width != canvas.height {
    faults.append("is \(canvas) (must be square)")
  }
  // A JPEG has no alpha channel.
  let hasGround = asset.context.packDeclaration?.hasIconBackground ?? false
  var fix = faults.count == 1 && format != .png ? Fix(.convertToPNGOrAPNG) : nil
  if format != .jpeg, asset.measurements?.coverage?.hasTransparency == true, !hasGround {
    fix = figure == nil && canvas.width == canvas.height ? Fix(.flatten) : nil
    faults.append("has transparent pixels, but no background color is set")
  }
  guard !faults.isEmpty else { return [] }
  return [Evidence("the icon source \(listText(faults))", figure, fix: fix)]
}

/// Whether an icon is an icon source, and not one of the other icons in a catalog or an icon that the pack
/// file assigns to a slot.
private func isIconSource(_ asset: Asset) -> Bool {
  if asset.context.packDeclaration?.slotIcons.contains(asset.path) == true { return false }
  return asset.context.packDeclaration?.iconSourcePath == asset.path
    || asset.path.parent.lowercasedExtension != "stickersiconset"
}
