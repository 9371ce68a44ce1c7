import StickerImage

extension Rule {
  /// Reports metadata about people, places and devices.
  static let privateMetadata = Rule(
    id: "private-metadata",
    severity: .warning,
    summary: "A file contains no metadata that reveals a location, author, device or editing history.",
    reason: """
      Cameras and editing programs write metadata into a file: where a photo was taken, which device took it,
      who owns that device, who drew the image, and every editing step. It is not visible in the image, but
      anyone who gets the file can read it. Coordinates can reveal where someone lives, so they are reported
      as an error.

      The rule searches EXIF, XMP and IPTC metadata and the text in a PNG. A finding lists the fields, but
      never their content. The name of an editing program is not private. A copyright notice may stay, even if
      it contains a name, because it is meant to be read.
      """,
    advice: "Export without metadata (\"Save for Web\", \"Metadata: None\"), or use a tool to remove it.",
    fixes: [.stripPrivateMetadata],
    references: [.exif, .xmp, .iptc],
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("no metadata", .disc(300, 300)),
      .passes(
        "the name of an editing program",
        .disc(300, 300).withChunk("tEXt", textChunkData("Software", "Example Paint"))),
      .fires(
        "a photo with coordinates", .disc(300, 300).withChunk("eXIf", artistAndGPSEXIFData()),
        message: """
          3 private metadata fields: coordinates (GPSLatitude and GPSLongitude), author or owner (Artist)
          """),
      .fires(
        "an editing history", .disc(300, 300).withChunk("iTXt", xmpHistoryChunkData()),
        message: "1 private metadata field: editing history (xmpMM:History)"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let fields = asset.container?.privateFields, !fields.isEmpty else { return [] }
  let kinds = PrivateField.Kind.allCases.compactMap { kind -> String? in
    let names = fields.filter { $0.kind == kind }.map(\.standardName)
    return names.isEmpty ? nil : "\(meaning(of: kind)) (\(listText(names)))"
  }
  return [
    Evidence(
      "\(countText(fields.count, "private metadata field")): \(kinds.joined(separator: ", "))",
      MeasuredValueAndLimit(fields.count, limit: 0, unit: .metadataFields),
      severity: fields.contains { $0.kind == .coordinates } ? .error : nil, fix: Fix(.stripPrivateMetadata))
  ]
}

private func meaning(of kind: PrivateField.Kind) -> String {
  switch kind {
  case .coordinates: "coordinates"
  case .placeName: "place"
  case .person: "author or owner"
  case .device: "device"
  case .history: "editing history"
  }
}
