package import StickerEngine

/// An Xcode project: an app that only carries an extension of Messages.
package struct XcodeProject: Hashable, Sendable {
  /// The name of the project and of the app's target: `MonkeyBusiness`.
  let name: String
  /// The bundle identifier of the app.
  let bundleIdentifier: String
  /// What kind of extension it has.
  let template: ProjectTemplate
  /// Every file, relative to the folder in which `Stickers.xcstickers` lies.
  package let tree: FileTree
  /// What was chosen; already escaped for people.
  let notes: [String]

  /// The folder of the project: `MonkeyBusiness.xcodeproj`.
  var folderName: String { "\(name).xcodeproj" }
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
  tree["\(folder)/project.pbxproj"] = ProjectFile(description, names, in: tree).encoded()
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

/// `Info.plist` of the app, which shows nothing itself: Xcode puts a stub with the launch screen into it, and
/// adds what the build settings say.
///
/// - Parameter name: of the pack; hostile.
func appInfoPlist(_ name: String) -> [UInt8] {
  let orientations = ["Portrait", "LandscapeLeft", "LandscapeRight"].map { "UIInterfaceOrientation\($0)" }
  let upsideDown = "UIInterfaceOrientationPortraitUpsideDown"
  return propertyListXML([
    ("CFBundleDisplayName", .text(literal(name))), ("LSRequiresIPhoneOS", .yes),
    ("UILaunchStoryboardName", .text("LaunchScreen")),
    ("UISupportedInterfaceOrientations", .list(orientations)),
    ("UISupportedInterfaceOrientations~ipad", .list([orientations[0], upsideDown] + orientations[1...])),
  ])
}

/// `Info.plist` of the extension. A sticker pack is shown by the browser of the system, code by a class of
/// its own.
func packInfoPlist(_ name: String, _ template: ProjectTemplate) -> [UInt8] {
  let shown =
    template.hasCode ? "$(PRODUCT_MODULE_NAME).MessagesViewController" : "StickerBrowserViewController"
  return propertyListXML([
    ("CFBundleDisplayName", .text(literal(name))),
    (
      "NSExtension",
      .members([
        ("NSExtensionPointIdentifier", "com.apple.message-payload-provider"),
        ("NSExtensionPrincipalClass", shown),
      ])
    ),
  ])
}

/// A text in which Xcode finds no build setting: it puts values in for `$(NAME)`, and one `$` for two.
///
/// - Source: swift-build, MacroExpressionParsing.swift.
private func literal(_ text: String) -> String {
  text.split(separator: "$", omittingEmptySubsequences: false)
    .joined(separator: "$$")
}

private enum InfoValue {
  case text(String)
  case yes
  case list([String])
  case members([(String, String)])
}

private func propertyListXML(_ members: [(String, InfoValue)]) -> [UInt8] {
  var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>

    """
  for (key, value) in members {
    text += "\t<key>\(key)</key>\n"
    switch value {
    case .text(let value): text += "\t<string>\(inXML(value))</string>\n"
    case .yes: text += "\t<true/>\n"
    case .list(let values):
      text += "\t<array>\n" + values.map { "\t\t<string>\(inXML($0))</string>\n" }.joined() + "\t</array>\n"
    case .members(let members):
      let lines = members.map { "\t\t<key>\($0.0)</key>\n\t\t<string>\(inXML($0.1))</string>\n" }
      text += "\t<dict>\n" + lines.joined() + "\t</dict>\n"
    }
  }
  return Array((text + "</dict>\n</plist>\n").utf8)
}

/// Text between two tags of XML 1.0, which has no characters below U+0020 but tab and line end, and neither
/// U+FFFE nor U+FFFF: they become U+FFFD.
private func inXML(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\r": out += "&#13;"
    case "\t", "\n": out.unicodeScalars.append(scalar)
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": out += "\u{FFFD}"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
