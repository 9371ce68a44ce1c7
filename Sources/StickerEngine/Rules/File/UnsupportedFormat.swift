import StickerImage

extension Rule {
  /// Reports formats that the messenger does not accept.
  static let unsupportedFormat = Rule(
    id: RuleID.unsupportedFormat,
    severity: .error,
    summary: "Every file is a PNG, APNG, GIF or JPEG.",
    reason: """
      Messages accepts only PNG, APNG, GIF and JPEG. The content decides, not the name. A WebP that is named
      .png is still a WebP.
      """,
    advice: """
      Export the sticker as PNG, or as APNG if it is animated. Renaming a file does not change its format.
      """,
    messengerAdvice: {
      exportAdvice($0.limits).map { "\($0). Renaming a file does not change its format." }
    },
    fixes: [.convert, .convertToWebP, .convertToGIF, .makeStill], resolution: .convertsArt,
    parameters: Parameter.formats,
    roles: Set.everyAsset.subtracting([.messageImage]),  // `layout-media-format` checks those
    includesSmallerSizes: true,
    subject: .storage,
    examples: [
      .passes("a PNG", .disc(300, 300)),
      .passes("a GIF, which `discouraged-format` reports", .gif()),
      .fires("a WebP", .webP(), message: "this is a WebP (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires("a BMP", .bmp(), message: "this is a BMP (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires(
        "a WebP named .png", .webP().named("sticker.png"),
        message: "named .png, but the content is a WebP (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires(
        "a web page named .png", .text("<html>", named: "sticker.png"),
        message: "named .png, but the content is a web page (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires(
        "a Git LFS file that was not downloaded",
        .text("version https://git-lfs.github.com/spec/v1\n", named: "sticker.png"),
        message: """
          named .png, but the content is a Git LFS pointer, not the image
          """),
      .fires(
        "a document of an image editor", .text("8BPS", named: "cat.psd"),
        message: "this is a PSD (a sticker must be PNG, APNG, GIF or JPEG)"),
      .fires(
        "a file that macOS creates next to an image on a USB drive",
        .text("\u{0}\u{5}\u{16}\u{7}", named: "._cat.png"),
        message: "named .png, but the content is a Finder leftover (AppleDouble), not an image"),
      .fires(
        "a file that Windows creates in image folders", .text("[.ShellClassInfo]", named: "desktop.ini"),
        message: "this is a file that Windows creates in folders, not an image"),
      .fires(
        "a text file named .png", .text("hello", named: "sticker.png"),
        message: """
          named .png, but the content is not a known image format (a sticker must be PNG, APNG, GIF or JPEG)
          """),
      .fires(
        "a GIF, if the messenger accepts no GIFs", .gif(),
        message: "this is a GIF (a sticker must be PNG or APNG)"
      ).under([.takesGIF: .word("no"), .takesJPEG: .word("no")]),
      .fires(
        "a PNG, if the messenger accepts only WebP", .disc(300, 300),
        message: "this is a PNG (a sticker must be WebP)"
      ).under([
        .takesPNG: .word("no"), .apngSupport: .word("no"), .takesGIF: .word("no"), .takesJPEG: .word("no"),
        .takesWebP: .word("yes"),
      ]),
      .fires(
        "an animation, if the messenger animates only GIFs", .bouncing(),
        message: "this is an APNG (a sticker must be PNG, GIF or JPEG)"
      ).under([.apngSupport: .word("no")]),
      .fires(
        "an animated WebP, if the messenger animates only GIFs", .webP(animated: true),
        message: "this is a WebP (a sticker must be PNG, GIF or JPEG)"
      ).under([.apngSupport: .word("no")]),
      .fires(
        "an APNG with one frame, if the messenger accepts no APNGs", .bouncing([0]),
        message: "this is an APNG (a sticker must be PNG, GIF or JPEG)"
      ).under([.apngSupport: .word("no")]),
      .fires(
        "an animation that only some apps of the messenger play", .bouncing(),
        message: """
          some of the messenger's apps show only the first frame of an APNG (all of them animate GIFs)
          """
      ).under([.apngSupport: .word("partly")]),
      .passes("an APNG with one frame in the same messenger", .bouncing([0])).under([
        .apngSupport: .word("partly")
      ]),
    ],
    check: .asset(evaluate))
}

/// `Export the sticker as PNG, or as GIF if it is animated`; nil if PNG and APNG are the best accepted
/// formats, or if no format is accepted.
private func exportAdvice(_ limits: MessengerLimits) -> String? {
  switch (limits.bestStill, limits.bestAnimation) {
  case (nil, nil), ("PNG", "APNG"): nil
  case (let still?, let animation?) where still != animation:
    "Export the sticker as \(still), or as \(animation) if it is animated"
  case (let format?, _), (nil, let format?): "Export the sticker as \(format)"
  }
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  if isWindowsLeftover(asset) {
    return [
      Evidence("this is a file that Windows creates in folders, not an image", advice: "Delete the file.")
    ]
  }
  if let format = asset.container?.format, format != .webp { return untaken(format, asset, settings.limits) }
  guard let format = asset.unshownFormat else { return [] }
  let isTaken = asset.container != nil && settings.limits.takes(format.name ?? "", isMoving: asset.isAnimated)
  if isTaken, asset.role != .icon { return [] }
  let found = format.named ?? "not a known image format"
  let isDisguised = asset.path.lowercasedExtension.map(pictureExtensions.contains) ?? false
  let lead =
    isDisguised
    ? "named .\(Untrusted(asset.path.lowercasedExtension ?? "").displayText), but the content is \(found)"
    : "this is \(found)"
  // A Git checkout without LFS files has a pointer in place of each image.
  let rest =
    format == .gitLFSPointer
    ? ", not the image"
    : format == .appleDouble
      ? ", not an image"
      : asset.role == .icon
        ? " (an icon must be a PNG)" : mustBe(settings.limits, isMoving: asset.isAnimated)
  return [
    Evidence(
      lead + rest, fix: conversion(of: format, asset, settings.limits).map { Fix($0) },
      advice: advice(on: format, asset, settings.limits))
  ]
}

/// The advice for formats that need their own; nil if the advice of the rule fits.
private func advice(on format: ForeignFormat, _ asset: Asset, _ limits: MessengerLimits) -> String? {
  switch format {
  case .gitLFSPointer: return "Run `git lfs pull` to download the image."
  case .appleDouble: return "Delete the file."
  default:
    guard let art = ArtFormat(format, named: asset.path.name) else { return nil }
    let what: ArtFormat.ExportObject = asset.role == .icon ? .icon : .sticker
    let (still, animation) = asset.role == .icon ? ("PNG", nil) : (limits.bestStill, limits.bestAnimation)
    let words = art.exportAdvice(what, still: still, animation: animation)
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}

/// Whether this is a thumbnail cache or a folder settings file that Windows creates in image folders.
private func isWindowsLeftover(_ asset: Asset) -> Bool {
  guard case .other = asset.content else { return false }
  let name = String(decoding: asset.path.name.bytes, as: UTF8.self).lowercased()
  return ["thumbs.db", "ehthumbs.db", "desktop.ini"].contains(name)
}

/// The conversion for a format that the messenger does not show. An animated WebP becomes a format that the
/// messenger animates. Other formats are decoded to PNG or APNG first.
private func conversion(of format: ForeignFormat, _ asset: Asset, _ limits: MessengerLimits) -> Fix.Kind? {
  guard let container = asset.container else { return format.isConvertible ? .convert : nil }
  guard asset.role != .icon else { return .convert }
  return conversion(of: container.format, isMoving: asset.isAnimated, limits)
}

/// The limit for messages: ` (a sticker must be PNG, GIF or WebP)`. For an animation, if WebP may not be
/// animated, only formats for animations: ` (an animation must be APNG)`.
private func mustBe(_ limits: MessengerLimits, isMoving: Bool) -> String {
  let moving = ["APNG", "GIF"].filter(limits.takes)
  if isMoving, !limits.takesAnimatedWebP, !moving.isEmpty {
    return " (an animation must be \(listText(moving, "or")))"
  }
  let formats = limits.formats
  return formats.isEmpty ? " (no format is accepted)" : " (a sticker must be \(listText(formats, "or")))"
}

/// A PNG, APNG, GIF or JPEG that the messenger does not accept. Other rules check icons.
private func untaken(_ format: ImageFormat, _ asset: Asset, _ limits: MessengerLimits) -> [Evidence] {
  guard Set<Role>.sent.contains(asset.role) else { return [] }
  if limits.takes(format.name) { return partlyTaken(format, asset, limits) }
  let article = format == .apng ? "an" : "a"
  return [
    Evidence(
      "this is \(article) \(format.name)\(mustBe(limits, isMoving: asset.isAnimated))",
      fix: conversion(of: format, isMoving: asset.isAnimated, limits).map { Fix($0) })
  ]
}

/// An APNG that all apps accept but only some play.
private func partlyTaken(_ format: ImageFormat, _ asset: Asset, _ limits: MessengerLimits) -> [Evidence] {
  guard format == .apng, asset.isAnimated, limits.apngSupport == .partial else { return [] }
  return [
    Evidence(
      """
      some of the messenger's apps show only the first frame of an APNG (all of them animate GIFs)
      """, severity: .warning, fix: limits.takes("GIF") ? Fix(.convertToGIF) : nil)
  ]
}

/// The conversion for an image: to PNG or APNG if they are accepted, to GIF if only GIFs are animated, and to
/// WebP if only WebP is accepted.
private func conversion(of format: ImageFormat, isMoving: Bool, _ limits: MessengerLimits) -> Fix.Kind? {
  func takes(_ format: ImageFormat) -> Bool { limits.takes(format.name) }
  if limits.takesOnlyWebP { return .convertToWebP }
  if !isMoving { return !takes(.png) || format == .png ? nil : format == .apng ? .makeStill : .convert }
  if format != .apng, takes(.apng) { return .convert }
  return format != .gif && takes(.gif) ? .convertToGIF : nil
}

private let pictureExtensions: Set<String> = ["png", "apng", "gif", "jpg", "jpeg", "jpe"]
