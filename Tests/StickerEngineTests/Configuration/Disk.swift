@testable import StickerEngine
@testable import StickerImage

/// Files in memory: absolute paths to text. Folders are whatever lies above a file.
struct Disk: Sendable {
  var files: [String: String]
  /// Links to files, by their absolute path.
  var links: [String: String] = [:]
  var workingFolder = "/repo"

  init(_ files: [String: String]) { self.files = files }

  private func real(_ path: Path) -> Path {
    let text = path.text ?? ""
    let absolute = text.hasPrefix("/") ? text : workingFolder + "/" + text
    var parts: [String] = []
    for part in absolute.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    let plain = "/" + parts.joined(separator: "/")
    return Path(links[plain] ?? plain)
  }

  var access: FileAccess {
    FileAccess(
      exists: { path in
        let name = real(path).text ?? ""
        return (Array(files.keys) + Array(links.keys)).contains { $0 == name || $0.hasPrefix(name + "/") }
      },
      read: { path, limit in
        guard let text = files[real(path).text ?? ""] else { return .unreadable("no such file") }
        let bytes = Array(text.utf8)
        return bytes.isEmpty ? .empty : bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
      },
      real: { real($0) })
  }

  func search(
    _ source: SettingsSearch.Source = .upwards, profile: String? = nil, _ flags: FlagSettings? = nil
  ) throws -> SettingsSearch {
    SettingsSearch(
      .ours, source, profile: profile, try flags ?? FlagSettings(.ours), access,
      workingFolder: Path(workingFolder))
  }

  /// What is in force for a file, where nothing is wrong.
  func settings(
    at path: String, isFolder: Bool = false, profile: String? = nil, _ flags: FlagSettings? = nil
  ) throws -> ResolvedSettings {
    var search = try search(profile: profile, flags)
    let settings = search.settings(at: Path(path), isFolder: isFolder)
    guard search.faults.isEmpty else { throw UsageError(lines: search.faults) }
    return settings
  }

  /// What is wrong for a file.
  func faults(at path: String = "a.png") throws -> [String] {
    var search = try search()
    _ = search.settings(at: Path(path), isFolder: false)
    return search.faults
  }
}

extension ConfigurationSchema {
  static let ours = ConfigurationSchema(rules: Rule.all, profiles: MessengerProfile.all)
}

extension ResolvedSettings {
  func rule(_ id: String) -> ResolvedRule? { rules.first { $0.rule.id == id } }

  /// `error default`, `off .stickerlint.yml:2:3`.
  func state(of id: String) -> String? {
    rule(id).map { "\($0.severity?.rawValue ?? "off") \($0.state.origin.words)" }
  }

  /// `500000 default`.
  func value(of parameter: String, _ id: String) -> String? {
    guard let rule = rule(id), let index = rule.rule.parameters.firstIndex(where: { $0.name == parameter })
    else { return nil }
    return "\(rule.values[index].value.text) \(rule.values[index].origin.words)"
  }

  func limit(_ name: String) -> String? {
    zip(Limit.all, limits).first { $0.0.name == name }.map { "\($0.1.value) \($0.1.origin.words)" }
  }
}
