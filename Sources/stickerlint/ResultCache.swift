import StickerIO
import StickerImage
import StickerModel

/// What earlier runs found out about the files of this one, on the disk: one file for each list of paths that
/// people name, so that what is no longer there is forgotten with the next run.
struct ResultCache {
  /// Nil where nothing is kept.
  var known: KnownResults?
  private var file: Path?

  /// Keeps nothing.
  static let none = ResultCache()
  private init() {}

  /// - Parameter named: what the command line names.
  /// - Parameter count: files of the run; few are checked faster than they are looked up.
  init(of named: [Path], count: Int) {
    guard count >= 32, let folder = cacheFolder()?.appending(Tool.name),
      let executable = executablePath(),
      case .bytes(let program) = readFile(executable, limit: 1 << 30, follow: true)
    else { return }
    let places = named.map { realPath(of: $0).bytes + [0] } + [realPath(of: Path(".")).bytes]
    let name = hexadecimal(PixelDigest(of: Array(places.joined())))
    let file = folder.appending("\(name).results")
    let digest = PixelDigest(of: program)
    self.file = file
    guard case .bytes(let kept) = readFile(file, limit: mostBytes, follow: false) else {
      known = KnownResults(program: digest)
      return
    }
    known = KnownResults(parsing: kept, program: digest)
    if known == nil {
      tell(["note: the cache \(file.shown) is damaged: every file is checked again"])
      known = KnownResults(program: digest)
    }
  }

  /// Keeps what the run has found out. A cache that cannot be written costs time, and nothing else.
  func save() {
    guard let file, let bytes = known?.encoded(), bytes.count <= mostBytes else { return }
    guard (try? makePrivateFolder(file.parent)) != nil, (try? writeFile(bytes, to: file)) != nil else {
      return
    }
    trimFolder(file.parent, toBytes: mostBytes)
  }
}

/// A hundred thousand files, twice.
private let mostBytes = 128 << 20

private func hexadecimal(_ digest: PixelDigest) -> String {
  digest.bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
}
