import StickerEngine
import StickerImage

/// The name of the asset catalog that has the icons of an extension with code.
let assetCatalogFolderName = "Assets.xcassets"
/// The name of a project's documentation file.
let readMeFileName = "README.md"

/// The file `project.pbxproj`: a template from `Templates/Projects` with its placeholders filled in.
///
/// `«id ROLE»` is the id of the object with that role. `«quoted TEXT»` is the text, in quotation marks if
/// needed. A line that contains a word from `repeatedLines` is written once for each value of that word.
struct PBXProjectFile {
  private let templateValues: TemplateValues
  private let idSeed: String
  /// The sections of the template, separated by blank lines: one for each class of objects.
  private let templateSections: [Substring]
  private let repeatedLines: [(word: String, values: [String])]

  /// - Parameter tree: the other files of the project.
  init(_ description: ProjectDescription, _ names: ProjectNames, in tree: FileTree) {
    let hasCode = description.template.hasCode
    let languages = hasCode ? description.languages : description.catalogLanguages
    let path = "Projects/\(hasCode ? "Code" : "StickerPack").pbxproj"
    let template = TemplateFiles.all.first { $0.path == path }?.text ?? ""
    let sources = tree.paths.filter { $0.hasPrefix(names.extensionName + "/") && $0.hasSuffix(".swift") }
    let hasMessage = description.message?.files.isEmpty == false
    let hasLanding = tree.paths.contains { $0.hasPrefix("landing/") }
    templateValues = TemplateValues(description, names)
    idSeed = "\(names.bundleIdentifier)\0\(description.name)"
    templateSections = template.split(separator: "\n\n").filter { section in
      !languages.isEmpty || !section.hasPrefix("/* Begin PBXVariantGroup ")
    }
    repeatedLines = [
      ("TemplateSource", sources.map { String($0.dropFirst(names.extensionName.count + 1)) }),
      ("TemplateLanguage", languages), ("TemplateTexts", languages.isEmpty ? [] : [catalogStringsFileName]),
      ("TemplateRegion", description.languages.filter { $0 != "Base" } + ["Base"]),
      ("TemplateMessage", hasMessage ? [BundleFolder.message] : []),
      ("TemplateLanding", hasLanding ? ["landing"] : []),
    ]
  }

  /// The bytes of the file.
  func encoded() -> [UInt8] {
    let text =
      templateSections.map { sortedByObjectID(expandedLines(of: $0)).joined(separator: "\n") }.joined(
        separator: "\n\n") + "\n"
    var gaps = templateValues
    for part in text.split(separator: "«").dropFirst() {
      let key = String(part.prefix { $0 != "»" })
      if let role = suffix(of: key, after: "id ") { gaps.texts[key] = objectID(forRole: role) }
      if let quoted = suffix(of: key, after: "quoted ") { gaps.texts[key] = quoted }
    }
    return Array(gaps.filling(text, path: "project.pbxproj").utf8)
  }

  private func expandedLines(of section: Substring) -> [String] {
    section.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      guard let list = repeatedLines.first(where: { line.contains($0.word) }) else { return [String(line)] }
      return list.values.map { String(line).replacing(list.word, with: $0) }
    }
  }

  /// The lines of a section, with its objects sorted by id as in Xcode.
  private func sortedByObjectID(_ lines: [String]) -> [String] {
    var sorted: [String] = []
    var objects: [(id: String, lines: [String])] = []
    for line in lines {
      if let head = suffix(of: line, after: "\t\t«id ") {
        objects.append((objectID(forRole: String(head.prefix { $0 != "»" })), [line]))
      } else if !objects.isEmpty, line.hasPrefix("\t\t") {
        objects[objects.endIndex - 1].lines.append(line)
      } else {
        sorted += objects.sorted { precedesInByteOrder($0.id, $1.id) }.flatMap(\.lines) + [line]
        objects = []
      }
    }
    return sorted
  }

  /// An id of 24 hexadecimal digits. Xcode's ids are random. These ids are always the same for the same pack
  /// and differ between packs, so that objects from two projects can be in one workspace.
  ///
  /// - Parameter role: the purpose of the object, which is unique in the project.
  private func objectID(forRole role: String) -> String {
    String(SHA256.hexDigest(of: Array("\(idSeed)\0\(role)".utf8)).prefix(24)).uppercased()
  }
}

private func suffix(of text: String, after prefix: String) -> String? {
  text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
}
