/// A problem with a sticker. Other stickers are still shown, so these are values for a log, not errors that
/// stop anything.
public enum StickerProblem: Error, Equatable, Sendable {
  /// An index could not be read.
  case index(StickerIndexError)
  /// A file could not be downloaded. For the index, it is `index.json`.
  case download(file: String, DownloadError)
  /// A file does not match the index, so it is not shown.
  case verification(file: String, VerificationError)
  /// The files of a server's release together exceed ``StickerLibrary/maxReleaseBytes``.
  case releaseTooLarge(bytes: Int)
  /// An operation on the file system failed.
  case storage(StorageOperation, file: String, reason: String)
  /// There is no room for a file.
  case diskFull(file: String)
  /// The person has the maximum number of stickers: ``UserStickerStore/maxStickers``.
  case tooManyUserStickers(limit: Int)
}

/// An operation on the file system.
public enum StorageOperation: String, Equatable, Sendable {
  /// Creating the folder.
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
