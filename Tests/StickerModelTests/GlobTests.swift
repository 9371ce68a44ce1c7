import StickerModel
import Testing

@Suite struct GlobTests {
  @Test(
    "a pattern matches",
    arguments: [
      ("*.gif", "a/b/wave.gif"), ("w?ve.gif", "wave.gif"), ("[a-w]ave.png", "wave.png"),
      ("[!x]ave.png", "wave.png"), ("a/*/c.png", "a/b/c.png"), ("a/**/c.png", "a/c.png"),
      ("a/**/c.png", "a/b/b/c.png"), ("a/**", "a/b/c.png"), ("Stickers/*.png", "./art/Stickers/x.png"),
      ("*a*b*c", "xxaxxbxxc"), ("**/x.png", "x.png"),
    ])
  func matches(_ pattern: String, _ path: String) { #expect(Glob(pattern).matches(Path(path))) }

  @Test(
    "a pattern does not match",
    arguments: [
      ("*.gif", "wave.png"), ("a/*.png", "a/b/c.png"), ("?.png", "ab.png"), ("[!w]ave.png", "wave.png"),
      ("a/**/c.png", "a/b/d.png"), ("*a*b", "ba"), ("", "a"),
    ])
  func matchesNot(_ pattern: String, _ path: String) { #expect(!Glob(pattern).matches(Path(path))) }

  @Test("a pattern of many stars answers at once")
  func manyStars() {
    let pattern = String(repeating: "*a", count: 40) + "*b"
    #expect(!Glob(pattern).matches(Path(String(repeating: "a", count: 200))))
    let folders = String(repeating: "**/", count: 20) + "x"
    #expect(!Glob(folders).matches(Path(String(repeating: "a/", count: 100) + "y")))
  }
}
