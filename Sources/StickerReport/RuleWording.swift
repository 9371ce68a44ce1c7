import StickerModel

extension Rule {
  /// What it applies to: `stickers`, `every file`, `packs`.
  var scope: String {
    switch check {
    case .pack: return "the stickers of a pack"
    case .catalog: return "Xcode catalogs of stickers"
    case .message: return "descriptions of interactive messages"
    case .asset: break
    }
    if roles == .everyAsset { return "every file" }
    return roles.isEmpty ? "nothing" : listed(Role.allCases.filter(roles.contains).map(\.plural))
  }
}

extension Rule {
  /// `hint`, and `hint, on request` where it runs only when it is selected.
  var severityInWords: String { severity.rawValue + (isOptIn ? ", on request" : "") }
}

/// What `stickerlint fix` does about a rule, and what has to be said for it.
func waysToFix(_ rule: Rule) -> String {
  let ways = rule.fixes.map { kind -> String in
    let flags =
      (kind.isLossy ? "--lossy " : "")
      + (kind.isOnlyOnRequest || rule.severity == .hint ? "--select \(rule.id) " : "")
    let words = kind.wordsOnCommandLine
    return flags.isEmpty ? "it can \(words)" : "with `\(flags.dropLast())` it can \(words)"
  }
  return "`stickerlint fix`: \(listed(ways))."
}

extension Role {
  fileprivate var plural: String {
    switch self {
    case .sticker: "stickers"
    case .frame: "the single frames of an Xcode sticker sequence"
    case .icon: "icons"
    case .messageImage: "pictures of interactive messages"
    }
  }
}

extension Parameter {
  /// The default as a configuration writes it, with its unit.
  var standardWithUnit: String {
    unit.rawValue.isEmpty ? standard.text : "\(standard.text) \(unit.rawValue)"
  }
}

func inOneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
