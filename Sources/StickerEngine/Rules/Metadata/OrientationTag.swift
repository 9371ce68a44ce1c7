import StickerImage

extension Rule {
  /// Reports images that are rotated or mirrored by metadata.
  static let orientationTag = Rule(
    id: "orientation-tag",
    severity: .warning,
    summary: "The image is stored upright and not rotated by metadata.",
    reason: """
      A camera stores an image as its sensor captured it and adds the orientation to the metadata (EXIF
      orientation 1 to 8, where 1 means \"as stored\"). Some programs apply the orientation and some do not,
      especially in a PNG, so the sticker is upright in one program and on its side in another.

      ImageMagick and ExifTool can also write the orientation into a text chunk of a PNG (`Raw profile type
      exif` or `Raw profile type APP1`). Editors read that chunk, but viewers ignore it. Therefore,
      such an image is rotated only if you ask for it.
      """,
    advice: "Open the image, rotate it if necessary, and export it without orientation metadata.",
    fixes: [.bakeOrientation, .bakeTextChunkOrientation],
    references: [.exif],
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("no orientation", .disc(300, 300)),
      .passes(
        "an orientation of 1, which means \"as stored\"",
        .disc(300, 300).withChunk("eXIf", exifData(orientation: 1))),
      .fires(
        "rotated", .disc(300, 360).withChunk("eXIf", exifData(orientation: 6)),
        message: """
          EXIF orientation is 6 (should be 1), so some programs rotate the image 90° clockwise and others \
          show it as stored
          """),
      .fires(
        "mirrored", .disc(300, 300).withChunk("eXIf", exifData(orientation: 2)),
        message: """
          EXIF orientation is 2 (should be 1), so some programs mirror the image and others show it as stored
          """),
      .fires(
        "rotated by a text chunk",
        .disc(300, 360).withChunk("tEXt", rawProfileTextChunkData("exif", exifData(orientation: 6))),
        message: """
          EXIF orientation in a text chunk is 6 (should be 1), so editors that read text chunks rotate the \
          image 90° clockwise and viewers show it as stored
          """),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let container = asset.container else { return [] }
  // Programs that read both kinds of orientation prefer eXIf.
  guard let orientation = container.orientation else {
    return textChunkOrientationEvidence(container.textChunkOrientation)
  }
  guard let deed = effectPhrasesByOrientation[orientation] else { return [] }
  let part = container.parts.first { $0.type == "eXIf" || $0.type == "APP1" }
  return [
    Evidence(
      """
      EXIF orientation is \(orientation) (should be 1), so some programs \(deed) and others show it as stored
      """,
      MeasuredValueAndLimit(orientation, limit: 1, unit: .unitless),
      at: part.map { .container(ByteLocation(partName: $0.type, partOffset: $0.offset)) } ?? .file,
      fix: Fix(.bakeOrientation))
  ]
}

private func textChunkOrientationEvidence(_ orientation: TextChunkOrientation?) -> [Evidence] {
  guard let orientation, let deed = effectPhrasesByOrientation[orientation.value] else { return [] }
  return [
    Evidence(
      """
      EXIF orientation in a text chunk is \(orientation.value) (should be 1), so editors that read text \
      chunks \(deed) and viewers show it as stored
      """,
      MeasuredValueAndLimit(orientation.value, limit: 1, unit: .unitless),
      at: .container(orientation.location),
      fix: Fix(.bakeTextChunkOrientation))
  ]
}

/// What programs that apply each orientation do.
///
/// - Source: EXIF 3.0 (CIPA DC-008), 4.6.5.1.6.
private let effectPhrasesByOrientation = [
  2: "mirror the image", 3: "rotate the image 180°", 4: "flip the image top to bottom",
  5: "mirror the image and rotate it 90° counterclockwise", 6: "rotate the image 90° clockwise",
  7: "mirror the image and rotate it 90° clockwise", 8: "rotate the image 90° counterclockwise",
]
