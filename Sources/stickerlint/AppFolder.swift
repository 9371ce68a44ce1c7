import StickerIO
import StickerImage
import StickerModel
import StickerPacker

/// The folder of an Xcode project that somebody has, into which the files of an extension with code are put:
/// the project itself is not touched, and a list says what is to be added to it.
struct AppFolder: AppDestination {
  let folder: Path

  init(_ named: Path) { folder = named.withoutTrailingSlashes }

  func refuse() throws {
    guard try entryKind(at: realPath(of: folder)) == .folder,
      !["xcassets", "xcstickers", "xcodeproj"].contains(folder.lowercasedExtension)
    else {
      throw CommandFailure(
        "\(folder.shown) is no folder of a project: with a template that has code, --into takes the folder "
          + "in which the .xcodeproj lies")
    }
  }

  func prepare() {}

  /// A file that a person has changed since the last build stays as it is, with a note; one that no build of
  /// ours made is not touched.
  func changes(to plan: PackPlan, last: [UInt8]?, force: Bool, check: Bool) throws -> AppChanges {
    let ours = last.map(filesForApps(madeBy:)) ?? [:]
    let tree = plan.filesForApps
    var (changes, foreign) = (AppChanges(), [String]())
    for path in tree.paths {
      guard let bytes = tree[path] else { continue }
      let old = try self.bytes(at: path)
      if old == bytes { continue }
      if let old, !force, !check {
        guard let made = ours[path] else {
          foreign.append(path)
          continue
        }
        if SHA256.hexDigest(of: old) != made {
          changes.notes.append(
            "\(folder.appending(path).shown) is left as it is: a person has changed it since it was put "
              + "there; --force makes it new")
          continue
        }
      }
      changes.put.append(AppChanges.Put(path, .file(bytes)))
    }
    guard foreign.isEmpty else { throw refusal(foreign) }
    for (path, made) in ours.sorted(by: { $0.key < $1.key }) where tree[path] == nil {
      guard let old = try bytes(at: path), SHA256.hexDigest(of: old) == made else { continue }
      changes.removed.append(AppChanges.Removed(name: path, bytes: old))
    }
    if !check { changes.notes += plan.stepsToAdd(in: folder.shown) }
    return changes
  }

  private func refusal(_ foreign: [String]) -> CommandFailure {
    let names = foreign.prefix(3).map { folder.appending($0).shown }
    let more = foreign.count > 3 ? ["\(foreign.count - 3) more"] : []
    return CommandFailure(
      "\(listed(names + more)): the last build into the same --output did not put this there, and a build "
        + "would replace it. Move it elsewhere, give the pack another name, or replace it with --force")
  }

  /// Nil where there is nothing.
  private func bytes(at path: String) throws -> [UInt8]? {
    let place = folder.appending(path)
    switch try entryKind(at: place) {
    case nil: return nil
    case .file:
      if case .bytes(let bytes) = readFile(place, limit: mostCompared, follow: false) { return bytes }
      return []  // too large to be ours
    default: throw CommandFailure("\(place.shown) is no file: move it elsewhere first")
    }
  }
}

/// Bytes of a file that can be ours: art is a tenth of it.
private let mostCompared = 64 << 20
