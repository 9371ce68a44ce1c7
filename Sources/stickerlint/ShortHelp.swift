/// What `--help` shows: the options that most people need, on one screen. `--help-all` shows all of them.
///
/// Options are not hidden from the parser: it would leave them out of what the shell completes, too.
enum ShortHelp {
  /// The options that are shown, by command; of a command that is not here, all are.
  static let common: [String: Set<String>] = [
    "lint": [
      "<paths>", "--for", "--select", "--ignore", "--fail-on", "--changed-since", "--write-baseline",
      "--format", "--each",
    ],
    "shard": ["<i/n>", "<paths>", "--select", "--ignore", "--fail-on", "--config", "--baseline", "--quiet"],
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

  /// Every word that asks for help, as the parser knows it.
  static func replacingHelpAll(_ arguments: [String]) -> [String] {
    let options = arguments.prefix { $0 != "--" }.count
    return arguments.enumerated().map { $0 < options && $1 == all ? "--help" : $1 }
  }

  /// The flag that asks for all of it.
  static let all = "--help-all"

  /// The parser's text without what few people need; as it is where it is no help of a long command.
  static func shortened(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard text.hasPrefix("OVERVIEW:"), let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }),
      let (command, names) = common.first(where: { lines[usage].words.starts(with: usageWords($0.key)) })
    else { return text }
    var sections: [[String]] = []
    for line in lines[(usage + 1)...] {
      if line.first?.isLetter == true {
        sections.append([line])
      } else if !line.isEmpty {
        sections[max(sections.count - 1, 0)].append(line)
      }
    }
    let shown = sections.map { filtered($0, names) }.filter { $0.count > 1 }
    let more = ["", "All of its options: stickerlint \(command) \(all)"]
    return (lines[...usage] + shown.flatMap { [""] + $0 } + more).joined(separator: "\n")
  }

  private static func usageWords(_ command: String) -> [Substring] { "USAGE: stickerlint \(command)".words }

  /// The heading of a section and what is shown of it.
  private static func filtered(_ section: [String], _ names: Set<String>) -> [String] {
    var isShown = false
    return section.prefix(1)
      + section.dropFirst().filter { line in
        let isOption = line.hasPrefix("  -") || line.hasPrefix("  <")
        if isOption { isShown = !names.isDisjoint(with: line.optionNames) }
        return isShown
      }
  }
}

extension String {
  fileprivate var words: [Substring] { split(separator: " ") }

  /// `--isolate` and `--no-isolate` of `  --isolate/--no-isolate  Examine…`.
  fileprivate var optionNames: [String] {
    let head = dropFirst(2).split(separator: "  ", maxSplits: 1).first ?? ""
    return head.split { " ,/".contains($0) }.map(String.init)
      + head.split(separator: " ").prefix(1).map(String.init)
  }
}
