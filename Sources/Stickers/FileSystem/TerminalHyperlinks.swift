/// Whether to write hyperlinks (OSC 8) if the user has not turned them on or off. They are written only to
/// terminals that are known to support them.
///
/// If `FORCE_HYPERLINK` is set, it takes precedence: `0` and `false` mean no, and anything else means yes,
/// even without a terminal. tmux and screen may drop hyperlinks, regardless of the terminal that they run in.
///
/// - Source: Alhadis, "OSC 8 adoption in terminal emulators" (2025-08), and the variables that zkat's
///   supports-hyperlinks (2025-12) reads.
/// - Parameter variable: returns the value of an environment variable, or nil if it is not set or empty.
package func usesHyperlinksByDefault(
  isTerminal: Bool, _ variable: (String) -> String? = nonemptyEnvironmentVariable
) -> Bool {
  if let forced = variable("FORCE_HYPERLINK") { return forced != "0" && forced != "false" }
  let terminal = variable("TERM") ?? "dumb"
  guard isTerminal, terminal != "dumb", !multiplexerTermPrefixes.contains(where: terminal.hasPrefix) else {
    return false
  }
  if variable("TMUX") != nil || variable("STY") != nil { return false }
  if hyperlinkTermValues.contains(terminal) { return true }
  if let program = variable("TERM_PROGRAM"), hyperlinkTermProgramValues.contains(program) { return true }
  if let version = variable("VTE_VERSION").flatMap({ Int($0) }), version >= minVTEVersion { return true }
  return variable("COLORTERM") == "xfce4-terminal"
    || hyperlinkTerminalVariables.contains { variable($0) != nil }
}

/// Prefixes of `TERM` in terminal multiplexers.
private let multiplexerTermPrefixes = ["screen", "tmux"]

/// Values of `TERM` in terminals that support hyperlinks.
private let hyperlinkTermValues: Set = [
  "alacritty", "alacritty-direct", "foot", "foot-extra", "xterm-ghostty", "xterm-kitty",
]

/// Values of `TERM_PROGRAM` in terminals that support hyperlinks.
private let hyperlinkTermProgramValues: Set = [
  "Hyper", "WezTerm", "ghostty", "iTerm.app", "terminology", "vscode", "zed",
]

/// Variables that only DomTerm, Konsole and Windows Terminal set.
private let hyperlinkTerminalVariables = ["DOMTERM", "KONSOLE_VERSION", "WT_SESSION"]

/// GNOME Terminal and others use VTE, which is known to crash on hyperlinks before 0.52.2.
private let minVTEVersion = 5202
