import Testing

@testable import StickerEngine

@Suite("the message schema", .enabled(if: hasValidator, "skipped: no check-jsonschema"))
struct MessageSchemaTests {
  @Test("it accepts what our reader accepts, and rejects what our reader rejects")
  func agreement() throws {
    try checkAgreement(of: interactiveMessageFileSchema.encoded(), right: Self.right, wrong: Self.wrong) {
      text in
      _ = try readInteractiveMessageFile(
        Array(text.utf8), at: Path("message.yml"), in: PackFolderAccess { _ in true })
    }
  }

  private static let right = [
    "{}", "base-url: https://example.com", "base-url: 2", "image: a/b.png", "media: ./a.mp4", "caption: x",
    "caption:", "caption: { en: x, pt-BR: 2, fr: }", "subcaption: 2", "trailing-caption: yes",
    "trailing-subcaption: \"\"", "image-title: \"{question}\"", "image-subtitle: x", "accessibility-label: x",
    "summary: x", "states:", "states: []", "states: [{ a: b, c: 2, d: 1.5, e: yes, f: }]", "states: [{}]",
    "states: [{ v: 1, c: [Pizza, 2], b: [] }]",
  ]

  private static let wrong = [
    "captoin: x", "base-url: []", "base-url: \"\"", "base-url:", "image: /a.png", "image: ../a.png",
    "media: .",
    "image: [a.png]", "caption: [x]", "caption: { e: x }", "caption: { en: [x] }", "states: x", "states: [x]",
    "states: [{ a: [[b]] }]", "states: [{ a: { b: c } }]", "states: [{ \"\": b }]", "[]", "text",
  ]
}
