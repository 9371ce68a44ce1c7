import StickerImage

/// A value and its origin.
package struct ConfiguredValue<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let origin: ValueOrigin

  init(_ value: Value, _ origin: ValueOrigin) {
    self.value = value
    self.origin = origin
  }
}

/// The origin of a value.
package enum ValueOrigin: Hashable, Sendable {
  /// The default of the rule, or of the program.
  case builtInDefault
  /// A built-in profile.
  case builtInProfile(String)
  /// A file, given by its escaped name, and a location in it.
  case file(String, SourceLocation)
  /// A command-line flag, such as `--set`.
  case flag(String)

  /// The human-readable origin: `default`, `imessage profile`, `.stickerlint.yml:7:3`, `--set`.
  package var displayText: String {
    switch self {
    case .builtInDefault: "default"
    case .builtInProfile(let name): "\(name) profile"
    case .file(let name, let location): "\(name):\(location.line):\(location.column)"
    case .flag(let flag): flag
    }
  }
}

/// Whether a rule runs, and the severity of its findings.
enum RuleState: Hashable, Sendable {
  case off
  /// The rule runs with its default severity.
  case on
  /// The rule runs, and all of its findings have this severity.
  case severity(Severity)

  /// Every word that a configuration file or a flag can use for a state.
  static let keywords = ["off", "on"] + Severity.allCases.reversed().map(\.rawValue)

  /// Returns a suggestion to append to a message about an invalid word; empty if no word is similar.
  static func hint(for word: String) -> String {
    guard !word.isEmpty else { return "" }
    let near =
      synonyms[word.lowercased()].map { [$0] }
      ?? nearestSimilarNames(to: escapedAndShortened(word), in: keywords)
    return near.isEmpty ? "" : ". Did you mean \(listText(near, "or"))?"
  }

  /// Words that other tools use for these states.
  private static let synonyms = [
    "no": "off", "none": "off", "never": "off", "ignore": "off", "disable": "off", "disabled": "off",
    "yes": "on", "enable": "on", "enabled": "on", "warn": "warning", "info": "hint", "note": "hint",
    "fatal": "error",
  ]

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

/// The validated values of one configuration file or profile.
struct ConfigurationLayer: Sendable {
  var extends: ConfiguredValue<String>?
  var profileNameOrPath: ConfiguredValue<String>?
  var failOn: ConfiguredValue<Severity>?
  var baseline: ConfiguredValue<String>?
  /// The programs that render SVG and video.
  var renderingPrograms: ConfiguredValue<[RenderingProgram]>?
  var resourceLimits: [ConfiguredResourceLimit] = []
  /// The sources of a profile's limits.
  var limitCitations: [String] = []
  /// The profile's limits that sticker makers report but the messenger does not publish.
  var unverifiedLimits: [UnverifiedLimit] = []
  /// The layout in which the profile exports packs.
  var exportLayout: MessengerTraits.ExportLayout?
  var rules: [ConfiguredRule] = []
  var overrides: [PathOverride] = []
  /// Globs of the files to check; nil if the file has no `include`.
  var include: [PathGlob]?
  /// Globs of the files to skip.
  var exclude: [PathGlob] = []
}

/// An option whose value sticker makers report but the messenger does not publish.
struct UnverifiedLimit: Hashable, Sendable {
  let rule: String
  let option: String
}

struct ConfiguredResourceLimit: Sendable {
  let limit: ResourceLimit
  let value: ConfiguredValue<Int>
}

/// The state and the options of one rule in a file.
struct ConfiguredRule: Sendable {
  let rule: String
  /// Whether the rule runs, and the severity of its findings; nil if the file does not set it.
  var state: ConfiguredValue<RuleState>?
  var values: [ConfiguredOption] = []
}

struct ConfiguredOption: Sendable {
  let option: RuleOption
  let value: ConfiguredValue<RuleOption.Value>
}

/// An override: a role and rules for some paths.
struct PathOverride: Sendable {
  var paths: [PathGlob] = []
  var role: ConfiguredValue<AssetRole>?
  var rules: [ConfiguredRule] = []

  func matches(_ path: ArraySlice<Path>) -> Bool { paths.contains { $0.matches(path) } }
}

/// A glob in a configuration file, matched against paths relative to the file's folder.
///
/// A glob without a slash matches names in any folder. A glob with a slash matches the whole path. A slash at
/// the end matches everything inside the folder.
struct PathGlob: Sendable {
  /// The glob as written in the file.
  let text: String
  let location: SourceLocation
  /// The leading folders without wildcards, which contain everything that the glob matches.
  let folderComponentsBeforeWildcards: [Path]
  private let glob: Glob

  /// - Returns: nil for an invalid glob, after reporting an error to the reader.
  init?(_ node: YAMLNode, _ name: String, _ reader: inout YAMLReader) {
    guard let text = reader.readNonEmptyScalar(node, name) else { return nil }
    var pattern = Array(text.utf8)[...]
    if pattern.starts(with: "./".utf8) { pattern = pattern.dropFirst(2) }
    let parts = pattern.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !parts.contains(Array("..".utf8)[...]) else {
      reader.addError(
        "a glob cannot match files outside the folder of the configuration file", at: node.location)
      return nil
    }
    guard pattern.first != UInt8(ascii: "!"), pattern != [UInt8(ascii: "/")] else {
      reader.addError(
        "invalid glob \(escapedAndShortened(text)). \(pattern.first == UInt8(ascii: "!") ? globNegationHint : loneSlashGlobHint)",
        at: node.location)
      return nil
    }
    if pattern.last == UInt8(ascii: "/") { pattern += "**".utf8 }
    let isAnchored = pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern = pattern.dropFirst() }
    guard !pattern.isEmpty, let glob = Glob(git: pattern, anchored: isAnchored) else {
      reader.addError(
        "invalid glob \(escapedAndShortened(text)). Close each [ with a ], and put a character after each \\.",
        at: node.location)
      return nil
    }
    (self.text, location, self.glob) = (text, node.location, glob)
    let wild = Set("*?[\\".utf8)
    let folders = isAnchored ? pattern.split(separator: UInt8(ascii: "/")).dropLast() : []
    folderComponentsBeforeWildcards = folders.prefix { !$0.contains(where: wild.contains) }.map {
      Path(bytes: Array($0))
    }
  }

  /// - Parameter path: the path's components, relative to the file's folder.
  func matches(_ path: ArraySlice<Path>) -> Bool { glob.matches(components: path) }
}

private let globNegationHint = "Negation with ! is not supported. For a name that starts with !, write \\!."
private let loneSlashGlobHint = "Use ** to match everything."
