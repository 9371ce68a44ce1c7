import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Runs `stickerlint pack` on packs that shipped in the App Store.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus"))
struct RealPackTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pack(_ name: String, _ arguments: String...) throws -> Outcome {
    let source = Corpus.folder.appendingPathComponent("stickers/\(name)/Stickers.xcassets").path
    return try Program.run(["pack", source] + arguments, in: folder.url)
  }

  /// The art of a pack's stickers, in byte order of the paths.
  private static func art(of name: String) -> [CorpusFile] {
    CorpusFile.all(in: "stickers/\(name)/Stickers.xcassets").filter { $0.format == "png" }
  }

  private static func isOutOfRange(_ file: CorpusFile) -> Bool {
    ![file.width, file.height].allSatisfy { (300...618).contains($0 ?? 0) }
  }

  private func manifest(_ path: String) throws -> [String: Any] {
    let data = Data(try folder.bytes(of: "\(path)/manifest.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("every sticker of a correct pack is built")
  func builds() throws {
    let art = RealPackTests.art(of: "uhooi")
    #expect(!art.contains(where: RealPackTests.isOutOfRange))
    #expect(try pack("uhooi", "--output", "out").status == 0)
    let stickers = try #require(try manifest("out")["stickers"] as? [[String: Any]])
    #expect(stickers.count == art.count)
    let built = try folder.files(below: "out/variants")
    #expect(built.count == art.count * 3)
    // The @3x variant is the art itself.
    let largest = try built.filter { $0.contains("@3x") }.map { try folder.bytes(of: "out/variants/\($0)") }
    #expect(try Set(largest) == Set(art.map { try $0.bytes() }))
  }

  @Test(
    "each sticker of a wrong size is reported and stops the build, and --skip-failing builds the rest")
  func refuses() throws {
    let art = RealPackTests.art(of: "hackillinois")
    let wrong = art.filter(RealPackTests.isOutOfRange)
    #expect(!wrong.isEmpty && wrong.count < art.count)
    let outcome = try pack("hackillinois", "--output", "out", "--format", "concise")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("\(wrong.count) of \(art.count) stickers fail"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out").path))
    for file in art {
      let (width, height) = (try #require(file.width), try #require(file.height))
      let lines = outcome.lines.filter { $0.contains(file.path) && $0.contains(": error pixel-dimensions") }
      #expect(lines.count == (wrong.contains(file) ? 1 : 0), "\(file.path)")
      #expect(lines.allSatisfy { $0.contains("\(width) × \(height) px") }, "\(file.path)")
    }

    #expect(try pack("hackillinois", "--output", "out", "--skip-failing").status == 0)
    let manifest = try manifest("out")
    let skipped = try #require(manifest["skipped"] as? [[String: Any]]).compactMap { $0["path"] as? String }
    #expect(skipped.count == wrong.count)
    for file in wrong { #expect(skipped.contains { file.path.hasSuffix("/\($0)") }, "\(file.path)") }
    #expect((manifest["stickers"] as? [Any])?.count == art.count - wrong.count)
  }

  @Test("only fully opaque images are left out of a pack with correct sizes")
  func opaque() throws {
    let art = RealPackTests.art(of: "wwdcscholars")
    #expect(!art.contains(where: RealPackTests.isOutOfRange))
    let solid = try art.filter { file in
      let pixels = try #require(try Image(decoding: file.bytes()).frames.first).bitmap.pixels
      return stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    }
    #expect(!solid.isEmpty)
    #expect(try pack("wwdcscholars", "--output", "out").status == 1)
    #expect(try pack("wwdcscholars", "--output", "out", "--skip-failing").status == 0)
    let skipped = try #require(try manifest("out")["skipped"] as? [[String: Any]])
    #expect(skipped.compactMap { $0["rules"] as? [String] }.allSatisfy { $0 == ["opaque-background"] })
    let paths = skipped.compactMap { $0["path"] as? String }
    #expect(paths.count == solid.count)
    for file in solid { #expect(paths.contains { file.path.hasSuffix("/\($0)") }, "\(file.path)") }
  }

  @Test("one job and two jobs give the same bytes", arguments: ["uhooi", "wwdcscholars", "hackillinois"])
  func deterministic(_ name: String) throws {
    for jobs in ["1", "2"] {
      let status = try pack(name, "--output", jobs, "--jobs", jobs, "--skip-failing", "--name", name).status
      #expect(status == 0)
    }
    let files = try folder.files(below: "1")
    #expect(try folder.files(below: "2") == files)
    for file in files {
      #expect(try folder.bytes(of: "1/\(file)") == folder.bytes(of: "2/\(file)"), "\(file)")
    }
  }

  @Test(
    "an independent validator accepts their manifests",
    .enabled(if: validator != nil, "skipped: no check-jsonschema"),
    arguments: ["uhooi", "wwdcscholars", "hackillinois"])
  func schema(_ name: String) throws {
    #expect(try pack(name, "--output", "out", "--skip-failing", "--variants", "1x").status == 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(validator))
    process.arguments = ["--schemafile", schemaPath, "out/manifest.json"]
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(
    "no pixel of a full-color variant leaves the color range of the pixels that it replaces",
    arguments: ["uhooi", "wwdcscholars", "hackillinois"])
  func noNewColors(_ name: String) throws {
    #expect(try pack(name, "--output", "out", "--skip-failing").status == 0)
    let stickers = try #require(try manifest("out")["stickers"] as? [[String: Any]])
    for sticker in stickers {
      let variants = try #require(sticker["variants"] as? [[String: Any]])
      let images = try variants.map { variant in
        let path = try #require(variant["file"] as? String)
        return try Image(decoding: folder.bytes(of: "out/\(path)"))
      }
      let art = try #require(images.first?.frames.first)
      #expect(images.count == 3)
      for (image, variant) in zip(images, variants).dropFirst() where variant["similarity"] == nil {
        let made = try #require(image.frames.first)
        #expect(outOfRangeColors(in: made.bitmap, of: art.bitmap) == [], "\(name), \(made.bitmap.size)")
      }
    }
  }
}

private let packageFolder = URL(fileURLWithPath: #filePath)  // Tests/StoryTests/RealPackTests.swift
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
private let schemaPath = packageFolder.appending(path: "docs/schemas/manifest.schema.json").path
/// The independent validator, which `make test-deps` installs.
private let validator: String? = {
  let path = packageFolder.appending(path: ".build/python/bin/check-jsonschema").path
  return FileManager.default.isExecutableFile(atPath: path) ? path : nil
}()
