package import StickerIO
import StickerModel
import StickerPacker
import StickerSettings

/// The description that a source is, or that lies in it; nil where it is something else.
package func descriptionFile(of source: Path, on disk: FileSystem = .disk) throws -> Path? {
  let named = source.withoutTrailingSlashes
  let real = disk.realPath(of: named)
  switch try disk.entryKind(at: real) {
  case .file where ["yml", "yaml"].contains(named.lowercasedExtension):
    return try disk.walk([named]).descriptions.first  // refuses other names
  case .folder where !catalogExtensions.contains(real.lowercasedExtension ?? ""):
    let file = named.appending("stickerpack.yml")
    return try disk.entryKind(at: file) == .file ? file : nil
  default: return nil
  }
}

/// Reads a description, and looks at what else lies in its folder.
///
/// - Throws: `CommandFailure` with everything that is wrong in it.
package func locateDescribed(
  _ file: Path, _ overrides: PackOverrides, on disk: FileSystem, leavesOut: (Path) -> Bool
) throws -> LocatedPack {
  let folder = file.parent
  let description: PackDescription
  do throws(DescriptionFaults) { description = try readDescription(file, on: disk) } catch {
    throw CommandFailure(lines: error.lines)
  }
  let name = overrides.name ?? description.name
  let derived = name ?? packName(of: disk.realPath(of: folder))
  var notes = name == nil ? [overrides.saidName(derived)] : []
  let roles = description.roles(in: folder)
  let walked = try disk.walk([folder]).withoutMessages(on: disk, leavesOut: leavesOut)
  let given = overrides.icon.map(disk.realPath)
  let unnamed = walked.sources.filter { source in
    source.role == .sticker && roles[source.path] == nil && disk.realPath(of: source.path) != given
  }
  notes += walked.remarks.map { Sentence($0) }
  var unread = walked
  unread.leaveOutUnread { roles[$0] != nil || leavesOut($0) }
  // The rule `unlisted-sticker` reports pictures that the pack may have forgotten. Note all others here.
  let declared = DeclaredPacks(walked, judgesPacks: false, on: disk, leavesOut: leavesOut)
  let missed = Set(declared.declarations[file]?.unlisted ?? [])
  let unlisted = unnamed.map(\.path).filter(missed.contains)
  let others = unnamed.map(\.path).filter { !missed.contains($0) }
  var leftOut = unread.sentencesOnLeftOut
  if !others.isEmpty {
    let shown = others.prefix(5).map(\.shown)
    let more = others.count > shown.count ? ["\(others.count - shown.count) more"] : []
    let which = others.count == 1 ? "it" : "them"
    leftOut.append("\(listed(shown + more)): left out; \(file.shown) does not name \(which)")
  }
  var met: Set<Path> = []
  let sources = description.files.map { folder.appending($0.path) }.filter { met.insert($0).inserted }.map {
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
