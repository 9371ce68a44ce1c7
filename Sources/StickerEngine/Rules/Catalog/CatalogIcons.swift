import StickerImage

extension Rule {
  /// An icon set is complete and right.
  static let catalogIcons = Rule(
    id: "catalog-icons",
    severity: .error,
    summary: "An icon set has one opaque PNG of exactly the right pixels for each of its 13 places.",
    reason: """
      Xcode says “X.png is 58x48 but should be 58x58”, or “The stickers icon set has 3 unassigned children”,
      or finds no matching icon set at all; the App Store turns down an icon that is transparent or has an
      alpha channel (ITMS-90717). A place without a picture shows an empty square. The places of 29 and 1024
      points a side show the app: a pack inside of an app, in an .xcassets, can leave these four out. The
      places that Messages shows say "platform" : "ios": sets without it were refused at upload.
      """,
    advice: """
      Make every icon anew from one opaque square of 1024 px, in exactly the pixels of its place, without an
      alpha channel. The fix writes the platform and drops alpha channels that no pixel uses.
      """,
    fixes: [.writePlatform, .makeIcons], resolution: .makesIcons,
    references: [.appleIconSlots, .appleIcons, .xcodeIconMessages, .xcodeMissingIcons], roles: [],
    examples: [
      .passes("all 13 places", catalog: CatalogArt.folder, CatalogArt.withIcons()),
      .fires(
        "a picture of other pixels", catalog: CatalogArt.folder,
        CatalogArt.withIcons(replacing: "iphone-29x29-2x.png", with: .flat(58, 48)),
        at: "iMessage App Icon.stickersiconset/Contents.json:4:20",
        message: "“iphone-29x29-2x.png” measures 58 × 48 px, and must measure 58 × 58 px"),
      .fires(
        "an icon with an alpha channel", catalog: CatalogArt.folder,
        CatalogArt.withIcons(
          replacing: "ios-marketing-1024x1024-1x.png", with: .flat(1024, 1024, hasAlpha: true)),
        at: "iMessage App Icon.stickersiconset/Contents.json:46:20",
        message: "“ios-marketing-1024x1024-1x.png” has an alpha channel, and must have none"),
      .fires(
        "a place without a picture", catalog: CatalogArt.folder,
        CatalogArt.withIcons { $0.replacing("\"filename\" : \"iphone-29x29-3x.png\",\n      ", with: "") },
        at: "iMessage App Icon.stickersiconset/Contents.json:9:5",
        message: "1 of 13 places has no picture: iphone 29x29 3x"),
      .fires(
        "a place of Messages without its platform", catalog: CatalogArt.folder,
        CatalogArt.withIcons {
          $0.replacing(
            "\"idiom\" : \"ios-marketing\",\n      \"platform\" : \"ios\",",
            with: "\"idiom\" : \"ios-marketing\",")
        },
        at: "iMessage App Icon.stickersiconset/Contents.json:79:5",
        message: "1 place does not say “platform” : “ios”: ios-marketing 1024x768 1x"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ settings: Settings) -> [CatalogEvidence] {
  let isApp = catalog.sets.contains { $0.kind == .stickerCatalog }
  return catalog.sets.filter { $0.kind == .icons }.flatMap { set -> [CatalogEvidence] in
    guard let root = set.document?.root, case .object = root.content else { return [] }
    var reader = IconReader(set)
    let list = root["images"]
    if let list {
      guard let images = list.elements else { return [] }  // another rule tells
      for image in images { reader.take(image) }
    } else if root.mentions("images", among: ["info", "images"]) {
      return []
    }
    return reader.found(isApp: isApp, at: list?.offset ?? root.offset)
      + lackingPlatform(list?.elements ?? [], in: set)
  }
}

/// The places of Messages that do not say so, as one finding: it is one thing that somebody forgot.
private func lackingPlatform(_ images: [JSONNode], in set: CatalogSet) -> [CatalogEvidence] {
  let lacking = images.filter { image in
    IconSlot.lacksPlatform(image)
      // A key that is misspelled is told by another rule.
      && (image["platform"] != nil || !image.mentions("platform", among: iconKeyNames))
  }
  guard let first = lacking.first else { return [] }
  var named: Set<String> = []
  let words = lacking.map { image in
    ["idiom", "size", "scale"].compactMap { image[$0]?.text }.joined(separator: " ")
  }.filter { !$0.isEmpty && named.insert($0).inserted }
  let rest = words.count > IconSlot.all.count ? ["\(words.count - IconSlot.all.count) more"] : []
  let shown = words.prefix(IconSlot.all.count).map { Untrusted($0).displayText } + rest
  let say = lacking.count == 1 ? "place does" : "places do"
  let message =
    "\(lacking.count) \(say) not say “platform” : “\(IconSlot.messagesPlatform)”"
    + (shown.isEmpty ? "" : ": \(listText(shown))")
  var fix = Fix(.writePlatform)
  fix.isCertain = true
  return [CatalogEvidence(set, message, at: first.offset, fix: fix)]
}

/// Goes through the images of one set.
private struct IconReader {
  let set: CatalogSet
  let entries: [String: CatalogEntry]
  /// What one deed cures: to make the icons anew.
  private var faults: [IconFault] = []
  /// Pictures that no place shows.
  private var homeless: [CatalogEvidence] = []
  /// Where the first element without a picture begins.
  private(set) var firstEmpty: Int?
  private var names: [IconSlot: String] = [:]
  /// Whether the set has a full-size icon that the other icons can be made from.
  private let hasSource: Bool
  private var mentioned: Set<IconSlot> = []

  init(_ set: CatalogSet) {
    (self.set, entries) = (set, set.entriesByName)
    hasSource = set.entries.contains { $0.picture?.isIconSource ?? false }
  }

  /// What is wrong: one finding with its places as a list, and what no place shows.
  ///
  /// - Parameter isApp: whether the pack is an app by itself.
  func found(isApp: Bool, at offset: Int) -> [CatalogEvidence] {
    let all = faults + (gap(isApp: isApp, at: offset).map { [$0] } ?? [])
    guard let first = all.first else { return homeless }
    let severity = all.contains { $0.severity == nil } ? nil : Severity.warning
    let fix = hasSource || all.allSatisfy { $0.words == alphaFault } ? Fix(.makeIcons) : nil
    return [
      CatalogEvidence(
        set, all.inWords, all.count == 1 ? first.figure : nil, at: first.offset, severity: severity, fix: fix)
    ] + homeless
  }

  /// The places without a picture. An app has an icon of its own: of a set for a pack that ships in one, the
  /// places that show the app are wanted only where they are listed.
  ///
  /// - Parameter isApp: whether the pack is an app by itself.
  private func gap(isApp: Bool, at offset: Int) -> IconFault? {
    let wanted = IconSlot.all.filter { isApp || !$0.belongsToApp || mentioned.contains($0) }
    let gaps = wanted.filter { names[$0] == nil }
    guard !gaps.isEmpty else { return nil }
    let figure = MeasuredValue(wanted.count - gaps.count, limit: wanted.count, unit: .number)
    let has = gaps.count == 1 ? "has" : "have"
    let named = gaps.count == wanted.count ? "" : ": \(listText(gaps.map(\.words)))"
    let severity: Severity? = isApp || gaps.contains { !$0.belongsToApp } ? nil : .warning
    return IconFault(
      whose: nil, "\(gaps.count) of \(wanted.count) places \(has) no picture\(named)", figure,
      at: firstEmpty ?? offset, severity)
  }

  mutating func take(_ image: JSONNode) {
    let file = image["filename"]
    guard let place = IconSlot(image) else {
      if let file, let name = file.text { noteHomeless(image, name, at: file.offset) }
      return
    }
    mentioned.insert(place)
    guard let file, let name = file.text else {
      if names[place] == nil { firstEmpty = firstEmpty ?? image.offset }
      return
    }
    if let other = names[place] {
      let words = "“\(place.words)” has two pictures, \(quoted(other)) and \(quoted(name))"
      faults.append(IconFault(whose: nil, words, at: file.offset))
      return
    }
    names[place] = name
    guard let picture = entries[name]?.picture, let fault = fault(of: picture, for: place) else { return }
    faults.append(IconFault(whose: name, fault.words, fault.figure, at: file.offset))
  }

  /// A picture that Xcode calls unassigned, or ignores.
  private mutating func noteHomeless(_ image: JSONNode, _ name: String, at offset: Int) {
    if case .bool(true)? = image["unassigned"]?.content {
      homeless.append(CatalogEvidence(set, "\(quoted(name)) is unassigned: no place shows it", at: offset))
      return
    }
    guard !IconSlot.isOutdated(image) else { return }
    let keys = ["idiom", "size", "scale"]
    let absent = keys.filter { !image.mentions($0, among: iconKeyNames) }
    let words = keys.compactMap { image[$0]?.text }
    if !absent.isEmpty {
      let message = "\(quoted(name)) says no \(listText(absent, "or")): no place shows it"
      homeless.append(CatalogEvidence(set, message, at: offset))
    } else if words.count == keys.count, IconSlot.idioms.contains(words[0]),
      IconSlot.factors.contains(words[2])
    {
      // A misspelled key, idiom or scale is told already.
      let place = quoted(words.joined(separator: " "))
      let message = "\(quoted(name)) is for \(place), which is no place of an icon set: Xcode ignores it"
      homeless.append(CatalogEvidence(set, message, at: offset, severity: .warning))
    }
  }

  private func fault(
    of picture: PictureFacts, for place: IconSlot
  ) -> (words: String, figure: MeasuredValue?)? {
    var (faults, figure): ([String], MeasuredValue?) = ([], nil)
    if picture.format != .png {
      faults.append("is \(picture.format == .apng ? "an" : "a") \(picture.format.name), and must be a PNG")
    }
    if let canvas = picture.canvas, canvas != place.pixels {
      faults.append("measures \(canvas), and must measure \(place.pixels)")
      figure = MeasuredValue(canvas.longerSide, limit: place.pixels.longerSide, unit: .pixels)
    }
    if picture.format != .jpeg, picture.canBeTransparent {
      faults.append(alphaFault)
    }
    return faults.isEmpty ? nil : (faults.joined(separator: "; it "), figure)
  }
}

/// The fault that a fix resolves by dropping an unused alpha channel.
private let alphaFault = "has an alpha channel, and must have none"

/// A fault of an icon set that making the icons anew cures.
private struct IconFault {
  /// The picture that has it; nil for a fault of places.
  let whose: String?
  let words: String
  let figure: MeasuredValue?
  let offset: Int
  /// Nil: the rule's own.
  let severity: Severity?

  init(
    whose: String?, _ words: String, _ figure: MeasuredValue? = nil, at offset: Int,
    _ severity: Severity? = nil
  ) {
    self.whose = whose
    self.words = words
    self.figure = figure
    self.offset = offset
    self.severity = severity
  }
}

extension [IconFault] {
  /// `“a.png” has an alpha channel, and must have none; 1 of 13 places has no picture`: what several have is
  /// said once, in the order of the document.
  fileprivate var inWords: String {
    var (order, names) = ([String](), [String: [String]]())
    for fault in self {
      if names[fault.words] == nil { order.append(fault.words) }
      names[fault.words, default: []] += fault.whose.map { [quoted($0)] } ?? []
    }
    return order.map { words in
      let who = names[words] ?? []
      return who.isEmpty ? words : who.count == 1 ? "\(who[0]) \(words)" : "\(listText(who)) each: \(words)"
    }.joined(separator: "; ")
  }
}

extension PictureFacts {
  /// Whether all icons could be made from it, as far as its header tells.
  fileprivate var isIconSource: Bool {
    guard let canvas, format == .png || format == .jpeg else { return false }
    return canvas.width == canvas.height && canvas.width >= 1024
  }
}

/// The places of an icon set as its document speaks of them.
extension IconSlot {
  /// The place in the words of a document: `iphone 29x29 2x`.
  var words: String { "\(idiom.rawValue) \(size) \(factor)" }

  /// The scale as a document writes it: `2x`.
  var factor: String { IconSlot.factor(of: scale) }

  /// Whether it shows the app and not the pack: an app that a pack ships in has an icon of its own for it.
  var belongsToApp: Bool { width == height }

  /// Every idiom that a place has.
  static let idioms = Idiom.allCases.map(\.rawValue)

  /// Every scale that a document may say.
  static let factors = Scale.allCases.map(factor(of:))

  private static func factor(of scale: Scale) -> String { "\(scale.rawValue)x" }

  /// Whether an element speaks of a place as older versions of Xcode had them: for screens that no device has
  /// any more.
  static func isOutdated(_ image: JSONNode) -> Bool {
    guard let size = image["size"]?.text, let idiom = image["idiom"]?.text else { return false }
    return image["scale"]?.text == "1x" && all.contains { $0.size == size && $0.idiom.rawValue == idiom }
  }

  /// The place that an element of the list of images speaks of; nil where there is none. A misspelled idiom,
  /// of which `catalog-json` tells, counts as what was meant.
  init?(_ image: JSONNode) {
    guard let size = image["size"]?.text, let scale = image["scale"]?.text,
      let word = image["idiom"]?.text
    else { return nil }
    let idiom = IconSlot.idioms.contains(word) ? word : meant(by: word, among: IconSlot.idioms)
    // Before the store had an idiom of its own, its wide icon was a universal one.
    let isOldStore = size == "1024x768" && idiom == Idiom.universal.rawValue
    let found = IconSlot.all.first { slot in
      slot.size == size && slot.factor == scale
        && (slot.idiom.rawValue == idiom || (isOldStore && slot.idiom == .marketing))
    }
    guard let found else { return nil }
    self = found
  }
}
