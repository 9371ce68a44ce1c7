import StickerIO
import StickerModel
import StickerPacker
import StickerSettings

/// A source that has been read: what is checked is what is built, whatever happens on the disk meanwhile.
struct OpenedPack: Sendable {
  private(set) var reading: PackReading
  /// The folder that the stickers' files are seen from.
  let root: Path
  private let files: [Path: ReadOutcome]

  /// Reads a source.
  ///
  /// - Parameter fileBytes: the longest file that is read.
  init(_ pack: LocatedPack, fileBytes: Int) throws {
    switch pack.kind {
    case .catalog(let root):
      guard let contents = try readTree(realPath(of: root)) else {
        throw CommandFailure("\(root.shown) is gone")
      }
      self.init(catalog: contents, root, pack.name, fileBytes: fileBytes)
    case .folder(let art): try self.init(art, pack, fileBytes: fileBytes)
    }
  }

  private init(_ art: [AssetSource], _ pack: LocatedPack, fileBytes: Int) throws {
    let place = SourcePlace(pack.source)
    var (files, total) = ([Path: ReadOutcome](), 0)
    for source in art {
      let outcome = source.read(fileBytes)
      if case .bytes(let bytes) = outcome { total += bytes.count }
      guard total <= mostBytes else {
        throw CommandFailure("\(pack.source.shown) holds more than \(mostBytes) bytes: too much for one pack")
      }
      files[place.relative(source.path)] = outcome
    }
    reading = packFromFolder(art.map { place.relative($0.path) }, name: pack.name)
    (root, self.files) = (place.source, files)
  }

  private init(catalog contents: FolderContents, _ root: Path, _ name: String, fileBytes: Int) {
    let tree = contents.files
    var reading = packFromCatalog(SourceListing(tree, root: realPath(of: root)), name: name)
    reading.notes += contents.others.map { "\($0.path.shown) is left out: \($0.reason)" }
    var files: [Path: ReadOutcome] = [:]
    for sticker in reading.pack.stickers {
      guard let bytes = sticker.file.text.flatMap({ tree[$0] }) else { continue }
      files[sticker.file] = bytes.count > fileBytes ? .tooLarge(bytes.count) : .bytes(bytes)
    }
    (self.reading, self.root, self.files) = (reading, root, files)
  }

  /// Leaves out the stickers that a configuration leaves out, or says to be something else.
  mutating func leaveOut(by settings: SettingsMap) {
    var left: Set<String> = []
    for sticker in reading.pack.stickers {
      let path = root.appending(sticker.file)
      guard let reason = reasonToLeaveOut(path, settings) else { continue }
      reading.notes.append("\(path.shown) is left out: \(reason)")
      left.insert(sticker.id)
    }
    reading.pack.stickers.removeAll { left.contains($0.id) }
    reading.faults.removeAll { $0.sticker.map(left.contains) ?? false }
  }

  private func reasonToLeaveOut(_ path: Path, _ settings: SettingsMap) -> String? {
    if settings.excludes(path) { return "the configuration says so" }
    guard let role = settings.role(at: path), !Set<Role>.sent.contains(role) else { return nil }
    return "the configuration says that it is no sticker but of the role \(role.rawValue)"
  }

  /// The bytes of a sticker's file.
  func read(_ file: Path) -> ReadOutcome { files[file] ?? .unreadable("it is not there") }

  /// The stickers as assets of one pack.
  func assets(of source: Path) -> [AssetSource] {
    reading.pack.stickers.map { sticker in
      AssetSource(path: root.appending(sticker.file), pack: source) { _ in read(sticker.file) }
    }
  }
}

/// All art of one pack together; a thousand stickers of the largest size are half of it.
private let mostBytes = 1 << 30
