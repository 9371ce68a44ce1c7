/// Generates file names and other text that an attacker might write to change what a report says or does. The
/// text is assembled from fragments that have a special meaning in some format. The same seed gives the same
/// text in every run.
public struct HostileText {
  private var state: UInt64

  /// Creates a generator. The same seed gives the same text.
  public init(seed: UInt64) { state = seed }

  /// Text that may contain any byte except zero.
  public mutating func bytes() -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0...Int(next(4)) {
      switch next(8) {
      case 0: text += (0...next(6)).map { _ in UInt8(1 + next(255)) }
      case 1: text += "a plain name".utf8
      default: text += HostileText.pieces[Int(next(UInt64(HostileText.pieces.count)))]
      }
    }
    if next(40) == 0 { text += [UInt8](repeating: UInt8(0x21 + next(90)), count: 900) }
    return text
  }

  /// A relative path as a directory walk returns it, without empty components, `.` or `..`.
  public mutating func path(number: Int) -> [UInt8] {
    var name: [UInt8] = []
    for byte in bytes() {
      let isSlash = byte == UInt8(ascii: "/")
      if isSlash, name.isEmpty || name.last == byte { continue }
      if byte == UInt8(ascii: "."), name.last == UInt8(ascii: "/") { name.append(UInt8(ascii: "x")) }
      name.append(byte)
    }
    return name + "-\(number)".utf8
  }

  private mutating func next(_ bound: UInt64) -> UInt64 {
    // Knuth's linear congruential generator (MMIX). The upper half of the state is random enough.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }

  static let pieces: [[UInt8]] =
    [
      "\n", "\r", "\r\n", "\t", "\u{0B}", "\u{0C}", "\u{1B}[2J", "\u{1B}]0;title\u{07}", "\u{9B}31m",
      "\u{85}",
      "\u{7F}", "\u{08}", "::error::", "::error file=a.png,line=1::no", "::add-mask::art",
      "::stop-commands::x",
      "::set-output name=a::b", "::", ":", " ::error::", "\u{3000}::warning::", "##[error]no",
      "##[add-path]/tmp",
      "##[command]rm", "##vso[task.setvariable variable=a]b", "##teamcity[buildStatus text='ok']", "##", "#",
      "[",
      "%0A", "%0D%0A::error::", "%25", "%3A%3A", "%", ",line=2", ",title=no", "title=", "=", ";", "]]>",
      "<![CDATA[",
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x",
      "</td></tr></table>",
      "</style>", "</title>", "<!--", "-->", "--", "&#x3C;b&#x3E;", "&amp;", "&", "&lt;", "<?xml?>",
      "<!DOCTYPE x>",
      "<!ENTITY a \"b\">", "</testcase><testcase name=\"b\"/>", "</failure>", "</file>", "\"/>", "|", "\\|",
      " | b | c |",
      "\\", "`", "``", "```", "` `", "~~~", "[x](javascript:alert(1))", "![x](https://example.com/x.png)",
      "[x]: https://example.com", "<https://example.com>", "https://example.com/a", "www.example.com",
      "a@example.com",
      "@everyone", "@team/people", "#1", "GH-1", "JIRA-12", "!1", "$a^b$", "$$", ":tada:", "**bold**", "_it_",
      "~~no~~",
      "- [ ] task", "# head", "> quote", "| - | - |", "<details>", "<br>", "deadbeefcafe", "0123456789abcdef",
      "${{ github.token }}", "{{ x }}", "{0}", "$(id)", "%s%n", "\u{202E}gnp", "\u{2066}", "\u{200F}",
      "\u{200B}",
      "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{AD}", "\u{E000}", "\u{FFFE}", "\u{FFFD}", "\u{10FFFF}",
      "e\u{301}",
      "👩‍🎨", "\u{1F1E9}", "×", "\"", "'", " ", "  ", "error file-size: x", "\n- b\n", "\n\n", ".png", "/b",
      "art/a.png: error file-size: 5 bytes", "What to do", "1 file: no findings", "{\"path\":\"b\"}",
      "\",\"a\":\"b",
      "\\u0022", "\\\"", "data:text/html,x", "javascript:x", "file:///etc/passwd", "\u{80}", "0", "-1",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xFE, 0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xE2, 0x82],
      [0xF0, 0x9F, 0x98], [0xC3], [0x80],
    ]
}
