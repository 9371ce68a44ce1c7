package import StickerModel

extension PackPlan {
  /// What the folder of somebody's project takes: everything that an extension with code is made of, but no
  /// project and no app; relative to that folder. Nothing for a project without code.
  package var filesForApps: FileTree {
    guard let project = manifest.project, project.template.hasCode else { return FileTree() }
    let own = Set(project.filesForApps.map(\.path) + manifest.bundle.map(\.path))
    return tree.filter { own.contains($0) }
  }

  /// What is to be done in Xcode where those files lie, a line each; already escaped.
  ///
  /// - Parameter folder: as people know it.
  package func stepsToAdd(in folder: String) -> [String] {
    guard let project = manifest.project, let info = project.info, project.template.hasCode else { return [] }
    let pack = info.split(separator: "/").dropLast().joined(separator: "/")
    let name = pack.split(separator: " ").first.map(String.init) ?? pack
    let beside = Set(manifest.bundle.map { String($0.path.prefix { $0 != "/" }) }).sorted()
    return [
      "to be added in Xcode to the project in \(folder):",
      "1. File > New > Target > iMessage Extension, with a name of its own, such as \(name)Messages; then "
        + "delete the files that Xcode made for it",
      "2. drag the folder \(pack) in, for that target, whose INFOPLIST_FILE is \(pack)/Info.plist",
      "3. drag \(listed(beside)) in, for that target: folders as references, not as groups; Assets.xcassets "
        + "has the icons, so that ASSETCATALOG_COMPILER_APPICON_NAME is iMessage App Icon",
      "4. drag the package \(name)Logic in, and add its library to the target's Frameworks and Libraries",
      "5. see that the target is linked with Messages.framework, that SWIFT_VERSION is 6.0, and that it runs "
        + "on iOS \(ProjectDescription.usualDeploymentTarget) or later",
    ]
  }
}

/// The files that a build made for the folder of somebody's project: path to SHA-256.
///
/// - Parameter manifest: of that build; no manifest of ours made nothing.
package func filesForApps(madeBy manifest: [UInt8]) -> [String: String] {
  guard let manifest = try? Manifest(parsing: manifest), let project = manifest.project else { return [:] }
  let files = project.filesForApps + manifest.bundle
  return Dictionary(files.map { ($0.path, $0.sha256) }) { first, _ in first }
}

extension ManifestProject {
  /// The files beside the project itself, the app and the README.
  fileprivate var filesForApps: [ManifestFile] {
    let app = path.prefix { $0 != "." } + "/"
    guard template.hasCode else { return [] }
    return files.filter { file in
      !file.path.hasPrefix(path + "/") && !file.path.hasPrefix(app) && file.path != readMeName
    }
  }

  /// The path of the extension's `Info.plist`; nil where there is none.
  fileprivate var info: String? { filesForApps.map(\.path).first { $0.hasSuffix("/Info.plist") } }
}
