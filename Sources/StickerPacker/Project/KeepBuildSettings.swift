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

  /// A note on the settings that are kept; nil if there are none.
  func keptSettingsNote(on project: ManifestProject) -> UserMessage? {
    guard !keptSettings.isEmpty else { return nil }
    let names = keptSettings.prefix(3).map { UntrustedText($0).displayText }
    let more = keptSettings.count > 3 ? ["\(keptSettings.count - 3) more"] : []
    return "kept the build settings that were chosen in \(project.path): \(listText(names + more))"
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

  private var extensionName: String { "\(appName) \(template.extensionNameSuffix)" }

  /// The Swift files of the extension, relative to its folder.
  fileprivate var swiftSourceFiles: [String] { sourceFileNames(in: files.map(\.path), below: extensionName) }

  /// The languages of the catalog's text.
  private var languages: [String] {
    files.compactMap { file in
      let parts = file.path.split(separator: "/")
      guard parts.count == 3, parts[1].hasSuffix(".lproj") else { return nil }
      return String(parts[1].dropLast(".lproj".count))
    }
  }

  /// The roles of all objects that a build with these files could have written.
  fileprivate var possibleObjectRoles: [String] {
    ExpandedProjectTemplate(
      hasCode: template.hasCode,
      lists: [
        "TemplateSource": swiftSourceFiles, "TemplateLanguage": languages,
        "TemplateTexts": [catalogStringsFileName],
        "TemplateNames": [localizedNamesFileName], "TemplateRegion": [], "TemplateTeam": [],
        "TemplateMessage": [ExtensionBundleFolders.message], "TemplateLanding": ["landing"],
      ]
    ).objectRoles
  }
}

extension PackInMemory {
  /// The project file of this plan, with the build settings of the file that the user changed in Xcode.
  ///
  /// Settings that the user chose in the pack file or as an option come from this plan. All other settings
  /// stay as they are in Xcode.
  ///
  /// - Parameter manifestBefore: the manifest of the previous build.
  /// - Parameter previous: the project of the previous build.
  /// - Parameter old: the files in the destination folder.
  /// - Returns: nil if the file is unchanged, if it cannot be read, or if the user changed something other
  ///   than settings, such as targets, files or phases.
  func mergedProjectFile(
    over manifestBefore: Manifest, _ previous: ManifestProject, in old: FileTree
  ) -> ProjectFileWithKeptSettings? {
    guard let project = manifest.project, project.path == previous.path,
      project.template == previous.template
    else { return nil }
    let path = project.projectFilePath
    let made = previous.files.first { $0.path == path }
    guard let oldBytes = old[path], let newBytes = tree[path],
      SHA256.hexDigest(of: oldBytes) != made?.sha256,
      let before = try? PropertyList(parsing: oldBytes), let now = try? PropertyList(parsing: newBytes)
    else { return nil }
    let merge = ProjectFileMerge(
      existing: ProjectObjects(before, previous, manifestBefore.name),
      new: ProjectObjects(now, project, manifest.name),
      settingsFromNewBuild: buildSettingsChosenOutsideXcode,
      keepsRemovedSettings: manifestBefore.toolVersion == manifest.toolVersion,
      languagesBefore: Set(manifestBefore.languages))
    guard
      merge.changesOnlySettings(
        sources: Set(previous.swiftSourceFiles).intersection(project.swiftSourceFiles))
    else {
      return nil
    }
    let merged = merge.applied(to: String(decoding: newBytes, as: UTF8.self))
    return ProjectFileWithKeptSettings(path: path, bytes: Array(merged.text.utf8), keptSettings: merged.kept)
  }
}

/// The objects of a project file, by purpose.
private struct ProjectObjects {
  /// The objects that stickerlint wrote, by role.
  private(set) var objectsByRole: [String: PropertyList] = [:]
  /// Whether the user or another program added objects.
  private(set) var hasObjectsAddedByOthers = false
  /// The version of the file format.
  let objectVersion: String?
  private var rolesByID: [String: String] = [:]
  let ids: ProjectObjectIDs

  init(_ file: PropertyList, _ project: ManifestProject, _ packName: String) {
    ids = ProjectObjectIDs(bundleIdentifier: project.bundleIdentifier, packName: packName)
    objectVersion = file["objectVersion"]?.text
    for role in project.possibleObjectRoles { rolesByID[ids.id(forRole: role)] = role }
    for member in file["objects"]?.members ?? [] {
      if let role = rolesByID[member.key] {
        objectsByRole[role] = member.value
      } else {
        hasObjectsAddedByOthers = true
      }
    }
  }

  /// The text members of an object, with roles instead of ids.
  func objectTextMembers(ofRole role: String) -> [String: String] {
    let members = objectsByRole[role]?.members.compactMap { member in
      member.value.text.map { (member.key, rolesByID[$0] ?? $0) }
    }
    return Dictionary(members ?? []) { first, _ in first }
  }

  /// The settings of a build configuration.
  func buildConfigurationSettings(ofRole role: String) -> [PropertyList.Member] {
    objectsByRole[role]?["buildSettings"]?.members ?? []
  }

  /// The attributes of a target, in which older versions of Xcode store the team.
  func attributes(ofTarget role: String) -> [PropertyList.Member] {
    objectsByRole["project"]?["attributes"]?["TargetAttributes"]?[ids.id(forRole: role)]?.members ?? []
  }
}

private struct ProjectFileMerge {
  let existing: ProjectObjects
  let new: ProjectObjects
  /// The settings whose values come from the new build.
  let settingsFromNewBuild: Set<String>
  /// Whether a setting that only the new build has was removed by the user. If another version of this program made
  /// the project, the setting may be new instead.
  let keepsRemovedSettings: Bool
  /// The languages of the previous build's pack, which the user did not add in Xcode.
  let languagesBefore: Set<String>

  private static let configurationRoles = ["project", "app", "pack"].flatMap {
    ["\($0) debug", "\($0) release"]
  }
  private static let targetRoles = ["app target", "pack target"]
  /// The target attributes for the team and code signing.
  private static let signingAttributes = ["DevelopmentTeam", "ProvisioningStyle"]

  /// Whether the user changed only settings in the old file. The order within lists does not matter.
  ///
  /// - Parameter sources: the source files that both builds have.
  func changesOnlySettings(sources: Set<String>) -> Bool {
    guard !existing.hasObjectsAddedByOthers,
      (Self.configurationRoles + ["project"]).allSatisfy({ existing.objectsByRole[$0] != nil })
    else {
      return false
    }
    // A file that the user removed from the project must not come back.
    guard
      sources.allSatisfy({
        existing.objectsByRole["pack \($0)"] != nil && existing.objectsByRole["pack pack \($0)"] != nil
      })
    else { return false }
    return existing.objectsByRole.keys.allSatisfy { role in
      new.objectsByRole[role] == nil || role == "project" || Self.configurationRoles.contains(role)
        || existing.objectTextMembers(ofRole: role) == new.objectTextMembers(ofRole: role)
    }
  }

  /// Applies the old settings to the new file.
  func applied(to text: String) -> (text: String, kept: [String]) {
    var (lines, kept) = (
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), Set<String>()
    )
    for role in Self.configurationRoles {
      let settings = mergedSettings(ofRole: role)
      kept.formUnion(settings.kept)
      guard !settings.kept.isEmpty,
        let start = lines.firstIndex(where: { $0.hasPrefix("\t\t\(new.ids.id(forRole: role)) ") }),
        let first = lines[start...].firstIndex(of: "\t\t\tbuildSettings = {"),
        let last = lines[first...].firstIndex(of: "\t\t\t};")
      else { continue }
      lines.replaceSubrange(first + 1..<last, with: settings.members.flatMap(settingLines))
    }
    for target in Self.targetRoles {
      let attributes = existing.attributes(ofTarget: target).filter { member in
        let isChosen = member.key == "DevelopmentTeam" && settingsFromNewBuild.contains("DEVELOPMENT_TEAM")
        return Self.signingAttributes.contains(member.key) && !isChosen
      }
      guard let start = lines.firstIndex(of: "\t\t\t\t\t\(new.ids.id(forRole: target)) = {"),
        let end = lines[start...].firstIndex(of: "\t\t\t\t\t};")
      else { continue }
      let written = attributes.compactMap { member in
        member.value.text.map { "\t\t\t\t\t\t\(member.key) = \(encodedForProjectFile($0));" }
      }
      lines.insert(contentsOf: written, at: end)
    }
    keepProjectAttributes(in: &lines)
    return (lines.joined(separator: "\n"), kept.sorted(by: precedesInByteOrder))
  }

  /// Keeps what Xcode and the user changed in the project as a whole: languages, and the versions of the file format
  /// and of Xcode's last upgrade, which never go back.
  private func keepProjectAttributes(in lines: inout [String]) {
    guard let project = existing.objectsByRole["project"] else { return }
    func raise(_ key: String, _ indentation: String, to old: String?) {
      guard let old, let value = Int(old),
        let index = lines.firstIndex(where: { $0.hasPrefix("\(indentation)\(key) = ") }),
        let now = Int(lines[index].dropFirst(indentation.count + key.count + 3).dropLast()), now < value
      else { return }
      lines[index] = "\(indentation)\(key) = \(value);"
    }
    raise("objectVersion", "\t", to: existing.objectVersion)
    raise("LastUpgradeCheck", "\t\t\t\t", to: project["attributes"]?["LastUpgradeCheck"]?.text)
    if let version = project["preferredProjectObjectVersion"]?.text.flatMap({ Int($0) }),
      let index = lines.firstIndex(where: { $0.hasPrefix("\t\t\tproductRefGroup = ") })
    {
      lines.insert("\t\t\tpreferredProjectObjectVersion = \(version);", at: index)
    }
    let known = Set(new.objectsByRole["project"]?["knownRegions"]?.texts ?? []).union(languagesBefore)
    let added = (project["knownRegions"]?.texts ?? []).filter { !known.contains($0) }
    if let start = lines.firstIndex(of: "\t\t\tknownRegions = ("),
      let end = lines[start...].firstIndex(of: "\t\t\t);")
    {
      lines.insert(contentsOf: added.map { "\t\t\t\t\(encodedForProjectFile($0))," }, at: end)
    }
  }

  /// The settings of a configuration in byte order, and the names of those with a value from the old file.
  private func mergedSettings(ofRole role: String) -> (members: [PropertyList.Member], kept: [String]) {
    var members = Dictionary(new.buildConfigurationSettings(ofRole: role).map { ($0.key, $0.value) }) {
      first, _ in first
    }
    var kept: [String] = []
    for member in existing.buildConfigurationSettings(ofRole: role) {
      // A setting for specific platforms ends in a condition: `CODE_SIGN_IDENTITY[sdk=iphoneos*]`.
      let name = String(member.key.prefix { $0 != "[" })
      guard !settingsFromNewBuild.contains(name), members[member.key] != member.value,
        member.value.members.isEmpty
      else {
        continue
      }
      members[member.key] = member.value
      kept.append(member.key)
    }
    if keepsRemovedSettings {
      let present = Set(existing.buildConfigurationSettings(ofRole: role).map(\.key))
      for key in members.keys where !present.contains(key) && !settingsFromNewBuild.contains(key) {
        members[key] = nil
        kept.append(key)
      }
    }
    let sorted = members.sorted { precedesInByteOrder($0.key, $1.key) }
    return (sorted.map { PropertyList.Member(key: $0.key, value: $0.value) }, kept)
  }

  /// The lines of a setting, formatted as Xcode formats them.
  private func settingLines(_ member: PropertyList.Member) -> [String] {
    let key = encodedForProjectFile(member.key)
    guard case .list = member.value else {
      return ["\t\t\t\t\(key) = \(encodedForProjectFile(member.value.text ?? ""));"]
    }
    return ["\t\t\t\t\(key) = ("]
      + member.value.texts.map { "\t\t\t\t\t\(encodedForProjectFile($0))," } + ["\t\t\t\t);"]
  }
}
