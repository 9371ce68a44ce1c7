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
    (self.description, self.names, self.items) = (description, names, items)
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
