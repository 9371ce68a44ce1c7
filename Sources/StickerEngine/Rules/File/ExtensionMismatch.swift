import StickerImage

extension Rule {
  /// The name says what the content is.
  static let extensionMismatch = Rule(
    id: "extension-mismatch",
    severity: .error,
    summary: "The extension of a name fits the content: .png, .gif, .jpg or .jpeg.",
    reason: """
      Xcode and Messages go by the name before they look inside. An APNG must be named .png: the upload knows
      jpg, jpeg, gif and png only and refuses .apng.
      """,
    advice:
      "Rename the file. To turn a JPEG or GIF into a PNG, export it again: another name is not enough.",
    fixes: [.rename], resolution: .renamesFiles,
    roles: .everyAsset,
    subject: .storage,
    examples: [
      .passes("a PNG named .png", .disc(300, 300).named("heart.png")),
      .passes("capitals do not matter", .disc(300, 300).named("HEART.PNG")),
      .passes("an APNG named .png", .bouncing().named("wave.png")),
      .passes("both names of a JPEG", .jpeg(300, 300).named("heart.jpeg")),
      .fires(
        "a PNG named .jpg", .disc(300, 300).named("heart.jpg"),
        message: "named .jpg, but it is a PNG: the name must end in .png"),
      .fires(
        "an APNG under its own name", .bouncing().named("wave.apng"),
        message: "named .apng, which the upload refuses: the name of an APNG must end in .png"),
      .fires(
        "no extension at all", .gif().named("heart"),
        message: "named without an extension, but it is a GIF: the name must end in .gif"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let format = asset.container?.format else { return [] }
  // Of a WebP that is not taken `unsupported-format` speaks: what it is converted to gets its name.
  if format == .webp, !settings.limits.takes(format.name) { return [] }
  let found = asset.path.lowercasedExtension
  let allowed = format.fileExtensions
  if let found, allowed.contains(found) { return [] }
  if format == .apng, found == "apng" {
    return [
      Evidence(
        "named .apng, which the upload refuses: the name of an APNG must end in .png", fix: Fix(.rename))
    ]
  }
  let named = found.map { "named .\(Untrusted($0).displayText)" } ?? "named without an extension"
  let article = format == .apng ? "an" : "a"
  return [
    Evidence(
      "\(named), but it is \(article) \(format.name): the name must end in .\(allowed[0])", fix: Fix(.rename))
  ]
}
