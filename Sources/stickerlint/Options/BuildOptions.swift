import ArgumentParser
import Stickers

/// What a pack is built with, one or each of many.
struct BuildOptions: ParsableArguments {
  @Option(help: "Sizes to make beside the @3x art: all, 2x, 1x or none.") var variants = VariantSelection.all
  @Flag(help: "Write an Xcode project too: an app that only carries the stickers.") var xcode = false
  @Option(
    help: ArgumentHelp(
      "With --xcode: what kind of extension the app has, sticker-pack (no code), sticker-browser or "
        + "interactive-message; as the last build has it unless given.",
      valueName: "template"))
  var template: ProjectTemplate?
  @Option(
    help: ArgumentHelp("The oldest iOS that the project's app runs on.", valueName: "version"))
  var deploymentTarget = ProjectDescription.usualDeploymentTarget
  @Flag(
    inversion: .prefixedNo,
    help: "Make a sheet too with every sticker on six backgrounds; as the last build has it unless given.")
  var contactSheet: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "With --xcode: put the texts of all languages into the project, for the catalog. Unproven: try it on a "
        + "phone first (default: localize in stickerpack.yml, or else the previous build)."))
  var localizeCatalog: Bool?
  @Flag(help: "Fix what can be fixed without loss before building; the art itself stays as it is.")
  var fix = false
  @Flag(help: "With --fix: allow fixes that people may see, so that heavy stickers fit.") var lossy = false
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Write art, sizes and icons in the fewest bytes that --effort finds, every pixel of the art the "
        + "same; the files it comes from stay as they are; as the last build has it unless given."))
  var smallest: Bool?
  @Option(
    help: "With --smallest or --fix: how carefully pictures are encoded: fast, normal (unless given) or max.")
  var effort: OptimizingEffort?
  @OptionGroup var small: SmallArtOptions
  @Flag(
    help: ArgumentHelp(
      "With --for: keep APNGs, which have soft edges, for messengers that accept them but have apps that do "
        + "not play them (mastodon). The default converts them to GIF."))
  var apng = false
  @Flag(
    help: ArgumentHelp(
      "With --for: build several packs if a messenger does not mix stills and animations or limits the "
        + "number of stickers."))
  var split = false
  @Flag(help: "Leave out stickers that fail, and list them.") var skipFailing = false
  @Flag(help: "Replace the output folder even if it holds other files.") var force = false
  @Flag(help: "Write nothing; report how the output folder differs from a new build.") var check = false

  func validate() throws {
    if template != nil, !xcode { throw ValidationError("--template goes with --xcode") }
    if lossy, !fix { throw ValidationError("--lossy goes with --fix") }
    if localizeCatalog == true, !xcode { throw ValidationError("--localize-catalog goes with --xcode") }
    if effort != nil, !fix, smallest != true {
      throw ValidationError("--effort goes with --smallest or --fix")
    }
    if check, force { throw ValidationError("--check writes nothing: leave out --force") }
    if let complaint = complaint(ofDeploymentTarget: deploymentTarget) {
      throw ValidationError("--deployment-target \(Untrusted(deploymentTarget).displayText): \(complaint)")
    }
  }

  /// The options of a build for Messages.
  ///
  /// - Parameter selected: the rules that `--select` names; nil if the user selects none.
  func options(selected: Set<String>?) -> PackBuilder.Options {
    var options = PackBuilder.Options()
    options.variants = variants
    options.skipsFailing = skipFailing
    options.isForced = force
    options.isCheck = check
    options.deploymentTarget = xcode ? deploymentTarget : nil
    options.template = template
    options.contactSheet = contactSheet
    options.localizesCatalog = localizeCatalog
    options.fixes = fixes(selected)
    options.isSmallest = smallest
    return options
  }

  /// The options of a build for other messengers.
  var messengerOptions: MessengerBuilder.Options {
    var options = MessengerBuilder.Options()
    options.skipsFailing = skipFailing
    options.isForced = force
    options.isCheck = check
    options.smallArt = small.smallArt
    options.keepsAPNG = apng
    options.splits = split
    options.effort = effort ?? .normal
    return options
  }

  /// The fixes that are applied to the art in memory; nil for none.
  private func fixes(_ selected: Set<String>?) -> FixRequest? {
    guard fix || smallest == true || small.smallArt != nil else { return nil }
    // Without --fix, only what --enlarge and --pad ask for is fixed.
    let alone: Set<String> = small.smallArt == nil ? [] : [RuleID.pixelDimensions]
    var request = FixRequest(
      isLossy: lossy, selected: fix ? selected : alone, effort: effort ?? .normal,
      wantsSmallest: smallest == true)
    request.smallArt = small.smallArt
    return request
  }
}

/// What the command line says in place of a description; each option is called as the key is.
struct PackMetadataOptions: ParsableArguments {
  @Option(help: "What the pack is called; what its description or its folder says unless given.")
  var name: String?
  @Option(
    help: "The picture that icons are made from: a square of at least 1024 px.", completion: .file())
  var icon: Path?
  @Option(help: ArgumentHelp("What a transparent icon lies on: '#FFD54F'.", valueName: "color"))
  var iconBackground: String?
  @Option(
    help: ArgumentHelp("The color of the app's sticker browser: '#FFFFFF'.", valueName: "color"))
  var background: String?
  @Option(
    help: ArgumentHelp(
      "For --template interactive-message: what describes the message; a message.yml beside the art unless "
        + "given.",
      valueName: "message.yml"),
    completion: .file(extensions: ["yml"]))
  var message: Path?

  func validate() throws {
    if name == "" { throw ValidationError("--name needs a name") }
    for (option, text) in [("--icon-background", iconBackground), ("--background", background)] {
      guard let text, rgbColor(text) == nil else { continue }
      throw ValidationError("\(option) must be a color like '#FFD54F', not \"\(shortened(text))\"")
    }
  }

  /// The options that were given.
  var options: [String] {
    [
      name.map { _ in "--name" }, icon.map { _ in "--icon" }, iconBackground.map { _ in "--icon-background" },
      background.map { _ in "--background" }, message.map { _ in "--message" },
    ].compactMap(\.self)
  }

  /// The files that were given.
  var files: [Path] { [icon, message].compactMap(\.self) }

  func overrides() -> PackOverrides {
    PackOverrides(
      name: name, icon: icon, message: message, iconBackground: iconBackground.flatMap(rgbColor),
      background: background.flatMap(rgbColor))
  }
}
