import StickerEngine
import StickerPacker

/// A format for documentation.
public enum DocumentationFormat: String, Hashable, Sendable, CaseIterable {
  /// Text for a terminal.
  case text
  /// Markdown.
  case markdown
  /// JSON (`docs/schemas`).
  case json
}

/// A built-in rule, with its documentation.
public struct BuiltInRule: Sendable, Identifiable {
  let rule: Rule

  /// The id, such as `file-size`.
  public var id: String { rule.id }
  /// What the rule checks.
  public var summary: String { rule.summary }
  /// Why the rule matters.
  public var reason: String { rule.reason }
  /// What to do about a finding.
  public var advice: String { rule.advice }
  /// The severity of findings, unless a configuration changes it.
  public var severity: Severity { rule.severity }
  /// Whether the rule runs only if it is selected or turned on.
  public var isOptIn: Bool { rule.isOptIn }

  /// All rules, in the order in which reports list their findings.
  public static var all: [BuiltInRule] { Rule.all.map { BuiltInRule(rule: $0) } }

  /// Returns the rule with the given id.
  ///
  /// - Throws: `StickersError.invalidRequest`, which suggests similar ids, if there is no such rule.
  public static func named(_ id: String) throws(StickersError) -> BuiltInRule {
    guard let rule = Rule.named(id) else {
      throw .invalidRequest([UserMessage(KnownRulesAndProfiles.builtIn.unknownRuleMessage(id))])
    }
    return BuiltInRule(rule: rule)
  }

  /// Returns what the rule checks and why, its options, and what to do about its findings.
  public func documentation(_ format: DocumentationFormat) -> String {
    switch format {
    case .text: explainText(for: rule)
    case .markdown: markdownPage(for: rule)
    case .json: rulesJSONText(of: [rule])
    }
  }

  /// Returns a list of rules with their severities.
  ///
  /// - Parameter profile: a built-in profile. If set, the list contains only the rules that the profile
  ///   configures.
  public static func list(_ format: DocumentationFormat, ofRulesConfiguredBy profile: Profile? = nil)
    -> String
  {
    let requirements = profile.flatMap { MessengerProfile.named($0.name) }?.requirements(
      knownRulesAndProfiles: .builtIn)
    var rules = Rule.all
    if let requirements {
      let configured = Set(requirements.enabledConfiguredRuleIDs)
      rules.removeAll { !configured.contains($0.id) }
    }
    return switch format {
    case .text: rulesListText(of: rules, limitsFrom: requirements)
    case .markdown: markdownTable(of: rules, pagesIn: nil)
    case .json: rulesJSONText(of: rules)
    }
  }
}

extension Profile {
  /// Returns the messenger's limits, with their sources.
  ///
  /// - Throws: `StickersError.invalidRequest` for JSON, and for a profile that is not built in.
  public func documentation(_ format: DocumentationFormat) throws(StickersError) -> String {
    guard let requirements = MessengerProfile.named(name)?.requirements(knownRulesAndProfiles: .builtIn)
    else {
      throw .invalidRequest(["only built-in profiles have documentation"])
    }
    let export = requirements.exportLayout.flatMap(ExportFormat.format)?.summary
    switch format {
    case .text: return explainText(for: requirements, exportDescription: export)
    case .markdown: return markdownPage(for: requirements, exportDescription: export)
    case .json: throw .invalidRequest(["the documentation of a messenger is text or Markdown, not JSON"])
    }
  }
}
