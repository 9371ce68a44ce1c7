extension Rule {
  /// A description names the pictures beside it.
  package static let unlistedSticker = Rule(
    id: "unlisted-sticker",
    severity: .warning,
    summary: "Every picture beside a stickerpack.yml is named in it.",
    reason: """
      A pack has what its list names: a picture that was drawn later and lies beside it is missing from what
      is built, and nobody is told. What was fixed lies in a folder `fixed` beside the list: where
      `fixed/cat.png` is named, `cat.png` is not missing, nor is an earlier copy, as `fixed/cat-2.png`; and
      where `cat.png` is named, its copies are not.
      """,
    advice: """
      Name the pictures in stickerpack.yml, which `stickerlint init` does where it is asked to update, and
      keeps what stands there; or leave them out by `exclude` in the configuration.
      """,
    roles: .sent,
    examples: [
      .passes("a plain folder has no list", .disc(408, 408)),
      .passes("all are named", .disc(408, 408).named("sun.png"))
        .declared(.description(["sun.png": ["en": "A smiling sun"]])),
      .fires(
        "one was drawn later", .disc(408, 408).named("sun.png"),
        message: "1 picture beside it is not in the pack: moon.png"
      ).declared(.lacking(["moon.png"], .description(["sun.png": ["en": "A smiling sun"]]))),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  guard let unlisted = pack.declaration?.unlisted, !unlisted.isEmpty else { return [] }
  let named = unlisted.prefix(maxListedNames).map { shown($0, beside: pack.path) }
  let rest = unlisted.count > maxListedNames ? ["\(unlisted.count - maxListedNames) more"] : []
  let what = unlisted.count == 1 ? "picture beside it is" : "pictures beside it are"
  return [
    PackEvidence(
      "\(unlisted.count) \(what) not in the pack: \(listText(named + rest))",
      MeasuredValue(unlisted.count, limit: 0, unit: .number))
  ]
}

private let maxListedNames = 5
