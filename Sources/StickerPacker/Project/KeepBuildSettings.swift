package import StickerEngine
import StickerImage

/// The project file of a new build, with the build settings that the user chose in Xcode, such as the team
/// and code signing.
struct ProjectFileWithKeptSettings {
  /// The path of the file in the build.
  let path: String
  let bytes: [UInt8]
  /// The names of the settings that are kept.
  let keptSettings: [String]
  /// The bundle identifier of the app; nil if it is missing or invalid.
  let validBundleIdentifier: String?

  /// A note on the settings that are kept; nil if there are none.
  func keptSettingsNote(on project: ManifestProject) -> UserMessage? {
    guard !keptSettings.isEmpty else { return nil }
    return "kept the build settings that were chosen in \(project.path): \(shortList(keptSettings))"
  }
}

extension ManifestProject {
  /// The path of the file with the targets and their settings.
  var projectFilePath: String { "\(path)/project.pbxproj" }

  /// Whether a team that signs the app is set in the project file.
  ///
  /// - Parameter tree: the files of the build.
  package func hasTeam(in tree: FileTree) -> Bool {
    let teams = buildSettingValuesByName(tree)["DEVELOPMENT_TEAM"] ?? []
    return teams.contains { !$0.isEmpty }
  }

  /// The name of the app's target.
  var appName: String { String(path.prefix { $0 != "." }) }

  /// The name of the extension's target and its folder.
  var extensionName: String { "\(appName) \(template.extensionNameSuffix)" }
}

extension PackInMemory {
  /// The project file of this plan, with the build settings of the file that the user changed in Xcode.
  ///
  /// Settings that the user chose in the pack file or as an option come from this plan. All other settings
  /// stay as they are in Xcode.
  ///
  /// - Parameter previousManifest: the manifest of the previous build.
  /// - Parameter previous: the project of the previous build.
  /// - Parameter previousFiles: the files in the destination folder.
  /// - Returns: nil if the file is unchanged, if it cannot be read, or if the user changed something other
  ///   than settings, such as targets, files or phases.
  func mergedProjectFileIfEdited(
    over previousManifest: Manifest, _ previous: ManifestProject, in previousFiles: FileTree
  ) -> ProjectFileWithKeptSettings? {
    guard let project = manifest.project, project.path == previous.path,
      project.template == previous.template
    else { return nil }
    let path = project.projectFilePath
    guard previous.files.first(where: { $0.path == path })?.matches(previousFiles[path]) != true,
      let oldBytes = previousFiles[path], let newBytes = tree[path], oldBytes != newBytes,
      let before = try? OldStylePropertyList(parsing: oldBytes),
      let now = try? OldStylePropertyList(parsing: newBytes),
      [previous.structureDigest, project.structureDigest].contains(projectStructureDigest(before))
    else { return nil }
    let merge = ProjectFileMerge(
      existing: ParsedProjectObjects(before, previous),
      new: ParsedProjectObjects(now, project),
      settingsFromNewBuild: xcodeProjectInput?.buildSettingsChosenOutsideXcode ?? [],
      keepsSettingRemovals: previousManifest.toolVersion == manifest.toolVersion,
      previousPackLanguages: Set(previousManifest.languages))
    let merged = merge.applied(to: newBytes)
    return ProjectFileWithKeptSettings(
      path: path, bytes: merged.bytes, keptSettings: merged.kept,
      validBundleIdentifier: merge.validMergedBundleIdentifier)
  }

  /// Sets the build settings that the user chose in the pack file or as an option in the kept project file, which is
  /// otherwise unchanged.
  ///
  /// - Parameter plan: the plan of the new build, with its own project.
  mutating func setChosenBuildSettings(from plan: PackInMemory) {
    guard let kept = manifest.project, let new = plan.manifest.project,
      let oldBytes = tree[kept.projectFilePath], let newBytes = plan.tree[new.projectFilePath],
      let old = try? OldStylePropertyList(parsing: oldBytes),
      let now = try? OldStylePropertyList(parsing: newBytes)
    else { return }
    let (oldObjects, newObjects) = (ParsedProjectObjects(old, kept), ParsedProjectObjects(now, new))
    let chosen = plan.xcodeProjectInput?.buildSettingsChosenOutsideXcode ?? []
    func isChosen(_ setting: OldStylePropertyList.Member) -> Bool {
      chosen.contains(setting.settingNameWithoutCondition)
    }
    var (lines, changed) = (ProjectFileLines(oldBytes), Set<String>())
    for owner in ParsedProjectObjects.configurationOwners {
      let values = newObjects.buildSettings(ofRole: "\(owner) release").filter(isChosen)
      // The user may have added configurations to those of the template.
      for id in oldObjects.object(ofRole: "\(owner) configurations")?["buildConfigurations"]?.texts ?? [] {
        let members = oldObjects.buildSettings(ofID: id)
        let difference = Set(members.filter(isChosen)).symmetricDifference(values)
        guard !difference.isEmpty, members.allSatisfy({ $0.value.members.isEmpty }) else { continue }
        if lines.replaceBuildSettings(ofConfiguration: id, with: members.filter { !isChosen($0) } + values) {
          changed.formUnion(difference.map(\.settingNameWithoutCondition))
        }
      }
    }
    guard lines.bytes != oldBytes else { return }
    tree[kept.projectFilePath] = lines.bytes
    if changed.contains(bundleIdentifierSetting) {
      manifest.project?.bundleIdentifier = new.bundleIdentifier
    }
    let names = shortList(changed.sorted(by: precedesInByteOrder))
    notes.append("only \(names) \(changed.count == 1 ? "was" : "were") updated in \(kept.path)")
  }
}

/// The build setting for the bundle identifier of a target.
let bundleIdentifierSetting = "PRODUCT_BUNDLE_IDENTIFIER"

/// The lines of a project file in the format in which Xcode and stickerlint write it.
private struct ProjectFileLines {
  var lines: [String]

  init(_ bytes: [UInt8]) {
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var bytes: [UInt8] { Array(lines.joined(separator: "\n").utf8) }

  /// Replaces the settings of a build configuration, and returns whether the file has such a configuration.
  @discardableResult mutating func replaceBuildSettings(
    ofConfiguration id: String, with members: [OldStylePropertyList.Member]
  ) -> Bool {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("\t\t\(id) ") }),
      let first = lines[start...].firstIndex(of: "\t\t\tbuildSettings = {"),
      let last = lines[first...].firstIndex(of: "\t\t\t};")
    else { return false }
    let sorted = members.sorted { precedesInByteOrder($0.key, $1.key) }
    lines.replaceSubrange(first + 1..<last, with: sorted.flatMap(settingLines))
    return true
  }

  /// The lines of a setting, formatted as Xcode formats them.
  private func settingLines(_ member: OldStylePropertyList.Member) -> [String] {
    let key = encodedForProjectFile(member.key)
    guard case .list = member.value else {
      return ["\t\t\t\t\(key) = \(encodedForProjectFile(member.value.text ?? ""));"]
    }
    return ["\t\t\t\t\(key) = ("]
      + member.value.texts.map { "\t\t\t\t\t\(encodedForProjectFile($0))," } + ["\t\t\t\t);"]
  }
}

/// The objects of a project file, by purpose.
private struct ParsedProjectObjects {
  private let objectsByID: [String: OldStylePropertyList]
  /// The version of the file format.
  let objectVersion: String?
  let objectIDSeed: ProjectObjectIDSeed

  /// The roles of the objects that have build configurations.
  static let configurationOwners = ["project", "app", "pack"]
  /// The roles of the template's build configurations.
  static let configurationRoles = configurationOwners.flatMap { ["\($0) debug", "\($0) release"] }

  init(_ file: OldStylePropertyList, _ project: ManifestProject) {
    objectIDSeed = project.objectIDSeed
    objectVersion = file["objectVersion"]?.text
    objectsByID = Dictionary((file["objects"]?.members ?? []).map { ($0.key, $0.value) }) { first, _ in first
    }
  }

  func object(ofRole role: String) -> OldStylePropertyList? { objectsByID[objectIDSeed.id(forRole: role)] }

  /// The settings of a build configuration of the template.
  func buildSettings(ofRole role: String) -> [OldStylePropertyList.Member] {
    buildSettings(ofID: objectIDSeed.id(forRole: role))
  }

  /// The settings of a build configuration.
  func buildSettings(ofID id: String) -> [OldStylePropertyList.Member] {
    objectsByID[id]?["buildSettings"]?.members ?? []
  }

  /// The attributes of a target, in which older versions of Xcode store the team.
  func attributes(ofTarget role: String) -> [OldStylePropertyList.Member] {
    object(ofRole: "project")?["attributes"]?["TargetAttributes"]?[objectIDSeed.id(forRole: role)]?.members
      ?? []
  }
}

extension OldStylePropertyList.Member {
  /// The name of a build setting without the condition for specific platforms: `CODE_SIGN_IDENTITY` for
  /// `CODE_SIGN_IDENTITY[sdk=iphoneos*]`.
  fileprivate var settingNameWithoutCondition: String { String(key.prefix { $0 != "[" }) }
}

/// The target attributes for the team and code signing.
private let signingAttributes = ["DevelopmentTeam", "ProvisioningStyle"]

/// The SHA-256 of everything in a project file that a rebuild cannot merge: all of it except build settings, signing,
/// languages, and the versions of the file format and of Xcode.
func projectStructureDigest(_ file: OldStylePropertyList) -> String {
  let ignored: Set = [
    "buildSettings", "objectVersion", "compatibilityVersion", "preferredProjectObjectVersion", "knownRegions",
    "LastUpgradeCheck", "LastSwiftUpdateCheck", "minimizedProjectReferenceProxies", "hasScannedForEncodings",
  ]
  func text(_ value: OldStylePropertyList) -> String {
    switch value {
    case .text(let text): return "\(text.utf8.count):\(text)"
    case .list(let values): return "(" + values.map(text).joined() + ")"
    case .members(let members):
      let kept = members.filter { !ignored.contains($0.key) && !signingAttributes.contains($0.key) }
        .sorted { precedesInByteOrder($0.key, $1.key) }
      return "{" + kept.map { "\($0.key.utf8.count):\($0.key)\(text($0.value))" }.joined() + "}"
    }
  }
  return SHA256.hexDigest(of: Array(text(file).utf8))
}

private struct ProjectFileMerge {
  let existing: ParsedProjectObjects
  let new: ParsedProjectObjects
  /// The settings whose values come from the new build.
  let settingsFromNewBuild: Set<String>
  /// Whether a setting that only the new build has was removed by the user. If another version of this program made
  /// the project, the setting may be new instead.
  let keepsSettingRemovals: Bool
  /// The languages of the previous build's pack, which the user did not add in Xcode.
  let previousPackLanguages: Set<String>

  private static let targetRoles = ["app target", "pack target"]

  /// The bundle identifier of the app in the merged file; nil if it is missing or invalid.
  var validMergedBundleIdentifier: String? {
    let member = mergedSettings(ofRole: "app release").members.first { $0.key == bundleIdentifierSetting }
    guard let text = member?.value.text, fault(ofBundleIdentifier: text) == nil else { return nil }
    return text
  }

  /// Applies the old settings to the new file.
  func applied(to file: [UInt8]) -> (bytes: [UInt8], kept: [String]) {
    var (file, kept) = (ProjectFileLines(file), Set<String>())
    for role in ParsedProjectObjects.configurationRoles {
      let settings = mergedSettings(ofRole: role)
      kept.formUnion(settings.kept)
      guard !settings.kept.isEmpty else { continue }
      file.replaceBuildSettings(ofConfiguration: new.objectIDSeed.id(forRole: role), with: settings.members)
    }
    keepSigningAttributes(in: &file.lines)
    keepLanguagesAndNewerVersions(in: &file.lines)
    return (file.bytes, kept.sorted(by: precedesInByteOrder))
  }

  /// Keeps the team and code signing that older versions of Xcode store as attributes of the targets.
  private func keepSigningAttributes(in lines: inout [String]) {
    for target in Self.targetRoles {
      let attributes = existing.attributes(ofTarget: target).filter { member in
        let isChosen = member.key == "DevelopmentTeam" && settingsFromNewBuild.contains("DEVELOPMENT_TEAM")
        return signingAttributes.contains(member.key) && !isChosen
      }
      guard let start = lines.firstIndex(of: "\t\t\t\t\t\(new.objectIDSeed.id(forRole: target)) = {"),
        let end = lines[start...].firstIndex(of: "\t\t\t\t\t};")
      else { continue }
      let written = attributes.compactMap { member in
        member.value.text.map { "\t\t\t\t\t\t\(member.key) = \(encodedForProjectFile($0));" }
      }
      lines.insert(contentsOf: written, at: end)
    }
  }

  /// Keeps what Xcode and the user changed in the project as a whole: languages, and the versions of the file format
  /// and of Xcode's last upgrade, which never go back.
  private func keepLanguagesAndNewerVersions(in lines: inout [String]) {
    guard let project = existing.object(ofRole: "project") else { return }
    @discardableResult func raise(_ key: String, _ indentation: String, to old: String?) -> Bool {
      guard let old, let value = Int(old),
        let index = lines.firstIndex(where: { $0.hasPrefix("\(indentation)\(key) = ") }),
        let now = Int(lines[index].dropFirst(indentation.count + key.count + 3).dropLast()), now < value
      else { return false }
      lines[index] = "\(indentation)\(key) = \(value);"
      return true
    }
    if raise("objectVersion", "\t", to: existing.objectVersion),
      let index = lines.firstIndex(where: { $0.hasPrefix("\t\t\tcompatibilityVersion = ") })
    {
      let version = project["compatibilityVersion"]?.text
      let line = version.map { "\t\t\tcompatibilityVersion = \(encodedForProjectFile($0));" }
      lines.replaceSubrange(index...index, with: [line].compactMap(\.self))
    }
    raise("LastUpgradeCheck", "\t\t\t\t", to: project["attributes"]?["LastUpgradeCheck"]?.text)
    if let version = project["preferredProjectObjectVersion"]?.text.flatMap({ Int($0) }),
      let index = lines.firstIndex(where: { $0.hasPrefix("\t\t\tproductRefGroup = ") })
    {
      lines.insert("\t\t\tpreferredProjectObjectVersion = \(version);", at: index)
    }
    let known = Set(new.object(ofRole: "project")?["knownRegions"]?.texts ?? []).union(previousPackLanguages)
    let added = (project["knownRegions"]?.texts ?? []).filter { !known.contains($0) }
    if let start = lines.firstIndex(of: "\t\t\tknownRegions = ("),
      let end = lines[start...].firstIndex(of: "\t\t\t);")
    {
      lines.insert(contentsOf: added.map { "\t\t\t\t\(encodedForProjectFile($0))," }, at: end)
    }
  }

  /// The settings of a configuration, and the names of those with a value from the old file.
  private func mergedSettings(ofRole role: String) -> (members: [OldStylePropertyList.Member], kept: [String])
  {
    var members = Dictionary(new.buildSettings(ofRole: role).map { ($0.key, $0.value) }) {
      first, _ in first
    }
    var kept: [String] = []
    for member in existing.buildSettings(ofRole: role) {
      guard !settingsFromNewBuild.contains(member.settingNameWithoutCondition),
        members[member.key] != member.value,
        member.value.members.isEmpty
      else {
        continue
      }
      members[member.key] = member.value
      kept.append(member.key)
    }
    if keepsSettingRemovals {
      let present = Set(existing.buildSettings(ofRole: role).map(\.key))
      for key in members.keys where !present.contains(key) && !settingsFromNewBuild.contains(key) {
        members[key] = nil
        kept.append(key)
      }
    }
    return (members.map { OldStylePropertyList.Member(key: $0.key, value: $0.value) }, kept)
  }
}
