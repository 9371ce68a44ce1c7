/// Shortens the output of `--help` to the common options, so that it fits on one screen. `--help-all` shows
/// all options.
///
/// The options are not hidden in the parser, because the parser would also hide them from shell completion.
enum ShortHelp {
  /// The options to show, by command. A command that is not listed shows all of its options.
  static let commonOptions: [String: Set<String>] = [
    "lint": [
      "<paths>", "--for", "--select", "--ignore", "--fail-on", "--changed-since", "--write-baseline",
      "--format", "--each",
    ],
    "shard": ["<i/n>", "<paths>", "--select", "--ignore", "--fail-on", "--config", "--baseline", "--quiet"],
    "merge": ["<reports>", "--fail-on-stale", "--format", "--statistics", "--each", "--quiet"],
    "fix": [
      "<paths>", "--in-place", "--output", "--lossy", "--smallest", "--diff", "--check", "--select",
      "--ignore",
    ],
    "pack": [
      "<sources>", "--output", "--name", "--icon", "--for", "--xcode", "--fix", "--lossy", "--skip-failing",
      "--check",
    ],
    "info": ["<files>", "--pixels", "--save-frames", "--format", "--isolate"],
    "preview": ["<paths>", "--output", "--contact-sheet", "--no-fixes", "--select", "--ignore", "--config"],
    "stream lint": [
      "--role", "--null", "--select", "--ignore", "--config", "--jobs", "--isolate", "--quiet",
    ],
    "stream pack": [
      "--output", "--null", "--variants", "--xcode", "--fix", "--lossy", "--skip-failing", "--select",
      "--config", "--jobs",
    ],
    "config": [
      "<path>", "--format", "--schema", "--select", "--ignore", "--severity", "--set", "--fail-on",
      "--profile",
      "--config",
    ],
    "serve": ["--port", "--open", "--watch", "--idle-minutes", "--select", "--ignore", "--config"],
  ]

  /// Replaces `--help-all` with `--help`, because the parser only knows the latter.
  static func replacingHelpAll(_ arguments: [String]) -> [String] {
    let options = arguments.prefix { $0 != "--" }.count
    return arguments.enumerated().map { $0 < options && $1 == helpAllFlag ? "--help" : $1 }
  }

  static let helpAllFlag = "--help-all"

  /// Returns the help text with only the common options. Other text is returned unchanged.
  static func keepingOnlyCommonOptions(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard text.hasPrefix("OVERVIEW:"), let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }),
      let (command, names) = commonOptions.first(where: {
        lines[usage].words.starts(with: usagePrefixWords($0.key))
      })
    else { return text }
    var sections: [[String]] = []
    for line in lines[(usage + 1)...] {
      if line.first?.isLetter == true {
        sections.append([line])
      } else if !line.isEmpty {
        sections[max(sections.count - 1, 0)].append(line)
      }
    }
    let shown = sections.map { linesToShow($0, names) }.filter { $0.count > 1 }
    let more = ["", "All options: stickerlint \(command) \(helpAllFlag)"]
    return (lines[...usage] + shown.flatMap { [""] + $0 } + more).joined(separator: "\n")
  }

  private static func usagePrefixWords(_ command: String) -> [Substring] {
    "USAGE: stickerlint \(command)".words
  }

  /// Returns the lines of a section to show: its heading and the common options.
  private static func linesToShow(_ section: [String], _ names: Set<String>) -> [String] {
    var isShown = false
    return section.prefix(1)
      + section.dropFirst().filter { line in
        let isOption = line.hasPrefix("  -") || line.hasPrefix("  <")
        if isOption { isShown = !names.isDisjoint(with: line.helpLineOptionNames) }
        return isShown
      }
  }
}

extension String {
  fileprivate var words: [Substring] { split(separator: " ") }

  /// The option names in a line of help: `--isolate` and `--no-isolate` in a line that starts with
  /// `--isolate/--no-isolate`.
  fileprivate var helpLineOptionNames: [String] {
    let head = dropFirst(2).split(separator: "  ", maxSplits: 1).first ?? ""
    return head.split { " ,/".contains($0) }.map(String.init)
      + head.split(separator: " ").prefix(1).map(String.init)
  }
}
