extension Rule {
  /// Reports images that are next to a pack file but not listed in it.
  package static let unlistedSticker = Rule(
    id: RuleID.unlistedSticker,
    severity: .warning,
    summary: "A stickerpack.yml lists every image next to it.",
    reason: """
      A pack contains only the images that stickerpack.yml lists. An image that was added later and is not in
      the list is silently missing from the built pack.

      Fixed copies are in a `fixed` folder next to stickerpack.yml. If the list includes `fixed/cat.png`, the
      rule does not report `cat.png` or other copies such as `fixed/cat-2.png`. If the list includes
      `cat.png`, the rule does not report its copies.
      """,
    advice: """
      Add the images to stickerpack.yml. To leave images out, add them to `exclude` in the configuration.
      """,
    roles: .stickerAndFrameRoles,
    examples: [
      .passes("a plain folder without a list", .disc(408, 408)),
      .passes("all images are listed", .disc(408, 408).renamed("sun.png"))
        .withPackDeclaration(.packFileWithDescriptions(["sun.png": ["en": "A smiling sun"]])),
      .fires(
        "an image that was added later", .disc(408, 408).renamed("sun.png"),
        message: "1 image next to stickerpack.yml is not in the pack: moon.png"
      ).withPackDeclaration(
        .withUnlistedImages(["moon.png"], in: .packFileWithDescriptions(["sun.png": ["en": "A smiling sun"]]))
      ),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  guard let unlisted = pack.packDeclaration?.unlistedImages, !unlisted.isEmpty else { return [] }
  let named = unlisted.prefix(maxListedNames).map { distinguishingPathText($0, from: pack.path) }
  let rest = unlisted.count > maxListedNames ? ["\(unlisted.count - maxListedNames) more"] : []
  let verb = unlisted.count == 1 ? "is" : "are"
  return [
    PackEvidence(
      """
      \(countText(unlisted.count, "image")) next to stickerpack.yml \(verb) not in the pack: \
      \(listText(named + rest))
      """,
      MeasuredValueAndLimit(unlisted.count, limit: 0, unit: .unitless))
  ]
}

private let maxListedNames = 5
