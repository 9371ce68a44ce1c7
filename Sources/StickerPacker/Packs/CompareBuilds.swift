package import StickerEngine
import StickerImage

/// The properties of a sticker that are compared between two builds.
struct ComparableSticker {
  /// The id, which its files are named after.
  let id: String
  /// A hash of the art.
  let artHash: String
  /// Hashes of the files that are made from the art; empty if they are not compared.
  var derivedFileHashes: [String] = []
  /// The human-readable text, by kind.
  let texts: [String: JSON]
}

/// How the ids of stickers are interpreted when two builds are compared.
enum StickerIDMeaning {
  /// Ids are names. A sticker with the same art and a different id counts as renamed.
  case names
  /// Ids are positions in the pack. A different id does not count as a new name.
  case positions
}

extension PackChanges {
  /// Compares the stickers of two builds.
  init(from old: [ComparableSticker], to new: [ComparableSticker], _ pairing: StickerIDMeaning) {
    self.init()
    let partners = Self.counterpartIndices(of: new, in: old)
    var nextIndex = 0
    for (sticker, partner) in zip(new, partners) {
      guard let partner else {
        addedStickerIDs.append(sticker.id)
        continue
      }
      let before = old[partner]
      // If the order has not changed, partners have ascending indices.
      if partner < nextIndex { isReordered = true }
      nextIndex = max(nextIndex, partner)
      let isRenamed = sticker.id != before.id && pairing == .names
      let isEdited =
        sticker.artHash != before.artHash || sticker.derivedFileHashes != before.derivedFileHashes
      if isRenamed { renamings.append(Renaming(from: before.id, to: sticker.id)) }
      if isEdited { stickersWithChangedArt.append(sticker.id) }
      // A sticker is often named after its file, so a new name is part of the renaming.
      let ignored: Set<String> = isRenamed ? ["name"] : []
      let hasNewTexts =
        sticker.texts.filter { !ignored.contains($0.key) }
        != before.texts.filter { !ignored.contains($0.key) }
      if hasNewTexts { stickersWithChangedTexts.append(sticker.id) }
      if !isRenamed, !isEdited, !hasNewTexts { unchangedStickerCount += 1 }
    }
    let kept = Set(partners.compactMap(\.self))
    removedStickerIDs = old.indices.filter { !kept.contains($0) }.map { old[$0].id }
  }

  /// Returns, for each sticker in the new build, the index of the same sticker in the old build; nil if the
  /// sticker was added. Pairs stickers with the same id and art first, then those with the same art, then
  /// those with the same id. That way, inserting a sticker among numbered files counts as one added sticker,
  /// not as a change to each file after it.
  private static func counterpartIndices(of new: [ComparableSticker], in old: [ComparableSticker]) -> [Int?] {
    var partners = [Int?](repeating: nil, count: new.count)
    var isFree = [Bool](repeating: true, count: old.count)
    func pair(by key: (ComparableSticker) -> [String]) {
      var candidates = Dictionary(grouping: old.indices.filter { isFree[$0] }.reversed()) { key(old[$0]) }
      for index in new.indices where partners[index] == nil {
        guard let partner = candidates[key(new[index])]?.popLast() else { continue }
        partners[index] = partner
        isFree[partner] = false
      }
    }
    pair { [$0.id, $0.artHash] }
    pair { [$0.artHash] }
    pair { [$0.id] }
    return partners
  }
}

extension PreviousBuild {
  /// Returns what a plan changes; nil if the folder has no build with a manifest.
  package func changes(to plan: PackInMemory) -> PackChanges? {
    guard let manifest else { return nil }
    let options = manifest.changedOptions(tree, to: plan)
    // Files that are minimized, or made by another version, have the same art if they have the same pixels.
    let comparesPixels = options.contains(.smallest) || options.contains(.generatorVersion)
    // Different variants of the same art count as a change to the sticker unless an option explains them.
    let comparesVariants = !comparesPixels && !options.contains(.variants)
    // Art with the same bytes in both builds need not be decoded.
    let unchangedArt = Set(manifest.artHashes).intersection(plan.manifest.artHashes)
    func stickers(_ manifest: Manifest, _ tree: FileTree) -> [ComparableSticker] {
      manifest.stickers.map { sticker in
        ComparableSticker(
          id: sticker.id,
          artHash: sticker.artKey(tree, ofPixels: comparesPixels, unlessHashIn: unchangedArt),
          derivedFileHashes: comparesVariants ? sticker.variants.dropFirst().map(\.file.sha256) : [],
          texts: sticker.texts)
      }
    }
    var changes = PackChanges(
      from: stickers(manifest, tree), to: stickers(plan.manifest, plan.tree), .names)
    changes.changedBuildOptions = options
    changes.icon = PackChanges.IconChange(
      from: manifest.iconKeysBySlotName(tree, ofPixels: comparesPixels),
      to: plan.manifest.iconKeysBySlotName(plan.tree, ofPixels: comparesPixels))
    changes.changedProperties = manifest.changedPackProperties(to: plan.manifest, changes.renamings)
    return changes
  }
}

/// Returns what is visible in an image, and when; nil if it cannot be decoded.
private func visibleFramesAndDelaysKey(of bytes: [UInt8]) -> String? {
  guard let image = Image(decodingForExport: bytes) else { return nil }
  // An encoder may merge equal neighboring frames, and change the colors of transparent pixels.
  var shown: [(pixels: XXH3Digest, delay: ExactSeconds?)] = []
  for frame in image.frames {
    let digest = XXH3Digest(of: (clearingColorUnderTransparency(frame.bitmap) ?? frame.bitmap).pixels)
    if let last = shown.last, last.pixels == digest {
      shown[shown.count - 1].delay = last.delay.flatMap { $0.adding(frame.delay) }
    } else {
      shown.append((digest, frame.delay))
    }
  }
  let frames = shown.map { "\($0.pixels.hexadecimal) \($0.delay.map { "\($0.reduced)" } ?? "-")" }
  return "\(image.container.canvas) " + frames.joined(separator: " ")
}

extension ManifestSticker {
  /// A key that identifies the @3x art: a hash of its bytes, or a text with its loop count, frames and
  /// delays.
  ///
  /// - Parameter unchangedArt: the hashes of art that is always compared by its bytes.
  fileprivate func artKey(
    _ tree: FileTree, ofPixels comparesPixels: Bool, unlessHashIn unchangedArt: Set<String>
  ) -> String {
    guard let art = variants.first?.file else { return "" }
    guard comparesPixels, !unchangedArt.contains(art.sha256),
      let shown = tree[art.path].flatMap(visibleFramesAndDelaysKey)
    else { return art.sha256 }
    return "\(animation?.plays ?? 0) \(shown)"
  }

  fileprivate var texts: [String: JSON] {
    [
      "name": .string(name), "descriptions": .object(descriptions.mapValues(JSON.string)),
      "keywords": .array(keywords.map(JSON.string)), "emoji": .array(emoji.map(JSON.string)),
    ]
  }
}

extension Manifest {
  /// The hashes of the @3x art of all stickers.
  fileprivate var artHashes: [String] { stickers.compactMap { $0.variants.first?.file.sha256 } }

  /// A key that identifies the icon in each slot; nil if the pack has no icons.
  fileprivate func iconKeysBySlotName(_ tree: FileTree, ofPixels comparesPixels: Bool) -> [String: String]? {
    if icons.isEmpty { return nil }
    let hashes = Dictionary(catalogFiles.map { ($0.path, $0.sha256) }) { first, _ in first }
    let contents = icons.map { icon in
      let shown = comparesPixels ? tree[icon.path].flatMap(visibleFramesAndDelaysKey) : nil
      return (icon.slotName, shown ?? hashes[icon.path] ?? "")
    }
    return Dictionary(contents) { first, _ in first }
  }

  /// The properties of the pack that change.
  ///
  /// - Parameter renamed: the stickers with new ids. A cover sticker that was only renamed is not a new
  ///   cover.
  fileprivate func changedPackProperties(
    to new: Manifest, _ renamed: [PackChanges.Renaming]
  ) -> [PackChanges.Property] {
    let newIDs = Dictionary(renamed.map { ($0.oldID, $0.newID) }) { first, _ in first }
    func links(_ credits: PackCredits) -> [String?] {
      [credits.publisherWebsite, credits.privacyPolicyURL, credits.licenseURL]
    }
    return PackChanges.Property.allCases.filter { property in
      switch property {
      case .name: name != new.name
      case .author: credits.author != new.credits.author
      case .publisher: credits.publisher != new.credits.publisher
      case .links: links(credits) != links(new.credits)
      case .cover: coverID.map { newIDs[$0] ?? $0 } != new.coverID
      case .languages: languages != new.languages
      case .browserBackground: browserBackgroundColor != new.browserBackgroundColor
      case .message: messageFiles != new.messageFiles
      }
    }
  }

  /// The files of an interactive message in the bundle.
  private var messageFiles: [ManifestFile] {
    extensionBundleFiles.filter { $0.path.hasPrefix(ExtensionBundleFolders.message + "/") }
  }

  /// The options that differ in the build that replaces this one.
  ///
  /// - Parameter tree: the files of this build.
  fileprivate func changedOptions(_ tree: FileTree, to plan: PackInMemory) -> [PackChanges.BuildOption] {
    let new = plan.manifest
    let (old, project) = (self.project, new.project)
    // If the project was added or removed, its options are not separate changes.
    let hasBoth = old != nil && project != nil
    // Without its project file, nothing is known about the settings of the previous build.
    let hasSettings = hasBoth && old.map { tree[$0.projectFilePath] != nil } == true
    let settings = (
      hasSettings ? old?.buildSettingValuesByName(tree) : nil,
      hasSettings ? project?.buildSettingValuesByName(plan.tree) : nil
    )
    func differs(_ setting: String) -> Bool { settings.0?[setting] != settings.1?[setting] }
    func scales(_ manifest: Manifest) -> Set<Scale> {
      Set(manifest.stickers.flatMap { $0.variants.map(\.scale) })
    }
    return PackChanges.BuildOption.allCases.filter { option in
      switch option {
      case .gridSize: gridSize != new.gridSize
      case .variants: scales(self) != scales(new)
      case .smallest: minimizingEffort != new.minimizingEffort
      case .contactSheet: contactSheets.isEmpty != new.contactSheets.isEmpty
      case .xcodeProject: (old == nil) != (project == nil)
      case .template: hasBoth && old?.template != project?.template
      case .localizedCatalog:
        // A project with code always has the text in every language.
        hasBoth && old?.template == project?.template
          && old?.hasLocalizedCatalogDescriptions != project?.hasLocalizedCatalogDescriptions
      case .bundleIdentifier: old?.template == project?.template && differs(bundleIdentifierSetting)
      case .deploymentTarget: differs("IPHONEOS_DEPLOYMENT_TARGET")
      case .version: differs("MARKETING_VERSION")
      case .build: differs("CURRENT_PROJECT_VERSION")
      case .team: differs("DEVELOPMENT_TEAM")
      case .generatorVersion: toolVersion != new.toolVersion
      }
    }
  }
}

extension ManifestProject {
  /// Whether a project without code has the catalog's text in every language.
  var hasLocalizedCatalogDescriptions: Bool {
    files.contains { $0.path.hasSuffix(".lproj/\(catalogStringsFileName)") }
  }

  /// The values of each build setting in the project file, across all configurations.
  func buildSettingValuesByName(_ tree: FileTree) -> [String: Set<String>] {
    guard let file = tree[projectFilePath].flatMap({ try? OldStylePropertyList(parsing: $0) }) else {
      return [:]
    }
    let settings = (file["objects"]?.members ?? []).flatMap { $0.value["buildSettings"]?.members ?? [] }
    return Dictionary(grouping: settings, by: \.key).mapValues { Set($0.compactMap(\.value.text)) }
  }
}
