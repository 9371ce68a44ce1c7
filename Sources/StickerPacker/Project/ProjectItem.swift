import StickerModel

/// A file or folder that a project shows beside what every project has, and what its targets do with it.
struct ProjectItem: Hashable {
  /// What kind of file or folder it is.
  enum Kind: Hashable {
    /// A file, or a folder that is taken as it is; with Xcode's word for its type.
    case file(type: String)
    /// A file with one version for each language: BCP 47.
    case localized([String])
    /// A framework of the system.
    case framework
    /// A folder with a Swift package, of which the product is used that is called as the folder is.
    case package
  }

  /// What the targets do with it.
  enum Use: Hashable {
    /// Both copy or compile it as a resource; one without `app` is the extension's alone.
    case resource(app: Bool)
    /// The extension compiles it.
    case source
    /// The extension is linked with it.
    case linked
    /// It is only shown.
    case shown

    /// The phase that the item is in, as Xcode calls it.
    var phase: String {
      switch self {
      case .resource, .shown: "Resources"
      case .source: "Sources"
      case .linked: "Frameworks"
      }
    }
  }

  /// What the item is for; unique within the project.
  let role: String
  /// The file's or folder's name within its group.
  let name: String
  let kind: Kind
  let use: Use
  /// Whether it lies in the extension's folder, not beside it.
  let isInPack: Bool

  init(_ role: String, _ name: String, _ kind: Kind, _ use: Use, isInPack: Bool = false) {
    (self.role, self.name, self.kind, self.use, self.isInPack) = (role, name, kind, use, isInPack)
  }

  /// What stands for it in groups.
  var reference: ProjectObject { ProjectObject(role: role, comment: name) }
  /// The object of one language of a localized file.
  func version(_ language: String) -> ProjectObject {
    ProjectObject(role: "\(role) \(language)", comment: language)
  }
  /// What a target says of a package that it is linked with.
  var dependency: ProjectObject { ProjectObject(role: "\(role) product", comment: name) }

  /// Whether a phase of a target has it.
  func isUsed(byApp: Bool) -> Bool {
    switch use {
    case .resource(let app): app || !byApp
    case .source, .linked: !byApp
    case .shown: false
    }
  }
}

extension ProjectItem {
  /// Every item of a project.
  ///
  /// - Parameter tree: the project's files, as far as they do not depend on its items.
  static func all(_ description: ProjectDescription, _ names: ProjectNames, in tree: FileTree)
    -> [ProjectItem]
  {
    guard description.template.hasCode else {
      let catalog = ProjectItem("catalog", catalogName, .file(type: "folder.stickers"), .resource(app: true))
      let languages = description.catalogLanguages
      guard !languages.isEmpty else { return [catalog] }
      return [
        catalog,
        ProjectItem(
          "texts", catalogTextsName, .localized(languages), .resource(app: false), isInPack: true),
      ]
    }
    var items = [
      ProjectItem("assets", assetsName, .file(type: "folder.assetcatalog"), .resource(app: true)),
      ProjectItem("stickers", BundleFolder.stickers, .file(type: "folder"), .resource(app: false)),
    ]
    if description.message?.files.isEmpty == false {
      items.append(ProjectItem("message", BundleFolder.message, .file(type: "folder"), .resource(app: false)))
    }
    items.append(ProjectItem("logic", names.logic, .package, .linked))
    items.append(ProjectItem("Messages", "Messages.framework", .framework, .linked))
    if tree.paths.contains(where: { $0.hasPrefix("landing/") }) {
      items.append(ProjectItem("landing", "landing", .file(type: "folder"), .shown))
    }
    if tree[readMeName] != nil {
      items.append(ProjectItem("read me", readMeName, .file(type: "net.daringfireball.markdown"), .shown))
    }
    return items + inPack(description, names, tree)
  }

  /// The files of the extension's own folder.
  private static func inPack(
    _ description: ProjectDescription, _ names: ProjectNames, _ tree: FileTree
  ) -> [ProjectItem] {
    let own = tree.paths.filter { $0.hasPrefix(names.pack + "/") }.map {
      $0.dropFirst(names.pack.utf8.count + 1)
    }
    let plain = own.filter { !$0.contains("/") && $0 != "Info.plist" }.map { name in
      let isCode = name.hasSuffix(".swift")
      return ProjectItem(
        "pack \(name)", String(name), .file(type: isCode ? "sourcecode.swift" : "text.xml"),
        isCode ? .source : .resource(app: false), isInPack: true)
    }
    let texts = ProjectItem(
      "texts", "Localizable.strings", .localized(description.languages), .resource(app: false), isInPack: true
    )
    return plain + [texts]
  }
}

/// The catalog of an extension with code: it has the icons.
let assetsName = "Assets.xcassets"
/// What a project says of itself.
let readMeName = "README.md"
