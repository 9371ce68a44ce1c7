/// The file `project.pbxproj`, put together.
struct ProjectFile {
  private let description: ProjectDescription
  private let names: ProjectNames
  private var objects: ProjectObjects

  private let project = ProjectObject(role: "project", comment: "Project object")
  private let catalog = ProjectObject(role: "catalog", comment: catalogName)
  private let mainGroup = ProjectObject(role: "main group", comment: "Main")
  private let products = ProjectObject(role: "products", comment: "Products")
  private let dependency = ProjectObject(role: "dependency", comment: "PBXTargetDependency")
  private let proxy = ProjectObject(role: "proxy", comment: "PBXContainerItemProxy")
  private let embedding = ProjectObject(role: "embedding", comment: embedPhase)
  private let app: ProjectTarget
  private let pack: ProjectTarget

  init(_ description: ProjectDescription, _ names: ProjectNames) {
    (self.description, self.names) = (description, names)
    objects = ProjectObjects(seed: "\(names.bundleIdentifier)\0\(description.name)")
    app = ProjectTarget(
      "app", names.app, product: "\(names.app).app", explicitType: "wrapper.application",
      productType: "com.apple.product-type.application.messages")
    pack = ProjectTarget(
      "pack", names.pack, product: "\(names.pack).appex", explicitType: "wrapper.app-extension",
      productType: "com.apple.product-type.app-extension.messages-sticker-pack")
  }

  /// The file's bytes.
  func encoded() -> [UInt8] {
    var file = self
    file.addFiles()
    file.addGroups()
    file.addEmbedding()
    for target in [app, pack] { file.addTarget(target) }
    file.addConfigurations()
    file.addProject()
    return file.objects.file(root: project)
  }

  private mutating func addFiles() {
    objects.add(
      catalog, "PBXFileReference",
      [
        .init("lastKnownFileType", "folder.stickers"), .init("path", .text(catalogName)),
        .init("sourceTree", "<group>"),
      ])
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
      // One reference of the catalog, a build file of it in each target.
      objects.add(target.catalogFile, "PBXBuildFile", [.init("fileRef", objects.reference(catalog))])
    }
  }

  private mutating func addGroups() {
    func group(_ children: [ProjectObject], _ members: [PropertyList.Member]) -> [PropertyList.Member] {
      [.init("children", .list(children.map(objects.reference)))] + members
        + [.init("sourceTree", "<group>")]
    }
    objects.add(
      mainGroup, "PBXGroup", group([catalog, app.group, pack.group, products], []))
    objects.add(products, "PBXGroup", group([app.product, pack.product], [.init("name", "Products")]))
    for target in [app, pack] {
      objects.add(target.group, "PBXGroup", group([target.info], [.init("path", .text(target.name))]))
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
    objects.add(
      target.resources, "PBXResourcesBuildPhase",
      [
        .init("buildActionMask", .text(everyAction)),
        .init("files", .list([objects.reference(target.catalogFile)])),
        .init("runOnlyForDeploymentPostprocessing", "0"),
      ])
    let phases = isApp ? [target.resources, embedding] : [target.resources]
    objects.add(
      target.object, "PBXNativeTarget",
      [
        .init("buildConfigurationList", objects.reference(target.configurations)),
        .init("buildPhases", .list(phases.map(objects.reference))), .init("buildRules", .list([])),
        .init("dependencies", .list(isApp ? [objects.reference(dependency)] : [])),
        .init("name", .text(target.name)), .init("productName", .text(target.name)),
        .init("productReference", objects.reference(target.product)),
        .init("productType", .text(target.productType)),
      ])
  }

  private var projectConfigurations: ProjectObject {
    ProjectObject(
      role: "project configurations",
      comment: "Build configuration list for PBXProject \"\(names.app)\"")
  }

  private mutating func addConfigurations() {
    let settings = BuildSettings(description, names)
    let owners = [
      ("project", projectConfigurations, settings.ofProject), ("app", app.configurations, settings.ofApp),
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
  }

  private mutating func addProject() {
    let made = PropertyList.members([.init("CreatedOnToolsVersion", "14.0")])
    let attributes = [app, pack].map { target in PropertyList.Member(objects.id(target.object), made) }
    let regions = description.language == "Base" ? ["Base"] : [description.language, "Base"]
    objects.add(
      project, "PBXProject",
      [
        .init(
          "attributes",
          .members([
            .init("BuildIndependentTargetsInParallel", "1"), .init("LastUpgradeCheck", "1400"),
            .init("TargetAttributes", .members(attributes)),
          ])),
        .init("buildConfigurationList", objects.reference(projectConfigurations)),
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

/// As Xcode calls it since version 13.
private let embedPhase = "Embed Foundation Extensions"

/// A phase takes part in whatever is done.
private let everyAction = "2147483647"
