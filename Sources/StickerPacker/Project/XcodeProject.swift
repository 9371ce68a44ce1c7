package import StickerModel

/// An Xcode project: an app that only carries an extension of Messages.
package struct XcodeProject: Hashable, Sendable {
  /// The name of the project and of the app's target: `MonkeyBusiness`.
  package let name: String
  /// The bundle identifier of the app.
  package let bundleIdentifier: String
  /// What kind of extension it has.
  package let template: ProjectTemplate
  /// Every file, relative to the folder in which `Stickers.xcstickers` lies.
  package let tree: FileTree
  /// What was chosen; already escaped for people.
  package let notes: [String]

  /// The folder of the project: `MonkeyBusiness.xcodeproj`.
  package var folderName: String { "\(name).xcodeproj" }
}

/// Makes a project of two targets: an app, which the store sells, and in it an extension, which Messages
/// shows. A sticker pack carries the catalog `Stickers.xcstickers` beside the project and has no line of
/// code; the other templates have an extension with code and the package of its logic, and take what lies in
/// `Stickers`, `Message` and `Assets.xcassets` beside them. No team is in it: that is chosen in Xcode, or
/// given to `xcodebuild` as `DEVELOPMENT_TEAM=`.
///
/// - Parameter description: the same one gives the same bytes on every machine; two packs of different names
///   have neither an object's id nor a derived bundle identifier in common. What is no bundle identifier, and
///   no deployment target, is written all the same: `complaint(ofBundleIdentifier:)` and
///   `complaint(ofDeploymentTarget:)` find it before.
/// - Source: Xcode's template for sticker packs; swift-build for what a target must have.
package func xcodeProject(_ description: ProjectDescription) -> XcodeProject {
  let names = ProjectNames(description)
  var tree = FileTree()
  let folder = "\(names.app).xcodeproj"
  tree.add(codeTree(description, names))
  tree.add(catalogTextTree(description, names))
  let items = ProjectItem.all(description, names, in: tree)
  tree["\(folder)/project.pbxproj"] = ProjectFile(description, names, items).encoded()
  tree["\(folder)/project.xcworkspace/contents.xcworkspacedata"] = Array(workspace.utf8)
  tree[names.appInfo] = appInfoPlist(description.name)
  tree[names.packInfo] = packInfoPlist(description.name, description.template)
  return XcodeProject(
    name: names.app, bundleIdentifier: names.bundleIdentifier, template: description.template, tree: tree,
    notes: [names.note, noteOnTexts(description, names), noteOnCatalogTexts(description)].compactMap(\.self))
}

/// What Xcode writes beside a project when it first opens it: a workspace of nothing else.
private let workspace = """
  <?xml version="1.0" encoding="UTF-8"?>
  <Workspace
     version = "1.0">
     <FileRef
        location = "self:">
     </FileRef>
  </Workspace>

  """
