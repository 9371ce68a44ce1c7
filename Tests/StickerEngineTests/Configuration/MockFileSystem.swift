@testable import StickerEngine
@testable import StickerImage

/// Text files in memory, by absolute path. All folders above a file exist.
struct MockFileSystem: Sendable {
  var files: [String: String]
  /// Links to files, by absolute path.
  var links: [String: String] = [:]
  var workingFolder = "/repo"

  init(_ files: [String: String]) { self.files = files }

  private func resolvedPath(_ path: Path) -> Path {
    let text = path.text ?? ""
    let absolute = text.hasPrefix("/") ? text : workingFolder + "/" + text
    var parts: [String] = []
    for part in absolute.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    let plain = "/" + parts.joined(separator: "/")
    return Path(links[plain] ?? plain)
  }

  var access: ConfigurationFileAccess {
    ConfigurationFileAccess(
      fileOrFolderExists: { path in
        let name = resolvedPath(path).text ?? ""
        return (Array(files.keys) + Array(links.keys)).contains { $0 == name || $0.hasPrefix(name + "/") }
      },
      read: { path, limit in
        guard let text = files[resolvedPath(path).text ?? ""] else { return .unreadable("no such file") }
        let bytes = Array(text.utf8)
        return bytes.isEmpty ? .emptyFile : bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
      },
      realPath: { resolvedPath($0) })
  }

  func search(
    _ source: ConfigurationSearch.Source = .nearestFile, profile: String? = nil,
    _ flags: FlagConfiguration? = nil
  ) throws -> ConfigurationSearch {
    ConfigurationSearch(
      .builtIn, source, profile: profile, try flags ?? FlagConfiguration(.builtIn), access,
      workingFolder: Path(workingFolder))
  }

  /// The configuration that applies to a file, if there are no errors.
  func settings(
    at path: String, isFolder: Bool = false, profile: String? = nil, _ flags: FlagConfiguration? = nil
  ) throws -> ResolvedConfiguration {
    var search = try search(profile: profile, flags)
    let settings = search.resolvedConfiguration(at: Path(path), isFolder: isFolder)
    guard search.errors.isEmpty else { throw CommandError(messages: search.errors) }
    return settings
  }

  /// The configuration errors for a file.
  func faults(at path: String = "a.png") throws -> [String] {
    var search = try search()
    _ = search.resolvedConfiguration(at: Path(path), isFolder: false)
    return search.errors
  }
}

extension KnownRulesAndProfiles {
  static let builtIn = KnownRulesAndProfiles(rules: Rule.all, profiles: MessengerProfile.all)
}

extension ResolvedConfiguration {
  func rule(_ id: String) -> ResolvedRule? { rules.first { $0.rule.id == id } }

  /// The severity of a rule and the origin of its state, such as `error default` or `off
  /// .stickerlint.yml:2:3`.
  func state(of id: String) -> String? {
    rule(id).map { "\($0.severityUnlessOff?.rawValue ?? "off") \($0.state.origin.displayText)" }
  }

  /// The value of an option and its origin, such as `500000 default`.
  func value(of option: String, _ id: String) -> String? {
    guard let rule = rule(id), let index = rule.rule.options.firstIndex(where: { $0.name == option })
    else { return nil }
    return "\(rule.values[index].value.text) \(rule.values[index].origin.displayText)"
  }

  func limit(_ name: String) -> String? {
    zip(ResourceLimit.all, resourceLimits).first { $0.0.name == name }.map {
      "\($0.1.value) \($0.1.origin.displayText)"
    }
  }
}
