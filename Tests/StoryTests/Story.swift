import Foundation

@testable import StickerImage

/// A command that runs on some of the art in `Fixtures`, and its expected result in `expected/`: standard
/// output, standard error, the status, and each new or changed file.
///
/// `input.txt` lists the files to copy, one per line: a path in `Fixtures/Art` and a destination.
struct Story: Sendable, CustomStringConvertible {
  let folder: URL

  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  static let all: [Story] = {
    let stories = fixtures.appending(path: "Stories")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: stories.path)) ?? []
    precondition(!names.isEmpty, "there is no story in \(stories.path)")
    return names.sorted().map { Story(folder: stories.appending(path: $0)) }
  }()

  var description: String { folder.lastPathComponent }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private func run(_ found: (_ path: String, _ bytes: [UInt8]) throws -> Void) throws {
    let place = try TemporaryFolder()
    var given: [String: [UInt8]] = [:]
    for line in try text("input.txt").split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let bytes = [UInt8](try Data(contentsOf: Self.fixtures.appending(path: "Art/\(words[0])")))
      given[words[1]] = bytes
      try place.write(bytes, to: words[1])
    }
    let outcome = try Program.shell(text("command.txt"), in: place.url)
    try found("stdout.txt", outcome.output)
    try found("stderr.txt", Array(outcome.errors.utf8))
    try found("status.txt", Array("\(outcome.status)\n".utf8))
    for path in try place.files() {
      let bytes = try place.bytes(of: path)
      if given[path] != bytes { try found("tree/\(path)", bytes) }
    }
  }

  /// Saves the outcome of a run as the expected result, to be reviewed before it is committed.
  func record() throws {
    let expected = folder.appending(path: "expected")
    try? FileManager.default.removeItem(at: expected)
    try run { path, bytes in
      let file = expected.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  /// Runs the command on a copy of the input and returns the result: contents by relative path.
  func outcome() throws -> [String: StoryContent] {
    var result: [String: StoryContent] = [:]
    try run { path, bytes in result[path] = StoryContent(path, bytes) }
    return result
  }

  /// The expected result in the same form.
  func expected() throws -> [String: StoryContent] {
    let place = folder.appending(path: "expected")
    let names = try FileManager.default.subpathsOfDirectory(atPath: place.path)
    var result: [String: StoryContent] = [:]
    for name in names {
      let file = place.appending(path: name)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      result[name] = StoryContent(name, [UInt8](try Data(contentsOf: file)))
    }
    return result
  }
}

/// The contents of a file, in the form in which stories compare it.
enum StoryContent: Hashable, Sendable {
  /// Text that is compared exactly. In a manifest, values that depend on the version of the compression
  /// library are left out.
  case text(String)
  /// An image, which is compared by pixels and timing. Its compression does not matter.
  case image(ImageFormat, [Frame])

  init(_ path: String, _ bytes: [UInt8]) {
    if let image = try? Image(decoding: bytes) {
      self = .image(image.container.format, image.frames)
    } else {
      let text = String(decoding: bytes, as: UTF8.self)
      self = .text(path.hasSuffix("manifest.json") ? StoryContent.withoutDigests(text) : text)
    }
  }

  private static func withoutDigests(_ manifest: String) -> String {
    manifest.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isDigest = ["\"sha256\"", "\"bytes\"", "\"digest\""].contains { line.contains($0) }
      return isDigest ? String(line.prefix { $0 != ":" }) : String(line)
    }.joined(separator: "\n")
  }
}
