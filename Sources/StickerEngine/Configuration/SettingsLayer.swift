import StickerImage

/// A value and where it comes from.
package struct SettingValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value that is set.
  package let value: Value
  /// Who set the value.
  package let origin: SettingOrigin

  init(_ value: Value, _ origin: SettingOrigin) {
    self.value = value
    self.origin = origin
  }
}

/// Where a setting comes from.
package enum SettingOrigin: Hashable, Sendable {
  /// The default of the rule, or of the program.
  case standard
  /// A profile that is built in.
  case profile(String)
  /// A file, its name escaped already, and the place in it.
  case file(String, SourceLocation)
  /// A flag of the command line: `--set`.
  case flag(String)

  /// `default`, `imessage profile`, `.stickerlint.yml:7:3`, `--set`.
  package var words: String {
    switch self {
    case .standard: "default"
    case .profile(let name): "\(name) profile"
    case .file(let name, let location): "\(name):\(location.line):\(location.column)"
    case .flag(let flag): flag
    }
  }
}

/// Whether a rule runs, and how its findings count.
enum RuleState: Hashable, Sendable {
  /// The rule does not run.
  case off
  /// The rule runs with its own severity.
  case on
  /// The rule runs, and all of its findings have this severity.
  case severity(Severity)

  /// Every word by which a configuration or a flag names a state.
  static let words = ["off", "on"] + Severity.allCases.reversed().map(\.rawValue)

  /// What somebody may have meant by another word, to follow it in a message; nothing where nobody knows.
  static func hint(for word: String) -> String {
    guard !word.isEmpty else { return "" }
    let near = synonyms[word.lowercased()].map { [$0] } ?? nearestNames(to: shortened(word), in: words)
    return near.isEmpty ? "" : ". Did you mean \(listText(near, "or"))?"
  }

  /// Words of other tools and languages.
  private static let synonyms = [
    "no": "off", "none": "off", "never": "off", "ignore": "off", "disable": "off", "disabled": "off",
    "yes": "on", "enable": "on", "enabled": "on", "warn": "warning", "info": "hint", "note": "hint",
    "fatal": "error",
  ]

  /// A state by its word.
  init?(word: String) {
    switch word {
    case "off": self = .off
    case "on": self = .on
    default:
      guard let severity = Severity(rawValue: word) else { return nil }
      self = .severity(severity)
    }
  }
}

/// What one configuration file or profile says, checked against the vocabulary.
struct SettingsLayer: Sendable {
  var extends: SettingValue<String>?
  var profile: SettingValue<String>?
  var failOn: SettingValue<Severity>?
  var baseline: SettingValue<String>?
  var limits: [LimitSetting] = []
  /// Of a profile: where its figures are from.
  var sources: [String] = []
  /// Of a profile: figures that makers report, and nobody publishes.
  var unverifiedLimits: [UnverifiedLimit] = []
  /// Of a profile: how a pack is handed over.
  var export: Messenger.Export?
  var rules: [RuleSetting] = []
  var overrides: [PathOverride] = []
  /// Only files that match one of these are checked; nil where the file does not say.
  var include: [PathPattern]?
  /// Files that match one of these are left out.
  var exclude: [PathPattern] = []
}

/// A parameter whose figure is reported and not published.
struct UnverifiedLimit: Hashable, Sendable {
  /// The rule that judges by it.
  let rule: String
  /// The parameter of that rule.
  let parameter: String
}

struct LimitSetting: Sendable {
  let limit: Limit
  let value: SettingValue<Int>
}

/// What is said of one rule.
struct RuleSetting: Sendable {
  let rule: String
  /// Whether the rule runs and how its findings count; nil leaves that as it is.
  var state: SettingValue<RuleState>?
  var values: [ParameterSetting] = []
}

struct ParameterSetting: Sendable {
  let parameter: Parameter
  let value: SettingValue<Parameter.Value>
}

/// What holds for some paths only.
struct PathOverride: Sendable {
  var paths: [PathPattern] = []
  var role: SettingValue<Role>?
  var rules: [RuleSetting] = []

  func matches(_ path: ArraySlice<Path>) -> Bool { paths.contains { $0.matches(path) } }
}

/// A glob of a configuration, compared with paths as they are seen from the file's folder.
///
/// Without a slash it names files in any folder below; with one it is compared with the whole path; a slash
/// at its end stands for everything inside.
struct PathPattern: Sendable {
  /// The glob as it is written.
  let text: String
  let location: SourceLocation
  /// The folders that everything it matches lies in.
  let fixedFolders: [Path]
  private let glob: Glob

  /// - Returns: nil for a glob that can match nothing, which the reader then complains of.
  init?(_ node: YAMLNode, _ name: String, _ reader: inout YAMLReader) {
    guard let text = reader.text(node, name) else { return nil }
    var pattern = Array(text.utf8)[...]
    if pattern.starts(with: "./".utf8) { pattern = pattern.dropFirst(2) }
    let parts = pattern.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !parts.contains(Array("..".utf8)[...]) else {
      reader.complain(
        "a glob cannot match files outside the folder of the configuration file", at: node.location)
      return nil
    }
    guard pattern.first != UInt8(ascii: "!"), pattern != [UInt8(ascii: "/")] else {
      reader.complain(
        "invalid glob \(shortened(text)). \(pattern.first == UInt8(ascii: "!") ? negated : lone)",
        at: node.location)
      return nil
    }
    if pattern.last == UInt8(ascii: "/") { pattern += "**".utf8 }
    let isAnchored = pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern = pattern.dropFirst() }
    guard !pattern.isEmpty, let glob = Glob(git: pattern, anchored: isAnchored) else {
      reader.complain(
        "invalid glob \(shortened(text)). Close each [ with a ], and put a character after each \\.",
        at: node.location)
      return nil
    }
    (self.text, location, self.glob) = (text, node.location, glob)
    let wild = Set("*?[\\".utf8)
    let folders = isAnchored ? pattern.split(separator: UInt8(ascii: "/")).dropLast() : []
    fixedFolders = folders.prefix { !$0.contains(where: wild.contains) }.map { Path(bytes: Array($0)) }
  }

  /// - Parameter path: the parts below the file's folder.
  func matches(_ path: ArraySlice<Path>) -> Bool { glob.matches(path) }
}

private let negated = "Negation with ! is not supported. For a name that starts with !, write \\!."
private let lone = "Use ** to match everything."
