import StickerFix
import StickerIO
import StickerModel

/// Where changes go, and what lies there already.
struct FixPlace {
  private enum Kind {
    case plan
    case inPlace
    case folder(Path)
  }
  private let kind: Kind
  /// What the command line names.
  let named: [Path]
  /// The output folder, absolute and without links, where it lies inside of what is named.
  private var outputInside: Path?

  /// - Throws: `CommandFailure` for an output that is no folder, or that is where the art lies.
  init(inPlace: Bool, output: Path?, named: [Path]) throws {
    self.named = named
    guard let output else {
      kind = inPlace ? .inPlace : .plan
      return
    }
    switch try entryKind(at: output) {
    case nil, .folder: break
    case .link: throw CommandFailure("\(output.shown) is a link: name the folder that it leads to")
    default: throw CommandFailure("\(output.shown) is no folder: choose another --output")
    }
    kind = .folder(output)
    let real = realPath(of: output)
    if named.contains(where: { realPath(of: $0) == real }) {
      throw CommandFailure("\(output.shown) is where the art is: choose another --output, or say --in-place")
    }
    if named.contains(where: { real.isInsideOrEqual(realPath(of: $0)) }) { outputInside = real }
  }

  var purpose: FixReport.Purpose {
    switch kind {
    case .plan: .plan
    case .inPlace: .inPlace
    case .folder: .output
    }
  }

  /// Whether every file of the run is written, not only those that change.
  var takesEveryFile: Bool { purpose == .output }

  /// Whether a file lies in the output folder, where an earlier run put it: it is none of the art.
  func isOutput(_ path: Path) -> Bool {
    guard let outputInside else { return false }
    return realPath(of: path.parent).isInsideOrEqual(outputInside)
  }

  /// Stops a run that would write over what it reads.
  func refuseSources(_ paths: [Path]) throws {
    guard case .folder(let folder) = kind else { return }
    let sources = Set(paths.map { realPath(of: $0) })
    for path in paths where sources.contains(realPath(of: target(of: path, named: path.name))) {
      throw CommandFailure(
        "--output \(folder.shown) would write over \(path.shown): choose another, or say --in-place")
    }
  }

  /// Writes what became of an asset; an output folder gets those too that do not change.
  ///
  /// - Returns: where it lies now, nil where nothing was written.
  func put(_ asset: FixedAsset) throws(CommandFailure) -> Path? {
    let target = target(of: asset.path, named: (asset.change?.path ?? asset.path).name)
    switch kind {
    case .plan: return nil
    case .inPlace:
      guard let change = asset.change, let original = asset.original else { return nil }
      if target == asset.path {
        try replaceFile(asset.path, expecting: original, with: change.bytes)
      } else {
        try moveFile(from: asset.path, to: target, with: change.bytes, expecting: original)
      }
      return target
    case .folder:
      guard let bytes = asset.change?.bytes ?? asset.original else { return nil }
      try makeFolders(target.parent)
      try writeFile(bytes, to: target, withPermissionsOf: asset.path)
      return target
    }
  }

  /// Changes a document in its place; where art goes elsewhere, documents follow at the end.
  func put(_ edit: FixDocuments.Edit) throws(CommandFailure) {
    guard case .inPlace = kind else { return }
    try replaceFile(edit.path, expecting: edit.old, with: edit.new)
  }

  /// Gives a file that was renamed its old name and bytes again.
  func takeBack(_ asset: FixedAsset) throws(CommandFailure) {
    guard case .inPlace = kind, let change = asset.change, let original = asset.original else { return }
    try moveFile(
      from: target(of: asset.path, named: change.path.name), to: asset.path, with: original,
      expecting: change.bytes)
  }

  /// Carries out what fixing a catalog came to.
  ///
  /// - Parameter catalog: its folder.
  func put(_ change: CatalogFixes.Change, in catalog: Path) throws(CommandFailure) {
    if purpose == .plan { return }
    func placed(_ path: String) -> Path {
      let path = catalog.appending(path)
      return target(of: path, named: path.name)
    }
    switch change {
    case .write(let path, let old?, let new) where purpose == .inPlace:
      try replaceFile(placed(path), expecting: old, with: new)
    case .write(let path, _, let new):
      try makeFolders(placed(path).parent)
      try writeFile(new, to: placed(path))
    case .move(let from, let to, let bytes):
      guard case .bytes(let old) = readFile(placed(from), limit: .max, follow: false) else {
        throw CommandFailure("cannot rename \(placed(from).shown): it cannot be read any more")
      }
      if purpose == .inPlace {
        try moveFile(from: placed(from), to: placed(to), with: bytes ?? old, expecting: old)
      } else {
        // An earlier run may have put it there.
        try writeFile(bytes ?? old, to: placed(to), withPermissionsOf: placed(from))
        try removeFile(placed(from), expecting: old)
      }
    }
  }

  /// Puts a document into the output folder.
  func put(document: [UInt8], of path: Path) throws(CommandFailure) {
    guard case .folder = kind else { return }
    let target = target(of: path, named: path.name)
    try makeFolders(target.parent)
    try writeFile(document, to: target)
  }

  /// Where a file of the run comes to lie.
  func target(of path: Path, named name: Path) -> Path {
    guard case .folder(let output) = kind else {
      return path.bytes.contains(UInt8(ascii: "/")) ? path.parent.appending(name) : name
    }
    return insideRoot(path).dropLast().reduce(output) { $0.appending($1) }.appending(name)
  }

  /// A file's path below what the command line names; where several are named, each has a folder of its own.
  private func insideRoot(_ path: Path) -> [Path] {
    let parts = path.components
    let root =
      named.map(\.components).filter { $0 == [Path(".")] || parts.starts(with: $0) }
      .max { $0.count < $1.count } ?? []
    if root == parts { return [path.name] }
    let below = root == [Path(".")] ? parts.filter { $0 != Path(".") } : Array(parts.dropFirst(root.count))
    // A description may name files outside of its folder: those are put beside the others.
    if below.isEmpty || below.contains(Path("..")) { return [path.name] }
    guard named.count > 1, let folder = root.last, folder != Path(".") else { return below }
    return [folder] + below
  }
}
