import StickerEngine
import StickerImage
import Stickers

/// The contents of a page after its last change: the files by hash, their fixes, and the pack file. A later
/// run reads it as untrusted input.
struct SavedSession: Equatable, Sendable {
  /// A file in the session.
  struct File: Equatable, Sendable {
    let path: String
    /// The SHA-256 of the file, as 64 lowercase hexadecimal digits.
    let digest: String
    /// The size in bytes.
    let byteCount: Int
    /// The rules that the file was fixed for; nil if it was not fixed.
    var requestedFixRules: [String]?
    var minimizesPNGFileSize = false
    var smallArtFix: SmallArtFix?
    var whiteOutlineWidth: Int?
  }

  /// The folder that the page showed; empty if the files were dropped.
  let servedFolderPath: String
  let packName: String
  let stickerCount: Int
  /// The path of the pack file if the page wrote it; nil if it came with the files or does not exist.
  let pageWrittenPackFilePath: String?
  /// Whether the page had changes that were neither saved nor downloaded.
  let needsSaveOrDownload: Bool
  var files: [File]

  private static let formatVersion = 2
  static let maxReadableBytes = 4 << 20
  private static let maxTextBytes = 4096

  /// The session as bytes, with a checksum.
  var encoded: [UInt8] {
    var encoder = BinaryEncoder()
    encoder.encode(
      Self.formatVersion, servedFolderPath, packName, stickerCount, pageWrittenPackFilePath,
      needsSaveOrDownload)
    encoder.encodeList(files) {
      $0.encode(
        $1.path, $1.digest, $1.byteCount, $1.requestedFixRules, $1.minimizesPNGFileSize,
        $1.smallArtFix?.rawValue
      )
      $0.encode($1.whiteOutlineWidth)
    }
    encoder.encode(XXH3Digest(of: encoder.bytes))
    return encoder.bytes
  }

  init(
    servedFolderPath folder: String, packName name: String, stickerCount: Int, pageWrittenPath: String?,
    hasUnsavedWork: Bool,
    files: [File]
  ) {
    self.servedFolderPath = folder
    self.packName = name
    self.stickerCount = stickerCount
    self.pageWrittenPackFilePath = pageWrittenPath
    self.needsSaveOrDownload = hasUnsavedWork
    self.files = files
  }

  /// Reads a session.
  ///
  /// - Parameters:
  ///   - bytes: untrusted.
  ///   - limits: the limits of the page.
  /// - Throws: `Diagnostic.corruptData` if a page with these limits could not have written the session.
  init(decoding bytes: [UInt8], _ limits: DropLimits) throws {
    var decoder = BinaryDecoder(bytes.dropLast(16))
    try decoder.check(XXH3Digest(bytes: bytes.suffix(16)) == XXH3Digest(of: Array(bytes.dropLast(16))))
    try decoder.check(decoder.decode() == Self.formatVersion)
    func text(_ decoder: inout BinaryDecoder) throws -> String {
      let text: String = try decoder.decode()
      try decoder.check(text.utf8.count <= Self.maxTextBytes)
      return text
    }
    func validPath(_ decoder: inout BinaryDecoder) throws -> String {
      let path = try text(&decoder)
      guard case .success = validatedPath(path) else { throw Diagnostic.corruptData }
      return path
    }
    servedFolderPath = try text(&decoder)
    packName = try text(&decoder)
    stickerCount = try decoder.decode(in: 0...limits.maxFilesOnPage)
    pageWrittenPackFilePath = try decoder.decodeOptional(validPath)
    needsSaveOrDownload = try decoder.decode()
    let known = Set(Rule.all.map(\.id))
    files = try decoder.decodeList { decoder in
      var file = File(
        path: try validPath(&decoder), digest: try text(&decoder),
        byteCount: try decoder.decode(in: 0...limits.maxTotalBytes))
      file.requestedFixRules = try decoder.decode()
      file.minimizesPNGFileSize = try decoder.decode()
      let small: String? = try decoder.decode()
      file.smallArtFix = try small.map { small in
        guard let fix = SmallArtFix(rawValue: small) else { throw Diagnostic.corruptData }
        return fix
      }
      file.whiteOutlineWidth = try decoder.decode()
      try decoder.check(file.whiteOutlineWidth.map(FixOptions.whiteOutlineWidths.contains) ?? true)
      let isDigest =
        file.digest.utf8.count == 64 && file.digest.allSatisfy { $0.isHexDigit && !$0.isUppercase }
      try decoder.check(isDigest && known.isSuperset(of: file.requestedFixRules ?? []))
      return file
    }
    try decoder.check(files.count <= limits.maxFilesOnPage && Set(files.map(\.path)).count == files.count)
    try decoder.check(files.reduce(0) { $0 + $1.byteCount } <= limits.maxTotalBytes)
    try decoder.checkAllBytesRead()
  }
}

/// Stores sessions on disk: one file for each session, and one for the bytes of each dropped file.
struct SessionStore: Sendable {
  private let folder: PrivateFolder
  /// The file name of this run's session.
  let currentSessionFileName: String
  private let limits: DropLimits

  private static let sessionExtension = "session"
  private static let savedFileExtension = "art"
  /// The maximum number of sessions that are kept.
  private static let maxSessions = 5
  /// The maximum total size of the dropped files that are kept, in bytes. Above it, the oldest files are
  /// removed.
  private static let maxTotalSavedFileBytes = 512 << 20

  init(_ folder: PrivateFolder, _ limits: DropLimits = DropLimits()) {
    self.folder = folder
    self.limits = limits
    currentSessionFileName =
      randomBytes(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "."
      + Self.sessionExtension
  }

  /// Writes the session of this run.
  ///
  /// - Parameters:
  ///   - art: the bytes of files by hash.
  ///   - written: the hashes of the files that are already written.
  func save(
    _ session: SavedSession, bytesByDigest art: [String: [UInt8]], alreadyWritten written: Set<String>
  ) throws(CommandError) {
    for (digest, bytes) in art.sorted(by: { $0.key < $1.key }) where !written.contains(digest) {
      try folder.write(bytes, as: "\(digest).\(Self.savedFileExtension)")
    }
    try folder.write(session.encoded, as: currentSessionFileName)
  }

  /// Returns the newest session of an earlier run that can be continued, with its file name.
  ///
  /// - Parameter shownFolder: the folder that the page shows, whose session must have unsaved work; empty for
  ///   dropped files.
  func latestContinuableSession(in shownFolder: String) -> (name: String, session: SavedSession)? {
    for (name, _) in folder.filesNewestFirst(withExtension: Self.sessionExtension)
    where name != self.currentSessionFileName {
      if let session = session(name), session.servedFolderPath == shownFolder, !session.files.isEmpty,
        shownFolder.isEmpty || session.needsSaveOrDownload
      {
        return (name, session)
      }
    }
    return nil
  }

  private func session(_ name: String) -> SavedSession? {
    folder.read(name, limit: SavedSession.maxReadableBytes).flatMap {
      try? SavedSession(decoding: $0, limits)
    }
  }

  /// Returns the saved bytes of a file; nil if they are missing or have changed.
  func savedBytes(of file: SavedSession.File) -> [UInt8]? {
    guard let bytes = folder.read("\(file.digest).\(Self.savedFileExtension)", limit: file.byteCount),
      SHA256.hexDigest(of: bytes) == file.digest
    else { return nil }
    return bytes
  }

  /// Removes a session, and its files that no other session needs.
  func removeSessionAndUnneededFiles(_ name: String) {
    let gone = session(name)
    folder.remove(name)
    let needed = Set(sessionFileNamesNewestFirst.compactMap(session).flatMap { $0.files.map(\.digest) })
    for digest in Set(gone?.files.map(\.digest) ?? []).subtracting(needed) {
      folder.remove("\(digest).\(Self.savedFileExtension)")
    }
  }

  /// Removes the oldest sessions and files if there are more than the limits allow.
  func removeExcessSessionsAndFiles() {
    for name in sessionFileNamesNewestFirst.dropFirst(Self.maxSessions)
    where name != self.currentSessionFileName {
      removeSessionAndUnneededFiles(name)
    }
    var byteCount = 0
    for (name, size) in folder.filesNewestFirst(withExtension: Self.savedFileExtension) {
      byteCount += size
      if byteCount > Self.maxTotalSavedFileBytes { folder.remove(name) }
    }
  }

  private var sessionFileNamesNewestFirst: [String] {
    folder.filesNewestFirst(withExtension: Self.sessionExtension).map(\.name)
  }
}
