import StickerModel

/// What lies at a path.
package enum EntryKind: Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link, itself.
  case link
  /// A named pipe.
  case pipe
  /// A socket.
  case socket
  /// A block or character device, or what the system knows beyond these.
  case device

  /// Why it cannot be read as a file; nil for a file.
  var objection: String? {
    switch self {
    case .file: nil
    case .folder: "it is a directory, not a file"
    case .link: "it is a link, which is not followed here"
    case .pipe: "it is a named pipe, not a file"
    case .socket: "it is a socket, not a file"
    case .device: "it is a device, not a file"
    }
  }
}

/// The part of `struct stat` that is used here.
struct FileStatus: Hashable {
  var kind: EntryKind
  /// Device and inode: which file it is.
  var identity: Identity
  /// The length in bytes.
  var size: Int
  /// How many names the file has.
  var links: Int
  var modifiedSeconds: Int
  var modifiedNanoseconds: Int
  /// The lowest 12 bits of the mode.
  var permissions: UInt32
  var owner: UInt32
  var group: UInt32

  /// What is equal for two paths that lead to one file.
  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }
}

/// One name in a folder.
struct Entry: Hashable {
  let name: Path
  let kind: EntryKind
}
