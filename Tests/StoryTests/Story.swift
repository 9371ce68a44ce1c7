import Foundation
import StickerImage

/// One command run on the files of `input/`, which must end as `expected/` says: standard output, standard error,
/// status, and every file.
struct Story: Sendable, CustomStringConvertible {
  let folder: URL

  static let all: [Story] = {
    let stories = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/Stories")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: stories.path)) ?? []
    precondition(!names.isEmpty, "there is no story in \(stories.path)")
    return names.sorted().map { Story(folder: stories.appending(path: $0)) }
  }()

  var description: String { folder.lastPathComponent }

  /// The shell line, without the line break at its end.
  var command: String {
    get throws {
      try String(contentsOf: folder.appending(path: "command.txt"), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Runs the command on a copy of the input and gathers what there is afterwards: relative path to content.
  func run() throws -> [String: StoryContent] {
    let place = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "input").path) {
      try FileManager.default.copyItem(
        at: folder.appending(path: "input/\(name)"), to: place.url.appending(path: name))
    }
    let given = Set(try place.files())
    let outcome = try Program.shell(try command, in: place.url)
    var result: [String: StoryContent] = [
      "stdout.txt": .text(outcome.text), "stderr.txt": .text(outcome.errors),
      "status.txt": .text("\(outcome.status)\n"),
    ]
    for path in try place.files() {
      let bytes = try place.bytes(of: path)
      let isUntouched =
        given.contains(path)
        && bytes == [UInt8](try Data(contentsOf: folder.appending(path: "input/\(path)")))
      if !isUntouched { result["tree/\(path)"] = StoryContent(path, bytes) }
    }
    return result
  }

  /// What is expected, in the same form.
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

/// What a file holds, as far as a story cares.
enum StoryContent: Hashable, Sendable {
  /// Compared to the letter; what hangs on the version of the compressing library is left out of a manifest.
  case text(String)
  /// An image: its pixels and timing, whatever way they are compressed.
  case image(ImageFormat, [Frame])

  init(_ path: String, _ bytes: [UInt8]) {
    if let image = try? collectImage(bytes) {
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
