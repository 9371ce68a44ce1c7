import Testing

@testable import StickerEngine

@Suite struct NameSearchTests {
  @Test(
    "a name is found where people and programs write it",
    arguments: [
      "star.png", "see star.png.", "![](star.png)", "./art/star.png", "\"star.png\"", "“star.png”",
      "- star.png",
      "-star.png", "'star.png',", "<img src=star.png>", "a\nstar.png\n", "x=star.png;", "(star.png)",
      "star.png?v=2", "\"a\\nstar.png\"", "star.png, star.png.bak", "art\\star.png", "art/star.png:3:1",
    ])
  func found(_ text: String) { #expect(mentions(of: "star.png", in: Array(text.utf8))) }

  @Test(
    "part of a longer name is not a match",
    arguments: [
      "mystar.png", "my-star.png", "my_star.png", "sun.star.png", "star.png.bak", "star.png2", "star.pngx",
      "éstar.png", "star.pngé", "star.PNG", "Star.png", "my%20star.png", "star.png_old", "star.png-old", "",
      "s",
    ])
  func parts(_ text: String) { #expect(!mentions(of: "star.png", in: Array(text.utf8))) }

  @Test(
    "escaped names are found as JSON, HTML and URLs write them",
    arguments: [
      ("my star & \"sun\".png", #""my star & \"sun\".png""#),
      ("my star & \"sun\".png", "<img src='my star &amp; &quot;sun&quot;.png'>"),
      ("my star.png", "url(my%20star.png)"), ("é.png", "src=\"%C3%A9.png\""), ("é.png", "src=\"%c3%a9.png\""),
    ])
  func escaped(_ name: String, _ text: String) { #expect(mentions(of: name, in: Array(text.utf8))) }

  @Test("UTF-16 text is searched", arguments: [true, false])
  func wide(_ isLittle: Bool) {
    let units = "\u{FEFF}\"a\" = \"star.png\";".utf16.flatMap { unit in
      isLittle ? [UInt8(unit & 255), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 255)]
    }
    #expect(mentions(of: "star.png", in: units))
    #expect(mentions(of: "star.png", in: units + [7]))
    #expect(!mentions(of: "tar.png", in: units))
  }

  @Test("many names are found at once and reported in order")
  func several() {
    let search = FileNameMentionSearch(["b.png", "a.png", "c.png", "b.png2"])
    #expect(search.namesMentioned(in: Array("c.png a.png b.png2".utf8)) == ["a.png", "c.png", "b.png2"])
    #expect(search.namesMentioned(in: [0xFF, 0xFE]) == [])
  }
}

private func mentions(of name: String, in text: [UInt8]) -> Bool {
  !FileNameMentionSearch([name]).namesMentioned(in: text).isEmpty
}
