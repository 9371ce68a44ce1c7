import StickerImage

extension Rule {
  /// Reports icon sets with missing or wrong icons.
  static let catalogIcons = Rule(
    id: "catalog-icons",
    severity: .error,
    summary: "An icon set has one opaque PNG with exactly the right dimensions for each of its 13 icons.",
    reason: """
      Xcode reports “X.png is 58x48 but should be 58x58” or “The stickers icon set has 3 unassigned children”,
      or it finds no matching icon set at all. The App Store rejects an icon that is transparent or has an
      alpha channel (ITMS-90717). A missing icon shows as an empty square.

      The four icons that measure 29 × 29 and 1024 × 1024 points represent the app. A pack inside an app, in
      an .xcassets, does not need them. The icons that Messages shows need `"platform" : "ios"`. Icon sets
      without it have been rejected on upload.
      """,
    advice: """
      Export every icon again from one opaque 1024 px square, with exactly the icon's dimensions and without
      an alpha channel. The fix writes the platform. If you select this rule, the fix also replaces missing
      and wrong icons where possible.
      """,
    fixes: [.correctIconPlatform, .regenerateWrongIcons], buildResolution: .rebuildsIconSets,
    references: [.appleIconSlots, .appStoreIconRequirements, .xcodeIconMessages, .xcodeMissingIconsMessage],
    roles: [],
    examples: [
      .passes("all 13 icons", catalog: CatalogExample.catalogFolderName, CatalogExample.filesWithIcons()),
      .fires(
        "an icon with the wrong dimensions", catalog: CatalogExample.catalogFolderName,
        CatalogExample.filesWithIcons(replacing: "iphone-29x29-2x.png", with: .solidRectangle(58, 48)),
        at: "iMessage App Icon.stickersiconset/Contents.json:4:20",
        message: "“iphone-29x29-2x.png” is 58 × 48 px (must be 58 × 58 px)"),
      .fires(
        "an icon with an alpha channel", catalog: CatalogExample.catalogFolderName,
        CatalogExample.filesWithIcons(
          replacing: "ios-marketing-1024x1024-1x.png", with: .solidRectangle(1024, 1024, hasOpaqueAlpha: true)
        ),
        at: "iMessage App Icon.stickersiconset/Contents.json:46:20",
        message: "“ios-marketing-1024x1024-1x.png” has an alpha channel (must have none)"),
      .fires(
        "a missing icon", catalog: CatalogExample.catalogFolderName,
        CatalogExample.filesWithIcons {
          $0.replacing("\"filename\" : \"iphone-29x29-3x.png\",\n      ", with: "")
        },
        at: "iMessage App Icon.stickersiconset/Contents.json:9:5",
        message: "1 of 13 icons is missing: iphone 29x29 3x"),
      .fires(
        "a Messages icon without its platform", catalog: CatalogExample.catalogFolderName,
        CatalogExample.filesWithIcons {
          $0.replacing(
            "\"idiom\" : \"ios-marketing\",\n      \"platform\" : \"ios\",",
            with: "\"idiom\" : \"ios-marketing\",")
        },
        at: "iMessage App Icon.stickersiconset/Contents.json:79:5",
        message: "1 icon does not have “platform” : “ios” (ios-marketing 1024x768 1x)"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ options: OptionValues) -> [CatalogEvidence] {
  let isApp = catalog.recognizedFolders.contains { $0.kind == .stickerCatalog }
  return catalog.recognizedFolders.filter { $0.kind == .icons }.flatMap { set -> [CatalogEvidence] in
    guard let root = set.document?.root, case .object = root.content else { return [] }
    var reader = IconSetChecker(set)
    let list = root["images"]
    if let list {
      guard let images = list.elements else { return [] }  // `catalog-json` reports it
      for image in images { reader.checkImageEntry(image) }
    } else if root.hasKeyOrMisspelling("images", among: ["info", "images"]) {
      return []
    }
    return reader.evidence(isStandaloneApp: isApp, missingIconsAt: list?.offset ?? root.offset)
      + missingIOSPlatformEvidence(list?.elements ?? [], in: set)
  }
}

/// One finding for all Messages icons that lack the platform.
private func missingIOSPlatformEvidence(_ images: [JSONNode], in iconSet: CatalogFolder) -> [CatalogEvidence]
{
  let lacking = images.filter { image in
    IconSlot.hasPlatformThatAppStoreRejects(image)
      // `catalog-json` reports misspelled keys.
      && (image["platform"] != nil || !image.hasKeyOrMisspelling("platform", among: iconKeyNames))
  }
  guard let first = lacking.first else { return [] }
  var named: Set<String> = []
  let words = lacking.map { image in
    ["idiom", "size", "scale"].compactMap { image[$0]?.text }.joined(separator: " ")
  }.filter { !$0.isEmpty && named.insert($0).inserted }
  let rest = words.count > IconSlot.all.count ? ["\(words.count - IconSlot.all.count) more"] : []
  let shown = words.prefix(IconSlot.all.count).map { UntrustedText($0).displayText } + rest
  let say = lacking.count == 1 ? "icon does" : "icons do"
  let message =
    "\(lacking.count) \(say) not have “platform” : “\(IconSlot.messagesPlatform)”"
    + (shown.isEmpty ? "" : " (\(listText(shown)))")
  var fix = Fix(.correctIconPlatform)
  fix.isCertain = true
  return [CatalogEvidence(iconSet, message, at: first.offset, fix: fix)]
}

/// Checks the list of images in one icon set.
private struct IconSetChecker {
  let iconSet: CatalogFolder
  let entries: [String: CatalogEntry]
  /// Faults that new icons would fix.
  private var faults: [IconFault] = []
  /// Findings about images that are not used for any icon.
  private var unusedImageEvidence: [CatalogEvidence] = []
  /// The offset of the first element without a file name.
  private(set) var firstEmptySlotOffset: Int?
  private var fileNamesBySlot: [IconSlot: String] = [:]
  /// Whether the set has a full-size icon that the other icons can be made from.
  private let hasIconSource: Bool
  private var listedSlots: Set<IconSlot> = []

  init(_ iconSet: CatalogFolder) {
    (self.iconSet, entries) = (iconSet, iconSet.entriesExceptDocumentByName)
    hasIconSource = iconSet.entriesExceptDocument.contains {
      $0.iconOrFrameFacts?.isLargeSquareImage ?? false
    }
  }

  /// The findings: one for all missing and wrong icons, and one for each unused image.
  ///
  /// - Parameter isApp: whether the pack is a standalone app.
  func evidence(isStandaloneApp isApp: Bool, missingIconsAt offset: Int) -> [CatalogEvidence] {
    let all = faults + (missingIconsFault(isStandaloneApp: isApp, fallbackOffset: offset).map { [$0] } ?? [])
    guard let first = all.first else { return unusedImageEvidence }
    let severity = all.contains { $0.severity == nil } ? nil : Severity.warning
    let fix =
      hasIconSource || all.allSatisfy { $0.textWithoutFileName == alphaFaultText }
      ? Fix(.regenerateWrongIcons) : nil
    return [
      CatalogEvidence(
        iconSet, all.messageText, all.count == 1 ? first.measuredValue : nil, at: first.offset,
        severity: severity,
        fix: fix)
    ] + unusedImageEvidence
  }

  /// The missing icons. A pack inside an app needs the icons that represent the app only if the set lists
  /// them, because the app has its own icon.
  ///
  /// - Parameter isApp: whether the pack is a standalone app.
  private func missingIconsFault(isStandaloneApp isApp: Bool, fallbackOffset offset: Int) -> IconFault? {
    let wanted = IconSlot.all.filter { isApp || !$0.belongsToApp || listedSlots.contains($0) }
    let gaps = wanted.filter { fileNamesBySlot[$0] == nil }
    guard !gaps.isEmpty else { return nil }
    let figure = MeasuredValueAndLimit(wanted.count - gaps.count, limit: wanted.count, unit: .unitless)
    let verb = gaps.count == 1 ? "is" : "are"
    let named = gaps.count == wanted.count ? "" : ": \(listText(gaps.map(\.idiomSizeAndScale)))"
    let severity: Severity? = isApp || gaps.contains { !$0.belongsToApp } ? nil : .warning
    return IconFault(
      fileName: nil, "\(gaps.count) of \(wanted.count) icons \(verb) missing\(named)", figure,
      at: firstEmptySlotOffset ?? offset, severity)
  }

  mutating func checkImageEntry(_ image: JSONNode) {
    let file = image["filename"]
    guard let place = IconSlot(image) else {
      if let file, let name = file.text { recordUnusedImageUnlessOutdated(image, name, at: file.offset) }
      return
    }
    listedSlots.insert(place)
    guard let file, let name = file.text else {
      if fileNamesBySlot[place] == nil { firstEmptySlotOffset = firstEmptySlotOffset ?? image.offset }
      return
    }
    if let other = fileNamesBySlot[place] {
      let words =
        "“\(place.idiomSizeAndScale)” has two images, \(quotedEscapedAndShortened(other)) and \(quotedEscapedAndShortened(name))"
      faults.append(IconFault(fileName: nil, words, at: file.offset))
      return
    }
    fileNamesBySlot[place] = name
    guard let picture = entries[name]?.iconOrFrameFacts, let fault = fault(of: picture, for: place) else {
      return
    }
    faults.append(IconFault(fileName: name, fault.words, fault.figure, at: file.offset))
  }

  /// Records an image that is unassigned, or that Xcode ignores.
  private mutating func recordUnusedImageUnlessOutdated(_ image: JSONNode, _ name: String, at offset: Int) {
    if case .bool(true)? = image["unassigned"]?.content {
      unusedImageEvidence.append(
        CatalogEvidence(
          iconSet, "\(quotedEscapedAndShortened(name)) is unassigned, so no icon uses it", at: offset))
      return
    }
    guard !IconSlot.isOutdatedIcon(image) else { return }
    let keys = ["idiom", "size", "scale"]
    let absent = keys.filter { !image.hasKeyOrMisspelling($0, among: iconKeyNames) }
    let words = keys.compactMap { image[$0]?.text }
    if !absent.isEmpty {
      let message = "\(quotedEscapedAndShortened(name)) has no \(listText(absent, "or")), so no icon uses it"
      unusedImageEvidence.append(CatalogEvidence(iconSet, message, at: offset))
    } else if words.count == keys.count, IconSlot.idiomNames.contains(words[0]),
      IconSlot.scaleTexts.contains(words[2])
    {
      // `catalog-json` reports misspelled keys, idioms and scales.
      let place = quotedEscapedAndShortened(words.joined(separator: " "))
      let message =
        "\(quotedEscapedAndShortened(name)) is for slot \(place), which icon sets do not have, so Xcode ignores the image"
      unusedImageEvidence.append(CatalogEvidence(iconSet, message, at: offset, severity: .warning))
    }
  }

  private func fault(
    of picture: CatalogImageFacts, for place: IconSlot
  ) -> (words: String, figure: MeasuredValueAndLimit?)? {
    var (faults, figure): ([String], MeasuredValueAndLimit?) = ([], nil)
    if picture.format != .png {
      faults.append("is \(picture.format == .apng ? "an" : "a") \(picture.format.name) (must be a PNG)")
    }
    if let canvas = picture.canvas, canvas != place.pixelSize {
      faults.append("is \(canvas) (must be \(place.pixelSize))")
      figure = MeasuredValueAndLimit(canvas.longerSide, limit: place.pixelSize.longerSide, unit: .pixels)
    }
    if picture.format != .jpeg, picture.canBeTransparent {
      faults.append(alphaFaultText)
    }
    return faults.isEmpty ? nil : (listText(faults), figure)
  }
}

/// The fault that a fix resolves by removing an unused alpha channel.
private let alphaFaultText = "has an alpha channel (must have none)"

/// A fault in an icon set that new icons would fix.
private struct IconFault {
  /// The image that has the fault; nil for missing and duplicate icons.
  let fileName: String?
  let textWithoutFileName: String
  let measuredValue: MeasuredValueAndLimit?
  let offset: Int
  /// The severity; nil for the rule's severity.
  let severity: Severity?

  init(
    fileName: String?, _ words: String, _ figure: MeasuredValueAndLimit? = nil, at offset: Int,
    _ severity: Severity? = nil
  ) {
    self.fileName = fileName
    self.textWithoutFileName = words
    self.measuredValue = figure
    self.offset = offset
    self.severity = severity
  }
}

extension [IconFault] {
  /// The message for all faults, in document order: `“a.png” has an alpha channel (must have none); 1 of 13
  /// icons is missing`. A fault that several images share is listed once.
  fileprivate var messageText: String {
    var (order, names) = ([String](), [String: [String]]())
    for fault in self {
      if names[fault.textWithoutFileName] == nil { order.append(fault.textWithoutFileName) }
      names[fault.textWithoutFileName, default: []] +=
        fault.fileName.map { [quotedEscapedAndShortened($0)] } ?? []
    }
    return order.map { words in
      let who = names[words] ?? []
      return who.isEmpty ? words : who.count == 1 ? "\(who[0]) \(words)" : "\(listText(who)): each \(words)"
    }.joined(separator: "; ")
  }
}

extension CatalogImageFacts {
  /// Whether all icons can be made from the image, according to its header.
  fileprivate var isLargeSquareImage: Bool {
    guard let canvas, format == .png || format == .jpeg else { return false }
    return canvas.width == canvas.height && canvas.width >= 1024
  }
}

// Icons as described in the document of an icon set.
extension IconSlot {
  /// Idiom, size and scale as in a document: `iphone 29x29 2x`.
  var idiomSizeAndScale: String { "\(idiom.rawValue) \(pointSizeText) \(scaleText)" }

  /// The scale as in a document: `2x`.
  var scaleText: String { IconSlot.scaleText(of: scale) }

  /// Whether the icon represents the app and not the pack. A pack inside an app does not need it.
  var belongsToApp: Bool { pointWidth == pointHeight }

  static let idiomNames = Idiom.allCases.map(\.rawValue)

  /// All scales that a document may contain.
  static let scaleTexts = Scale.allCases.map(scaleText(of:))

  private static func scaleText(of scale: Scale) -> String { "\(scale.rawValue)x" }

  /// Whether an element is an icon from older versions of Xcode, for screens that no current device has.
  static func isOutdatedIcon(_ image: JSONNode) -> Bool {
    guard let size = image["size"]?.text, let idiom = image["idiom"]?.text else { return false }
    return image["scale"]?.text == "1x"
      && all.contains { $0.pointSizeText == size && $0.idiom.rawValue == idiom }
  }

  /// The icon that an element in the list of images describes; nil if it describes none. A misspelled idiom,
  /// which `catalog-json` reports, counts as the intended idiom.
  init?(_ image: JSONNode) {
    guard let size = image["size"]?.text, let scale = image["scale"]?.text,
      let word = image["idiom"]?.text
    else { return nil }
    let idiom =
      IconSlot.idiomNames.contains(word) ? word : likelyCorrection(of: word, among: IconSlot.idiomNames)
    // Before the idiom `ios-marketing` existed, the wide App Store icon had the idiom `universal`.
    let isOldStore = size == "1024x768" && idiom == Idiom.universal.rawValue
    let found = IconSlot.all.first { slot in
      slot.pointSizeText == size && slot.scaleText == scale
        && (slot.idiom.rawValue == idiom || (isOldStore && slot.idiom == .marketing))
    }
    guard let found else { return nil }
    self = found
  }
}
