import ArgumentParser
import Stickers

/// Options for building one pack or many.
struct BuildOptions: ParsableArguments {
  @Option(help: "Variants to make from the @3x art.") var variants = PackBuilder.Variants.all
  @Flag(
    inversion: .prefixedNo,
    help:
      "Also write an Xcode project: an app that contains only the stickers (default: as in the previous build)."
  )
  var xcode: Bool?
  @Option(
    help: ArgumentHelp(
      "With --xcode: the kind of extension in the app. sticker-pack has no code (default: as in the "
        + "previous build).",
      valueName: "template"))
  var template: PackBuilder.XcodeProject.Template?
  @Option(
    help: ArgumentHelp(
      "With --xcode: the oldest iOS version that the app runs on (default: "
        + "\(PackBuilder.XcodeProject.defaultDeploymentTarget), or as in an existing project).",
      valueName: "version"))
  var deploymentTarget: String?
  @Flag(
    inversion: .prefixedNo,
    help:
      "Also make a contact sheet with every sticker on six backgrounds (default: as in the previous build).")
  var contactSheet: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "With --xcode: add the catalog's text in every language to the project. Experimental: test on a device "
        + "first (default: the localize key in stickerpack.yml, otherwise as in the previous build)."))
  var localizeCatalog: Bool?
  @Flag(help: "Apply lossless fixes before building. The source files are not changed.")
  var fix = false
  @Flag(help: "With --fix: allow visible changes, so that large files fit the limits.") var lossy = false
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Make art, variants and icons as small as --effort allows. The pixels of the art and the source files "
        + "do not change (default: as in the previous build)."))
  var smallest: Bool?
  @Option(
    help: "With --smallest or --fix: how thoroughly to encode images (default: normal).")
  var effort: OptimizingEffort?
  @Flag(
    help: ArgumentHelp(
      "With --for: keep APNGs, which have soft edges, for messengers that accept APNG although some of their "
        + "apps do not play it (mastodon). By default, APNGs are converted to GIFs."))
  var apng = false
  @Flag(
    help: ArgumentHelp(
      "With --for: build several packs if a messenger limits the number of stickers or does not accept stills "
        + "and animations in one pack."))
  var split = false
  @Flag(help: "Leave out stickers that fail, and list them.") var skipFailing = false
  @Flag(help: "Replace the output folder even if it contains other files.") var force = false
  @Flag(help: "Write nothing. List how the output folder differs from a new build.") var check = false

  func validate() throws {
    if template != nil, xcode != true { throw ValidationError("--template requires --xcode") }
    if deploymentTarget != nil, xcode != true {
      throw ValidationError("--deployment-target requires --xcode")
    }
    if lossy, !fix { throw ValidationError("--lossy requires --fix") }
    if localizeCatalog == true, xcode != true { throw ValidationError("--localize-catalog requires --xcode") }
    if effort != nil, !fix, smallest != true {
      throw ValidationError("--effort requires --smallest or --fix")
    }
    if check, force { throw ValidationError("--check writes nothing. Omit --force.") }
    if let deploymentTarget,
      let problem = PackBuilder.XcodeProject.problem(withDeploymentTarget: deploymentTarget)
    {
      throw ValidationError(
        "--deployment-target \(escaped(deploymentTarget)): \(problem)")
    }
  }

  /// The options of a build.
  ///
  /// - Parameter selectedRules: the rules that `--select` lists; nil if the option is not given.
  func options(
    selectedRules: Set<String>?, _ artAdjustments: ArtAdjustmentOptions
  ) -> PackBuilder.Options {
    var options = PackBuilder.Options()
    options.variants = variants
    options.skipsFailingStickers = skipFailing
    options.replacesOtherFiles = force
    if xcode == true {
      var project = PackBuilder.XcodeProject()
      project.deploymentTarget = deploymentTarget
      project.template = template
      options.xcodeProject = project
    }
    options.rebuildsPreviousXcodeProject = xcode != false
    options.localizesCatalog = localizeCatalog
    options.makesContactSheet = contactSheet
    options.fixes = artFixes(selectedRules, artAdjustments)
    options.minimizesPNGFileSizes = smallest
    options.smallArtHandling = artAdjustments.smallArtHandling
    options.longAnimationHandling = artAdjustments.longAnimationHandling
    options.keepsAPNG = apng
    options.splitsPacks = split
    options.effort = effort ?? .normal
    return options
  }

  /// The fixes to apply to the art in memory; nil for none.
  private func artFixes(_ selected: Set<String>?, _ artAdjustments: ArtAdjustmentOptions) -> Fixer
    .Options?
  {
    guard fix || smallest == true || artAdjustments.smallArtHandling != nil else { return nil }
    // Without --fix, only --enlarge and --pad change the art.
    let rulesFixedWithoutFixOption: Set<String> =
      artAdjustments.smallArtHandling == nil ? [] : [Fixer.Options.SmallArtHandling.resolvedRule]
    var fixes = Fixer.Options(
      allowsLossyFixes: lossy, minimizesPNGFileSize: smallest == true,
      selectedRules: fix ? selected : rulesFixedWithoutFixOption)
    fixes.effort = effort ?? .normal
    fixes.smallArtHandling = artAdjustments.smallArtHandling
    fixes.longAnimationHandling = artAdjustments.longAnimationHandling
    return fixes
  }
}

/// Options that override keys of the pack file. Each option has the name of its key, except `--app-version`
/// and `--app-build`, because `--version` prints the version of the program.
struct PackMetadataOptions: ParsableArguments {
  @Option(help: "Name of the pack (default: from stickerpack.yml, otherwise the folder's name).")
  var name: String?
  @Option(
    help: "The icon source: a square image of at least 1024 px.", completion: .file())
  var icon: BytePath?
  @Option(help: ArgumentHelp("Background color of a transparent icon: '#FFD54F'.", valueName: "color"))
  var iconBackground: String?
  @Option(
    help: ArgumentHelp("Background color of the app's sticker browser: '#FFFFFF'.", valueName: "color"))
  var background: String?
  @Option(
    help: ArgumentHelp(
      "With --xcode: the Team ID for signing the app (default: as in an existing project).",
      valueName: "team"))
  var team: String?
  @Option(
    help: ArgumentHelp(
      "With --xcode: the version of the app that people see (default: 1.0, or as in an existing project).",
      valueName: "version"))
  var appVersion: String?
  @Option(
    help: ArgumentHelp(
      "With --xcode: the build number of the app (default: 1, or as in an existing project).",
      valueName: "number"))
  var appBuild: String?
  @Option(
    help: ArgumentHelp(
      "With --template interactive-message: the file that describes the message (default: message.yml "
        + "beside the art).",
      valueName: "message.yml"),
    completion: .file(extensions: ["yml"]))
  var message: BytePath?

  func validate() throws {
    if name == "" { throw ValidationError("--name needs a name") }
    for (option, text) in [("--icon-background", iconBackground), ("--background", background)] {
      guard let text, PackDescription.color(parsing: text) == nil else { continue }
      throw ValidationError("\(option) must be a color like '#FFD54F', not \"\(escapedAndShortened(text))\"")
    }
    let settings = [
      ("--team", team.map { ($0, PackBuilder.XcodeProject.problem(withTeamID: $0)) }),
      ("--app-version", appVersion.map { ($0, PackBuilder.XcodeProject.problem(withVersion: $0)) }),
      ("--app-build", appBuild.map { ($0, PackBuilder.XcodeProject.problem(withVersion: $0)) }),
    ]
    for case (let option, (let text, let problem?)?) in settings {
      throw ValidationError("\(option) \(escaped(text)): \(problem)")
    }
  }

  var givenPackOptionNames: [String] {
    [
      name.map { _ in "--name" }, icon.map { _ in "--icon" }, iconBackground.map { _ in "--icon-background" },
      background.map { _ in "--background" }, message.map { _ in "--message" },
    ].compactMap(\.self)
  }

  /// The given options that apply to apps and therefore require `--xcode`. Several packs can share their
  /// values.
  var givenAppOptionNames: [String] {
    [
      team.map { _ in "--team" }, appVersion.map { _ in "--app-version" },
      appBuild.map { _ in "--app-build" },
    ].compactMap(\.self)
  }

  /// Adds the given options to those of a build.
  func apply(to options: inout PackBuilder.Options) {
    options.name = name
    options.icon = icon
    options.messageFile = message
    options.iconBackgroundColor = iconBackground.flatMap(PackDescription.color)
    options.browserBackgroundColor = background.flatMap(PackDescription.color)
    options.xcodeProject?.teamID = team
    options.xcodeProject?.version = appVersion
    options.xcodeProject?.buildNumber = appBuild
  }
}
