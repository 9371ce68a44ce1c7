import StickerIO
package import StickerModel
import StickerPacker

/// The sources of a command line with their destinations, before anything is written.
package struct PackSources {
  /// The packs in the order of the command line; one that cannot be used does not stop the others.
  package let all: [Result<PackToBuild, CommandFailure>]

  /// The destination of each pack, in the same order.
  package let destinations: [Path]

  /// The packs that can be built.
  package var packs: [PackToBuild] { all.compactMap { try? $0.get() } }

  /// Finds every source.
  ///
  /// - Throws: what is wrong with a single source, and what would destroy one.
  ///
  /// - Parameter hasProjects: whether each pack gets a project, and so an app of its own.
  package init(
    _ sources: [Path], _ overrides: PackOverrides, _ output: Path, into: Path?, hasProjects: Bool
  ) throws {
    let located = try sources.map { source in
      do { return Result<LocatedPack, CommandFailure>.success(try locatePack(source, overrides)) } catch {
        guard sources.count > 1, let failure = error as? CommandFailure else { throw error }
        return .failure(failure)
      }
    }
    // A source that cannot be used keeps its name, so that the others have the same with and without it.
    let names = zip(sources, located).map { source, pack in
      (try? pack.get().name) ?? packName(of: FileSystem.disk.realPath(of: source))
    }
    let packs = located.compactMap { try? $0.get() }
    let folders = safeNames(names).map { sources.count == 1 ? output : output.appending($0.name) }
    destinations = folders
    var apps: [String: Path] = [:]
    all = try zip(located, folders).map { pack, destination in
      guard case .success(let pack) = pack else {
        return pack.map { PackToBuild($0, destination: destination) }
      }
      if hasProjects, let other = apps.updateValue(pack.path, forKey: pack.app) {
        return .failure(
          CommandFailure(
            "\(pack.path.shown) and \(other.shown) would be the same app, \(Untrusted(pack.app).shown): "
              + "give each a name and a bundle-identifier of its own in a stickerpack.yml"))
      }
      let build = PackToBuild(pack, destination: destination)
      try build.refuseOwnSource(among: packs)
      return .success(build)
    }
    guard let into, let pack = packs.first else { return }
    let (app, art, build) = (
      FileSystem.disk.realPath(of: into), FileSystem.disk.realPath(of: pack.folder),
      FileSystem.disk.realPath(of: output)
    )
    if app.isInsideOrEqual(art) || art.isInsideOrEqual(app) {
      throw CommandFailure(
        "\(into.shown) and the art of \(pack.folder.shown) lie in each other: keep them side by side")
    }
    if app.isInsideOrEqual(build) || build.isInsideOrEqual(app) {
      throw CommandFailure("\(into.shown) and \(output.shown) lie in each other: choose another \(.output)")
    }
  }
}
