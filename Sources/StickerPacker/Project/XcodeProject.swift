package import StickerEngine

/// An Xcode project: an app that contains only an extension for Messages.
package struct XcodeProject: Hashable, Sendable {
  /// The name of the project and of the app's target: `MonkeyBusiness`.
  let name: String
  /// The bundle identifier of the app.
  let bundleIdentifier: String
  /// The template of the project.
  let template: ProjectTemplate
  /// Every file, relative to the folder of `Stickers.xcstickers`.
  package let tree: FileTree
  /// Notes on choices, escaped for display.
  let notes: [String]
  /// The ids of the project's objects.
  let objectIDSeed: ProjectObjectIDSeed

  /// The folder of the project: `MonkeyBusiness.xcodeproj`.
  var xcodeprojFolderName: String { "\(name).xcodeproj" }
}

/// Makes a project with two targets: an app for the App Store, and an extension inside it, which Messages
/// shows.
///
/// A sticker pack contains the catalog `Stickers.xcstickers` next to the project, and has no code. The other
/// templates have an extension with code and a package with its logic, and use the files in `Stickers`,
/// `Message` and `Assets.xcassets` next to them. If the input has no team, the user must choose one in
/// Xcode, or pass it to `xcodebuild` as `DEVELOPMENT_TEAM=`.
///
/// - Parameter input: the names, texts and settings. The same input produces the same bytes on every machine.
///   New projects of packs with different names have no object ids or derived bundle identifiers in common.
///   Invalid bundle identifiers and deployment targets are not rejected; check them first with
///   `fault(ofBundleIdentifier:)` and `fault(ofDeploymentTarget:)`.
/// - Source: Xcode's template for sticker packs; swift-build for the requirements of a target.
package func xcodeProject(_ input: XcodeProjectInput) -> XcodeProject {
  let names = ProjectNames(input)
  var tree = FileTree()
  let folder = "\(names.appName).xcodeproj"
  tree.add(filledTemplateFiles(input, names))
  tree.add(catalogDescriptionStringsTree(input, names))
  tree.add(localizedNameTree(input, names))
  let file = PBXProjectFile(input, names, in: tree)
  tree["\(folder)/project.pbxproj"] = file.encoded()
  let schemes = "\(folder)/xcshareddata/xcschemes"
  tree["\(schemes)/\(names.appName).xcscheme"] = file.encodedAppScheme()
  tree["\(schemes)/\(names.extensionName).xcscheme"] = file.encodedExtensionScheme()
  tree[gitignoreFileName] = Array(TemplateFiles.text(at: "Projects/gitignore.txt").utf8)
  tree["\(folder)/project.xcworkspace/contents.xcworkspacedata"] = Array(workspaceXML.utf8)
  tree[names.appInfoPlistPath] = appInfoPlist(
    input.packDisplayName, input.appBundleLocalizations)
  tree[names.extensionInfoPlistPath] = extensionInfoPlist(input.packDisplayName, input.template)
  return XcodeProject(
    name: names.appName, bundleIdentifier: names.bundleIdentifier, template: input.template, tree: tree,
    notes: [
      names.noteOnDerivedIdentifier, missingTranslationNote(input, names),
      addedCatalogDescriptionsNote(input),
    ].compactMap(\.self), objectIDSeed: input.objectIDSeed(names))
}

/// The workspace that Xcode creates when it first opens a project.
private let workspaceXML = """
  <?xml version="1.0" encoding="UTF-8"?>
  <Workspace
     version = "1.0">
     <FileRef
        location = "self:">
     </FileRef>
  </Workspace>

  """

/// The `Info.plist` of the app, which has no interface of its own. Xcode adds a stub with the launch screen,
/// and values from the build settings.
///
/// - Parameter name: the name of the pack, which is not trusted.
/// - Parameter languages: the languages of the extension. The App Store and Settings list those of the app, which has
///   no other localized files if the pack has one name.
func appInfoPlist(_ name: String, _ languages: [String]) -> [UInt8] {
  let orientations = ["Portrait", "LandscapeLeft", "LandscapeRight"].map { "UIInterfaceOrientation\($0)" }
  let upsideDown = "UIInterfaceOrientationPortraitUpsideDown"
  return propertyListXML([
    ("CFBundleDisplayName", .text(escapingBuildSettingReferences(name))),
    ("CFBundleLocalizations", .list(languages)),
    // The app does no encryption of its own. HTTPS connections and checksums are exempt.
    ("ITSAppUsesNonExemptEncryption", .bool(false)), ("LSRequiresIPhoneOS", .bool(true)),
    ("UILaunchStoryboardName", .text("LaunchScreen")),
    ("UISupportedInterfaceOrientations", .list(orientations)),
    ("UISupportedInterfaceOrientations~ipad", .list([orientations[0], upsideDown] + orientations[1...])),
  ])
}

/// The `Info.plist` of the extension. The system's sticker browser shows a sticker pack. An extension with
/// code has its own view controller.
///
/// We expect (not verified) that the system presents an extension that supports the media context only in
/// that context: in the Stickers app, which is also part of the emoji keyboard, in the camera of Messages and
/// in FaceTime. Only stickers and images can be inserted there, so an extension with interactive messages
/// supports only the Messages context.
///
/// - Source: Apple, Adding Sticker packs and iMessage apps to the system Stickers app, Messages camera, and
///   FaceTime; swift-build for the values of `NSStickerSharingLevel`, whose absence means no sharing.
func extensionInfoPlist(_ name: String, _ template: ProjectTemplate) -> [UInt8] {
  let shown =
    template.hasCode ? "$(PRODUCT_MODULE_NAME).MessagesViewController" : "StickerBrowserViewController"
  var members: [(String, InfoPlistValue)] = [
    ("CFBundleDisplayName", .text(escapingBuildSettingReferences(name)))
  ]
  if template.hasCode {
    let contexts = ["Messages"] + (template == .stickerBrowser ? ["Media"] : [])
    members.append(
      ("MSSupportedPresentationContexts", .list(contexts.map { "MSMessagesAppPresentationContext\($0)" })))
  }
  members.append(
    (
      "NSExtension",
      .members([
        ("NSExtensionPointIdentifier", "com.apple.message-payload-provider"),
        ("NSExtensionPrincipalClass", shown),
      ])
    ))
  // A sticker pack sets this in a build setting instead, as in Xcode's template.
  if template == .stickerBrowser { members.append(("NSStickerSharingLevel", .text("OS"))) }
  return propertyListXML(members)
}

/// Escapes text so that Xcode substitutes no build settings in it. Xcode replaces `$(NAME)` with a value, and
/// `$$` with `$`.
///
/// - Source: swift-build, MacroExpressionParsing.swift.
private func escapingBuildSettingReferences(_ text: String) -> String {
  text.split(separator: "$", omittingEmptySubsequences: false)
    .joined(separator: "$$")
}

private enum InfoPlistValue {
  case text(String)
  case bool(Bool)
  case list([String])
  case members([(String, String)])
}

private func propertyListXML(_ members: [(String, InfoPlistValue)]) -> [UInt8] {
  var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>

    """
  for (key, value) in members {
    text += "\t<key>\(key)</key>\n"
    switch value {
    case .text(let value): text += "\t<string>\(escapedForXML(value))</string>\n"
    case .bool(let value): text += value ? "\t<true/>\n" : "\t<false/>\n"
    case .list(let values):
      text +=
        "\t<array>\n" + values.map { "\t\t<string>\(escapedForXML($0))</string>\n" }.joined() + "\t</array>\n"
    case .members(let members):
      let lines = members.map { "\t\t<key>\($0.0)</key>\n\t\t<string>\(escapedForXML($0.1))</string>\n" }
      text += "\t<dict>\n" + lines.joined() + "\t</dict>\n"
    }
  }
  return Array((text + "</dict>\n</plist>\n").utf8)
}

/// Escapes text for an XML 1.0 element. XML does not allow U+FFFE, U+FFFF or characters below U+0020 except
/// tabs and line breaks, so these characters become U+FFFD.
private func escapedForXML(_ text: String) -> String {
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
