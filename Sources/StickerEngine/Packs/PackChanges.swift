/// What changed in a pack between two builds. Stickers are identified by their ids, and listed in the order
/// of the pack.
package struct PackChanges: Hashable, Sendable {
  /// A sticker that has the same art under a different id.
  package struct Renaming: Hashable, Sendable {
    package let oldID: String
    package let newID: String

    package init(from oldID: String, to newID: String) {
      self.oldID = oldID
      self.newID = newID
    }
  }

  /// What happened to the icon.
  package enum IconChange: String, CaseIterable, Sendable {
    case added, changed, removed

    /// Compares the contents of icons, where nil means no icon. Returns nil if both are the same.
    package init?<Content: Equatable>(from old: Content?, to new: Content?) {
      if old == new { return nil }
      self = old == nil ? .added : new == nil ? .removed : .changed
    }
  }

  /// A property of the whole pack. The raw values are the keys in reports.
  package enum Property: String, CaseIterable, Sendable {
    case name, author, publisher, links, cover, languages, browserBackground = "background", message

    fileprivate var words: String {
      switch self {
      case .name: "pack name"
      case .browserBackground: "background color"
      default: rawValue
      }
    }
  }

  /// An option of the build. The raw values are the keys in reports.
  package enum BuildOption: String, CaseIterable, Sendable {
    case gridSize, variants, smallest, contactSheet, xcodeProject, template, localizedCatalog
    case bundleIdentifier, deploymentTarget, version, build, team
    /// The version of stickerlint.
    case generatorVersion = "generator"

    fileprivate var words: String {
      switch self {
      case .gridSize: "grid size"
      case .contactSheet: "contact sheet"
      case .xcodeProject: "Xcode project"
      case .localizedCatalog: "languages of the catalog"
      case .bundleIdentifier: "bundle identifier"
      case .deploymentTarget: "deployment target"
      case .build: "build number"
      case .generatorVersion: "version of stickerlint"
      case .variants, .smallest, .template, .version, .team: rawValue
      }
    }
  }

  /// The stickers whose art changed.
  package var stickersWithChangedArt: [String] = []
  /// The stickers whose art is the same but whose id is different.
  package var renamings: [Renaming] = []
  /// The stickers that the previous build does not have.
  package var addedStickerIDs: [String] = []
  /// The stickers that only the previous build has.
  package var removedStickerIDs: [String] = []
  /// The stickers whose name, descriptions, keywords or emoji changed.
  package var stickersWithChangedTexts: [String] = []
  /// What happened to the icon; nil if it did not change.
  package var icon: IconChange?
  /// Whether the stickers that are in both builds are in a different order.
  package var isReordered = false
  /// The properties of the pack that changed.
  package var changedProperties: [Property] = []
  /// The options of the build that changed.
  package var changedBuildOptions: [BuildOption] = []
  /// The number of stickers without any change.
  package var unchangedStickerCount = 0

  package init() {}

  /// Whether nothing changed.
  package var isEmpty: Bool {
    var nothing = PackChanges()
    nothing.unchangedStickerCount = unchangedStickerCount
    return self == nothing
  }

  /// The changes in one line: `s03 changed, s04 renamed to wave, icon changed, 28 unchanged`. Escaped for
  /// display.
  package var escapedSummary: String {
    var parts = Self.optionalStickerClause(stickersWithChangedArt, "changed")
    if renamings.count > maxCountToNameStickers {
      parts.append("\(countText(renamings.count, "sticker")) renamed")
    } else {
      parts += renamings.map { "\(Self.displayText($0.oldID)) renamed to \(Self.displayText($0.newID))" }
    }
    parts +=
      Self.optionalStickerClause(addedStickerIDs, "added")
      + Self.optionalStickerClause(removedStickerIDs, "removed")
    if let icon { parts.append("icon \(icon.rawValue)") }
    if isReordered { parts.append("order changed") }
    if stickersWithChangedTexts.count > maxCountToNameStickers {
      parts.append("text of \(countText(stickersWithChangedTexts.count, "sticker")) changed")
    } else if !stickersWithChangedTexts.isEmpty {
      parts.append("text of \(listText(stickersWithChangedTexts.map(Self.displayText))) changed")
    }
    let words = changedProperties.map(\.words) + changedBuildOptions.map(\.words)
    if !words.isEmpty { parts.append("\(listText(words)) changed") }
    if unchangedStickerCount > 0 || parts.isEmpty {
      parts.append("\(numberText(unchangedStickerCount)) unchanged")
    }
    return parts.joined(separator: ", ")
  }

  private static func optionalStickerClause(_ ids: [String], _ verb: String) -> [String] {
    if ids.isEmpty { return [] }
    let names =
      ids.count > maxCountToNameStickers ? countText(ids.count, "sticker") : listText(ids.map(displayText))
    return ["\(names) \(verb)"]
  }

  private static func displayText(_ id: String) -> String { UntrustedText(id).displayText }
}

/// A summary names at most this many stickers with the same change.
private let maxCountToNameStickers = 4

/// A pack that was built or compared with an existing build, for reports.
package struct ReportedPackBuild: Hashable, Sendable {
  /// The folder or the archive of the build.
  package let output: Path
  /// The messenger that the pack was built for; nil if none was specified.
  package var messenger: String?
  /// Whether the build was written, or is up to date.
  package var isWrittenOrUpToDate = false
  /// The SHA-256 digest of the build: the `digest` in its manifest, or the digest of its archive or of its
  /// list of files.
  package let outputDigest: String
  /// What changed since the previous build; nil if there is no previous build that lists its stickers.
  package let changes: PackChanges?

  package init(output: Path, digest: String, changes: PackChanges?) {
    self.output = output
    self.outputDigest = digest
    self.changes = changes
  }
}

extension PackChanges.Renaming: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) { encoder.encode(oldID, newID) }

  package init(from decoder: inout BinaryDecoder) throws { (oldID, newID) = try decoder.decode() }
}

extension PackChanges.IconChange: BinaryCodable {}
extension PackChanges.Property: BinaryCodable {}
extension PackChanges.BuildOption: BinaryCodable {}

extension PackChanges: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(
      stickersWithChangedArt, renamings, addedStickerIDs, removedStickerIDs, stickersWithChangedTexts, icon,
      isReordered,
      changedProperties, changedBuildOptions)
    encoder.encode(unchangedStickerCount)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    (
      stickersWithChangedArt, renamings, addedStickerIDs, removedStickerIDs, stickersWithChangedTexts, icon,
      isReordered,
      changedProperties, changedBuildOptions
    ) =
      try decoder.decode()
    unchangedStickerCount = try decoder.decodeIntCheckingUInt32Range()
  }
}
