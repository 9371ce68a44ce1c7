import StickerImage

extension Rule {
  /// The file tells nothing about people.
  static let privateMetadata = Rule(
    id: "private-metadata",
    severity: .warning,
    summary: "A file does not say where, by whom, with which device or how its picture was made.",
    reason: """
      Cameras and drawing programs write into a file where a photo was taken, which device took it, who owns
      that device, who drew the picture, and every step of editing. None of it is seen, and all of it is there
      to be read by anybody who gets the file. Coordinates give away where somebody lives: that is an error.

      The metadata called EXIF, XMP and IPTC and the texts in a PNG are searched. A message names the fields
      that were found and never what they hold. The name of a drawing program is not private, and a copyright
      notice may stay even with a name in it: it is there to be read.
      """,
    advice: "Export without metadata (\"Save for Web\", \"Metadata: None\"), or strip it with a tool.",
    fixes: [.stripPrivate],
    references: [.exif, .xmp, .iptc],
    roles: .everyAsset,
    subject: .storage,
    examples: [
      .passes("nothing but the picture", .disc(300, 300)),
      .passes("the program that made it", .disc(300, 300).with("tEXt", text("Software", "Example Paint"))),
      .fires(
        "a photo that knows where it was taken", .disc(300, 300).with("eXIf", exifOfPhoto()),
        message: """
          3 fields that should not be there: where it was taken (GPSLatitude and GPSLongitude), who made or \
          owns it (Artist)
          """),
      .fires(
        "a drawing program's diary", .disc(300, 300).with("iTXt", xmpHistory()),
        message: "1 field that should not be there: how it was edited (xmpMM:History)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let fields = asset.container?.privateFields, !fields.isEmpty else { return [] }
  let kinds = PrivateField.Kind.allCases.compactMap { kind -> String? in
    let names = fields.filter { $0.kind == kind }.map(\.name)
    return names.isEmpty ? nil : "\(meaning(of: kind)) (\(listText(names)))"
  }
  return [
    Evidence(
      "\(countText(fields.count, "field")) that should not be there: \(kinds.joined(separator: ", "))",
      MeasuredValue(fields.count, limit: 0, unit: .fields),
      severity: fields.contains { $0.kind == .position } ? .error : nil, fix: Fix(.stripPrivate))
  ]
}

private func meaning(of kind: PrivateField.Kind) -> String {
  switch kind {
  case .position: "where it was taken"
  case .place: "which place it shows"
  case .person: "who made or owns it"
  case .device: "which device took it"
  case .history: "how it was edited"
  }
}
