import Testing

@testable import StickerEngine

/// Names that users type between colons.
@Suite("names that users type") struct TypedNameTests {
  @Test(
    "a plain name has only ASCII letters, digits and _, or is empty",
    arguments: [
      ("Wave!", "Wave"), ("a-b", "a_b"), ("Grüße", "Gru_e"), ("  x  y ", "x_y"), ("日本", ""), ("🐈", ""),
    ])
  func plain(_ name: String, _ expected: String) { #expect(asciiShortcode(name) == expected) }

  @Test(
    "a lowercase name keeps letters of any script, digits, _ and -",
    arguments: [
      ("Wave!", "wave"), ("alert-blue", "alert-blue"), ("Alert Blue", "alert_blue"), ("Grüße", "grüße"),
      ("日本-猫", "日本-猫"), ("خوش آمدید", "خوش_آمدید"), ("हिन्दी 2", "हिन्दी_2"), ("wave_", "wave_"), ("🐈", ""),
      ("cat 🐈", "cat"), ("❤️", ""), ("  x  y ", "x_y"), ("", ""),
    ])
  func lowercase(_ name: String, _ expected: String) { #expect(lowercaseUnicodeShortcode(name) == expected) }
}
