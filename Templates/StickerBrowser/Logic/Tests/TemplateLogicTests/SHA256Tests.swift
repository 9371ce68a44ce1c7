import Foundation
import Testing

@Suite struct SHA256Tests {
  @Test(
    "The examples in FIPS 180-4 have the right digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func examples(_ text: String, _ digest: String) {
    #expect(sha256(Data(text.utf8)) == digest)
  }

  @Test("Data of every length up to 129 bytes has a different digest")
  func padding() {
    #expect(Set((0..<130).map { sha256(Data(repeating: 0, count: $0)) }).count == 130)
    #expect(
      sha256(Data(repeating: 0x61, count: 100_000)).hasPrefix("6d1cf22d7cc09b08"))
  }
}
