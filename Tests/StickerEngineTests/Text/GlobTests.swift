import Testing

@testable import StickerEngine

@Suite struct GlobTests {
  @Test(
    "a pattern matches",
    arguments: [
      ("*.gif", "a/b/wave.gif"), ("w?ve.gif", "wave.gif"), ("[a-w]ave.png", "wave.png"),
      ("[!x]ave.png", "wave.png"), ("a/*/c.png", "a/b/c.png"), ("a/**/c.png", "a/c.png"),
      ("a/**/c.png", "a/b/b/c.png"), ("a/**", "a/b/c.png"), ("Stickers/*.png", "./art/Stickers/x.png"),
      ("*a*b*c", "xxaxxbxxc"), ("**/x.png", "x.png"),
      ("**/x.png", "a/b/x.png"), ("b/**", "a/b/c/d.png"), ("a/**/b/**/c.png", "a/b/x/b/y/c.png"),
      ("**", "a/b.png"),
      ("a[1.png", "a[1.png"), ("a\\*.png", "a*.png"), ("[]!]a", "]a"), ("[!]]a", "ba"),
      ("[[:upper:]]a", "Aa"),
    ])
  func matches(_ pattern: String, _ path: String) { #expect(Glob(pattern).matches(Path(path))) }

  @Test(
    "a pattern does not match",
    arguments: [
      ("*.gif", "wave.png"), ("a/*.png", "a/b/c.png"), ("?.png", "ab.png"), ("[!w]ave.png", "wave.png"),
      ("a/**/c.png", "a/b/d.png"), ("*a*b", "ba"), ("", "a"),
      ("a/**", "x/a"), ("a\\*.png", "ab.png"), ("[!]]a", "]a"), ("[[:upper:]]a", "aa"), ("/", "a"),
      ("**/", ""),
    ])
  func matchesNot(_ pattern: String, _ path: String) { #expect(!Glob(pattern).matches(Path(path))) }

  @Test("a pattern with many stars rejects a path that lacks its last part")
  func manyStars() {
    let pattern = String(repeating: "*a", count: 40) + "*b"
    #expect(!Glob(pattern).matches(Path(String(repeating: "a", count: 200))))
    let folders = String(repeating: "**/a/", count: 40) + "**/b/c"
    #expect(!Glob(folders).matches(Path(String(repeating: "a/", count: 200) + "c")))
  }
}
