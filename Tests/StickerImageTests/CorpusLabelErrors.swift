/// A file whose label in the corpus contradicts the specification of its format, with the verdict of another
/// program.
struct CorpusLabelError: Sendable {
  /// The path in the corpus.
  let path: String
  /// The label in the corpus.
  let label: String
  /// Why the label is wrong.
  let reason: String
  /// The other program and its output.
  let witness: String
  /// Whether the file still decodes to the pixels in the corpus.
  let hasPixels: Bool

  static let all =
    flips.map { path, warning in
      CorpusLabelError(
        path: path, label: "ok",
        reason:
          "ITU-T T.81, F.2.2: flipped bits make entropy-coded data too short or too long; the picture is "
          + "only what a decoder can repair, so the damage must be reported",
        // The pixels of the sixth file differ from those in the corpus: libjpeg-turbo 2.1 and 3.1 repair it
        // differently.
        witness: "djpeg 2.1.5: Corrupt JPEG data: \(warning)", hasPixels: path != "hostile/flips/jpeg-098.jpg"
      )
    } + [
      CorpusLabelError(
        path: "hostile/png/trns-before-plte.png", label: "warn, with tRNS applied",
        reason: "PNG, third edition, 5.6: tRNS comes after PLTE; libpng, and therefore browsers, ignore it",
        witness: "pngcheck 3.0.3: chunk tRNS: must follow PLTE; libpng 1.6.39: tRNS: out of place",
        hasPixels: false),
      CorpusLabelError(
        path: "png/made/trns-longer-than-plte.png", label: "warn, with as much of tRNS applied as fits",
        reason: "PNG, third edition, 11.3.1.1: tRNS must not have more values than PLTE has entries; libpng, "
          + "and therefore browsers, ignore it",
        witness: "pngcheck 3.0.3: chunk tRNS: invalid length for palette image; libpng 1.6.39: tRNS: invalid",
        hasPixels: false),
    ]

  static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

  private static let flips = [
    ("hostile/flips/jpeg-002.jpg", "premature end of data segment"),
    ("hostile/flips/jpeg-034.jpg", "28 extraneous bytes before marker 0xda"),
    ("hostile/flips/jpeg-058.jpg", "premature end of data segment"),
    ("hostile/flips/jpeg-062.jpg", "premature end of data segment"),
    ("hostile/flips/jpeg-066.jpg", "25 extraneous bytes before marker 0xc4"),
    ("hostile/flips/jpeg-098.jpg", "13 extraneous bytes before marker 0xc4"),
    ("hostile/flips/jpeg-186.jpg", "34 extraneous bytes before marker 0xda"),
  ]
}
