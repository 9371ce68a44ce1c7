@testable import StickerEngine
@testable import StickerPacker

/// Reads the projects in a tree like a third-party program, and reports all broken references: an id without
/// an object, a file or a folder that is not in the tree, a target without the catalog, an app that does not
/// embed its extension, or code that is not compiled.
///
/// - Parameter tree: the projects with everything that they refer to.
/// - Returns: one sentence per fault, already escaped, in the order of the file; empty if there is no
///   project.
func projectFaults(_ tree: FileTree) -> [String] {
  tree.paths.filter { $0.hasSuffix(".xcodeproj/project.pbxproj") }.flatMap { path -> [String] in
    let shown = UntrustedText(path).displayText
    do throws(Diagnostic) {
      let file = try OldStylePropertyList(parsing: tree[path] ?? [])
      let folders = path.split(separator: "/").dropLast(2).map(String.init)
      return ProjectChecker(file, below: folders, of: tree).faults.map { "\(shown): \($0)" }
    } catch {
      return ["\(shown), line \(error.line ?? 1): \(error.message)"]
    }
  }
}

/// The maximum depth of nested groups. Anything deeper counts as not being in a group.
private let maxGroupDepth = 64

/// The type of an extension without code.
///
/// - Source: swift-build's tests of Messages extensions, which also cover the other types.
private let typeOfPack = "com.apple.product-type.app-extension.messages-sticker-pack"
/// The type of an extension with code.
private let typeOfCode = "com.apple.product-type.app-extension.messages"

/// A project file and the files around it.
private struct ProjectChecker {
  private let objects: [String: OldStylePropertyList]
  private let order: [String]
  private let root: String
  private let folders: [String]
  /// The files of the tree, and all folders that contain one.
  private let present: Set<String>
  private(set) var faults: [String] = []

  /// - Parameter folders: the path from the root of the tree to the folder that contains the project.
  init(_ file: OldStylePropertyList, below folders: [String], of tree: FileTree) {
    let members = file["objects"]?.members ?? []
    objects = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    order = members.map(\.key)
    root = file["rootObject"]?.text ?? ""
    self.folders = folders
    var present = Set(tree.paths)
    for path in tree.paths {
      let parts = path.split(separator: "/")
      for count in 1..<max(1, parts.count) { present.insert(parts.prefix(count).joined(separator: "/")) }
    }
    self.present = present
    guard object(root, "PBXProject") != nil else {
      faults = ["it has no project object"]
      return
    }
    faults = lostReferences() + lostFiles() + missingInfoPlists() + misplacedBuildFiles() + targetFaults()
  }

  private func object(_ id: String, _ isa: String) -> OldStylePropertyList? {
    objects[id].flatMap { $0["isa"]?.text == isa ? $0 : nil }
  }

  private func all(_ isa: String) -> [(id: String, object: OldStylePropertyList)] {
    order.compactMap { id in object(id, isa).map { (id, $0) } }
  }

  private func lostReferences() -> [String] {
    order.flatMap { id -> [String] in
      let named = objects[id].map(texts) ?? []
      return named.filter { isID($0) && objects[$0] == nil }.map {
        "\(UntrustedText(id).displayText) names \($0), which is not there"
      }
    }
  }

  /// All strings in a value, including keys, because settings of targets have a target's id as key.
  private func texts(_ value: OldStylePropertyList) -> [String] {
    switch value {
    case .text(let text): [text]
    case .list(let values): values.flatMap(texts)
    case .members(let members): members.flatMap { [$0.key] + texts($0.value) }
    }
  }

  private func isID(_ text: String) -> Bool {
    text.utf8.count == 24 && text.utf8.allSatisfy { "0123456789ABCDEF".utf8.contains($0) }
  }

  /// Walks the groups from the main one. A file's path is joined from the groups that contain it.
  private func lostFiles() -> [String] {
    var (faults, seen) = ([String](), Set<String>())
    func walk(_ id: String, _ way: [String], depth: Int) {
      guard depth < maxGroupDepth, seen.insert(id).inserted, let object = objects[id] else { return }
      let path = object["path"]?.text.map { $0.split(separator: "/").map(String.init) } ?? []
      let here: [String]
      switch object["sourceTree"]?.text {
      case "<group>": here = way + path
      case "SOURCE_ROOT": here = folders + path
      default: return  // build products, and files that come with Xcode
      }
      for child in object["children"]?.texts ?? [] { walk(child, here, depth: depth + 1) }
      guard object["isa"]?.text == "PBXFileReference" else { return }
      if !present.contains(here.joined(separator: "/")) {
        faults.append(missing(here.joined(separator: "/")))
      }
    }
    walk(objects[root]?["mainGroup"]?.text ?? "", folders, depth: 0)
    walk(objects[root]?["productRefGroup"]?.text ?? "", folders, depth: 0)
    let outside = all("PBXFileReference").filter {
      !seen.contains($0.id) && $0.object["sourceTree"]?.text == "<group>"
    }
    return faults + outside.map { "\(UntrustedText($0.id).displayText) is a file in no group" }
  }

  private func missing(_ path: String) -> String { "\(UntrustedText(path).displayText) is not there" }

  private func missingInfoPlists() -> [String] {
    all("XCBuildConfiguration").compactMap { configuration in
      guard let path = configuration.object["buildSettings"]?["INFOPLIST_FILE"]?.text else { return nil }
      let full = (folders + [path]).joined(separator: "/")
      return present.contains(full) ? nil : missing(full)
    }
  }

  /// Reports the build files that are not in exactly one phase.
  private func misplacedBuildFiles() -> [String] {
    let phases = order.compactMap { objects[$0] }.filter { $0["isa"]?.text?.hasSuffix("BuildPhase") == true }
    var phasesOfFile: [String: Int] = [:]
    for file in phases.flatMap({ $0["files"]?.texts ?? [] }) { phasesOfFile[file, default: 0] += 1 }
    return all("PBXBuildFile").compactMap { file in
      let count = phasesOfFile[file.id] ?? 0
      return count == 1
        ? nil
        : "\(UntrustedText(file.id).displayText) is a build file in \(countText(count, "phase")), "
          + "not in exactly one"
    }
  }

  /// Checks the requirements of Messages: both targets have the same catalog, and the app embeds the
  /// extension.
  private func targetFaults() -> [String] {
    let targets = objects[root]?["targets"]?.texts.compactMap { id in
      object(id, "PBXNativeTarget").map { (id: id, object: $0) }
    }
    func one(_ types: [String]) -> (id: String, object: OldStylePropertyList)? {
      let found = (targets ?? []).filter { types.contains($0.object["productType"]?.text ?? "") }
      return found.count == 1 ? found[0] : nil
    }
    guard let app = one(["com.apple.product-type.application.messages"]),
      let pack = one([typeOfPack, typeOfCode])
    else { return ["it does not have exactly one Messages app and one Messages extension"] }
    var faults: [String] = []
    let hasCode = pack.object["productType"]?.text == typeOfCode
    let kind = hasCode ? "folder.assetcatalog" : "folder.stickers"
    let (inApp, inPack) = (catalogs(kind, of: app.object), catalogs(kind, of: pack.object))
    if inApp.isEmpty || inApp != inPack { faults.append("the app and the extension have different catalogs") }
    let dependencies = app.object["dependencies"]?.texts.compactMap { objects[$0]?["target"]?.text } ?? []
    if dependencies != [pack.id] { faults.append("the app does not depend on the extension") }
    let product = pack.object["productReference"]?.text
    if product == nil || files(of: app.object, "PBXCopyFilesBuildPhase") != [product] {
      faults.append("the app does not embed the extension")
    }
    return faults + (hasCode ? codeFaults(pack.object) : packFaults(pack.object))
  }

  private func packFaults(_ pack: OldStylePropertyList) -> [String] {
    let isBare = files(of: pack, "PBXSourcesBuildPhase").isEmpty && pack["buildPhases"]?.texts.count == 1
    return isBare ? [] : ["the sticker pack has more phases than the one for its catalog"]
  }

  /// An extension with code compiles all code next to its `Info.plist`, and is linked with Messages and with
  /// packages that exist.
  private func codeFaults(_ pack: OldStylePropertyList) -> [String] {
    let folder = (folders + [pack["name"]?.text ?? ""]).joined(separator: "/") + "/"
    let code = present.filter { $0.hasPrefix(folder) && $0.hasSuffix(".swift") }
    let compiled = files(of: pack, "PBXSourcesBuildPhase").compactMap { id in
      id.flatMap { objects[$0] }?["path"]?.text.map { folder + $0 }
    }
    var faults = code.subtracting(compiled).sorted().map {
      "\(UntrustedText($0).displayText) is not compiled"
    }
    if code.isEmpty { faults.append("the extension has no code") }
    let linked = files(of: pack, "PBXFrameworksBuildPhase").compactMap {
      $0.flatMap { objects[$0] }?["name"]?.text
    }
    if linked != ["Messages.framework"] { faults.append("the extension is not linked with Messages") }
    let products =
      pack["packageProductDependencies"]?.texts.compactMap { objects[$0]?["productName"]?.text } ?? []
    for product in products
    where !present.contains((folders + [product, "Package.swift"]).joined(separator: "/")) {
      faults.append("there is no package \(UntrustedText(product).displayText)")
    }
    return faults
  }

  /// The file references in a target's phases of one kind.
  private func files(of target: OldStylePropertyList, _ phase: String) -> [String?] {
    let phases = target["buildPhases"]?.texts.compactMap { object($0, phase) } ?? []
    return phases.flatMap { $0["files"]?.texts ?? [] }.map { objects[$0]?["fileRef"]?.text }
  }

  private func catalogs(_ kind: String, of target: OldStylePropertyList) -> [String?] {
    files(of: target, "PBXResourcesBuildPhase").filter { id in
      id.flatMap { objects[$0] }?["lastKnownFileType"]?.text == kind
    }
  }
}
