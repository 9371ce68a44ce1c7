public import StickerModel

/// An Xcode project without code: an app that only carries a sticker pack.
public struct XcodeProject: Hashable, Sendable {
  /// `MonkeyBusiness`: of the project and of the app's target.
  public let name: String
  /// Of the app.
  public let bundleIdentifier: String
  /// Every file, relative to the folder in which `Stickers.xcstickers` lies.
  public let tree: FileTree
  /// What was chosen; already escaped for people.
  public let notes: [String]

  /// `MonkeyBusiness.xcodeproj`.
  public var folderName: String { "\(name).xcodeproj" }
}

/// Makes a project of two targets, which carries the catalog `Stickers.xcstickers` beside it: an app, which
/// the store sells, and in it an extension, which Messages shows. Neither has a line of code, and no team is
/// in it: that is chosen in Xcode, or given to `xcodebuild` as `DEVELOPMENT_TEAM=`.
///
/// - Parameter description: the same one gives the same bytes on every machine; two packs of different names
///   have neither an object's id nor a derived bundle identifier in common. What is no bundle identifier, and
///   no deployment target, is written all the same: `complaint(ofBundleIdentifier:)` and
///   `complaint(ofDeploymentTarget:)` find it before.
/// - Source: Xcode's template for sticker packs; swift-build for what a target must have.
public func xcodeProject(_ description: ProjectDescription) -> XcodeProject {
  let names = ProjectNames(description)
  var tree = FileTree()
  let folder = "\(names.app).xcodeproj"
  tree["\(folder)/project.pbxproj"] = ProjectFile(description, names).encoded()
  tree["\(folder)/project.xcworkspace/contents.xcworkspacedata"] = Array(workspace.utf8)
  tree[names.appInfo] = appInfoPlist(description.name)
  tree[names.packInfo] = packInfoPlist(description.name)
  return XcodeProject(
    name: names.app, bundleIdentifier: names.bundleIdentifier, tree: tree,
    notes: names.note.map { [$0] } ?? [])
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
