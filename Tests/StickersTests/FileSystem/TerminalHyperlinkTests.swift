import Testing

@testable import Stickers

@Suite("terminals with hyperlinks") struct TerminalHyperlinkTests {
  private func writes(_ environment: [String: String], toTerminal: Bool = true) -> Bool {
    usesHyperlinksByDefault(isTerminal: toTerminal) { environment[$0] }
  }

  @Test(
    "hyperlinks are written to terminals that are known to support them, and only to terminals",
    arguments: [
      ["TERM": "xterm-kitty"], ["TERM": "alacritty"], ["TERM": "foot"], ["TERM": "xterm-ghostty"],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"],
      ["TERM": "xterm-256color", "VTE_VERSION": "5202"], ["TERM": "xterm-256color", "VTE_VERSION": "7600"],
      ["TERM": "xterm-256color", "KONSOLE_VERSION": "240800"], ["TERM": "xterm-256color", "WT_SESSION": "1"],
      ["TERM": "xterm-256color", "DOMTERM": "1"],
      ["TERM": "xterm-256color", "COLORTERM": "xfce4-terminal"],
    ])
  func known(_ environment: [String: String]) {
    #expect(writes(environment))
    #expect(!writes(environment, toTerminal: false))
    #expect(!writes(environment.merging(["FORCE_HYPERLINK": "0"]) { $1 }))
    #expect(!writes(environment.merging(["TERM": "dumb"]) { $1 }))
    #expect(!writes(environment.merging(["TERM": "screen-256color"]) { $1 }))
    #expect(!writes(environment.merging(["TERM": "tmux-256color"]) { $1 }))
    #expect(!writes(environment.merging(["TMUX": "/tmp/tmux-0/default,1,0"]) { $1 }))
  }

  @Test(
    "no hyperlinks are written to any other terminal",
    arguments: [
      [:], ["TERM": "xterm-256color"], ["TERM": "linux"],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
      ["TERM": "xterm-256color", "VTE_VERSION": "5000"], ["TERM": "xterm-256color", "VTE_VERSION": "x"],
      ["TERM_PROGRAM": "iTerm.app"],
    ])
  func unknown(_ environment: [String: String]) { #expect(!writes(environment)) }

  @Test("FORCE_HYPERLINK decides, with and without a terminal", arguments: [true, false])
  func forced(_ isTerminal: Bool) {
    #expect(writes(["FORCE_HYPERLINK": "1"], toTerminal: isTerminal))
    #expect(writes(["FORCE_HYPERLINK": "1", "TERM": "dumb"], toTerminal: isTerminal))
    for no in ["0", "false"] { #expect(!writes(["FORCE_HYPERLINK": no], toTerminal: isTerminal)) }
  }

  @Test("the host name is valid in a URL") func host() {
    let name = fileURLHostName()
    #expect(!name.isEmpty && name.utf8.count <= 255)
    #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") })
  }
}
