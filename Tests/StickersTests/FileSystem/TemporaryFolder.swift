import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder for one test, which is removed after the test.
final class TemporaryFolder: Sendable {
  let path: Path

  init() throws {
    let name = "stickerlint-test-\(UUID().uuidString)"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = try SystemCalls.real.resolveLinks(Path(url.path))
  }

  deinit { try? OpenFolder(path.parent, calls: .real).removeTree(path.name) }

  subscript(_ name: String) -> Path { path.appending(name) }

  /// Writes a file and the folders above it, without the code under test.
  @discardableResult
  func write(_ bytes: [UInt8], at name: Path) throws -> Path {
    let path = path.appending(name)
    try makeFolder(name.parent)
    try OpenFolder(path.parent, calls: .unflushed).writeAndFlushNewFile(bytes, as: path.name)
    return path
  }

  @discardableResult
  func write(_ bytes: [UInt8] = [1, 2, 3], at name: String) throws -> Path {
    try write(bytes, at: Path(name))
  }

  @discardableResult
  func write(_ text: String, at name: String) throws -> Path { try write(Array(text.utf8), at: Path(name)) }

  func makeFolder(_ name: String) throws { try makeFolder(Path(name)) }

  func makeFolder(_ name: Path) throws {
    var folder = path
    for part in name.components where part != Path(".") {
      folder = folder.appending(part)
      try? SystemCalls.real.makeFolder(FileLocation(folder))  // it may exist already
    }
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: pathText(name), withDestinationPath: target)
  }

  func hardLink(_ name: String, to target: String) throws {
    try FileManager.default.linkItem(atPath: pathText(target), toPath: pathText(name))
  }

  /// Creates nested folders, with a file in the innermost one.
  func makeDeep(_ depth: Int, name: String, file: String) throws {
    let bottom = try OpenFolder(path, calls: .unflushed).makeDeep(depth, name: name)
    try bottom.writeAndFlushNewFile([1], as: Path(file))
  }

  func makePipe(_ name: String) throws {
    let result = unsafe mkfifo(pathText(name), 0o644)
    try #require(result == 0)
  }

  /// Creates a sparse file of the given length, which takes no space.
  func makeSparse(_ name: String, length: Int) throws {
    try write([], at: Path(name))
    let result = unsafe truncate(pathText(name), off_t(length))
    try #require(result == 0)
  }

  func setPermissions(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: pathText(name))
  }

  func permissions(of name: String) throws -> UInt32 {
    try SystemCalls.real.status(FileLocation(self[name]), false).permissions
  }

  /// The names in the folder, sorted.
  func names(in name: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: pathText(name)).sorted()
  }

  private func pathText(_ name: String) -> String { self[name].text ?? "" }
}

extension OpenFolder {
  /// Creates nested folders, each relative to its parent, because the whole path would be too long. Returns
  /// the innermost one.
  @discardableResult
  func makeDeep(_ depth: Int, name: String = "d") throws -> OpenFolder {
    var folder = self
    for _ in 0..<depth {
      try SystemCalls.real.makeFolder(folder.location(of: Path(name)))
      folder = try folder.open(Path(name))
    }
    return folder
  }
}

extension SystemCalls {
  /// The real calls, without waiting for the disk.
  static var unflushed: SystemCalls {
    var calls = real
    calls.flush = { _ in }
    return calls
  }
}

/// Creates a socket file.
func makeSocket(at path: Path) throws {
  #if canImport(Glibc)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
  #endif
  defer { close(descriptor) }
  let result = bindSocket(descriptor, path.bytes)
  try #require(result == 0)
}

private func bindSocket(_ descriptor: Int32, _ path: [UInt8]) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  return unsafe withUnsafeBytes(of: &address) {
    guard let start = $0.baseAddress else { return -1 }
    return unsafe bind(descriptor, start.assumingMemoryBound(to: sockaddr.self), size)
  }
}

func deviceExists(_ path: String) -> Bool {
  (try? ReadOnlyFileSystem.disk.entryKind(at: Path(path))) == .device
}

/// Opens a device for writing; nil if it cannot be opened.
func openForWriting(_ path: String) -> Int32? {
  let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
  return descriptor < 0 ? nil : descriptor
}

var isRoot: Bool { geteuid() == 0 }
