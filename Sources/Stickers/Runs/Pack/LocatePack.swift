package import StickerEngine
import StickerPacker

/// The stickerpack.yml that a source is or has; nil for other sources.
func packFile(of source: Path, on disk: FileSystem = .disk) throws -> Path? {
  let named = source.withoutTrailingSlashes
  let real = disk.realPath(of: named)
  switch try disk.entryKind(at: real) {
  case .file where ["yml", "yaml"].contains(named.lowercasedExtension):
    return try disk.walk([named]).descriptions.first  // refuses other names
  case .folder where !catalogExtensions.contains(real.lowercasedExtension ?? ""):
    let file = named.appending(PackFile.fileName)
    return try disk.entryKind(at: file) == .file ? file : nil
  default: return nil
  }
}

/// Reads a stickerpack.yml, and finds the pictures in its folder that it does not name.
///
/// - Throws: `UsageError` with everything that is wrong in it.
func locateDescribed(
  _ file: Path, _ overrides: PackOverrides, on disk: FileSystem, leavesOut: (Path) -> Bool
) throws -> LocatedPack {
  let folder = file.parent
  let description: PackFile
  do throws(Diagnostic) { description = try readPackFile(file, on: disk) } catch {
    throw UsageError(lines: error.all.map(\.withFile))
  }
  let name = overrides.name ?? description.metadata.name
  let derived = name ?? packName(of: disk.realPath(of: folder))
  var notes = name == nil ? [overrides.nameDescription(derived)] : []
  let roles = description.roles(in: folder)
  let walked = try disk.walk([folder]).withoutMessages(on: disk, leavesOut: leavesOut)
  let given = overrides.icon.map(disk.realPath)
  let unnamed = walked.sources.filter { source in
    source.role == .sticker && roles[source.path] == nil && disk.realPath(of: source.path) != given
  }
  notes += walked.remarks.map { UserMessage($0) }
  var unread = walked
  unread.leaveOutUnread { roles[$0] != nil || leavesOut($0) }
  // The rule `unlisted-sticker` reports pictures that the pack may have forgotten. Note all others here.
  let declared = PackDiscovery(walked, checksPacks: false, on: disk, leavesOut: leavesOut)
  let missed = Set(declared.declarations[file]?.unlisted ?? [])
  let unlisted = unnamed.map(\.path).filter(missed.contains)
  let others = unnamed.map(\.path).filter { !missed.contains($0) }
  var leftOut = unread.exclusionNotes
  if !others.isEmpty {
    let shown = others.prefix(5).map(\.displayText)
    let more = others.count > shown.count ? ["\(others.count - shown.count) more"] : []
    let which = others.count == 1 ? "it" : "them"
    leftOut.append("\(listText(shown + more)): left out; \(file.displayText) does not name \(which)")
  }
  var seen: Set<Path> = []
  let sources = description.files.map { folder.appending($0.value) }.filter { seen.insert($0).inserted }.map {
    path in
    let real = disk.realPath(of: path)
    return AssetSource(path: path, role: roles[path] ?? .sticker, pack: file) {
      // Read the resolved path that was validated, even if the link has changed since.
      disk.readFile(real, limit: $0, follow: false)
    }
  }
  return LocatedPack(
    folder: folder, kind: .description(description, sources), name: derived, isNamed: name != nil,
    overrides: overrides, notes: notes + leftOut, leftOut: Set(leftOut), unlisted: unlisted, path: file,
    disk: disk)
}

/// What the command line says of a pack, in place of its source.
package struct PackOverrides {
  /// The pack's name; nil takes it from the description, or from the folders.
  var name: String?
  /// What sets a name, as messages call it: an option, or a key of a record.
  var nameOption: UserMessage = "\(.name)"
  /// The picture that icons are made from, as seen from the working folder.
  var icon: Path?
  /// What describes the message of an extension with code, as seen from the working folder.
  var message: Path?
  var iconBackground: UInt32?
  /// The background of the sticker browser, 0xRRGGBB.
  var background: UInt32?

  package init(
    name: String? = nil, nameOption: UserMessage = "\(.name)", icon: Path? = nil, message: Path? = nil,
    iconBackground: UInt32? = nil, background: UInt32? = nil
  ) {
    self.name = name
    self.nameOption = nameOption
    self.icon = icon
    self.message = message
    self.iconBackground = iconBackground
    self.background = background
  }

  /// Whether a source without a description has something to declare.
  var changesDeclaration: Bool { icon != nil || iconBackground != nil || background != nil }
}

/// A source of the command line, found but not read.
package struct LocatedPack {
  enum Kind {
    /// The art that a walk found.
    case folder([AssetSource])
    /// The outermost folder of a catalog.
    case catalog(Path)
    /// What a description says, and the files that it names.
    case description(PackFile, [AssetSource])
  }
  /// The folder that its files are seen from, as it was named: the source, unless that is a description.
  package let folder: Path
  let kind: Kind
  let name: String
  /// Whether the name is given, and not derived from a folder.
  let isNamed: Bool
  let overrides: PackOverrides
  /// Notes about how the pack was found.
  let notes: [UserMessage]
  /// The notes that report something that was left out.
  var leftOut: Set<UserMessage> = []
  /// Pictures beside stickerpack.yml that it does not list.
  var unlisted: [Path] = []
  /// What findings on the pack as a whole are listed under: the folder, or the description.
  package let path: Path
  /// The file system of the source.
  var disk = FileSystem.disk

  /// The art of a folder; that of a catalog is known when it has been read.
  package var art: [AssetSource] {
    switch kind {
    case .folder(let art), .description(_, let art): art
    case .catalog: []
    }
  }
}

extension LocatedPack {
  /// What tells its app from others: the bundle identifier, or the name that one is derived from.
  var app: String {
    if case .description(let description, _) = kind, let given = description.bundleIdentifier {
      given
    } else {
      name
    }
  }
}

/// A source and where it is built.
package struct PackToBuild {
  package let pack: LocatedPack
  package let destination: Path

  package init(_ pack: LocatedPack, destination: Path) {
    self.pack = pack
    self.destination = destination
  }

  /// A pack never takes the place of art that it, or another one of the run, is made from, and never lies
  /// among it, where the next run would take it for art.
  func ensureOutsideSources(of packs: [LocatedPack]) throws {
    let place = FileSystem.disk.realPath(of: destination)
    for other in packs {
      let art = FileSystem.disk.realPath(of: other.folder)
      if art.isInsideOrEqual(place) {
        throw UsageError(
          "\(destination.displayText) is or holds the folder of the art, \(other.folder.displayText): "
            + "choose another \(.output)")
      }
      if place.isInsideOrEqual(art) {
        throw UsageError(
          "\(destination.displayText) lies among the art of \(other.folder.displayText): choose an output beside it"
        )
      }
    }
  }
}

/// Finds out what a source is: a description or a folder that holds one, a folder of art, a catalog, or a
/// folder that holds one catalog.
///
/// - Parameter ignoresPackFile: whether to ignore the stickerpack.yml of a folder.
/// - Parameter leavesOut: whether the description of a message is left out before it is read.
package func locatePack(
  _ source: Path, _ overrides: PackOverrides, on disk: FileSystem = .disk, ignoresPackFile: Bool = false,
  leavesOut: (Path) -> Bool = excludedByFiles()
) throws -> LocatedPack {
  if !ignoresPackFile, let description = try packFile(of: source, on: disk) {
    return try locateDescribed(description, overrides, on: disk, leavesOut: leavesOut)
  }
  let walked = try disk.walk([source]).withoutMessages(on: disk, leavesOut: leavesOut)
  let real = disk.realPath(of: source)
  guard try disk.entryKind(at: real) == .folder else {
    throw UsageError(
      "\(source.displayText) is no folder: name a folder of @3x art, a catalog, or a stickerpack.yml")
  }
  let place = SourceRoot(source, on: disk)
  let found = walked.sources
  let packs = Set(found.compactMap(\.pack).filter { $0.lowercasedExtension == "stickerpack" }).sorted()
  let art = found.filter { $0.role == .sticker && !packs.contains($0.pack ?? Path("")) }
  guard let pack = packs.first else {
    if catalogExtensions.contains(real.lowercasedExtension ?? "") {
      return place.located(.catalog(place.source), at: real, overrides, [])
    }
    guard walked.descriptions.isEmpty else {
      let names = walked.descriptions.prefix(3).map(\.displayText)
      throw UsageError(
        "\(source.displayText) holds \(countText(walked.descriptions.count, "description")) in folders of their own, "
          + "each of a pack: name each, \(names.joined(separator: " ")) ...")
    }
    guard !art.isEmpty else { throw walked.noImage(in: source) }
    return place.located(.folder(art), at: real, overrides, walked.remarks, walked.exclusionNotes)
  }
  guard packs.count == 1 else {
    let names = packs.map(\.displayText).joined(separator: ", ")
    throw UsageError("\(source.displayText) holds \(packs.count) sticker packs: name each of \(names)")
  }
  guard art.isEmpty else {
    throw UsageError(
      "\(source.displayText) holds the catalog \(pack.displayText) and \(art.count) pictures beside it: "
        + "name one of the two"
    )
  }
  let catalog = place.catalog(around: pack)
  // The walk of a catalog itself leaves out only files that belong to the app. Do not report those.
  let isInFolder = catalog != place.source
  return place.located(
    .catalog(catalog), at: place.real(pack), overrides, isInFolder ? walked.remarks : [],
    isInFolder ? walked.exclusionNotes : [])
}

extension Walk {
  /// One sentence for each reason why files of the art folder are left out, including unreadable art.
  var exclusionNotes: [UserMessage] {
    (leftOut + unread.byFormat.map(\.sentence)).map { UserMessage($0) }
  }

  /// Returns the error for a folder without readable art. It lists unreadable art first.
  fileprivate func noImage(in source: Path) -> UsageError {
    UsageError(
      lines: unread.byFormat.map { UserMessage($0.sentence) }
        + ["no image found in \(source.displayText): name a folder with stickers"])
  }
}

/// What a catalog's folder is called.
package let catalogExtensions: Set<String> = ["xcstickers", "xcassets", "stickerpack"]

/// A source as it was named, and where it really is.
package struct SourceRoot {
  let source: Path
  package let real: Path
  private let disk: FileSystem

  package init(_ named: Path, on disk: FileSystem = .disk) {
    source = named.withoutTrailingSlashes  // as a walk names what it finds
    real = disk.realPath(of: named)
    self.disk = disk
  }

  /// A path that a walk found, seen from the source.
  package func relative(_ found: Path) -> Path {
    let folder = source.bytes == Array(".".utf8) ? [] : source.appending("").bytes
    return found.bytes.starts(with: folder) ? Path(bytes: Array(found.bytes.dropFirst(folder.count))) : found
  }

  func real(_ found: Path) -> Path { found == source ? real : real.appending(relative(found)) }

  /// The outermost folder of the catalog in which a `.stickerpack` lies, as the command line would name it.
  func catalog(around pack: Path) -> Path {
    if catalogExtensions.contains(real.lowercasedExtension ?? "") { return source }
    var folder = source
    for part in relative(pack).components {
      folder = folder.appending(part)
      if catalogExtensions.contains(part.lowercasedExtension ?? "") { return folder }
    }
    return pack
  }

  fileprivate func located(
    _ kind: LocatedPack.Kind, at folder: Path, _ overrides: PackOverrides, _ remarks: [String],
    _ leftOut: [UserMessage] = []
  ) -> LocatedPack {
    let derived = overrides.name ?? packName(of: folder)
    return LocatedPack(
      folder: source, kind: kind, name: derived, isNamed: overrides.name != nil, overrides: overrides,
      notes: remarks.map { UserMessage($0) } + leftOut
        + (overrides.name == nil ? [overrides.nameDescription(derived)] : []),
      leftOut: Set(leftOut), path: source, disk: disk)
  }
}

extension PackOverrides {
  /// A note on a name that is derived from a folder.
  func nameDescription(_ name: String) -> UserMessage {
    "the pack is called \(Untrusted(name).displayText), after its folder; \(nameOption) sets another"
  }
}
