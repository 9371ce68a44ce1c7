package import StickerImage

/// One named expectation: documentation, parameters, examples and a check. One file each in `Rules`.
///
/// A class, since a copy of all of that for each file costs more than most checks.
package final class Rule: Sendable {
  /// Kebab case, unique: `pixel-dimensions`.
  package let id: String
  /// The severity in force, unless a configuration says otherwise.
  package let severity: Severity
  /// The expectation in one sentence.
  package let summary: String
  /// Why anybody should care, with the source of the figures.
  package let reason: String
  /// What a designer does about it, for Messages.
  package let advice: String
  /// The same by the settings in force; nil where other messengers' limits change nothing about it.
  private let messengerAdvice: (@Sendable (Settings) -> String?)?
  /// What can be done about it without a person, where that helps.
  let fixes: [Fix.Kind]
  /// What a build of a pack does about it by itself; nil where nothing.
  package let resolution: BuildResolution?
  /// Figures that can be set.
  package let parameters: [Parameter]
  /// What it rests on.
  package let references: [Reference]
  /// Whether it runs only where it is asked for.
  package let isOptIn: Bool
  /// The assets it applies to.
  package let roles: Set<Role>
  /// Whether it also looks at files that are a smaller size of their neighbor, such as `wave@2x.png` beside
  /// `wave@3x.png`: they are no art of their own, and only rules about files do.
  let includesSmallerSizes: Bool
  /// How a picture shows what it is about; nil where none does.
  package let view: View?
  /// What it judges: one of sight says the same of everything that looks the same.
  let subject: Subject
  /// How people are told of several stickers of a pack at once; nil: as the worst of them puts it.
  let grouping: Grouping?
  /// Measures that the check reads from the survey.
  let needs: MeasureSet
  /// At least one that passes and one that fires: tests, documentation and `explain` in one.
  package var examples: [Example] { makeExamples() }
  /// Rules are listed at every start, examples hardly ever looked at.
  private let makeExamples: @Sendable () -> [Example]
  /// The pure function that decides whether the rule fires.
  package let check: Check
  /// Whether the rule cannot judge an asset, as when a solid background hides the outline of the art.
  /// Its findings after a fix of that asset do not count as new.
  let cannotCheck: @Sendable (Asset) -> Bool
  /// All places that an asset rule which fired speaks of, for a page that draws them on the art; nil where
  /// its evidence names them. A pure function, as the check is.
  let marks: (@Sendable (Asset, Settings) -> [Mark.Area])?

  /// How a build of a pack puts right what a rule finds.
  package enum BuildResolution: Hashable, Sendable {
    /// It names every file by its content. A message's picture goes along under the name that it has.
    case renamesFiles
    /// It gives every sticker another name.
    case renamesStickers
    /// It builds a catalog that has no icons without any, as its maker has it, and says so.
    case omitsIcons
    /// It makes a PNG or APNG of art that is a WebP, and says so.
    case convertsArt
    /// It writes icon sets anew, with all icons of the pack's largest.
    case makesIcons
  }

  /// What a rule judges.
  package enum Subject: Sendable {
    /// What is seen, however it is stored.
    case sight
    /// How it is stored: the format, the bytes, what lies beside the pixels.
    case storage
    /// How long frames are shown, and how often.
    case timing
    /// What belongs together: a pack, a catalog, the description of a message.
    case pack
  }

  /// What of an example its page shows.
  package enum View: Sendable {
    /// All of it, as people see it.
    case whole
    /// A piece of the outline, much enlarged.
    case outline
    /// The whole example on each of the test backgrounds.
    case backgrounds
  }

  /// How a rule says once what several stickers of a pack share.
  package struct Grouping: Sendable {
    /// Whether two are enough to be told once; else most of the pack, or ten.
    let isAlways: Bool
    /// Whether figures above their limit and figures below are two things.
    let splitsByDirection: Bool
    /// What they share: `are too small, the largest 249 × 169 (minimum: 300 px per side)`.
    let words: @Sendable (SharedFinding, Settings) -> String

    init(
      always isAlways: Bool = false, splitsByDirection: Bool = true,
      words: @escaping @Sendable (SharedFinding, Settings) -> String
    ) {
      self.isAlways = isAlways
      self.splitsByDirection = splitsByDirection
      self.words = words
    }
  }

  /// How a rule decides; pure functions.
  package enum Check: Sendable {
    /// Looks at one asset.
    case asset(@Sendable (Asset, Settings) -> [Evidence])
    /// Looks at one pack.
    case pack(@Sendable (PackContents, Settings) -> [PackEvidence])
    /// Looks at one Xcode catalog.
    case catalog(@Sendable (Catalog, Settings) -> [CatalogEvidence])
    /// Looks at the description of one interactive message; evidence has its place in the text.
    case message(@Sendable (MessageDeclaration, Settings) -> [Evidence])
  }

  package init(
    id: String, severity: Severity, summary: String, reason: String, advice: String,
    messengerAdvice: (@Sendable (Settings) -> String?)? = nil, fixes: [Fix.Kind] = [],
    resolution: BuildResolution? = nil, parameters: [Parameter] = [],
    references: [Reference] = [], isOptIn: Bool = false,
    roles: Set<Role> = [.sticker], includesSmallerSizes: Bool? = nil, view: View? = nil,
    subject: Subject = .pack, grouping: Grouping? = nil, needs: MeasureSet = [],
    cannotCheck: @escaping @Sendable (Asset) -> Bool = { _ in false },
    examples: @autoclosure @escaping @Sendable () -> [Example], check: Check,
    marks: (@Sendable (Asset, Settings) -> [Mark.Area])? = nil
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.reason = reason
    self.advice = withoutLineBreaks(advice)
    self.messengerAdvice = messengerAdvice
    self.fixes = fixes
    self.resolution = resolution
    self.parameters = parameters
    self.references = references
    self.isOptIn = isOptIn
    self.roles = roles
    self.includesSmallerSizes = includesSmallerSizes ?? (roles == .everyAsset)
    self.view = view
    self.subject = subject
    self.grouping = grouping
    self.needs = needs
    self.cannotCheck = cannotCheck
    makeExamples = examples
    self.check = check
    self.marks = marks
  }

  /// What a designer does about it under settings.
  func advice(under settings: Settings) -> String {
    messengerAdvice?(settings).map(inOneLine) ?? advice
  }
}

/// Prose as one line, however it stands in the rule's file. By bytes: this runs for every rule at each start.
private func withoutLineBreaks(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "\n")) else { return text }
  return String(decoding: text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
}

extension Rule {
  /// Whether the rule applies to an asset.
  func applies(to asset: Asset) -> Bool {
    roles.contains(asset.role) && (includesSmallerSizes || asset.context.original == nil)
  }
}

extension Set<Role> {
  /// Every asset, whatever it is for: rules about files.
  static let everyAsset = Set(Role.allCases)
  /// What is sent: whole stickers and the frames of sequences.
  package static let sent: Set<Role> = [.sticker, .frame]
}

/// What a pack rule found.
package struct PackEvidence: Hashable, Sendable {
  /// The sticker it speaks of; nil for the pack as a whole.
  let sticker: Path?
  /// What was found.
  let evidence: Evidence

  /// Evidence on a sticker of a pack, or on the pack.
  init(_ message: String, _ figure: MeasuredValue? = nil, on sticker: Path? = nil) {
    self.sticker = sticker
    evidence = Evidence(message, figure)
  }
}

/// A case inside a rule's file.
package struct Example: Sendable {
  /// What is special about it.
  package let name: String
  /// The files it consists of: one for an asset rule, several for a pack rule.
  package let files: [ExampleFile]
  /// The whole message; nil where the rule stays silent.
  package let message: String?
  /// What a catalog or description says of the pack, its stickers named by the files' names; nil for a plain
  /// folder.
  private(set) var declaration: PackDeclaration?
  /// The folder that its files are seen from where they are an Xcode catalog: `Stickers.xcstickers`; nil for
  /// a plain folder.
  private(set) var catalog: String?
  /// What the rule's parameters are, where they are not as by default.
  private(set) var settings = Settings()
  /// What a rule about interactive messages looks at.
  private(set) var described: MessageExample?
  /// Where a rule about catalogs or messages fires: the path with line and column behind it, as far as it has
  /// them.
  package private(set) var place: String?

  /// The rule stays silent.
  package static func passes(_ name: String, _ files: ExampleFile...) -> Example {
    Example(name: name, files: files, message: nil)
  }

  /// The rule fires once, with this message.
  package static func fires(_ name: String, _ files: ExampleFile..., message: String) -> Example {
    Example(name: name, files: files, message: message)
  }

  /// The rule stays silent about an Xcode catalog.
  ///
  /// - Parameter files: their names are paths below `catalog`.
  static func passes(_ name: String, catalog: String, _ files: [ExampleFile]) -> Example {
    var example = Example(name: name, files: files, message: nil)
    example.catalog = catalog
    return example
  }

  /// The rule fires once about an Xcode catalog, with this message at this place, below `catalog`.
  static func fires(
    _ name: String, catalog: String, _ files: [ExampleFile], at place: String, message: String
  ) -> Example {
    var example = Example(name: name, files: files, message: message)
    (example.catalog, example.place) = (catalog, place)
    return example
  }

  /// The rule stays silent about the description of an interactive message.
  static func passes(_ name: String, _ described: MessageExample) -> Example {
    var example = Example(
      name: name, files: [ExampleFile("message.yml", text: described.text)], message: nil)
    example.described = described
    return example
  }

  /// The rule fires once about the description of an interactive message, with this message at this place.
  static func fires(
    _ name: String, _ described: MessageExample, at place: String, message: String
  ) -> Example {
    var example = Example(
      name: name, files: [ExampleFile("message.yml", text: described.text)], message: message)
    (example.described, example.place) = (described, place)
    return example
  }

  /// The same example under a messenger's figures.
  func under(_ values: KeyValuePairs<Parameter, Parameter.Value>) -> Example {
    var example = self
    for (parameter, value) in values { example.settings.set(parameter, to: value) }
    return example
  }

  /// The same example in a pack of which a catalog or a description says more.
  func declared(_ declaration: PackDeclaration) -> Example {
    var example = self
    example.declaration = declaration
    return example
  }
}

extension Example {
  /// What a rule finds on the example: its files in one folder, as the role that the rule looks at, in a pack
  /// of which the example's declaration speaks.
  ///
  /// - Throws: where a file cannot be drawn.
  package func findings(of rule: Rule) async throws -> [Finding] {
    if let catalog {
      return catalogFindings(in: try tree(below: catalog), at: catalog, Configuration(rules: [rule]))
    }
    if let described {
      return StickerEngine.findings(onMessages: [described.declaration]) { _ in Configuration(rules: [rule]) }
    }
    let pack = Path("Pack")
    let role = Role.allCases.first(where: rule.roles.contains) ?? .sticker
    let sources = try files.map { file in
      let outcome = try file.make()
      return AssetSource(path: pack.appending(file.fileName), role: role, pack: pack) { limit in
        if case .bytes(let bytes) = outcome, bytes.count > limit { .tooLarge(bytes.count) } else { outcome }
      }
    }
    let declarations = declaration.map { [pack: $0.inside(pack)] } ?? [:]
    var configuration = Configuration(rules: [ActiveRule(rule, settings: settings)])
    configuration.hashesAllPixels = true
    let (contexts, gate) = (AssetContexts(sources, declarations), MemoryGate())
    var analyses: [AssetAnalysis] = []
    for source in sources {
      let asset = await readAsset(source, configuration, gate, contexts.context(for: source))
      var analysis = AssetAnalysis(asset, pack: pack, configuration)
      analysis.pixelHash = analysis.facts.fullPixelHash
      analyses.append(analysis)
    }
    let input = LintInput(sources, declarations: declarations)
    return Report(on: analyses, of: input) { _ in configuration }.findings
  }
}

extension Example {
  private func tree(below folder: String) throws -> FileTree {
    var tree = FileTree()
    for file in files {
      guard case .bytes(let bytes) = try file.make() else { continue }
      tree["\(folder)/\(file.fileName)"] = bytes
    }
    return tree
  }
}

extension PackDeclaration {
  /// The same declaration with its files in a folder.
  fileprivate func inside(_ folder: Path) -> PackDeclaration {
    var located = self
    located.icon = icon.map(folder.appending)
    located.stickers = stickers.map {
      DeclaredSticker(path: folder.appending($0.path), metadata: $0.metadata)
    }
    return located
  }
}
