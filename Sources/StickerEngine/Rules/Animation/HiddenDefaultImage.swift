import StickerImage

extension Rule {
  static let hiddenDefaultImage = Rule(
    id: "hidden-default-image",
    severity: .warning,
    summary: "The default image of an APNG is its first frame.",
    reason: """
      An APNG contains a default image for programs that cannot play animations. Usually it is the first
      frame. If it is a separate image, people see something else in programs that do not play animations,
      such as file browsers and mail apps.
      """,
    advice: """
      Export again with the default image as the first frame. Turn off options such as "skip first frame".
      """,
    fixes: [.dropHiddenDefaultImage],
    references: [.png],
    checkedAspect: .storage,
    examples: [
      .passes("the first frame is the default image", .bouncingBall()),
      .passes("a still", .disc(300, 300)),
      .fires(
        "an image that the animation does not show", .bouncingBall().hidingDefaultImage(),
        message: """
          the default image is not one of the APNG's 5 frames; programs without APNG support show it instead
          """),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let animation = asset.animation, animation.hidesDefaultImage else { return [] }
  let frames = animation.frames.count
  let among =
    frames == 1 ? "separate from the APNG's only frame" : "not one of the APNG's \(numberText(frames)) frames"
  return [
    Evidence(
      "the default image is \(among); programs without APNG support show it instead",
      fix: Fix(.dropHiddenDefaultImage))
  ]
}
