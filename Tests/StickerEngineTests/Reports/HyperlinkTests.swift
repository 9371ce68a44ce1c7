import Foundation
import Testing

@testable import StickerEngine

/// A hyperlink in text.
private struct Link: Equatable {
  let address: String
  let words: String
}

/// What a terminal shows, and the targets of the hyperlinks. Written from the specification and not from our
/// code: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
private struct Terminal {
  private(set) var shown = ""
  private(set) var links: [Link] = []
  /// Sequences that terminals may interpret differently.
  private(set) var faults: [String] = []

  init(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    var open: (address: String, words: String)?
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        shown.unicodeScalars.append(scalar)
        open?.words.unicodeScalars.append(scalar)
        if scalar == "\n", open != nil { faults.append("a hyperlink goes on over a line's end") }
        continue
      }
      switch rest.popFirst() {
      case "[": rest = rest.drop { $0 != "m" }.dropFirst()
      case "]":
        let body = rest.prefix { $0 != "\u{1B}" }
        rest = rest.dropFirst(body.count)
        if rest.prefix(2) != ["\u{1B}", "\\"] { faults.append("no string terminator") }
        rest = rest.dropFirst(2)
        let words = String(String.UnicodeScalarView(body))
        let parts = words.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count != 3 || parts[0] != "8" || !parts[1].isEmpty {
          faults.append("no hyperlink: \(words)")
        }
        if !body.allSatisfy({ (32...126).contains($0.value) }) { faults.append("not in 32 to 126: \(words)") }
        if let link = open { links.append(Link(address: link.address, words: link.words)) }
        let address = String(parts.last ?? "")
        if !address.isEmpty, open != nil { faults.append("a hyperlink in a hyperlink") }
        open = address.isEmpty ? nil : (address, "")
      default: faults.append("another escape sequence")
      }
    }
    if open != nil { faults.append("a hyperlink without an end") }
  }
}

@Suite("hyperlinks") struct HyperlinkTests {
  private let links = HyperlinkContext(host: "studio.local", workingFolder: Path("/home/a b"))

  private func read(
    _ report: Report, hasColor: Bool = false, _ links: HyperlinkContext? = nil, width: Int? = nil
  ) -> Terminal {
    var context = ReportContext()
    context.terminalWidth = width
    let style = TextStyle(hasColor: hasColor, hyperlinks: links ?? self.links)
    return Terminal(Reporter.text(style: style).render(report, in: context))
  }

  @Test(
    "they add only escape sequences, with and without color and at any width",
    arguments: [nil, 40, 60, 80], [true, false])
  func invisible(_ width: Int?, _ hasColor: Bool) {
    var context = ReportContext()
    context.terminalWidth = width
    let terminal = read(sampleReport, hasColor: hasColor, width: width)
    #expect(terminal.shown == Reporter.text.render(sampleReport, in: context))
    #expect(terminal.faults == [])
    #expect(terminal.links.count == 3 + 5 + 4, "paths, findings, advice")
    let linked = Reporter.text(style: TextStyle(hyperlinks: links)).render(sampleReport)
    #expect(!linked.contains("\u{1B}["))
  }

  @Test("a rule links to its page, and a path to its file on this machine") func addresses() {
    let found = read(sampleReport).links
    let page = "https://OWNER.github.io/stickerlint/rules/pixel-dimensions.html"
    #expect(found.contains(Link(address: page, words: "pixel-dimensions")))
    let file = "file://studio.local/home/a%20b/art/moon.png"
    #expect(found.contains(Link(address: file, words: "art/moon.png")))
    let path = Path("/elsewhere/a.png")
    let other = read(report([asset(path, finding("file-size", .error, on: path, "x"))])).links
    #expect(other.contains(Link(address: "file://studio.local/elsewhere/a.png", words: "/elsewhere/a.png")))
  }

  @Test("standard input has no file to link to, but its rules have pages") func standardInput() {
    let found = read(sampleReport, HyperlinkContext(host: "h", workingFolder: nil)).links
    #expect(found.count == 5 + 4)
    #expect(found.allSatisfy { $0.address.hasPrefix("https://OWNER.github.io/stickerlint/rules/") })
  }

  @Test("a rule that is not built in has no link") func custom() {
    let path = Path("a.png")
    let found = read(report([asset(path, finding("house-style", .error, on: path, "x"))])).links
    #expect(found.map(\.words) == ["a.png"])
  }

  @Test(
    "a hostile name neither ends nor starts an escape sequence, nor becomes another URL",
    arguments: hostilePaths + [
      Path("a\u{1B}\\b.png"), Path("a\u{1B}]8;;https://evil.example\u{1B}\\b.png"), Path("a;b;c.png"),
      Path("a\u{7}b.png"), Path("a\u{9C}b.png"), Path("%1B%5C.png"), Path("a?b#c.png"), Path("../a.png"),
      Path("//evil.example/a.png"), Path("https://evil.example"), Path("é ü.png"), Path("."),
    ])
  func hostile(_ path: Path) throws {
    let one = report([asset(path, finding("file-size", .error, on: path, "\u{1B}]8;;x\u{1B}\\"))])
    for hasColor in [true, false] {
      let terminal = read(one, hasColor: hasColor)
      #expect(terminal.faults == [])
      #expect(terminal.shown == Reporter.text.render(one))
      let link = try #require(terminal.links.first)
      #expect(link.words == path.displayText)
      // Foundation parses URLs according to RFC 3986.
      let url = try #require(URLComponents(string: link.address))
      #expect(url.scheme == "file" && url.host == "studio.local" && url.query == nil && url.fragment == nil)
      let bytes = Array(link.address.dropFirst("file://studio.local".count).utf8)
      #expect(unescaped(bytes).suffix(path.bytes.count) == path.bytes[...])
    }
  }

  /// The bytes without percent-encoding.
  private func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var (out, rest) = ([UInt8](), bytes[...])
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
        out.append(value)
        rest = rest.dropFirst(2)
      } else {
        out.append(byte)
      }
    }
    return out
  }

  @Test("a path that is too long for terminals has no link") func long() {
    for (count, isLinked) in [(2000, true), (2100, false)] {
      let path = Path(String(repeating: "a", count: count))
      let found = read(report([asset(path, finding("file-size", .error, on: path, "x"))])).links
      #expect(found.contains { $0.words == path.displayText } == isLinked)
      #expect(found.allSatisfy { $0.address.utf8.count <= 2083 })
    }
  }

  @Test("counts by rule and reports for several messengers have links, too") func others() {
    let style = TextStyle(hasColor: true, hyperlinks: links)
    let counts = Terminal(Reporter.statistics(style: style).render(sampleReport))
    #expect(
      counts.links.map(\.words).sorted() == ["frame-delay", "icon-image", "mixed-sizes", "pixel-dimensions"])
    #expect(counts.shown == Reporter.statistics(style: .plain).render(sampleReport))
    for names in [["signal", "line"], ["a", "b", "c", "d", "e"]] {
      let many = MessengerReport(names, names.map { _ in sampleReport })
      let terminal = Terminal(messengerReportText(many, style))
      #expect(terminal.faults == [])
      #expect(terminal.shown == messengerReportText(many))
      #expect(terminal.links.contains { $0.words == "frame-delay" })
    }
  }
}
