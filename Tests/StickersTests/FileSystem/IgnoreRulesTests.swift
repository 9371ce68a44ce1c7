import Testing

@testable import StickerEngine
@testable import Stickers

/// The expected results come from gitignore(5) and, for sets, from glob(7).
@Suite struct IgnoreRulesTests {
  private static let ignored: [(String, String)] = [
    ("a.png", "a.png"), ("a.png", "x/y/a.png"), ("*.png", "x/a.png"), ("/a.png", "a.png"),
    ("x/a.png", "x/a.png"),
    // "The pattern doc/frotz and /doc/frotz have the same effect in any .gitignore file."
    ("doc/frotz", "doc/frotz"), ("/doc/frotz", "doc/frotz"),
    ("foo/*", "foo/test.json"), ("foo/*", "foo/bar/"), ("hello.*", "a/hello.java"),
    ("frotz/", "frotz/"), ("frotz/", "a/frotz/"), ("doc/frotz/", "doc/frotz/"),
    ("**/foo", "foo"), ("**/foo", "a/b/foo"), ("**/foo/bar", "a/foo/bar"), ("abc/**", "abc/a/b"),
    ("a/**/b", "a/b"), ("a/**/b", "a/x/b"), ("a/**/b", "a/x/y/b"), ("a/**/b/**/c", "a/b/b/x/c"),
    ("**", "a/b"), ("a**b", "axxb"), ("a?c", "abc"), ("[a-zA-Z]", "q"), ("[!a]", "b"), ("[^a]", "b"),
    ("[]a]", "]"), ("[!]a]", "b"), ("[a-]", "-"), ("[[:digit:]x]", "7"), ("[\\]]", "]"), ("a[/x]b", "axb"),
    ("\\#a", "#a"), ("\\!a", "!a"), ("a\\ ", "a "), ("a\\  ", "a "), ("a  ", "a"), ("a b", "a b"),
    (" a", " a"),
    ("\\*", "*"), ("a\\?", "a?"), ("a\t", "a\t"), ("a\r\n", "a"), ("\u{FEFF}a", "a"), ("#b\n\na", "a"),
    ("b\na", "a"),
    ("é.png", "é.png"), ("*", "é"), ("*.png", ".png"), ("*a*b*c", "xxaxxbxxc"),
  ]

  @Test("a pattern ignores a path", arguments: ignored)
  func ignores(_ pattern: String, _ path: String) { #expect(verdict(pattern, path) == true) }

  private static let untouched: [(String, String)] = [
    ("", "a"), ("#a", "#a"), ("#a", "a"), ("/", "a/"), ("!", "!"), ("   ", "   "), ("a.png", "a.PNG"),
    ("/a.png", "x/a.png"), ("doc/frotz", "a/doc/frotz"), ("doc/frotz/", "a/doc/frotz/"),
    ("x/a.png", "y/x/a.png"),
    // "the pattern foo/* does not match foo/bar/hello.c"
    ("foo/*", "foo/bar/hello.c"), ("foo/*", "foo"), ("frotz/", "frotz"), ("/*.c", "mozilla-sha1/sha1.c"),
    ("abc/**", "abc/"), ("abc/**", "x/abc/a"), ("a/**/b", "ab"), ("a/**/b", "x/a/b"), ("**/foo", "foo/bar"),
    ("a?c", "a/c"), ("[a-z]", "Q"), ("[!a]", "a"), ("[a", "[a"), ("[a", "a"), ("[[:none:]]", "n"),
    ("a\\", "a\\"),
    ("a\\ ", "a"), ("a//b", "a/b"), ("./a", "a"), ("\\\\", "a"), ("**/a/**/b", "b/a"),
  ]

  @Test("a pattern does not match a path", arguments: untouched)
  func saysNothing(_ pattern: String, _ path: String) { #expect(verdict(pattern, path) == nil) }

  @Test("the last matching pattern decides, and ! includes a path again")
  func order() {
    #expect(verdict("*.png\n!a.png", "a.png") == false)
    #expect(verdict("*.png\n!a.png", "b.png") == true)
    #expect(verdict("!a.png\n*.png", "a.png") == true)
    #expect(verdict("*.png\n!a.png\na.*", "a.png") == true)
    #expect(verdict("!\\!a", "!a") == false)
  }

  @Test("hostile patterns are matched quickly", .timeLimit(.minutes(1)))
  func hostile() {
    let count = 1 << 20
    let name = String(repeating: "a", count: 255)
    let deep = String(repeating: "a/", count: 500) + "c"
    for (unit, path) in [
      ("[", name), ("[[:", name), ("*a", name), ("**/a/", deep), ("[a]", name), ("\\", name),
    ] {
      let line = String(repeating: unit, count: count / unit.utf8.count)
      #expect(verdict("**/" + line + "b", path) == nil, "\(unit)")
    }
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    _ = IgnorePatterns(bytes).isIgnored([Path(name)], isFolder: true)
  }

  /// Returns the verdict of patterns on a path. A slash at the end of the path makes it a folder.
  private func verdict(_ patterns: String, _ path: String) -> Bool? {
    IgnorePatterns(Array(patterns.utf8)).isIgnored(Path(path).components[...], isFolder: path.hasSuffix("/"))
  }
}
