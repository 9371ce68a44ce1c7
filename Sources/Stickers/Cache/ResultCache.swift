package import StickerEngine
import StickerImage

/// What earlier runs found out about the files of this one, on the disk: one file for each list of paths that
/// people name, so that what is no longer there is forgotten with the next run.
package struct ResultCache {
  /// The results that are known; nil where nothing is kept.
  package var known: KnownResults?
  private var file: Path?

  /// Where results are kept; nil where the environment names no place.
  package static var folder: Path? {
    cacheFolder().map { FileSystem.disk.realPath(of: $0.appending(Tool.name).appending("results")) }
  }

  /// Removes all results, and nothing else.
  package static func clear(_ folder: Path) throws(CommandFailure) -> (files: Int, bytes: Int) {
    try removeFiles(in: folder, withExtension: fileExtension)
  }

  /// A cache that keeps nothing.
  package static let none = ResultCache()
  private init() {}

  /// - Parameter command: what one command has met, another one may not.
  /// - Parameter named: what the command line names.
  /// - Parameter count: files of the run.
  /// - Parameter least: how many are worth it; few are checked faster than they are looked up.
  package init(for command: String, of named: [Path], count: Int, least: Int = 32, quiet: Bool) {
    guard count >= least, let folder = Self.folder, let digest = programDigest
    else { return }
    let places =
      named.map { FileSystem.disk.realPath(of: $0).bytes + [0] } + [
        FileSystem.disk.realPath(of: Path(".")).bytes
      ]
    let name = PixelDigest(of: Array(command.utf8) + Array(places.joined())).hexadecimal
    let file = folder.appending("\(name).\(fileExtension)")
    self.file = file
    guard case .bytes(let kept) = FileSystem.disk.readFile(file, limit: mostBytes, follow: false) else {
      known = KnownResults(program: digest)
      return
    }
    known = KnownResults(parsing: kept, program: digest)
    if known == nil {
      if !quiet { tell(["note: the cache \(file.shown) is damaged: every file is checked again"]) }
      known = KnownResults(program: digest)
    }
  }

  /// Keeps what the run has found out, in place of what is no longer there. A cache that cannot be written
  /// costs time, and nothing else.
  ///
  /// - Parameter keepsOthers: whether results of files that this run did not meet stay: of one that looked at
  ///   a part only.
  package func save(keepingOthers keepsOthers: Bool = false) {
    guard let file, let bytes = known?.encoded(keepingUnmet: keepsOthers), bytes.count <= mostBytes else {
      return
    }
    guard (try? makePrivateFolder(file.parent)) != nil, (try? writeFile(bytes, to: file)) != nil else {
      return
    }
    trimFolder(file.parent, filesOf: fileExtension, toBytes: mostBytes)
  }
}

private let fileExtension = "results"

/// The digest of the executable's bytes, read once; nil where they cannot be.
private let programDigest: PixelDigest? = executablePath().flatMap(fileDigest)

/// The most bytes of a file of results: enough for a hundred thousand files, twice.
private let mostBytes = 128 << 20
