import StickerImage

extension Rule {
  /// Reports file names with the extension of another format.
  static let extensionMismatch = Rule(
    id: "extension-mismatch",
    severity: .error,
    summary: "The file extension matches the content: .png, .gif, .jpg or .jpeg.",
    reason: """
      Xcode and Messages check the name before the content. An APNG must have the extension .png. Only .jpg,
      .jpeg, .gif and .png are accepted on upload, and .apng is rejected.
      """,
    advice:
      "Rename the file. To turn a JPEG or GIF into a PNG, export it again. Renaming it is not enough.",
    fixes: [.correctFileExtension], buildResolution: .correctsFileExtensions,
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("a PNG named .png", .disc(300, 300).renamed("heart.png")),
      .passes("an uppercase extension", .disc(300, 300).renamed("HEART.PNG")),
      .passes("an APNG named .png", .bouncingBall().renamed("wave.png")),
      .passes("the other extension for JPEGs", .jpeg(300, 300).renamed("heart.jpeg")),
      .fires(
        "a PNG named .jpg", .disc(300, 300).renamed("heart.jpg"),
        message: "named .jpg, but the file is a PNG (the name must end in .png)"),
      .fires(
        "an APNG named .apng", .bouncingBall().renamed("wave.apng"),
        message: "named .apng, which is rejected on upload (the name of an APNG must end in .png)"),
      .fires(
        "no extension", .singleFrameGIF().renamed("heart"),
        message: "named without an extension, but the file is a GIF (the name must end in .gif)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let format = asset.container?.format else { return [] }
  // `unsupported-format` reports a WebP or WebM that is not accepted, and its fix also changes the name.
  if [.webp, .webm].contains(format), !options.messengerLimits.accepts(format.name) { return [] }
  let found = asset.path.lowercasedExtension
  let allowed = format.fileExtensions
  if let found, allowed.contains(found) { return [] }
  if format == .apng, found == "apng" {
    return [
      Evidence(
        "named .apng, which is rejected on upload (the name of an APNG must end in .png)",
        fix: Fix(.correctFileExtension))
    ]
  }
  let named = found.map { "named .\(UntrustedText($0).displayText)" } ?? "named without an extension"
  let article = format == .apng ? "an" : "a"
  return [
    Evidence(
      "\(named), but the file is \(article) \(format.name) (the name must end in .\(allowed[0]))",
      fix: Fix(.correctFileExtension))
  ]
}
