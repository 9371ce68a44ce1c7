import Foundation
import Testing

@testable import StickerImage

/// What `stickerlint preview` writes, and what it rejects.
@Suite struct PreviewCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func preview(_ line: String) throws -> Outcome {
    try Program.run(["preview"] + line.split(separator: " ").map(String.init), in: folder.url)
  }

  private func page(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: path), as: UTF8.self)
  }

  @Test("a page shows every sticker and its fixes, and the art stays unchanged")
  func page() throws {
    let art = try Art.disc()
    try folder.write(art, to: "art/sun.png")
    let long = try Art.disc(red: 20) + [UInt8](repeating: 7, count: 42)
    try folder.write(long, to: "art/moon.png")
    try folder.write(Array("no picture".utf8), to: "art/text.png")
    let outcome = try preview("art --output out.html")
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("out.html: 3 stickers · 1 ready · 1 to review · 1 to fix"))
    let page = try page("out.html")
    #expect(page.components(separatedBy: "<article class=\"sticker\"").count == 4)
    #expect(page.contains("data:image/png;base64,\(Data(art).base64EncodedString())"))
    #expect(page.contains("Remove the data after the image (42 bytes)"))
    #expect(try folder.files() == ["art/moon.png", "art/sun.png", "art/text.png", "out.html"])
    #expect(try folder.bytes(of: "art/moon.png") == long)
  }

  @Test("an icon is not counted as a sticker") func icon() throws {
    try folder.write(Art.disc(), to: "art/sun.png")
    try folder.write(Art.disc(red: 20), to: "art/moon.png")
    try folder.write(Array("stickers: [{ file: sun.png }]\nicon: moon.png\n".utf8), to: "art/stickerpack.yml")
    let outcome = try preview("art --output out.html")
    #expect(outcome.text.hasPrefix("out.html: 1 sticker, 1 icon · "), "\(outcome.text)")
  }

  @Test("the page can be opened only if one is written") func open() throws {
    try folder.write(Art.disc(), to: "art/sun.png")
    let outcome = try preview("art --contact-sheet sheet.png --open")
    #expect(outcome.status == 2 && outcome.errors.contains("--open requires --output FILE.html"))
  }

  @Test("only the selected rules are shown, and options without effect are refused")
  func selected() throws {
    try folder.write(Art.disc(red: 20) + [UInt8](repeating: 7, count: 42), to: "art/moon.png")
    #expect(try preview("art --output out.html --select pixel-dimensions").status == 0)
    #expect(try !page("out.html").lowercased().contains("remove the data after the image"))
    for option in ["--fail-on hint", "--no-cache"] {
      let outcome = try preview("art --output no.html \(option)")
      #expect(outcome.status == 2 && outcome.errors.contains("Unknown option"), "\(option)")
    }
  }

  @Test("the page is the same with any number of jobs")
  func jobs() throws {
    for number in 1...9 { try folder.write(Art.disc(red: UInt8(number * 20)), to: "art/\(number).png") }
    let pages = try [1, 2, 8].map { jobs in
      _ = try preview("art --output \(jobs).html --jobs \(jobs)")
      return try folder.bytes(of: "\(jobs).html")
    }
    #expect(pages[0] == pages[1])
    #expect(pages[0] == pages[2])
  }

  @Test("a sequence is one animated sticker with a finding about its own description")
  func sequence() throws {
    let set = "S.xcstickers/P.stickerpack/jump.stickersequence"
    for (number, red) in [UInt8(230), 90, 10].enumerated() {
      try folder.write(Art.disc(red: red), to: "\(set)/\(number).png")
    }
    let names = (0..<3).map { "{ \"filename\" : \"\($0).png\" }" }.joined(separator: ", ")
    let timing = "\"duration\" : 4, \"duration-type\" : \"fps\", \"repetitions\" : 1"
    try folder.write(
      Array("{ \"frames\" : [ \(names) ], \"properties\" : { \(timing) } }".utf8), to: "\(set)/Contents.json")
    let list = "{ \"stickers\" : [ { \"filename\" : \"jump.stickersequence\" } ] }"
    try folder.write(Array(list.utf8), to: "S.xcstickers/P.stickerpack/Contents.json")
    try folder.write(Array("{ }".utf8), to: "S.xcstickers/Contents.json")
    let outcome = try preview("S.xcstickers --output out.html")
    #expect(outcome.status == 0)
    let page = try page("out.html")
    #expect(page.components(separatedBy: "<article class=\"sticker\"").count == 2)
    #expect(page.contains("<h3 id=\"name-1\">jump.stickersequence</h3>"))
    #expect(page.contains("data-plays=\"2\" data-delays=\"1/4 1/4 1/4\""))
    #expect(page.contains("so VoiceOver reads"))
    #expect(!page.contains(">0.png: no accessibility"))
  }

  @Test("a contact sheet is a valid PNG, and standard output lists its stickers")
  func sheet() throws {
    try folder.write(Art.disc(), to: "art/sun.png")
    let outcome = try preview("art --contact-sheet sheet.png")
    #expect(outcome.status == 0)
    #expect(outcome.lines.last == "  1  ready         art/sun.png")
    let sheet = try folder.bytes(of: "sheet.png")
    #expect(ImageContainer(of: sheet, budget: .standard)?.damage == [])
  }

  @Test(
    "a failure is one error, and nothing is written",
    arguments: [
      ("art", "Use --output FILE.html"), ("art --output art/sun.png", "one of the checked files"),
      ("art --output gone/out.html", "gone"), ("nowhere --output out.html", "nowhere"),
      ("art --output= ", "needs a value"), ("art/n --contact-sheet sheet.png", "art/n"),
      ("art --output out.html --contact-sheet out.html", "to the same file"),
    ])
  func refused(_ line: String, _ words: String) throws {
    try folder.write(Art.disc(), to: "art/sun.png")
    let before = try folder.bytes(of: "art/sun.png")
    let outcome = try preview(line)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    let errors = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(errors.count == 1 && errors.allSatisfy { $0.contains(words) }, "\(outcome.errors)")
    #expect(try folder.files() == ["art/sun.png"])
    #expect(try folder.bytes(of: "art/sun.png") == before)
  }
}
