package import StickerImage

/// A check with its documentation, options and examples. Each rule has a file in `Rules`.
///
/// `Rule` is a class, because copying a struct of this size for each file takes longer than most checks.
package final class Rule: Sendable {
  /// A unique name in kebab case: `pixel-dimensions`.
  package let id: String
  /// The severity, unless a configuration changes it.
  package let severity: Severity
  /// What the rule checks, in one sentence.
  package let summary: String
  /// Why it matters.
  package let reason: String
  /// How to resolve a finding in a pack for Messages.
  package let advice: String
  /// The advice for the limits of other messengers; nil if `advice` fits all messengers.
  private let messengerAdvice: (@Sendable (OptionValues) -> String?)?
  /// The fixes that can resolve findings.
  let fixes: [Fix.Kind]
  /// How a pack build resolves the finding without a fix; nil if it does not.
  package let buildResolution: BuildResolution?
  /// The options of the rule.
  package let options: [RuleOption]
  /// The sources of the rule.
  package let references: [Reference]
  /// Whether the rule is off by default.
  package let isOptIn: Bool
  /// The roles of the assets that the rule applies to.
  package let roles: Set<AssetRole>
  /// Whether the rule also checks variants of another file, such as `wave@2x.png` next to `wave@3x.png`. By
  /// default, only rules that apply to all roles do.
  let includesVariants: Bool
  /// How the rule's page shows its examples as images; nil if it shows none.
  package let exampleView: ExampleView?
  /// What the rule checks. A rule about appearance has the same result for all files that look the same.
  let checkedAspect: CheckedAspect
  /// How reports describe several stickers in a pack in one finding; nil to use the worst finding's message.
  let groupingOverride: Grouping?
  /// The measurements that the check reads.
  let requiredMeasurements: MeasureSet
  /// At least one example that passes and one that fires. Tests run them, and the documentation shows them.
  package var examples: [Example] { makeExamples() }
  // Lazy, because every run lists the rules, but few runs need their examples.
  private let makeExamples: @Sendable () -> [Example]
  /// The pure function that produces the findings.
  package let check: Check
  /// Whether the rule cannot check an asset, for example because a solid background hides the outline of the
  /// art. After that asset is fixed, findings of this rule do not count as new.
  let cannotCheck: @Sendable (Asset) -> Bool
  /// A pure function that returns all areas of the image that a finding is about. The preview page highlights
  /// them. Nil if the location in the evidence is enough.
  let markedAreasOverride: (@Sendable (Asset, OptionValues) -> [FindingMark.Area])?

  /// How a pack build resolves a finding.
  package enum BuildResolution: Hashable, Sendable {
    /// Gives every file the extension of its format, except for message images.
    case correctsFileExtensions
    /// Gives every sticker a unique name.
    case makesStickerNamesUnique
    /// Builds a catalog without icons if the source has none, and adds a note.
    case buildsCatalogWithoutIcons
    /// Converts WebP art to PNG or APNG, and adds a note.
    case convertsWebPArt
    /// Writes new icon sets, with all icons made from the pack's largest icon.
    case rebuildsIconSets
  }

  /// What a rule checks.
  package enum CheckedAspect: Sendable {
    /// The visible image, regardless of how it is stored.
    case appearance
    /// The file: format, size and metadata.
    case storage
    /// Frame delays and the loop count.
    case timing
    /// A whole pack, a catalog or a message file.
    case packCatalogOrMessage
  }

  /// The part of an example that the rule's page shows.
  package enum ExampleView: Sendable {
    /// The whole image.
    case whole
    /// An enlarged part of the outline.
    case enlargedOutline
    /// The whole image on each of the test backgrounds.
    case backgrounds
  }

  /// How to describe a finding that several stickers in a pack share.
  package struct Grouping: Sendable {
    /// Whether two stickers are enough to group findings. Otherwise, grouping requires ten stickers, or three
    /// that make up at least half of the pack.
    let allowsGroupsOfTwo: Bool
    /// Whether values above and below the limit are grouped separately.
    let separatesAboveAndBelowLimit: Bool
    /// The message without its subject: `are too small: the largest is 249 × 169 px (minimum: 300 px per
    /// side)`.
    let groupMessageWithoutSubject: @Sendable (SharedFinding, OptionValues) -> String

    init(
      pairs groupsPairs: Bool = false, splitsAtLimit: Bool = true,
      message: @escaping @Sendable (SharedFinding, OptionValues) -> String
    ) {
      self.allowsGroupsOfTwo = groupsPairs
      self.separatesAboveAndBelowLimit = splitsAtLimit
      self.groupMessageWithoutSubject = message
    }
  }

  /// The pure function of a rule, with one case for each kind of input.
  package enum Check: Sendable {
    /// Checks one asset.
    case asset(@Sendable (Asset, OptionValues) -> [Evidence])
    /// Checks one pack.
    case pack(@Sendable (PackRuleInput, OptionValues) -> [PackEvidence])
    /// Checks one Xcode catalog.
    case catalog(@Sendable (Catalog, OptionValues) -> [CatalogEvidence])
    /// Checks the file of one interactive message. The evidence has locations in that file.
    case message(@Sendable (InteractiveMessageFile, OptionValues) -> [Evidence])
  }

  package init(
    id: String, severity: Severity, summary: String, reason: String, advice: String,
    messengerAdvice: (@Sendable (OptionValues) -> String?)? = nil, fixes: [Fix.Kind] = [],
    buildResolution: BuildResolution? = nil, options: [RuleOption] = [],
    references: [Reference] = [], isOptIn: Bool = false,
    roles: Set<AssetRole> = [.sticker], includesVariants: Bool? = nil, exampleView: ExampleView? = nil,
    checkedAspect: CheckedAspect = .packCatalogOrMessage, groupingOverride grouping: Grouping? = nil,
    requiredMeasurements: MeasureSet = [],
    cannotCheck: @escaping @Sendable (Asset) -> Bool = { _ in false },
    examples: @autoclosure @escaping @Sendable () -> [Example], check: Check,
    markedAreasOverride: (@Sendable (Asset, OptionValues) -> [FindingMark.Area])? = nil
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.reason = reason
    self.advice = withoutLineBreaks(advice)
    self.messengerAdvice = messengerAdvice
    self.fixes = fixes
    self.buildResolution = buildResolution
    self.options = options
    self.references = references
    self.isOptIn = isOptIn
    self.roles = roles
    self.includesVariants = includesVariants ?? (roles == .allRoles)
    self.exampleView = exampleView
    self.checkedAspect = checkedAspect
    self.groupingOverride = grouping
    self.requiredMeasurements = requiredMeasurements
    self.cannotCheck = cannotCheck
    makeExamples = examples
    self.check = check
    self.markedAreasOverride = markedAreasOverride
  }

  /// The advice for the messenger that the options describe.
  func advice(under options: OptionValues) -> String {
    messengerAdvice?(options).map(onOneLine) ?? advice
  }
}

/// Returns the text with line breaks replaced by spaces. Works on bytes for speed, because it runs for every
/// rule each time the program starts.
private func withoutLineBreaks(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "\n")) else { return text }
  return String(decoding: text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
}

extension Rule {
  /// Whether the rule applies to an asset.
  func applies(to asset: Asset) -> Bool {
    roles.contains(asset.role) && (includesVariants || asset.context.originalAt3x == nil)
  }
}

extension Set<AssetRole> {
  /// All roles, for rules about files.
  static let allRoles = Set(AssetRole.allCases)
  /// The roles of images that people send: stickers and the frames of sequences.
  package static let stickerAndFrameRoles: Set<AssetRole> = [.sticker, .frame]
}

/// A result of a pack rule.
package struct PackEvidence: Hashable, Sendable {
  /// The sticker that the finding is about; nil for the whole pack.
  let sticker: Path?
  let evidence: Evidence

  /// Creates evidence about a sticker in a pack, or about the pack itself.
  init(_ message: String, _ figure: MeasuredValueAndLimit? = nil, on sticker: Path? = nil) {
    self.sticker = sticker
    evidence = Evidence(message, figure)
  }
}

/// An example of a rule, which is also a test case.
package struct Example: Sendable {
  /// What the example shows.
  package let name: String
  /// The files: one for an asset rule, several for a pack rule.
  package private(set) var files: [ExampleFile]
  /// The complete message of the finding; nil if the example passes.
  package let expectedFindingMessage: String?
  /// The pack's metadata from a catalog or a pack file, with stickers identified by their file names;
  /// nil for a plain folder.
  private(set) var packDeclaration: PackDeclaration?
  /// The folder of the files if they are an Xcode catalog: `Stickers.xcstickers`; nil for a plain folder.
  private(set) var catalogFolder: String?
  /// The options of the rule that differ from their defaults.
  private(set) var options = OptionValues()
  /// The interactive message, for rules about messages.
  private(set) var messageExample: InteractiveMessageFileExample?
  /// The location of the finding, for rules about catalogs or messages: a path, with the line and the column
  /// if there are any.
  package private(set) var expectedLocation: String?

  /// An example that passes.
  package static func passes(_ name: String, _ files: ExampleFile...) -> Example {
    Example(name: name, files: files, expectedFindingMessage: nil)
  }

  /// An example with one finding, which has this message.
  package static func fires(_ name: String, _ files: ExampleFile..., message: String) -> Example {
    Example(name: name, files: files, expectedFindingMessage: message)
  }

  /// An Xcode catalog that passes.
  ///
  /// - Parameter files: the files, with names that are paths below `catalog`.
  static func passes(_ name: String, catalog: String, _ files: [ExampleFile]) -> Example {
    var example = Example(name: name, files: files, expectedFindingMessage: nil)
    example.catalogFolder = catalog
    return example
  }

  /// An Xcode catalog with one finding, which has this message and this location below `catalog`.
  static func fires(
    _ name: String, catalog: String, _ files: [ExampleFile], at place: String, message: String
  ) -> Example {
    var example = Example(name: name, files: files, expectedFindingMessage: message)
    (example.catalogFolder, example.expectedLocation) = (catalog, place)
    return example
  }

  /// An interactive message that passes.
  static func passes(_ name: String, _ messageExample: InteractiveMessageFileExample) -> Example {
    var example = Example(
      name: name, files: [ExampleFile("message.yml", text: messageExample.text)], expectedFindingMessage: nil)
    example.messageExample = messageExample
    return example
  }

  /// An interactive message with one finding, which has this message and this location.
  static func fires(
    _ name: String, _ messageExample: InteractiveMessageFileExample, at place: String, message: String
  ) -> Example {
    var example = Example(
      name: name, files: [ExampleFile("message.yml", text: messageExample.text)],
      expectedFindingMessage: message)
    (example.messageExample, example.expectedLocation) = (messageExample, place)
    return example
  }

  /// The same example with different files.
  package func withFiles(_ files: [ExampleFile]) -> Example {
    var example = self
    example.files = files
    return example
  }

  /// The same example with different options, such as those of a messenger.
  func withOptions(_ values: KeyValuePairs<RuleOption, RuleOption.Value>) -> Example {
    var example = self
    for (option, value) in values { example.options.set(option, to: value) }
    return example
  }

  /// The same example in a pack with metadata from a catalog or a pack file.
  func withPackDeclaration(_ declaration: PackDeclaration) -> Example {
    var example = self
    example.packDeclaration = declaration
    return example
  }
}

extension Example {
  /// The findings of a rule on the example. The files are in one pack and have the first role that the rule
  /// applies to.
  ///
  /// - Throws: an error if a file cannot be drawn.
  package func findings(of rule: Rule) async throws -> [Finding] {
    if let catalogFolder {
      return catalogFindings(
        in: try tree(below: catalogFolder), catalogFolder: catalogFolder, Configuration(rules: [rule]))
    }
    if let messageExample {
      return StickerEngine.findings(onInteractiveMessages: [messageExample.messageFile]) { _ in
        Configuration(rules: [rule])
      }
    }
    let pack = Path("Pack")
    let role = AssetRole.allCases.first(where: rule.roles.contains) ?? .sticker
    let sources = try files.map { file in
      let outcome = try file.makeContents()
      return AssetSource(path: pack.appending(file.relativePath), role: role, pack: pack) { limit in
        if case .bytes(let bytes) = outcome, bytes.count > limit { .tooLarge(bytes.count) } else { outcome }
      }
    }
    let listings = packDeclaration.map { [pack: $0.movingIconAndStickerPaths(into: pack)] } ?? [:]
    // An example may also set the formats that the messenger accepts, which are options of another rule.
    let formats = ActiveRule(.unsupportedFormat, optionValues: options)
    var configuration = Configuration(
      rules: [ActiveRule(rule, optionValues: options)],
      disabled: rule.id == formats.rule.id ? [] : [formats])
    configuration.hashesAllPixels = true
    let (contexts, gate) = (AssetPackContexts(sources, listings), MemoryGate())
    var analyses: [AssetAnalysis] = []
    for source in sources {
      let asset = await readAsset(source, configuration, gate, contexts.context(for: source))
      var analysis = AssetAnalysis(asset, pack: pack, configuration)
      analysis.duplicateDetectionHash = analysis.facts.fullPixelAndTimingHash
      analyses.append(analysis)
    }
    let input = LintInput(sources, packDeclarations: listings)
    return Report(on: analyses, of: input) { _ in configuration }.findings
  }
}

extension Example {
  private func tree(below folder: String) throws -> FileTree {
    var tree = FileTree()
    for file in files {
      guard case .bytes(let bytes) = try file.makeContents() else { continue }
      tree["\(folder)/\(file.relativePath)"] = bytes
    }
    return tree
  }
}

extension PackDeclaration {
  /// The same metadata, with all paths moved into a folder.
  fileprivate func movingIconAndStickerPaths(into folder: Path) -> PackDeclaration {
    var located = self
    located.iconSourcePath = iconSourcePath.map(folder.appending)
    located.stickers = stickers.map {
      DeclaredSticker(path: folder.appending($0.imagePath), metadata: $0.metadata)
    }
    return located
  }
}
