import StickerImage

extension Rule {
  /// Pixels stand as they are meant to be seen.
  static let orientationTag = Rule(
    id: "orientation-tag",
    severity: .warning,
    summary: "The picture is stored upright, not turned by a note in its metadata.",
    reason: """
      A camera stores a picture as it was held, with a note that says how to turn it (EXIF orientation, 1 to
      8; 1 is \"as it is\"). Some programs follow that note and some do not, above all in a PNG, so that the
      sticker stands upright in one place and lies on its side in another.

      ImageMagick and ExifTool can also write the orientation into a text chunk of a PNG (`Raw profile type
      exif` or `Raw profile type APP1`). Editors read that chunk, viewers ignore it. So `fix` turns such a
      picture only with `--select orientation-tag`.
      """,
    advice: "Open the picture, turn it so that it looks right if need be, and export it without orientation.",
    fixes: [.bakeOrientation, .bakeTextOrientation],
    references: [.exif],
    roles: .everyAsset,
    subject: .storage,
    examples: [
      .passes("no note", .disc(300, 300)),
      .passes("the note says \"as it is\"", .disc(300, 300).with("eXIf", exif(orientation: 1))),
      .fires(
        "held upright", .disc(300, 360).with("eXIf", exif(orientation: 6)),
        message: """
          EXIF orientation 6: some programs turn the picture a quarter clockwise, others show it as it is; \
          it should be 1
          """),
      .fires(
        "mirrored", .disc(300, 300).with("eXIf", exif(orientation: 2)),
        message: """
          EXIF orientation 2: some programs mirror the picture, others show it as it is; it should be 1
          """),
      .fires(
        "turned by a text chunk", .disc(300, 360).with("tEXt", rawProfile("exif", exif(orientation: 6))),
        message: """
          EXIF orientation 6 in a text chunk: editors that read text chunks turn the picture a quarter \
          clockwise, viewers show it as it is; it should be 1
          """),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container else { return [] }
  // Programs that read both prefer eXIf.
  guard let orientation = container.orientation else { return evaluate(container.textOrientation) }
  guard let deed = deeds[orientation] else { return [] }
  let part = container.parts.first { $0.type == "eXIf" || $0.type == "APP1" }
  return [
    Evidence(
      "EXIF orientation \(orientation): some programs \(deed), others show it as it is; it should be 1",
      MeasuredValue(orientation, limit: 1, unit: .number),
      at: part.map { .container(ByteLocation(unit: $0.type, offset: $0.offset)) } ?? .file,
      fix: Fix(.bakeOrientation))
  ]
}

private func evaluate(_ orientation: TextOrientation?) -> [Evidence] {
  guard let orientation, let deed = deeds[orientation.value] else { return [] }
  return [
    Evidence(
      """
      EXIF orientation \(orientation.value) in a text chunk: editors that read text chunks \(deed), viewers \
      show it as it is; it should be 1
      """,
      MeasuredValue(orientation.value, limit: 1, unit: .number), at: .container(orientation.location),
      fix: Fix(.bakeTextOrientation))
  ]
}

/// What a program does that follows the tag.
///
/// - Source: EXIF 3.0 (CIPA DC-008), 4.6.5.1.6.
private let deeds = [
  2: "mirror the picture", 3: "turn the picture upside down", 4: "mirror the picture top to bottom",
  5: "mirror the picture and turn it a quarter counterclockwise", 6: "turn the picture a quarter clockwise",
  7: "mirror the picture and turn it a quarter clockwise", 8: "turn the picture a quarter counterclockwise",
]
