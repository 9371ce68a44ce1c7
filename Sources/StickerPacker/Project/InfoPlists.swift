import StickerModel

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
