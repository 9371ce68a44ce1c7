import StickerIO
import StickerModel
import StickerPacker

/// A source of the command line, found but not read.
struct LocatedPack {
  enum Kind {
    /// The art that a walk found.
    case folder([AssetSource])
    /// The outermost folder of a catalog.
    case catalog(Path)
  }
  /// As it was named.
  let source: Path
  let kind: Kind
  let name: String
  /// What people should know of how it was found.
  let notes: [String]

  /// The art of a folder; that of a catalog is known when it has been read.
  var art: [AssetSource] { if case .folder(let art) = kind { art } else { [] } }
}

/// A source and where it is built.
struct PackToBuild {
  let pack: LocatedPack
  let destination: Path

  init(_ pack: LocatedPack, destination: Path) {
    (self.pack, self.destination) = (pack, destination)
  }

  /// A pack never takes the place of art that it, or another one of the run, is made from, and never lies
  /// among it, where the next run would take it for art.
  func refuseOwnSource(among packs: [PackToBuild]) throws {
    let place = realPath(of: destination)
    for other in packs {
      let art = realPath(of: other.pack.source)
      if art.isInsideOrEqual(place) {
        throw CommandFailure(
          "\(destination.shown) holds the art of \(other.pack.source.shown) itself: choose another --output")
      }
      if place.isInsideOrEqual(art) {
        throw CommandFailure(
          "\(destination.shown) lies among the art of \(other.pack.source.shown): choose an output beside it"
        )
      }
    }
  }
}

/// Finds out what a source is: a folder of art, a catalog, or a folder that holds one catalog.
///
/// - Parameter name: nil takes it from the folders.
func locatePack(_ source: Path, name: String?) throws -> LocatedPack {
  let walked = try walk([source])
  let real = realPath(of: source)
  guard try entryKind(at: real) == .folder else {
    throw CommandFailure("\(source.shown) is no folder: name a folder of @3x art, or a catalog")
  }
  let place = SourcePlace(source)
  let found = walked.sources
  let packs = Set(found.compactMap(\.pack).filter { $0.lowercasedExtension == "stickerpack" }).sorted()
  let art = found.filter { $0.role == .sticker && !packs.contains($0.pack ?? Path("")) }
  guard let pack = packs.first else {
    if catalogExtensions.contains(real.lowercasedExtension ?? "") {
      return place.located(.catalog(place.source), at: real, name, [])
    }
    guard !art.isEmpty else {
      throw CommandFailure("no image found in \(source.shown): name a folder with stickers")
    }
    let unread = walked.descriptions.map {
      "\($0.shown) is not read by a build yet: the pack's name, order and texts come from its folder"
    }
    return place.located(.folder(art), at: real, name, walked.remarks + unread)
  }
  guard packs.count == 1 else {
    let names = packs.map(\.shown).joined(separator: ", ")
    throw CommandFailure("\(source.shown) holds \(packs.count) sticker packs: name each of \(names)")
  }
  guard art.isEmpty else {
    throw CommandFailure(
      "\(source.shown) holds the catalog \(pack.shown) and \(art.count) pictures beside it: "
        + "name one of the two"
    )
  }
  return place.located(.catalog(place.catalog(around: pack)), at: place.real(pack), name, [])
}

private let catalogExtensions: Set<String> = ["xcstickers", "xcassets", "stickerpack"]

/// A source as it was named, and where it really is.
struct SourcePlace {
  let source: Path
  let real: Path

  init(_ named: Path) {
    source = named.withoutTrailingSlashes  // as a walk names what it finds
    real = realPath(of: named)
  }

  /// A path that a walk found, seen from the source.
  func relative(_ found: Path) -> Path {
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
    _ kind: LocatedPack.Kind, at folder: Path, _ name: String?, _ notes: [String]
  ) -> LocatedPack {
    let derived = name ?? packName(of: folder)
    let said =
      name == nil
      ? ["the pack is called \(Untrusted(derived).shown), after its folder; --name sets another"] : []
    return LocatedPack(source: source, kind: kind, name: derived, notes: notes + said)
  }
}
