import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct ManifestTests {
  private func manifest() async throws -> Manifest {
    let folder = try ArtFolder.mixed()
    var pack = folder.pack("Monkey \"Business\" 🙈")
    pack.stickers[0].metadata.descriptions = ["en": "A hop", "pt-BR": "Um salto", "und": "Hop"]
    pack.stickers[0].metadata.keywords = ["hop", "été"]
    pack.stickers[0].metadata.emoji = ["🐒", "👋"]
    (pack.metadata.credits.author, pack.metadata.credits.publisher) = ("Ada", "Monkey House")
    (pack.metadata.credits.publisherWebsite, pack.metadata.credits.licenseURL) = (
      "https://example.com", "https://example.com/license"
    )
    pack.coverSticker = pack.stickers[1].file
    let skipped = SkippedSticker(
      id: "big", path: Path(bytes: [0xFF] + Array(".png".utf8)), rules: ["file-size"],
      reasons: ["600,000 bytes"])
    let files = folder.files
    return try await buildPackInMemory(pack, skipped: [skipped], PackOptions(toolVersion: "1.2.3")) { path in
      path.text.flatMap { files[$0] }.map(ReadOutcome.bytes) ?? .unreadable("it is not there")
    }.manifest
  }

  @Test("a written manifest is read back")
  func roundTrip() async throws {
    let manifest = try await manifest()
    var expected = manifest
    expected.skippedStickers[0].path = Path("\\xFF.png")
    #expect(try Manifest(parsing: manifest.encoded()) == expected)
  }

  @Test("sizes are exact points, and durations exact seconds")
  func figures() async throws {
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(try await manifest().encoded())) as? [String: Any])
    let stickers = try #require(json["stickers"] as? [[String: Any]])
    #expect(stickers.map { $0["id"] as? String } == ["dance", "Hop 10", "wave"])
    #expect(stickers[0]["duration"] as? [String: Int] == ["num": 31, "den": 60])  // 0.1 + 1/30 + 0.25 + 2/15
    #expect(stickers[0]["plays"] as? Int == 3)
    #expect(stickers[0]["frames"] as? Int == 4)
    #expect(stickers[1]["duration"] == nil)
    let hop = try #require(stickers[1]["variants"] as? [[String: Any]])
    #expect(hop.map { $0["scale"] as? Int } == [3, 2, 1])
    let points = hop.map { ($0["points"] as? [String: [String: Int]])?["width"] }
    #expect(points == [["num": 301, "den": 3], ["num": 201, "den": 2], ["num": 100, "den": 1]])
    #expect(hop[0]["pixels"] as? [String: Int] == ["width": 301, "height": 310])
  }

  @Test("emoji, author, publisher, links and cover equal the source's, or are omitted")
  func credits() async throws {
    let full = try #require(
      try JSONSerialization.jsonObject(with: Data(try await manifest().encoded())) as? [String: Any])
    #expect(full["author"] as? String == "Ada" && full["publisher"] as? String == "Monkey House")
    let links = ["website": "https://example.com", "license": "https://example.com/license"]
    #expect(full["links"] as? [String: String] == links)
    #expect(full["cover"] as? String == "Hop 10")
    let stickers = try #require(full["stickers"] as? [[String: Any]])
    #expect(stickers.map { $0["emoji"] as? [String] } == [["🐒", "👋"], nil, nil])
    let plan = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack(.none)
    let plain = try #require(
      try JSONSerialization.jsonObject(with: Data(plan.manifest.encoded())) as? [String: Any])
    #expect(["author", "publisher", "links", "cover"].allSatisfy { plain[$0] == nil })
    #expect(plan.manifest.coverID == nil)
  }

  @Test("the digest equals the one that sha256sum prints for the output of sha256sum")
  func digest() async throws {
    let plan = try await ArtFolder.mixed().buildPack(.none)
    let folder = try TemporaryFolder(plan.tree)
    let command = "find . -type f ! -name manifest.json | sed 's,^./,,' | LC_ALL=C sort | tr '\\n' '\\0'"
    let text = try folder.run("/bin/sh", ["-c", command + " | xargs -0 sha256sum | sha256sum"]).output
    #expect(text.prefix(64) == plan.manifest.filesOutsideProjectDigest)
  }

  @Test(
    "a manifest with another structure is rejected",
    arguments: [
      ("\"schema\" : 1", "\"schema\" : 2"), ("\"schema\" : 1", "\"schema\" : \"1\""),
      ("stickerlint", "other"),
      ("\"gridSize\" : \"small\"", "\"gridSize\" : \"medium\""), ("\"digest\"", "\"digests\""),
      ("\"scale\" : 3", "\"scale\" : 4"), ("\"plays\" : 3", "\"plays\" : -3"),
      ("\"den\" : 60", "\"den\" : 0"),
      ("\"keywords\" : []", "\"keywords\" : [1]"), ("\"format\" : \"png\"", "\"format\" : \"tiff\""),
      ("\"author\" : \"Ada\"", "\"author\" : 1"), ("\"cover\" : \"Hop 10\"", "\"cover\" : []"),
      ("\"website\"", "\"web\""),
      ("{", "["),
    ])
  func refused(_ text: String, _ other: String) async throws {
    let whole = String(decoding: try await manifest().encoded(), as: UTF8.self)
    #expect(whole.contains(text))
    let changed = Array(whole.replacingOccurrences(of: text, with: other).utf8)
    #expect(throws: Diagnostic.self) { try Manifest(parsing: changed) }
  }

  @Test(
    "an independent validator accepts manifests by the schema and rejects broken ones",
    .enabled(if: checkJSONSchema != nil, "skipped: no check-jsonschema"))
  func schema() async throws {
    let program = try #require(checkJSONSchema)
    var tree = FileTree()
    tree["full.json"] = try await manifest().encoded()
    tree["plain.json"] = try await ArtFolder(files: ["a.png": still(30, 30)]).buildPack(.none).manifest
      .encoded()
    let whole = String(decoding: tree["full.json"] ?? [], as: UTF8.self)
    let broken = [
      "\"animated\" : true": "\"animated\" : false", "\"num\" : 31": "\"num\" : 3.1", "\"und\"": "\"a b\"",
    ]
    for (number, change) in broken.sorted(by: { $0.key < $1.key }).enumerated() {
      tree["broken\(number).json"] = Array(
        whole.replacingOccurrences(of: change.key, with: change.value).utf8)
    }
    let folder = try TemporaryFolder(tree)
    for name in tree.paths {
      let status = try folder.run(program, ["--schemafile", schemaPath, name]).status
      #expect((status == 0) == !name.hasPrefix("broken"), "\(name)")
    }
  }
}

private let packageFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
private let schemaPath = packageFolder.appendingPathComponent("docs/schemas/manifest.schema.json").path
private let checkJSONSchema: String? = {
  let path = packageFolder.appendingPathComponent(".build/python/bin/check-jsonschema").path
  return FileManager.default.isExecutableFile(atPath: path) ? path : nil
}()

/// A folder on disk that is removed after the test.
private final class TemporaryFolder {
  private let url: URL

  init(_ tree: FileTree) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("stickerlint-\(UUID().uuidString)")
    for path in tree.paths {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(tree[path] ?? []).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = url
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
