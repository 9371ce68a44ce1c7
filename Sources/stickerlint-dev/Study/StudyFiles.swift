import Corpus
import StickerEngine
import StickerPacker
import Stickers

/// A file or a pack with the findings that it must have and must not have.
struct StudyItem: Sendable {
  enum Origin {
    /// A file that was made for a rule, or that has known faults.
    case labeled
    /// A sticker that was published, without labels.
    case unlabeledPublished
    /// Art without a fault.
    case faultless
  }
  let path: Path
  let origin: Origin
  /// The rules that must fire.
  var expectedRules: Set<String> = []
  /// The rules that must not fire; nil for all rules that are not in `expectedRules`.
  var forbiddenRulesUnlessAllOthers: Set<String>?
  /// The files to check: one file, or all files of a pack.
  let sources: [AssetSource]
  var catalogPackDeclarationByPath: [Path: PackDeclaration] = [:]
}

/// Returns the labeled files, the published stickers and the faultless art in `manifest.tsv`.
func manifestStudyFiles(in folder: Path) throws -> [StudyItem] {
  try tsvRows(of: folder.appending("manifest.tsv")).compactMap { row in
    guard let name = row["path"], row["expect"] != "-" else { return nil }
    let path = folder.appending(name)
    let source = AssetSource(path: path) {
      ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: $0, follow: false)
    }
    if name.hasPrefix("stickers/") {
      return StudyItem(path: Path(name), origin: .unlabeledPublished, sources: [source])
    }
    guard let labels = Labels(row) else { return nil }
    return StudyItem(
      path: Path(name), origin: name.hasPrefix("rules/good/") ? .faultless : .labeled,
      expectedRules: labels.expectedRules,
      forbiddenRulesUnlessAllOthers: labels.forbiddenRulesUnlessAllOthers, sources: [source])
  }
}

/// Returns the labeled packs in `packs.tsv`, and the published packs in `manifest.tsv`.
func studyPacks(in folder: Path) throws -> [StudyItem] {
  let made = try tsvRows(of: folder.appending("packs.tsv")).compactMap { row -> StudyItem? in
    guard let name = row["pack"], let labels = Labels(row) else { return nil }
    var pack = try studyPackWithoutExpectedRules(name, in: folder, .labeled)
    pack.expectedRules = labels.expectedRules
    pack.forbiddenRulesUnlessAllOthers = labels.forbiddenRulesUnlessAllOthers
    return pack
  }
  let files = try tsvRows(of: folder.appending("manifest.tsv")).compactMap { $0["path"] }
  let names = files.filter { $0.hasPrefix("stickers/") }.compactMap { name -> String? in
    let parts = name.split(separator: "/")
    return parts.count > 3 ? "stickers/\(parts[1])" : nil
  }
  return try made
    + Set(names).sorted().map { try studyPackWithoutExpectedRules($0, in: folder, .unlabeledPublished) }
}

private func studyPackWithoutExpectedRules(_ name: String, in folder: Path, _ origin: StudyItem.Origin) throws
  -> StudyItem
{
  let walk = try ReadOnlyFileSystem.disk.walk([folder.appending(name)])
  let stickers = walk.sources.filter { $0.role == .sticker }.map(\.path)
  let icons = walk.sources.filter { $0.role == .icon }.map(\.path)
  var listings: [Path: PackDeclaration] = [:]
  for pack in walk.catalogPacks {
    listings[pack.path] = catalogPackDeclaration(of: pack.path, assets: stickers, icons: icons) { path in
      if case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
        path, maxFileBytes: 1 << 20, follow: false)
      {
        bytes
      } else {
        nil
      }
    }
  }
  return StudyItem(
    path: Path(name), origin: origin, sources: walk.sources, catalogPackDeclarationByPath: listings)
}

/// The labels in the columns `rules` and `rules_at_least`.
private struct Labels {
  var expectedRules: Set<String>
  var forbiddenRulesUnlessAllOthers: Set<String>?

  init?(_ row: [String: String]) {
    if let exact = row["rules"], exact != "-" {
      expectedRules =
        exact == "none" ? [] : Set(exact.split(separator: ",").map { Corpus.currentRule(String($0)) })
      return
    }
    guard let parts = row["rules_at_least"], parts != "-" else { return nil }
    let labels = parts.split(separator: ",").map { Corpus.currentRule(String($0)) }
    expectedRules = Set(labels.filter { !$0.hasPrefix("!") })
    forbiddenRulesUnlessAllOthers = Set(labels.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) })
  }
}

/// Returns the rows of a tab-separated file. Each row maps column names to values.
func tsvRows(of path: Path) throws -> [[String: String]] {
  guard
    case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(path, maxFileBytes: 64 << 20, follow: true)
  else {
    throw CommandError("\(path.displayText) cannot be read. Specify a folder that contains it.")
  }
  let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
  let table = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  guard let names = table.first else { return [] }
  return table.dropFirst().map { Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first }) }
}
