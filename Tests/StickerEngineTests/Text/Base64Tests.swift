import Foundation
import Testing

@testable import StickerEngine

@Suite struct Base64Tests {
  /// The test vectors of RFC 4648, section 10.
  @Test(
    "the specification's test vectors are encoded and decoded correctly",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func vectors(_ text: String, _ encoded: String) {
    #expect(base64Encoded(Array(text.utf8)) == encoded)
    #expect(base64Decoded(encoded) == Array(text.utf8))
  }

  @Test("all bytes survive a round trip and match Foundation", arguments: [0, 1, 2, 3, 255, 256, 1000])
  func all(_ count: Int) {
    let given = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
    let text = Data(given).base64EncodedString()
    #expect(base64Encoded(given) == text)
    #expect(base64Decoded(text) == given)
  }

  @Test(
    "text that is not padded Base64 is rejected",
    arguments: [
      "Z", "Zg", "Zg=", "=", "====", "Zg==Zg==", "Z===", "Zm9v\n", " Zm9", "Zm-_", "Zh==", "Zm9=",
      "Zm9\u{E9}",
      "=m9v", "Z=9v",
    ])
  func wrong(_ text: String) {
    #expect(base64Decoded(text) == nil)
  }
}
