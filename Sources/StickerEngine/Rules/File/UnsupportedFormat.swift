import StickerImage

extension Rule {
  /// Reports formats that the messenger does not accept.
  static let unsupportedFormat = Rule(
    id: RuleID.unsupportedFormat,
    severity: .error,
    summary: "Every file is a PNG, APNG, GIF or JPEG.",
    reason: """
      Messages accepts only PNG, APNG, GIF and JPEG. What counts is the content, not the name. A WebP that is
      named .png is still a WebP.
      """,
    advice: """
      Export the sticker as PNG, or as APNG if it is animated. Renaming a file does not change its format.
      """,
    messengerAdvice: {
      exportAdvice($0.messengerLimits).map { "\($0). Renaming a file does not change its format." }
    },
    fixes: [
      .convertToPNGOrAPNG, .convertToWebP, .convertToWebM, .convertToGIF, .storeUnchangingAnimationAsStill,
    ],
    buildResolution: .convertsWebPArt,
    options: RuleOption.formatOptions,
    roles: Set.allRoles.subtracting([.messageImage]),  // `layout-media-format` checks these
    includesVariants: true,
    checkedAspect: .storage,
    examples: [
      .passes("a PNG", .disc(300, 300)),
      .passes("a GIF, which `discouraged-format` reports", .singleFrameGIF()),
      .fires("a WebP", .webP(), message: "this is a WebP (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires("a BMP", .bmp(), message: "this is a BMP (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires(
        "a WebP named .png", .webP().renamed("sticker.png"),
        message: "named .png, but the content is a WebP (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires(
        "a web page named .png", .textFile("<html>", named: "sticker.png"),
        message: "named .png, but the content is a web page (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires(
        "a Git LFS file that was not downloaded",
        .textFile("version https://git-lfs.github.com/spec/v1\n", named: "sticker.png"),
        message: """
          named .png, but the content is a Git LFS pointer, not the image
          """),
      .fires(
        "an image editor's document", .textFile("8BPS", named: "cat.psd"),
        message: "this is a PSD (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires(
        "a file that macOS creates next to an image on a USB drive",
        .textFile("\u{0}\u{5}\u{16}\u{7}", named: "._cat.png"),
        message: "named .png, but the content is a Finder leftover (AppleDouble), not an image"),
      .fires(
        "a file that Windows creates in image folders", .textFile("[.ShellClassInfo]", named: "desktop.ini"),
        message: "this is a file that Windows creates in folders, not an image"),
      .fires(
        "a text file named .png", .textFile("hello", named: "sticker.png"),
        message: """
          named .png, but the content is not a known image format (a sticker must be PNG, APNG, GIF or JPEG)
          """),
      .fires(
        "a GIF, if the messenger accepts no GIFs", .singleFrameGIF(),
        message: "this is a GIF (a sticker must be PNG or APNG)"
      ).withOptions([.acceptsGIF: .word("no"), .acceptsJPEG: .word("no")]),
      .fires(
        "a PNG, if the messenger accepts only WebP", .disc(300, 300),
        message: "this is a PNG (a sticker must be WebP)"
      ).withOptions([
        .acceptsStillPNG: .word("no"), .apngSupport: .word("no"), .acceptsGIF: .word("no"),
        .acceptsJPEG: .word("no"),
        .acceptsWebP: .word("yes"),
      ]),
      .fires(
        "an animation, if the messenger animates only GIFs", .bouncingBall(),
        message: "this is an APNG (a sticker must be PNG, GIF or JPEG)"
      ).withOptions([.apngSupport: .word("no")]),
      .fires(
        "an animation, if the messenger animates only WebM videos", .bouncingBall(),
        message: "this is an APNG (a sticker must be PNG or WebM)"
      ).withOptions([
        .apngSupport: .word("no"), .acceptsGIF: .word("no"), .acceptsJPEG: .word("no"),
        .acceptsWebM: .word("yes"),
      ]),
      .fires(
        "an animated WebP, if the messenger animates only GIFs", .webP(animated: true),
        message: "this is a WebP (a sticker must be PNG, GIF or JPEG)"
      ).withOptions([.apngSupport: .word("no")]),
      .fires(
        "an APNG with one frame, if the messenger accepts no APNGs", .bouncingBall([0]),
        message: "this is an APNG (a sticker must be PNG, GIF or JPEG)"
      ).withOptions([.apngSupport: .word("no")]),
      .fires(
        "an animation that only some of the messenger's apps play", .bouncingBall(),
        message: """
          some of the messenger's apps show only the first frame of an APNG (all of them animate GIFs)
          """
      ).withOptions([.apngSupport: .word("partly")]),
      .passes("a TGS, if the messenger accepts it", .tgs()).withOptions([.acceptsTGS: .word("yes")]),
      .fires(
        "a TGS, if the messenger does not accept it", .tgs(),
        message: "this is a TGS (Telegram animation) (a sticker must be PNG, APNG, GIF or JPEG)"),
      .passes("an APNG with one frame, if only some of the messenger's apps play APNGs", .bouncingBall([0]))
        .withOptions([.apngSupport: .word("partly")]),
    ],
    check: .asset(evaluate))
}

/// `Export the sticker as PNG, or as GIF if it is animated`; nil if PNG and APNG are the best accepted
/// formats, or if no format is accepted.
private func exportAdvice(_ limits: MessengerLimits) -> String? {
  switch (limits.bestStillFormat, limits.bestAnimationFormat) {
  case (nil, nil), ("PNG", "APNG"): nil
  case (let still?, let animation?) where still != animation:
    "Export the sticker as \(still), or as \(animation) if it is animated"
  case (let format?, _), (nil, let format?): "Export the sticker as \(format)"
  }
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  if isWindowsFolderFile(asset) {
    return [
      Evidence("this is a file that Windows creates in folders, not an image", advice: "Delete the file.")
    ]
  }
  if let format = asset.container?.format, format != .webp, format != .webm {
    return formatSupportEvidence(format, asset, options.messengerLimits)
  }
  guard let format = asset.formatUnsupportedByMessages else { return [] }
  if asset.role != .icon, isAccepted(format, asset, options.messengerLimits) { return [] }
  let found = format.nameWithArticle ?? "not a known image format"
  let isDisguised = asset.path.lowercasedExtension.map(stickerImageExtensions.contains) ?? false
  let lead =
    isDisguised
    ? "named .\(UntrustedText(asset.path.lowercasedExtension ?? "").displayText), but the content is \(found)"
    : "this is \(found)"
  // A Git checkout without LFS files has a pointer in place of each image.
  let rest =
    format == .gitLFSPointer
    ? ", not the image"
    : format == .appleDouble
      ? ", not an image"
      : asset.role == .icon
        ? " (an icon must be a PNG)"
        : formatRequirementSuffix(options.messengerLimits, isAnimated: asset.isAnimated)
  return [
    Evidence(
      lead + rest, fix: conversion(of: format, asset, options.messengerLimits),
      advice: formatSpecificAdvice(on: format, asset, options.messengerLimits))
  ]
}

/// Whether the messenger accepts the format. `tgs-structure` reports a Lottie animation that only needs to be
/// compressed to be a TGS.
private func isAccepted(_ format: ForeignFormat, _ asset: Asset, _ limits: MessengerLimits) -> Bool {
  if case .lottie = asset.content {
    return limits.accepts(format.name ?? "") || format == .lottie && limits.acceptsTGS
  }
  return asset.container != nil && limits.accepts(format.name ?? "", isAnimated: asset.isAnimated)
}

/// The advice for a format that needs its own advice; nil if the rule's advice fits.
private func formatSpecificAdvice(on format: ForeignFormat, _ asset: Asset, _ limits: MessengerLimits)
  -> String?
{
  switch format {
  case .gitLFSPointer: return "Run `git lfs pull` to download the image."
  case .appleDouble: return "Delete the file."
  default:
    if format.isLayeredDocument {
      return "Convert it to \(limits.bestStillFormat ?? limits.bestAnimationFormat ?? "PNG")."
    }
    guard let art = UnsupportedArtFormat(format, named: asset.path.name) else { return nil }
    let what: UnsupportedArtFormat.ExportAdviceObject = asset.role == .icon ? .icon : .sticker
    let (still, animation) =
      asset.role == .icon ? ("PNG", nil) : (limits.bestStillFormat, limits.bestAnimationFormat)
    let words = art.exportAdvice(for: what, stillFormat: still, animationFormat: animation)
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}

/// Whether this is a thumbnail cache or a folder settings file that Windows creates in image folders.
private func isWindowsFolderFile(_ asset: Asset) -> Bool {
  guard case .unsupportedFormat = asset.content else { return false }
  let name = String(decoding: asset.path.name.bytes, as: UTF8.self).lowercased()
  return ["thumbs.db", "ehthumbs.db", "desktop.ini"].contains(name)
}

/// The conversion for a format that the messenger does not show. An animated WebP becomes a format that the
/// messenger animates. Other formats are decoded to PNG or APNG first.
private func conversion(of format: ForeignFormat, _ asset: Asset, _ limits: MessengerLimits) -> Fix? {
  guard let container = asset.container else { return format.isConvertible ? Fix(.convertToPNGOrAPNG) : nil }
  guard asset.role != .icon else { return Fix(.convertToPNGOrAPNG) }
  return conversion(of: container.format, isAnimated: asset.isAnimated, limits)
}

/// The limit as messages show it: ` (a sticker must be PNG, GIF or WebP)`. For an animation that must not be a
/// WebP, only the formats for animations are listed: ` (an animation must be APNG)`.
private func formatRequirementSuffix(_ limits: MessengerLimits, isAnimated: Bool) -> String {
  let moving = ["APNG", "GIF", "WebM"].filter(limits.accepts)
  if isAnimated, !limits.acceptsAnimatedWebP, !moving.isEmpty {
    return " (an animation must be \(listText(moving, "or")))"
  }
  let formats = limits.acceptedFormatNames
  return formats.isEmpty ? " (no format is accepted)" : " (a sticker must be \(listText(formats, "or")))"
}

/// The evidence for a PNG, APNG, GIF or JPEG that the messenger does not accept. Other rules check icons.
private func formatSupportEvidence(_ format: ImageFormat, _ asset: Asset, _ limits: MessengerLimits)
  -> [Evidence]
{
  guard Set<AssetRole>.stickerAndFrameRoles.contains(asset.role) else { return [] }
  if limits.accepts(format.name) { return partialAPNGSupportEvidence(format, asset, limits) }
  let article = format == .apng ? "an" : "a"
  return [
    Evidence(
      "this is \(article) \(format.name)\(formatRequirementSuffix(limits, isAnimated: asset.isAnimated))",
      fix: conversion(of: format, isAnimated: asset.isAnimated, limits),
      advice: limits.convertsToWebM(format, isAnimated: asset.isAnimated)
        ? automaticWebMConversionAdvice : nil)
  ]
}

/// The advice for an animation that an export converts to WebM.
private let automaticWebMConversionAdvice =
  "When the pack is built for the messenger, the animation will be converted to WebM. Keep the original."

/// The evidence for an APNG that all of the messenger's apps accept but only some play.
private func partialAPNGSupportEvidence(_ format: ImageFormat, _ asset: Asset, _ limits: MessengerLimits)
  -> [Evidence]
{
  guard format == .apng, asset.isAnimated, limits.apngSupport == .partial else { return [] }
  return [
    Evidence(
      """
      some of the messenger's apps show only the first frame of an APNG (all of them animate GIFs)
      """, severity: .warning, fix: limits.accepts("GIF") ? Fix(.convertToGIF) : nil)
  ]
}

/// The conversion for an image: to PNG or APNG if they are accepted, to GIF if only GIFs are animated, and to
/// WebP if only WebP is accepted. An animation becomes a WebM if that is accepted.
private func conversion(of format: ImageFormat, isAnimated: Bool, _ limits: MessengerLimits) -> Fix? {
  func takes(_ format: ImageFormat) -> Bool { limits.accepts(format.name) }
  if limits.acceptsOnlyWebP { return Fix(.convertToWebP) }
  if limits.convertsToWebM(format, isAnimated: isAnimated) {
    return Fix(.convertToWebM, limits.maxSinglePlayMilliseconds ?? 0)
  }
  if !isAnimated {
    return !takes(.png) || format == .png
      ? nil : Fix(format == .apng ? .storeUnchangingAnimationAsStill : .convertToPNGOrAPNG)
  }
  if format != .apng, takes(.apng) { return Fix(.convertToPNGOrAPNG) }
  return format != .gif && takes(.gif) ? Fix(.convertToGIF) : nil
}

private let stickerImageExtensions: Set<String> = ["png", "apng", "gif", "jpg", "jpeg", "jpe"]
