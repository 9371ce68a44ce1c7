/// The contents of a pack file, `stickerpack.yml`: the stickers in order, and the pack's text, icon and
/// colors.
package struct PackFile: Hashable, Sendable {
  /// The name of the file in its folder.
  package static let fileName = Path("stickerpack.yml")

  /// The pack's text and appearance.
  package var metadata = PackMetadata()
  /// The bundle identifier of the app; nil if not set.
  package var bundleIdentifier: String?
  /// The team and the version numbers of the app.
  package var appBuildSettings = AppBuildSettings()
  /// The icon source, relative to the folder of the pack file.
  package var icon: Located<Path>?
  /// The sticker from which icons are drawn if there is no `icon`, relative to the folder of the pack file.
  package var iconSticker: Located<Path>?
  /// Images for individual icon sizes.
  package var slotIcons: [PackFileSlotIcon] = []
  /// The color behind a transparent icon, 0xRRGGBB.
  package var iconBackground: UInt32?
  /// The valid base URL from which an extension with code fetches stickers; nil if not set.
  package var stickerDownloadBaseURL: String?
  /// The sticker that represents the pack; nil for the first sticker.
  package var coverSticker: Located<Path>?
  /// Whether the Xcode project has descriptions in every language; nil if not set.
  package var localizesCatalog: Bool?
  /// The stickers in the order in which people see them.
  package var stickers: [PackFileSticker] = []

  /// Every file that the pack file lists, with the icons last.
  package var files: [Located<Path>] {
    stickers.flatMap(\.files) + (icon.map { [$0] } ?? []) + slotIcons.map(\.file)
  }

  /// Returns the role of each file, keyed by its path as shown in reports.
  ///
  /// - Parameter folder: the folder of the pack file, as shown in reports.
  package func roles(resolvingFilesIn folder: Path) -> [Path: AssetRole] {
    var roles: [Path: AssetRole] = [:]
    for file in [icon].compactMap(\.self) + slotIcons.map(\.file) {
      roles[folder.appending(file.value)] = .icon
    }
    for sticker in stickers {
      for file in sticker.files {
        roles[folder.appending(file.value)] = sticker.sequence == nil ? .sticker : .frame
      }
    }
    return roles
  }

  /// Returns the contents for pack rules.
  ///
  /// - Parameter folder: the folder of the pack file, as shown in reports.
  package func packDeclaration(in folder: Path) -> PackDeclaration {
    var listing = PackDeclaration(.packFile)
    listing.metadata = metadata
    listing.hasIcon = icon != nil || iconSticker != nil
    listing.iconSourcePath = icon.map { folder.appending($0.value) }
    listing.slotIcons = Set(slotIcons.map { folder.appending($0.file.value) })
    listing.hasIconBackground = iconBackground != nil
    listing.stickers = stickers.map {
      DeclaredSticker(path: folder.appending($0.file.value), metadata: $0.metadata)
    }
    return listing
  }
}

/// The image for a single icon size.
package struct PackFileSlotIcon: Hashable, Sendable {
  /// The name of the slot: `iphone-29x29@2x`.
  package let slot: String
  package let file: Located<Path>
}

/// One sticker in a pack file.
package struct PackFileSticker: Hashable, Sendable {
  /// The sticker's text. The name is the value of the `name` key if present; otherwise, it is the name of the
  /// sticker's file or of the folder of its frames, without the extension and scale.
  package let metadata: StickerMetadata
  /// The @3x art, or the first frame of a sequence.
  package let file: Located<Path>
  /// The frames and timing of a sequence; nil if the art is one file.
  package let sequence: FrameSequence?
  /// The files of the art: one file, or the frames of a sequence.
  package var files: [Located<Path>] {
    sequence.map { $0.frames.map { Located($0, at: file.location) } } ?? [file]
  }
}

/// The keys of a `stickerpack.yml`, for the reader and the schema.
enum PackFileKey: String, CaseIterable {
  case name
  case bundleIdentifier = "bundle-identifier"
  case team, version, build
  case gridSize = "grid-size"
  case icon
  case iconSticker = "icon-sticker"
  case iconBackground = "icon-background"
  case slotIcons = "icons", browserBackground = "background"
  case stickerDownloadBaseURL = "base-url"
  case author, publisher, links
  case packDescription = "description"
  case copyright, cover, languages, localizesCatalog = "localize", stickers

  static let keyNames = allCases.map(\.rawValue)
}

/// The keys of `links`.
enum PackFileLinkKey: String, CaseIterable {
  case website, privacy, license

  static let keyNames = allCases.map(\.rawValue)
}

/// The keys of a sticker.
enum PackFileStickerKey: String, CaseIterable {
  case file, frames, fps, duration, repetitions, name, description, keywords, emoji

  static let keyNames = allCases.map(\.rawValue)
  /// The keys that a sticker may have only if it has `frames`.
  static let keysRequiringFrames: [PackFileStickerKey] = [.fps, .duration, .repetitions]
}

/// The allowed values for a sequence.
enum PackFileFrameSequenceLimits {
  /// Frames per second. With three decimal places, the delay of a frame fits into the fields of an APNG.
  static let framesPerSecond = 0.1...60.0
  /// The duration of one cycle in seconds. The delay of a frame in milliseconds also fits into an APNG.
  static let cycleDurationSeconds = 0.001...60.0
  static let repetitions = 0...1_000_000
  /// The maximum number of decimal places.
  static let maxDecimals = 3
}

extension [String: YAMLMember] {
  subscript(key: PackFileKey) -> YAMLMember? { self[key.rawValue] }
  subscript(key: PackFileLinkKey) -> YAMLMember? { self[key.rawValue] }
  subscript(key: PackFileStickerKey) -> YAMLMember? { self[key.rawValue] }
}
