import StickerImage
import StickerModel

/// What a project calls its parts: letters and digits of ASCII only, since names of targets go through build
/// settings, shells and file systems.
struct ProjectNames: Hashable {
  /// `MonkeyBusiness`: the project, the app's target and its folder.
  let app: String
  /// What kind of extension it is for.
  let template: ProjectTemplate
  /// The extension's target and its folder, as Xcode's template calls them.
  var pack: String { "\(app) \(template.extensionSuffix)" }
  /// The package of an extension's logic, its folder and its module.
  var logic: String { "\(app)Logic" }
  /// The bundle identifier of the extension.
  var packIdentifier: String { "\(bundleIdentifier).\(template.extensionSuffix)" }
  /// The bundle identifier of the app.
  let bundleIdentifier: String
  /// How the identifier came about; nil where it was given.
  let note: String?

  /// The path of the app's property list: `MonkeyBusiness/Info.plist`.
  var appInfo: String { "\(app)/Info.plist" }
  /// The path of the extension's property list: `MonkeyBusiness StickerPackExtension/Info.plist`.
  var packInfo: String { "\(pack)/Info.plist" }

  init(_ description: ProjectDescription) {
    (app, template) = (targetName(description.name), description.template)
    if let given = description.bundleIdentifier {
      (bundleIdentifier, note) = (given, nil)
      return
    }
    let derived = derivedIdentifier(description.name)
    bundleIdentifier = derived
    note =
      "bundle identifier \(derived), derived from the pack's name; before the pack goes to the store, "
      + "bundle-identifier has to say one that is yours"
  }
}

/// Every word with a capital first letter, none of them parted: `Monkey Business` → `MonkeyBusiness`.
private func targetName(_ name: String) -> String {
  let joined = words(of: name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  let short = String(joined.prefix(longestName))
  guard let first = short.first else { return "StickerPack" }
  // Xcode makes a module's name of it, which begins with a letter. The others are names that a folder beside
  // it has, or that Windows keeps for devices.
  let isTaken =
    ["variants", "stickers", "message", "landing", "con", "prn", "aux", "nul"].contains(short.lowercased())
    || isPort(short.lowercased())
  return first.isLetter && !isTaken ? short : "StickerPack" + short
}

private func isPort(_ name: String) -> Bool {
  name.utf8.count == 4 && (name.hasPrefix("com") || name.hasPrefix("lpt")) && name.last?.isNumber == true
}

/// `Monkey Business` → `com.example.monkey-business`.
///
/// No two names may give the same. That holds by itself for names of plain words, each with a capital first
/// letter and small ones after it; any other name gets the first eight digits of its SHA-256 behind it.
private func derivedIdentifier(_ name: String) -> String {
  let words = words(of: name)
  let slug = words.map { $0.lowercased() }.joined(separator: "-")
  let plain = words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: " ")
  if !words.isEmpty, Array(plain.utf8) == Array(name.utf8), slug.utf8.count <= longestName {
    return "com.example.\(slug)"
  }
  let digits = SHA256.hexDigest(of: Array(name.utf8)).prefix(8)
  let readable = slug.prefix(longestName).split(separator: "-").joined(separator: "-")
  return "com.example.\(readable.isEmpty ? "stickers" : readable)-\(digits)"
}

/// Runs of ASCII letters and digits.
private func words(of name: String) -> [String] {
  name.utf8.split { !isASCIILetterOrDigit($0) }.map { String(decoding: $0, as: UTF8.self) }
}

/// Characters; a path with the name in it three times stays short enough for Windows.
private let longestName = 40
