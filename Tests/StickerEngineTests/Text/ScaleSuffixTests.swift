import Testing

@testable import StickerEngine

@Suite struct ScaleSuffixTests {
  @Test(
    "a scale suffix may be in any case, and must follow a stem",
    arguments: [
      ("art/wave@3x.png", "art/wave.png", 3), ("wave@2X.png", "wave.png", 2),
      ("/wave@1x.gif", "/wave.gif", 1),
      ("art/wave.png", "art/wave.png", nil), ("@3x.png", "@3x.png", nil), ("wave@4x.png", "wave@4x.png", nil),
      ("wave@3x", "wave", 3), ("a@3x/wave.png", "a@3x/wave.png", nil),
    ] as [(String, String, Int?)])
  func split(_ path: String, _ unscaled: String, _ scale: Int?) {
    #expect(Path(path).unscaledPathAndScale == (Path(unscaled), scale))
  }

  @Test("variants have the same folder, name and format")
  func variants() {
    let files = [
      "a/wave@3x.png", "a/wave@2x.png", "a/wave.png", "a/wave.gif", "b/wave.png", "a/Wave.png", "lone@2x.png",
    ].map { Path($0) }
    #expect(Set(files.pathsAt3xByVariant().keys) == [Path("a/wave@2x.png"), Path("a/wave.png")])
  }
}
