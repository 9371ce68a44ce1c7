import StickerEngine
import StickerImage

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
    self.role = role
    self.name = name
    self.kind = kind
    self.use = use
    self.isInPack = isInPack
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

/// One object of a project: what it is for, which makes its id, and what is said beside the id.
struct ProjectObject: Hashable {
  /// What the object is for, unique within the project: `app target`.
  let role: String
  /// What stands beside the id in a comment: `MonkeyBusiness`.
  let comment: String
}

/// The objects of a project file, gathered one by one.
struct ProjectObjects {
  private let seed: String
  private var sections: [String: [(id: String, text: String)]] = [:]

  /// - Parameter seed: differs between packs, so that objects of two projects can lie in one workspace.
  init(seed: String) { self.seed = seed }

  /// 24 hexadecimal digits: Xcode's are random, these are always the same for the same pack.
  func id(_ object: ProjectObject) -> String {
    String(SHA256.hexDigest(of: Array("\(seed)\0\(object.role)".utf8)).prefix(24)).uppercased()
  }

  /// The id of an object where another names it.
  func reference(_ object: ProjectObject) -> PropertyList { .text(id(object), comment: object.comment) }

  /// Adds an object.
  ///
  /// - Parameter isa: its class.
  /// - Parameter members: everything else, in the order of Xcode: by key.
  mutating func add(_ object: ProjectObject, _ isa: String, _ members: [PropertyList.Member]) {
    let value = PropertyList.members([PropertyList.Member("isa", .text(isa))] + members)
    let isOnOneLine = isa == "PBXBuildFile" || isa == "PBXFileReference"
    let written = value.written(indent: "\t\t", isOnOneLine: isOnOneLine)
    let id = id(object)
    sections[isa, default: []].append((id, "\t\t\(id) /* \(object.comment) */ = \(written);\n"))
  }

  /// The project file: objects in a section for each class, by id, as Xcode sorts them.
  func file(root: ProjectObject) -> [UInt8] {
    let names = sections.keys.sorted(by: precedes)
    let objects = names.map { name in
      let lines = (sections[name] ?? []).sorted { precedes($0.id, $1.id) }.map(\.text).joined()
      return "\n/* Begin \(name) section */\n\(lines)/* End \(name) section */\n"
    }
    let text = """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tclasses = {
      \t};
      \tobjectVersion = 56;
      \tobjects = {
      \(objects.joined())\t};
      \trootObject = \(reference(root).written(indent: ""));
      }

      """
    return Array(text.utf8)
  }
}

/// One of the project's two targets, and the objects that belong to it.
struct ProjectTarget: Hashable {
  private let role: String
  let name: String
  /// The product of the target; the object's comment is the product's file name.
  let product: ProjectObject
  let explicitType: String
  let productType: String

  /// - Parameter role: unique within the project.
  /// - Parameter product: the name of what is built.
  init(_ role: String, _ name: String, product: String, explicitType: String, productType: String) {
    self.role = role
    self.name = name
    self.explicitType = explicitType
    self.productType = productType
    self.product = ProjectObject(role: "\(role) product", comment: product)
  }

  var object: ProjectObject { ProjectObject(role: "\(role) target", comment: name) }
  var group: ProjectObject { ProjectObject(role: "\(role) group", comment: name) }
  var info: ProjectObject { ProjectObject(role: "\(role) information", comment: "Info.plist") }
  var resources: ProjectObject { ProjectObject(role: "\(role) resources", comment: "Resources") }
  var sources: ProjectObject { ProjectObject(role: "\(role) sources", comment: "Sources") }
  var frameworks: ProjectObject { ProjectObject(role: "\(role) frameworks", comment: "Frameworks") }

  /// What puts an item into one of its phases.
  func buildFile(of item: ProjectItem) -> ProjectObject {
    ProjectObject(role: "\(role) \(item.role)", comment: "\(item.name) in \(item.use.phase)")
  }

  var configurations: ProjectObject {
    ProjectObject(
      role: "\(role) configurations", comment: "Build configuration list for PBXNativeTarget \"\(name)\"")
  }
}

/// The file `project.pbxproj`, put together.
struct ProjectFile {
  private let description: ProjectDescription
  private let names: ProjectNames
  private let items: [ProjectItem]
  private var objects: ProjectObjects

  private let project = ProjectObject(role: "project", comment: "Project object")
  private let mainGroup = ProjectObject(role: "main group", comment: "Main")
  private let products = ProjectObject(role: "products", comment: "Products")
  private let frameworks = ProjectObject(role: "frameworks", comment: "Frameworks")
  private let dependency = ProjectObject(role: "dependency", comment: "PBXTargetDependency")
  private let proxy = ProjectObject(role: "proxy", comment: "PBXContainerItemProxy")
  private let embedding = ProjectObject(role: "embedding", comment: embedPhase)
  private let app: ProjectTarget
  private let pack: ProjectTarget

  init(_ description: ProjectDescription, _ names: ProjectNames, _ items: [ProjectItem]) {
    self.description = description
    self.names = names
    self.items = items
    objects = ProjectObjects(seed: "\(names.bundleIdentifier)\0\(description.name)")
    app = ProjectTarget(
      "app", names.app, product: "\(names.app).app", explicitType: "wrapper.application",
      productType: "com.apple.product-type.application.messages")
    pack = ProjectTarget(
      "pack", names.pack, product: "\(names.pack).appex", explicitType: "wrapper.app-extension",
      productType: description.template.productType)
  }

  /// The file's bytes.
  func encoded() -> [UInt8] {
    var file = self
    file.addProducts()
    for item in items { file.add(item) }
    file.addGroups()
    file.addEmbedding()
    for target in [app, pack] { file.addTarget(target) }
    file.addConfigurations()
    return file.objects.file(root: project)
  }

  private mutating func addProducts() {
    for target in [app, pack] {
      objects.add(
        target.info, "PBXFileReference",
        [
          .init("lastKnownFileType", "text.plist.xml"), .init("path", "Info.plist"),
          .init("sourceTree", "<group>"),
        ])
      objects.add(
        target.product, "PBXFileReference",
        [
          .init("explicitFileType", .text(target.explicitType)), .init("includeInIndex", "0"),
          .init("path", .text(target.product.comment)), .init("sourceTree", "BUILT_PRODUCTS_DIR"),
        ])
    }
  }

  private mutating func add(_ item: ProjectItem) {
    switch item.kind {
    case .file(let type): addFile(item.reference, type, item.name)
    case .package:
      addFile(item.reference, "wrapper", item.name)
      objects.add(
        item.dependency, "XCSwiftPackageProductDependency", [.init("productName", .text(item.name))])
    case .framework:
      objects.add(
        item.reference, "PBXFileReference",
        [
          .init("lastKnownFileType", "wrapper.framework"), .init("name", .text(item.name)),
          .init("path", .text("System/Library/Frameworks/\(item.name)")), .init("sourceTree", "SDKROOT"),
        ])
    case .localized(let languages):
      let versions = languages.map(item.version)
      for (language, version) in zip(languages, versions) {
        addFile(version, "text.plist.strings", "\(language).lproj/\(item.name)", name: language)
      }
      objects.add(
        item.reference, "PBXVariantGroup",
        [
          .init("children", .list(versions.map(objects.reference))), .init("name", .text(item.name)),
          .init("sourceTree", "<group>"),
        ])
    }
    // One reference, and a build file of it in each target.
    for target in [app, pack] where item.isUsed(byApp: target == app) {
      let member =
        item.kind == .package
        ? PropertyList.Member("productRef", objects.reference(item.dependency))
        : PropertyList.Member("fileRef", objects.reference(item.reference))
      objects.add(target.buildFile(of: item), "PBXBuildFile", [member])
    }
  }

  private mutating func addFile(_ object: ProjectObject, _ type: String, _ path: String, name: String? = nil)
  {
    let named = name.map { [PropertyList.Member("name", .text($0))] } ?? []
    objects.add(
      object, "PBXFileReference",
      [.init("lastKnownFileType", .text(type))] + named
        + [.init("path", .text(path)), .init("sourceTree", "<group>")])
  }

  private mutating func addGroups() {
    func group(_ children: [ProjectObject], _ members: [PropertyList.Member]) -> [PropertyList.Member] {
      [.init("children", .list(children.map(objects.reference)))] + members
        + [.init("sourceTree", "<group>")]
    }
    let linked = items.filter { $0.kind == .framework }.map(\.reference)
    let beside = items.filter { !$0.isInPack && $0.kind != .framework }.map(\.reference)
    objects.add(
      mainGroup, "PBXGroup",
      group(beside + [app.group, pack.group] + (linked.isEmpty ? [] : [frameworks]) + [products], []))
    objects.add(products, "PBXGroup", group([app.product, pack.product], [.init("name", "Products")]))
    if !linked.isEmpty { objects.add(frameworks, "PBXGroup", group(linked, [.init("name", "Frameworks")])) }
    for target in [app, pack] {
      let own = target == pack ? items.filter(\.isInPack).map(\.reference) : []
      objects.add(target.group, "PBXGroup", group(own + [target.info], [.init("path", .text(target.name))]))
    }
  }

  /// What puts the extension into the app, and builds it first.
  private mutating func addEmbedding() {
    let file = ProjectObject(role: "embedded pack", comment: "\(pack.product.comment) in \(embedPhase)")
    objects.add(
      file, "PBXBuildFile",
      [
        .init("fileRef", objects.reference(pack.product)),
        .init("settings", .members([.init("ATTRIBUTES", .list(["RemoveHeadersOnCopy"]))])),
      ])
    objects.add(
      embedding, "PBXCopyFilesBuildPhase",
      [
        .init("buildActionMask", .text(everyAction)), .init("dstPath", ""), .init("dstSubfolderSpec", "13"),
        .init("files", .list([objects.reference(file)])), .init("name", .text(embedPhase)),
        .init("runOnlyForDeploymentPostprocessing", "0"),
      ])
    objects.add(
      proxy, "PBXContainerItemProxy",
      [
        .init("containerPortal", objects.reference(project)), .init("proxyType", "1"),
        .init("remoteGlobalIDString", .text(objects.id(pack.object))),
        .init("remoteInfo", .text(pack.name)),
      ])
    objects.add(
      dependency, "PBXTargetDependency",
      [
        .init("target", objects.reference(pack.object)), .init("targetProxy", objects.reference(proxy)),
      ])
  }

  private mutating func addTarget(_ target: ProjectTarget) {
    let isApp = target == app
    let phases = phases(of: target)
    for phase in phases {
      objects.add(
        phase.object, "PBX\(phase.object.comment)BuildPhase",
        [
          .init("buildActionMask", .text(everyAction)),
          .init("files", .list(phase.items.map { objects.reference(target.buildFile(of: $0)) })),
          .init("runOnlyForDeploymentPostprocessing", "0"),
        ])
    }
    let inOrder = phases.map(\.object) + (isApp ? [embedding] : [])
    let packages = isApp ? [] : items.filter { $0.kind == .package }.map(\.dependency)
    let linked = PropertyList.Member("packageProductDependencies", .list(packages.map(objects.reference)))
    objects.add(
      target.object, "PBXNativeTarget",
      [
        .init("buildConfigurationList", objects.reference(target.configurations)),
        .init("buildPhases", .list(inOrder.map(objects.reference))), .init("buildRules", .list([])),
        .init("dependencies", .list(isApp ? [objects.reference(dependency)] : [])),
        .init("name", .text(target.name)),
      ] + (packages.isEmpty ? [] : [linked]) + [
        .init("productName", .text(target.name)),
        .init("productReference", objects.reference(target.product)),
        .init("productType", .text(target.productType)),
      ])
  }

  /// An empty phase of sources is an error in a target without code.
  private func phases(of target: ProjectTarget) -> [(object: ProjectObject, items: [ProjectItem])] {
    let all = [target.sources, target.frameworks, target.resources].map { object in
      (object, items.filter { $0.isUsed(byApp: target == app) && $0.use.phase == object.comment })
    }
    return all.filter { !$0.1.isEmpty }
  }

  private mutating func addConfigurations() {
    let settings = BuildSettings(description, names)
    let ofProject = ProjectObject(
      role: "project configurations", comment: "Build configuration list for PBXProject \"\(names.app)\"")
    let owners = [
      ("project", ofProject, settings.ofProject), ("app", app.configurations, settings.ofApp),
      ("pack", pack.configurations, settings.ofPack),
    ]
    for (role, list, settings) in owners {
      let configurations = BuildSettings.Configuration.allCases.map { configuration in
        let object = ProjectObject(role: "\(role) \(configuration)", comment: configuration.rawValue)
        let members = settings(configuration).map { PropertyList.Member($0, $1) }
        objects.add(
          object, "XCBuildConfiguration",
          [
            .init("buildSettings", .members(members)), .init("name", .text(configuration.rawValue)),
          ])
        return object
      }
      objects.add(
        list, "XCConfigurationList",
        [
          .init("buildConfigurations", .list(configurations.map(objects.reference))),
          .init("defaultConfigurationIsVisible", "0"), .init("defaultConfigurationName", "Release"),
        ])
    }
    addProject(ofProject)
  }

  private mutating func addProject(_ configurations: ProjectObject) {
    // Swift 6 came with Xcode 16; without code an older one will do.
    let (tools, check) = description.template.hasCode ? ("16.0", "1600") : ("14.0", "1400")
    let made = PropertyList.members([.init("CreatedOnToolsVersion", .text(tools))])
    let attributes = [app, pack].map { target in PropertyList.Member(objects.id(target.object), made) }
    let regions = description.languages.filter { $0 != "Base" } + ["Base"]
    objects.add(
      project, "PBXProject",
      [
        .init(
          "attributes",
          .members([
            .init("BuildIndependentTargetsInParallel", "1"), .init("LastUpgradeCheck", .text(check)),
            .init("TargetAttributes", .members(attributes)),
          ])),
        .init("buildConfigurationList", objects.reference(configurations)),
        .init("compatibilityVersion", "Xcode 14.0"),
        .init("developmentRegion", .text(description.language)), .init("hasScannedForEncodings", "0"),
        .init("knownRegions", .list(regions.map { .text($0) })),
        .init("mainGroup", objects.reference(mainGroup)),
        .init("productRefGroup", objects.reference(products)), .init("projectDirPath", ""),
        .init("projectRoot", ""),
        .init("targets", .list([objects.reference(app.object), objects.reference(pack.object)])),
      ])
  }
}

/// The phase that embeds the extension, as Xcode calls it since version 13.
private let embedPhase = "Embed Foundation Extensions"

/// A phase takes part in whatever is done.
private let everyAction = "2147483647"
