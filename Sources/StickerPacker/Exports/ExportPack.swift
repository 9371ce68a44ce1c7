package import StickerEngine
import StickerImage

/// A pack to export, whose files meet the messenger's requirements.
package struct ExportPack: Sendable {
  /// The name of the pack. If the pack is split, all parts have the same name.
  package var wholePackName: String
  /// The title that people see: the name and, for a part of a split pack, what distinguishes it from the
  /// other parts.
  package var title: String
  /// The suffix of a part of a split pack, for example `animated-2`; nil for a pack that is not split.
  package var partFileNameSuffix: String?
  /// The author and the publisher.
  var credits: PackCredits
  /// The limits of the messenger.
  package var limits: MessengerLimits
  /// The stickers in their display order; at least one.
  var stickers: [ExportSticker]
  /// The index of the cover sticker.
  var coverIndex: Int

  /// - Precondition: `coverIndex` is the index of a sticker.
  package init(
    name: String, credits: PackCredits, limits: MessengerLimits, stickers: [ExportSticker],
    coverIndex: Int = 0
  ) {
    precondition(stickers.indices.contains(coverIndex))
    self.wholePackName = name
    title = name
    self.credits = credits
    self.limits = limits
    self.stickers = stickers
    self.coverIndex = coverIndex
  }
}

/// A sticker to export.
package struct ExportSticker: Sendable {
  /// The display name.
  package var displayName: String
  /// The bytes of the file.
  let bytes: [UInt8]
  /// The bytes of the file before fixes for the messenger; nil if unknown.
  package var originalBytes: [UInt8]?
  /// The extension for the file's format.
  let fileExtension: String
  /// Whether the file is animated.
  let isAnimated: Bool
  /// Whether the file is a TGS, which has no pixels.
  var isTGS: Bool { fileExtension == "tgs" }
  /// Whether the file is a WebM video.
  var isVideo: Bool { fileExtension == "webm" }
  /// The canvas of the file in pixels; zero if the file cannot be read.
  let canvas: PixelSize
  /// The longer side of the canvas in pixels; 0 if the file cannot be read.
  var longerSide: Int { canvas.longerSide }
  /// The text for VoiceOver, in one language, or nil.
  var description: String?
  /// The emoji of the sticker, best match first.
  var emoji: [String]
  /// The search keywords.
  var keywords: [String]

  package init(
    name: String, bytes: [UInt8], description: String? = nil, emoji: [String] = [], keywords: [String] = []
  ) {
    self.displayName = name
    self.bytes = bytes
    self.description = description
    self.emoji = emoji
    self.keywords = keywords
    let container = ImageContainer(of: bytes, budget: .unlimited)
    let drawing = container == nil ? SniffedFormat(of: bytes) : nil
    let isLottie = drawing == .foreign(.tgs) || drawing == .foreign(.lottie)
    fileExtension =
      isLottie
      ? drawing == .foreign(.tgs) ? "tgs" : "json" : container?.format.fileExtensions[0] ?? "png"
    isAnimated = isLottie || container?.frameCount ?? 1 > 1
    canvas = container?.canvas ?? PixelSize(0, 0)
  }
}

/// The output of an export.
package enum ExportedFiles: Hashable, Sendable {
  /// One file, with its extension, such as `zip`.
  case file([UInt8], fileExtension: String)
  /// A folder of files, with one escaped sentence for each file that the export leaves out.
  case folder(FileTree, omissionNotes: [String] = [])

  /// One escaped sentence for each file that the export leaves out.
  package var omissionNotes: [String] {
    if case .folder(_, let notes) = self { notes } else { [] }
  }
}

/// A format in which packs are exported for messengers.
package struct ExportFormat: Sendable {
  /// The name of the format in profiles.
  let layout: MessengerTraits.ExportLayout
  /// A short description.
  package let summary: String
  /// Converts a pack to the format. The same pack produces the same bytes everywhere.
  package let convert: @Sendable (ExportPack, inout DerivedImageCache) throws(Diagnostic) -> ExportedFiles

  /// Whether people type the names of its stickers.
  package var usesShortcodes: Bool { [.folder, .mastodon, .misskey, .matrix].contains(layout) }

  /// All formats except Apple's, which `buildPackInMemory` builds.
  static let allForOtherMessengers: [ExportFormat] = [
    .signal, .telegram, .whatsApp, .line, .folder, .mastodon, .misskey, .matrix, .viber,
  ]

  /// The export format that a profile specifies.
  package static func format(for layout: MessengerTraits.ExportLayout) -> ExportFormat? {
    allForOtherMessengers.first { $0.layout == layout }
  }
}

extension ExportPack {
  /// The names that people type for the stickers. They are unique and contain only characters that the
  /// messenger accepts. If adapted names collide, the sticker whose name did not change keeps it, and each of
  /// the others gets a number at the end.
  var shortcodes: [String] {
    let adapted = stickers.map(nameInAcceptedCharacters)
    var taken: Set<String> = []
    let isKept = zip(stickers, adapted).map { sticker, name in
      !name.isEmpty && name == sticker.displayName && taken.insert(name.lowercased()).inserted
    }
    return adapted.indices.map { number in
      var name = adapted[number]
      if isKept[number] { return name }
      if name.isEmpty { name = "sticker_\(number + 1)" }
      var (candidate, next) = (name, 2)
      while !taken.insert(candidate.lowercased()).inserted {
        let suffix = "_\(next)"
        let room = limits.maxStickerNameLength.map { max($0 - suffix.count, 1) } ?? name.count
        candidate = String(name.prefix(room)) + suffix
        next += 1
      }
      return candidate
    }
  }

  /// Returns the adapted name of a sticker; empty if the messenger accepts none of its characters.
  private func nameInAcceptedCharacters(of sticker: ExportSticker) -> String {
    limits.stickerNameCharacters.sanitizedName(sticker.displayName)
  }

  /// One sentence for each sticker whose exported name differs from its own name.
  package var numberedShortcodeNotes: [String] {
    zip(stickers, shortcodes).compactMap { sticker, name in
      nameInAcceptedCharacters(of: sticker) == name
        ? nil : "\(UntrustedText(sticker.displayName).displayText) is exported as \(name)"
    }
  }

  /// One sentence about TGS animations, which are never changed; nil for a pack without TGS.
  package var unchangedTGSNote: String? {
    let animations = stickers.filter(\.isTGS)
    guard let first = animations.first else { return nil }
    let bytes = numberText(animations.reduce(0) { $0 + $1.bytes.count })
    if animations.count > 1 {
      return "\(animations.count) TGS animations are copied unchanged: \(bytes) bytes in total"
    }
    let timing = LottieFile(first.bytes).timingText.map { ", \($0)" } ?? ""
    return "\(UntrustedText(first.displayName).displayText) is copied unchanged: \(bytes) bytes\(timing)"
  }

  /// Returns numbered file names, for example `01.png`, with as many digits as the highest number.
  ///
  /// - Parameter first: the number of the first sticker.
  /// - Parameter least: the minimum number of digits.
  func numberedFileNames(from first: Int = 1, minDigits least: Int = 2) -> [String] {
    let digits = max(least, String(stickers.count).count)
    return stickers.enumerated().map { number, sticker in
      let text = String(number + first)
      return String(repeating: "0", count: digits - text.count) + text + "." + sticker.fileExtension
    }
  }

  /// The emoji of a sticker, up to the messenger's limit.
  func emojiWithinLimit(of sticker: ExportSticker) -> [String] {
    Array(sticker.emoji.prefix(limits.maxExportedEmoji ?? .max))
  }
}

/// Puts files into a ZIP archive, in the order of their paths.
func zipped(_ tree: FileTree) throws(Diagnostic) -> ExportedFiles {
  do throws(Diagnostic) {
    let archive = try ZipArchive(tree.paths.map { ($0, tree[$0] ?? []) })
    return .file(Array(archive.pieces.joined()), fileExtension: "zip")
  } catch {
    guard let name = error.file else {
      throw Diagnostic("the archive would have too many files, or would be too large")
    }
    throw Diagnostic("\(name.displayText) is not a valid file name for an archive")
  }
}

/// One part of a pack that is split into several packs.
package struct PackPart: Hashable, Sendable {
  /// Whether its stickers are animated; nil if the messenger accepts stills and animations in one pack.
  let isAnimated: Bool?
  /// The number of the part among the parts of its kind, starting at 1; nil if there is only one.
  let number: Int?
  /// The indices of its stickers in the pack.
  package let stickerIndices: [Int]

  /// The suffix of the part's file names, for example `animated-2`; nil for a pack that is not split.
  package var fileNameSuffix: String? {
    let words = [isAnimated.map { $0 ? "animated" : "still" }, number.map(String.init)].compactMap(
      \.self)
    return words.isEmpty ? nil : words.joined(separator: "-")
  }

  /// The title of the part, such as `Cats (animated) 2`. The pack's name is shortened if the title would
  /// otherwise be longer than the rule `pack-texts` allows.
  package func title(of pack: String, _ limits: MessengerLimits) -> String {
    let end = (isAnimated == true ? " (animated)" : "") + (number.map { " \($0)" } ?? "")
    let isWideDouble = limits.countsWideCharactersTwice
    guard
      let most = [limits.maxPackNameLengthOverride, limits.maxNameAuthorPublisherLength].compactMap(\.self)
        .min(),
      (pack + end).unicodeScalarCount(countsWideAsTwo: isWideDouble) > most
    else { return pack + end }
    var room = most - end.unicodeScalarCount(countsWideAsTwo: isWideDouble)
    var start = ""
    for character in pack {
      room -= String(character).unicodeScalarCount(countsWideAsTwo: isWideDouble)
      if room < 0, !start.isEmpty { break }
      start.append(character)
    }
    return start + end
  }
}

/// Splits a pack into as few packs as the messenger allows. Separates stills from animations if the messenger
/// does not accept both in one pack. If there are too many stickers, makes parts of nearly equal size. Keeps
/// the order.
///
/// - Parameter isAnimated: whether each sticker is animated.
/// - Parameter isLeftOut: whether each sticker is left out. Stickers that are left out do not count.
/// - Returns: at least one part; a single part without a suffix if the pack is not split.
package func packParts(
  isAnimated: [Bool], isExcludedFromCount isLeftOut: [Bool], _ limits: MessengerLimits
) -> [PackPart] {
  let all = Array(isAnimated.indices)
  let moving = all.filter { isAnimated[$0] && !isLeftOut[$0] }.count
  let still = all.filter { !isAnimated[$0] && !isLeftOut[$0] }.count
  guard !limits.acceptsMixedPacks, moving > 0, still > 0 else {
    return splitParts(of: all, nil, isLeftOut, limits)
  }
  return [false, true].flatMap { kind in
    splitParts(of: all.filter { isAnimated[$0] == kind }, kind, isLeftOut, limits)
  }
}

private func splitParts(
  of stickers: [Int], _ isAnimated: Bool?, _ isLeftOut: [Bool], _ limits: MessengerLimits
) -> [PackPart] {
  let counts = partSizes(
    of: stickers.count { !isLeftOut[$0] }, max: limits.maxStickers,
    preferredMultiple: limits.stickerCountMultiple)
  var (parts, rest) = ([[Int]](), stickers[...])
  for count in counts.dropLast() {
    var (part, includedCount) = ([Int](), 0)
    while includedCount < count, let next = rest.popFirst() {
      part.append(next)
      if !isLeftOut[next] { includedCount += 1 }
    }
    parts.append(part)
  }
  parts.append(Array(rest))
  return parts.enumerated().map { number, stickers in
    PackPart(
      isAnimated: isAnimated, number: parts.count > 1 ? number + 1 : nil, stickerIndices: stickers)
  }
}

/// Returns the number of stickers in each part. The numbers are nearly equal. If the total allows it, they are
/// multiples of `multipleOf`. No number is larger than `max`.
private func partSizes(of count: Int, max: Int?, preferredMultiple multipleOf: Int?) -> [Int] {
  guard let max, count > max else { return [count] }
  // Ignore a step that is larger than any part can be.
  let step = multipleOf.flatMap { $0 <= max ? $0 : nil } ?? 1
  let maxPart = max / step * step
  let parts = (count + maxPart - 1) / maxPart
  let units = count / step
  var counts = (0..<parts).map { (units / parts + ($0 < units % parts ? 1 : 0)) * step }
  counts[parts - 1] += count % step
  return counts
}
