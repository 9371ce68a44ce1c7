/// What went wrong on the way to a sticker. The stickers that are not concerned are offered all the same, so
/// these are values for a log, not errors that stop anything.
public enum StickerProblem: Error, Equatable, Sendable {
  /// An index could not be read.
  case index(StickerIndexError)
  /// A file could not be fetched. `index.json` stands for the index.
  case download(file: String, DownloadError)
  /// A file is not what the index says; it is not offered.
  case verification(file: String, VerificationError)
  /// The files of a server's release are larger together than ``StickerLibrary/releaseBytes``.
  case releaseTooLarge(bytes: Int)
  /// A step on the file system failed.
  case storage(StorageStep, file: String, reason: String)
  /// There is no room for a file.
  case diskFull(file: String)
  /// As many stickers are made as are kept: ``MadeStickers/limit``.
  case tooManyMade(limit: Int)
}

/// A step on the file system.
public enum StorageStep: String, Equatable, Sendable {
  /// Making the folder.
  case makeFolder
  /// Listing the folder.
  case list
  /// Reading a file.
  case read
  /// Writing a file.
  case write
  /// Removing a file.
  case remove
}
