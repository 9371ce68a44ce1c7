import StickerEngine
import StickerImage

/// The name of the asset catalog that has the icons of an extension with code.
let iconCatalogFolderName = "Assets.xcassets"
/// The name of a project's documentation file.
let readMeFileName = "README.md"
/// The name of the file that lists what Git ignores in a project.
let gitignoreFileName = ".gitignore"

/// The file `project.pbxproj`: a template from `Templates/Projects` with its placeholders filled in.
///
/// `«id ROLE»` is the id of the object with that role. `«quoted TEXT»` is the text, in quotation marks if
/// needed. A line that contains the name of a list is repeated for each value of the list.
struct PBXProjectFile {
  private let templateValues: TemplateValues
  private let objectIDSeed: ProjectObjectIDSeed
  private let template: ExpandedProjectTemplate
  private let catalogDescriptionLanguages: [String]
  private let hasCode: Bool

  /// - Parameter tree: the other files of the project.
  init(_ input: XcodeProjectInput, _ names: ProjectNames, in tree: FileTree) {
    hasCode = input.template.hasCode
    catalogDescriptionLanguages = input.catalogDescriptionLanguages
    let hasMessage = input.message?.files.isEmpty == false
    let hasLanding = tree.paths.contains { $0.hasPrefix("landing/") }
    templateValues = TemplateValues(input, names)
    objectIDSeed = input.objectIDSeed(names)
    template = ExpandedProjectTemplate(
      hasCode: hasCode,
      lists: [
        "TemplateSource": relativeSwiftFilePaths(in: tree.paths, below: names.extensionName),
        "TemplateLanguage": catalogDescriptionLanguages,
        "TemplateTexts": catalogDescriptionLanguages.isEmpty ? [] : [catalogStringsFileName],
        "TemplateNames": input.localizedNames.isEmpty ? [] : [localizedNamesFileName],
        "TemplateRegion": input.projectLanguages.filter { $0 != "Base" } + ["Base"],
        "TemplateTeam": input.settings.teamID.map { [$0] } ?? [],
        "TemplateMessage": hasMessage ? [ExtensionBundleFolders.message] : [],
        "TemplateLanding": hasLanding ? ["landing"] : [],
      ])
  }

  /// The bytes of the file.
  func encoded() -> [UInt8] {
    let sections = template.sections.filter { section in
      // Xcode writes no empty sections.
      section.first?.hasPrefix("/* Begin PBXVariantGroup ") != true || !catalogDescriptionLanguages.isEmpty
    }
    let text =
      sections.map { sortedByObjectID($0).joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    return filledTemplate(text, path: "project.pbxproj")
  }

  /// The bytes of the shared scheme that builds, tests and archives the app. Xcode Cloud requires a shared
  /// scheme.
  func encodedAppScheme() -> [UInt8] { encodedScheme("Projects/Scheme.xcscheme") }

  /// The bytes of the shared scheme that runs the extension in Messages.
  ///
  /// - Source: schemes that Xcode wrote for extensions, such as Signal's, for `wasCreatedForAppExtension` and
  ///   related values.
  func encodedExtensionScheme() -> [UInt8] { encodedScheme("Projects/ExtensionScheme.xcscheme") }

  private func encodedScheme(_ path: String) -> [UInt8] {
    // Only the logic of a template with code has tests.
    let testables = hasCode ? TemplateFiles.text(at: "Projects/Testables.xml") : ""
    return filledTemplate(
      TemplateFiles.text(at: path).replacing("      «testables»\n", with: testables), path: path)
  }

  private func filledTemplate(_ text: String, path: String) -> [UInt8] {
    var gaps = templateValues
    for part in text.split(separator: "«").dropFirst() {
      let key = String(part.prefix { $0 != "»" })
      if let role = suffix(of: key, after: "id ") { gaps.texts[key] = objectIDSeed.id(forRole: role) }
      if let quoted = suffix(of: key, after: "quoted ") { gaps.texts[key] = quoted }
    }
    return Array(gaps.filledTemplate(text, path: path).utf8)
  }

  /// The lines of a section, with its objects sorted by id as in Xcode.
  private func sortedByObjectID(_ lines: [String]) -> [String] {
    var sorted: [String] = []
    var objects: [(id: String, lines: [String])] = []
    for line in lines {
      if let role = objectRole(ofLine: line) {
        objects.append((objectIDSeed.id(forRole: role), [line]))
      } else if !objects.isEmpty, line.hasPrefix("\t\t") {
        objects[objects.endIndex - 1].lines.append(line)
      } else {
        sorted += objects.sorted { precedesInByteOrder($0.id, $1.id) }.flatMap(\.lines) + [line]
        objects = []
      }
    }
    return sorted
  }
}

/// A template from `Templates/Projects`, in which each line that contains the name of a list is repeated for
/// each value of the list.
struct ExpandedProjectTemplate {
  /// The lines of each section. There is one section for each class of objects.
  let sections: [[String]]

  /// - Parameter lists: the values of each list, by its name.
  init(hasCode: Bool, lists: [String: [String]]) {
    let path = "Projects/\(hasCode ? "Code" : "StickerPack").pbxproj"
    let text = TemplateFiles.all.first { $0.path == path }?.text ?? ""
    sections = text.split(separator: "\n\n").map { section in
      section.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
        guard let list = lists.first(where: { line.contains($0.key) }) else { return [String(line)] }
        return list.value.map { String(line).replacing(list.key, with: $0) }
      }
    }
  }
}

/// The role of the object that begins in a line of a template; nil for other lines.
private func objectRole(ofLine line: String) -> String? {
  suffix(of: line, after: "\t\t«id ").map { String($0.prefix { $0 != "»" }) }
}

/// The Swift files of an extension, relative to its folder.
func relativeSwiftFilePaths(in paths: [String], below folder: String) -> [String] {
  paths.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(".swift") }.map {
    String($0.dropFirst(folder.count + 1))
  }
}

/// The ids of a project's objects, with 24 hexadecimal digits each. Xcode's ids are random. These are always
/// the same for the same pack, and differ between packs, so that objects of two projects can be in one
/// workspace.
package struct ProjectObjectIDSeed: Hashable, Sendable {
  /// The bundle identifier of the app when the project was first made.
  let initialBundleIdentifier: String
  /// The name of the pack when the project was first made.
  let initialPackName: String

  /// The id of an object.
  ///
  /// - Parameter role: the purpose of the object, which is unique in the project.
  func id(forRole role: String) -> String {
    let text = "\(initialBundleIdentifier)\0\(initialPackName)\0\(role)"
    return String(SHA256.hexDigest(of: Array(text.utf8)).prefix(24)).uppercased()
  }
}

private func suffix(of text: String, after prefix: String) -> String? {
  text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
}
