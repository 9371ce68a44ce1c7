import StickerIO
package import StickerModel
import StickerPacker
package import StickerSettings

extension PackBuild {
  /// How the drop page builds a pack: everything that does not fail, with an Xcode project.
  package static func ofPage(jobs: Int) -> PackBuild {
    PackBuild(
      variants: .all, skipFailing: true, force: false, check: false,
      deploymentTarget: ProjectDescription.usualDeploymentTarget, template: .stickerPack, into: nil,
      contactSheet: true, fixes: nil, usesCache: false, jobs: jobs, quiet: true)
  }
}

/// Builds a pack of files in memory.
///
/// - Parameter root: the folder that they seem to lie in.
/// - Parameter name: nil for what the description or the folder says.
package func builtPack(
  _ files: [Path: [UInt8]], in root: Path, named name: String?, _ build: PackBuild, _ search: SettingsSearch
) async -> Result<(name: String, tree: FileTree), CommandFailure> {
  let disk = FileSystem(holding: files, in: root)
  var search = search
  do {
    let located = try locatePack(packSource(of: Set(files.keys)), PackOverrides(name: name), on: disk) { _ in
      false
    }
    let (result, plan) = await build.built(located, &search)
    if let plan { return .success((located.name, plan.tree)) }
    if case .failed(let failure) = result.end { return .failure(failure) }
    return .failure(CommandFailure(lines: result.end.reasons))
  } catch {
    return .failure(CommandFailure(error))
  }
}

/// What of the files is the pack: the folder of the one description, or of everything if it is one folder.
package func packSource(of files: Set<Path>) -> Path {
  let descriptions = files.filter { $0.name == Path("stickerpack.yml") }
  if descriptions.count == 1, let only = descriptions.first { return only.parent }
  let tops = Set(files.map { $0.components[0] })
  guard tops.count == 1, let top = tops.first, !files.contains(top) else { return Path(".") }
  return top
}
