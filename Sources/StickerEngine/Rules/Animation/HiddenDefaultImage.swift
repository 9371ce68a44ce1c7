import StickerImage

extension Rule {
  /// The default image is the first frame.
  static let hiddenDefaultImage = Rule(
    id: "hidden-default-image",
    severity: .warning,
    summary: "The default image of an APNG is its first frame.",
    reason: """
      An APNG holds one picture for programs that cannot animate it: the default image. Usually it is the
      first frame. Where it is a separate picture, people see something else in every program that does not
      animate: in file browsers, in mails, in previews.
      """,
    advice:
      "Export again with the default image as the first frame (often called \"skip first frame\": off).",
    fixes: [.dropDefaultImage],
    references: [.png],
    subject: .storage,
    examples: [
      .passes("the first frame is the default image", .bouncing()),
      .passes("a still", .disc(300, 300)),
      .fires(
        "a picture that the animation does not show", .bouncing().hidingDefaultImage(),
        message: "the APNG's default image is none of its 5 frames: programs without APNG show that instead"),
    ],
    check: .asset(evaluate))
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let animation = asset.animation, animation.hidesDefaultImage else { return [] }
  let frames = animation.frames.count
  let among = frames == 1 ? "not its only frame" : "none of its \(numberText(frames)) frames"
  return [
    Evidence(
      "the APNG's default image is \(among): programs without APNG show that instead",
      fix: Fix(.dropDefaultImage))
  ]
}
