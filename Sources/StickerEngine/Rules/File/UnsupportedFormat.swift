import StickerImage

extension Rule {
  /// The content is a picture in one of the four formats.
  static let unsupportedFormat = Rule(
    id: RuleID.unsupportedFormat,
    severity: .error,
    summary: "Every file is a PNG, APNG, GIF or JPEG.",
    reason: """
      Messages takes PNG, APNG, GIF and JPEG and nothing else. What counts is the content: a WebP that is
      named .png stays a WebP.
      """,
    advice: """
      Export the sticker as PNG, or as APNG if it moves; another name does not change what is inside a file.
      """,
    messengerAdvice: {
      exportAdvice($0.limits).map { "\($0); another name does not change what is inside a file." }
    },
    fixes: [.convert, .convertToWebP, .convertToGIF, .makeStill], resolution: .convertsArt,
    parameters: Parameter.formats,
    roles: Set.everyAsset.subtracting([.messageImage]),  // `layout-media-format` speaks for those
    includesSmallerSizes: true,
    subject: .storage,
    examples: [
      .passes("a PNG", .disc(300, 300)),
      .passes("a GIF, which another rule advises against", .gif()),
      .fires("a WebP", .webP(), message: "this is a WebP: a sticker must be PNG, APNG, GIF or JPEG"),
      .fires("a BMP", .bmp(), message: "this is a BMP: a sticker must be PNG, APNG, GIF or JPEG"),
      .fires(
        "a WebP under a picture's name", .webP().named("sticker.png"),
        message: "named .png, but inside it is a WebP: a sticker must be PNG, APNG, GIF or JPEG"),
      .fires(
        "a web page saved under a picture's name", .text("<html>", named: "sticker.png"),
        message: "named .png, but inside it is a web page: a sticker must be PNG, APNG, GIF or JPEG"),
      .fires(
        "a large file that was not fetched",
        .text("version https://git-lfs.github.com/spec/v1\n", named: "sticker.png"),
        message: """
          named .png, but inside it is a Git LFS pointer, not the picture
          """),
      .fires(
        "a document of a drawing program", .text("8BPS", named: "cat.psd"),
        message: "this is a PSD: a sticker must be PNG, APNG, GIF or JPEG"),
      .fires(
        "what macOS leaves beside a picture on a USB stick",
        .text("\u{0}\u{5}\u{16}\u{7}", named: "._cat.png"),
        message: "named .png, but inside it is a Finder leftover (AppleDouble), not a picture"),
      .fires(
        "what Windows leaves in folders of pictures", .text("[.ShellClassInfo]", named: "desktop.ini"),
        message: "this is a file that Windows leaves in folders, not a picture"),
      .fires(
        "no picture at all", .text("hello", named: "sticker.png"),
        message: """
          named .png, but inside it is not a picture that is known: a sticker must be PNG, APNG, GIF or JPEG
          """),
      .fires(
        "a GIF where the messenger takes none", .gif(),
        message: "this is a GIF: a sticker must be PNG or APNG"
      ).under([.takesGIF: .word("no"), .takesJPEG: .word("no")]),
      .fires(
        "a PNG where the messenger takes nothing but WebP", .disc(300, 300),
        message: "this is a PNG: a sticker must be WebP"
      ).under([
        .takesPNG: .word("no"), .apngSupport: .word("no"), .takesGIF: .word("no"), .takesJPEG: .word("no"),
        .takesWebP: .word("yes"),
      ]),
      .fires(
        "an animation where the messenger shows only GIFs move", .bouncing(),
        message: "this is an APNG: a sticker must be PNG, GIF or JPEG"
      ).under([.apngSupport: .word("no")]),
      .fires(
        "an animated WebP where the messenger shows only GIFs move", .webP(animated: true),
        message: "this is a WebP: a sticker must be PNG, GIF or JPEG"
      ).under([.apngSupport: .word("no")]),
      .fires(
        "an APNG that does not move, where none is taken", .bouncing([0]),
        message: "this is an APNG: a sticker must be PNG, GIF or JPEG"
      ).under([.apngSupport: .word("no")]),
      .fires(
        "an animation that only some apps of the messenger play", .bouncing(),
        message:
          "this is an APNG: some of the messenger's apps show only its first frame, and a GIF moves in all"
      ).under([.apngSupport: .word("partly")]),
      .passes("the same, where it does not move", .bouncing([0])).under([.apngSupport: .word("partly")]),
    ],
    check: .asset(evaluate))
}

/// `Export the sticker as PNG, or as GIF if it moves`; nil where PNG and APNG are taken, or nothing is.
private func exportAdvice(_ limits: MessengerLimits) -> String? {
  switch (limits.bestStill, limits.bestAnimation) {
  case (nil, nil), ("PNG", "APNG"): nil
  case (let still?, let animation?) where still != animation:
    "Export the sticker as \(still), or as \(animation) if it moves"
  case (let format?, _), (nil, let format?): "Export the sticker as \(format)"
  }
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  if isWindowsLeftover(asset) {
    return [
      Evidence("this is a file that Windows leaves in folders, not a picture", advice: "Delete the file.")
    ]
  }
  if let format = asset.container?.format, format != .webp { return untaken(format, asset, settings.limits) }
  guard let format = asset.unshownFormat else { return [] }
  let isTaken = asset.container != nil && settings.limits.takes(format.name ?? "", isMoving: asset.isAnimated)
  if isTaken, asset.role != .icon { return [] }
  let found = format.named ?? "not a picture that is known"
  let isDisguised = asset.path.lowercasedExtension.map(pictureExtensions.contains) ?? false
  let lead =
    isDisguised
    ? "named .\(Untrusted(asset.path.lowercasedExtension ?? "").displayText), but inside it is \(found)"
    : "this is \(found)"
  // In a checkout without large files a pointer stands for each picture.
  let rest =
    format == .gitLFSPointer
    ? ", not the picture"
    : format == .appleDouble
      ? ", not a picture"
      : asset.role == .icon ? ": an icon must be a PNG" : mustBe(settings.limits, isMoving: asset.isAnimated)
  return [
    Evidence(
      lead + rest, fix: conversion(of: format, asset, settings.limits).map { Fix($0) },
      advice: advice(on: format, asset, settings.limits))
  ]
}

/// The advice for formats that need their own, or nil if the advice of the rule fits.
private func advice(on format: ForeignFormat, _ asset: Asset, _ limits: MessengerLimits) -> String? {
  switch format {
  case .gitLFSPointer: return "Run `git lfs pull`, which puts the picture in place of its pointer."
  case .appleDouble: return "Delete the file."
  default:
    guard let art = ArtFormat(format, named: asset.path.name) else { return nil }
    let what: ArtFormat.ExportObject = asset.role == .icon ? .icon : .sticker
    let (still, animation) = asset.role == .icon ? ("PNG", nil) : (limits.bestStill, limits.bestAnimation)
    let words = art.exportAdvice(what, still: still, animation: animation)
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}

/// Whether this is a thumbnail cache or folder settings that Windows leaves in picture folders.
private func isWindowsLeftover(_ asset: Asset) -> Bool {
  guard case .other = asset.content else { return false }
  let name = String(decoding: asset.path.name.bytes, as: UTF8.self).lowercased()
  return ["thumbs.db", "ehthumbs.db", "desktop.ini"].contains(name)
}

/// The conversion for a format that the messenger does not show. An animated WebP becomes a format that
/// moves in the messenger. Other formats are decoded to PNG or APNG first.
private func conversion(of format: ForeignFormat, _ asset: Asset, _ limits: MessengerLimits) -> Fix.Kind? {
  guard let container = asset.container else { return format.isConvertible ? .convert : nil }
  guard asset.role != .icon else { return .convert }
  return conversion(of: container.format, isMoving: asset.isAnimated, limits)
}

/// `: a sticker must be PNG, GIF or WebP`. For an animation, if a WebP may not move, only formats that move:
/// `: an animation must be APNG`.
private func mustBe(_ limits: MessengerLimits, isMoving: Bool) -> String {
  let moving = ["APNG", "GIF"].filter(limits.takes)
  if isMoving, !limits.takesAnimatedWebP, !moving.isEmpty {
    return ": an animation must be \(listText(moving, "or"))"
  }
  let formats = limits.formats
  return formats.isEmpty ? ": no format is accepted" : ": a sticker must be \(listText(formats, "or"))"
}

/// One of our formats that the messenger does not take; of icons other rules speak.
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
      "this is an APNG: some of the messenger's apps show only its first frame, and a GIF moves in all",
      severity: .warning, fix: limits.takes("GIF") ? Fix(.convertToGIF) : nil)
  ]
}

/// PNG and APNG are what is converted to, where they are taken, GIF where only that moves, and WebP where
/// nothing else is taken.
private func conversion(of format: ImageFormat, isMoving: Bool, _ limits: MessengerLimits) -> Fix.Kind? {
  func takes(_ format: ImageFormat) -> Bool { limits.takes(format.name) }
  if limits.takesOnlyWebP { return .convertToWebP }
  if !isMoving { return !takes(.png) || format == .png ? nil : format == .apng ? .makeStill : .convert }
  if format != .apng, takes(.apng) { return .convert }
  return format != .gif && takes(.gif) ? .convertToGIF : nil
}

private let pictureExtensions: Set<String> = ["png", "apng", "gif", "jpg", "jpeg", "jpe"]
