import Foundation
import StickersFoundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

@Suite("the public fixer") struct FixerTests {
  @Test("an image is fixed in memory, and the fixed bytes are written unchanged") func image() async throws {
    let heavy = try PublicArt.bytes("faulty/too-heavy.png")
    let fixed = try await Fixer(options: .init(allowsLossyFixes: true)).fix(heavy, named: "too-heavy.png")
    #expect(fixed.isChanged && fixed.data.count < 500_000 && fixed.originalByteCount == heavy.count)
    #expect(fixed.changes.contains { $0.rule == "file-size" })
    let similarity = try #require(fixed.similarity)
    #expect(similarity > 0.9 && similarity < 1)
    #expect(
      try await !Linter().lint(fixed.data, named: fixed.path).findings.contains { $0.rule == "file-size" })
    let file = PublicArt.newFolder()
    defer { try? FileManager.default.removeItem(at: file) }
    try fixed.write(to: file)
    #expect([UInt8](try Data(contentsOf: file)) == fixed.data)
  }

  @Test("findings whose fix is not allowed stay unresolved, with the reason") func unresolved() async throws {
    func reason(_ name: String, _ rule: String, _ options: Fixer.Options = .init()) async throws
      -> FixedImage.UnresolvedFinding.Reason?
    {
      let fixed = try await Fixer(options: options).fix(PublicArt.bytes("faulty/\(name)"), named: name)
      return fixed.unresolved.first { $0.finding.rule == rule }?.reason
    }
    let background = "opaque-background"
    #expect(try await reason("white-background.png", background) == .isOptIn)
    #expect(
      try await reason("white-background.png", background, .init(selectedRules: [background])) == .isLossy)
    #expect(try await reason("white-background.png", background, .init(selectedRules: [])) == .notSelected)
    #expect(try await reason("too-small.png", "pixel-dimensions") == .needsSmallArtHandling)
    guard case .failed? = try await reason("too-heavy.png", "file-size") else {
      Issue.record("the file cannot get small enough without loss")
      return
    }
  }

  @Test("a folder is fixed in memory, and writing it does not fix it again") func folder() async throws {
    let (source, output) = (PublicArt.newFolder(), PublicArt.newFolder())
    try FileManager.default.copyItem(at: PublicArt.folder.appendingPathComponent("faulty"), to: source)
    defer { for place in [source, output] { try? FileManager.default.removeItem(at: place) } }
    let heavy = source.appendingPathComponent("too-heavy.png")
    let old = try Data(contentsOf: heavy)
    let heard = ProgressRecorder()
    let fixed = try await Fixer(options: .init(allowsLossyFixes: true)).fix([source], progress: heard.handler)
    let file = try #require(fixed.changedFiles.first { $0.originalPath == heavy.path })
    let last = heard.all.last { $0.step == .checking }
    #expect(last?.completed == last?.total && heard.all.count > 5)
    #expect(try Data(contentsOf: heavy) == old)
    #expect(fixed.reportAfter.count(of: .error) < fixed.reportBefore.count(of: .error))
    try await fixed.write(to: output)
    #expect(try Data(contentsOf: heavy) == old)
    for file in fixed.changedFiles {
      let name = URL(fileURLWithPath: file.image.path).lastPathComponent
      #expect(
        [UInt8](try Data(contentsOf: output.appendingPathComponent(name))) == file.image.data, "\(name)")
    }
    // A file that has changed since it was read is not replaced.
    try Data(PublicArt.twoPixels).write(to: heavy)
    await #expect(throws: StickersError.self) { try await fixed.write(to: .inPlace) }
    #expect([UInt8](try Data(contentsOf: heavy)) == PublicArt.twoPixels)
    #expect(!file.image.changes.isEmpty)
  }

  @Test("a canceled fix throws, and writes nothing") func cancelled() async throws {
    let heavy = try PublicArt.bytes("faulty/too-heavy.png")
    let task = Task {
      try? await Task.sleep(for: .seconds(600))  // until it is canceled
      return try await Fixer().fix(heavy, named: "a.png")
    }
    task.cancel()
    await #expect(throws: StickersError.cancelled) { try await task.value }
  }
}

@Suite("the public pack builder") struct PublicBuildTests {
  @Test("a pack is built from a folder, and all of its files are written") func folder() async throws {
    let output = PublicArt.newFolder()
    defer { try? FileManager.default.removeItem(at: output) }
    let heard = ProgressRecorder()
    let pack = try await PackBuilder().build(.folder(PublicArt.path("pack")), progress: heard.handler)
    #expect(pack.paths.contains("manifest.json") && pack["variants/ghost@2x.png"] != nil)
    #expect(Set(heard.all.map(\.step)).isSuperset(of: [.checking, .building]))
    #expect(pack.changes == nil && pack.stickerCount == 10)
    #expect(try pack.write(to: output) == nil)
    for path in pack.paths {
      #expect([UInt8](try Data(contentsOf: output.appendingPathComponent(path))) == pack[path], "\(path)")
    }
    let again = try await PackBuilder().build(.folder(PublicArt.path("pack")), replacing: output.path)
    #expect(again.changes?.isEmpty == true && again.changes?.unchangedCount == 10)
  }

  @Test("a pack is built from files in memory, with names and descriptions") func memory() async throws {
    let files = [
      "ghost.png": try PublicArt.bytes("pack/ghost.png"), "donut.png": try PublicArt.bytes("pack/donut.png"),
    ]
    var description = PackDescription(name: "Snacks")
    description.languages = ["en"]
    description.author = "Ada"
    description.stickers = [
      .init("donut.png", name: "Donut", descriptions: ["en": "A donut"], emoji: ["🍩"]),
      .init("ghost.png", emoji: ["👻"]),
    ]
    let pack = try await PackBuilder().build(.files(files, description: description))
    let manifest = try JSONSerialization.jsonObject(with: Data(pack["manifest.json"] ?? [])) as? [String: Any]
    #expect(pack.name == "Snacks" && manifest?["name"] as? String == "Snacks")
    #expect(pack["variants/Donut@3x.png"] ?? pack["variants/donut@3x.png"] == files["donut.png"])
    for profile in [Profile.signal, .line] {
      let output = PublicArt.newFolder()
      defer { try? FileManager.default.removeItem(at: output) }
      guard let export = try? await pack.export(profile) else { continue }
      try export.write(to: output)
      let file = output.appendingPathComponent(export.paths[0])
      // APPNOTE, 4.3.7: the signature of a local file header.
      #expect([UInt8](try Data(contentsOf: file)).starts(with: [0x50, 0x4B, 3, 4]), "\(profile)")
    }
    #expect(try await pack.export(.signal).paths == ["signal.zip"])
    let description2 = PackDescription(name: "All")
    #expect(try await PackBuilder().build(.files(files, description: description2)).stickerCount == 2)
  }

  @Test("a pack description specifies the frames of an animation with a glob") func sequence() async throws {
    let files = [
      "hop/1.png": try PublicArt.bytes("pack/ghost.png"), "hop/2.png": try PublicArt.bytes("pack/donut.png"),
    ]
    var description = PackDescription(name: "Hops")
    description.stickers = [.init(frameGlob: "hop/*.png", framesPerSecond: 4, name: "Hop")]
    let pack = try await PackBuilder().build(.files(files, description: description))
    #expect(pack.stickerCount == 1)
  }

  @Test("a project has the team and the version from the options") func project() async throws {
    var options = PackBuilder.Options()
    options.variants = .none
    options.xcodeProject = PackBuilder.XcodeProject()
    options.xcodeProject?.teamID = "A1B2C3D4E5"
    options.xcodeProject?.version = "2.5"
    let files = ["ghost.png": try PublicArt.bytes("pack/ghost.png")]
    let pack = try await PackBuilder(options: options).build(
      .files(files, description: PackDescription(name: "Ghosts")))
    let path = try #require(pack.paths.first { $0.hasSuffix("project.pbxproj") })
    let project = String(decoding: pack[path] ?? [], as: UTF8.self)
    #expect(
      project.contains("DEVELOPMENT_TEAM = A1B2C3D4E5;") && project.contains("MARKETING_VERSION = 2.5;"))
    options.xcodeProject?.teamID = "short"
    await #expect(throws: StickersError.self) {
      try await PackBuilder(options: options).build(
        .files(files, description: PackDescription(name: "Ghosts")))
    }
  }

  @Test("a build stopped by findings throws the reasons and the findings") func stopped() async throws {
    let error = await #expect(throws: StickersError.self) {
      try await PackBuilder().build(.folder(PublicArt.path("faulty")))
    }
    guard case .buildStopped(let reasons, let findings) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reasons.isEmpty && findings.contains { $0.rule == "file-size" })
    var options = PackBuilder.Options()
    options.skipsFailingStickers = true
    let pack = try await PackBuilder(options: options).build(.folder(PublicArt.path("faulty")))
    #expect(
      pack.omittedStickers.contains { $0.path == "too-heavy.png" && $0.failedRules.contains("file-size") })
  }

  @Test("a custom rule stops a build") func customRule() async throws {
    var configuration = LintConfiguration()
    configuration.customRules = [
      CustomRule(id: "never", severity: .error, summary: "Nothing is good.", advice: "Stop.") { _, _ in
        [.init("it is not good")]
      }
    ]
    let builder = PackBuilder(configuration: configuration)
    let error = await #expect(throws: StickersError.self) {
      try await builder.build(.folder(PublicArt.path("pack")))
    }
    guard case .buildStopped(_, let findings) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(findings.count { $0.rule == "never" } == 10)
  }

  @Test("a folder with other files is not replaced") func otherFiles() async throws {
    let output = PublicArt.newFolder()
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: output) }
    try Data("mine".utf8).write(to: output.appendingPathComponent("notes.txt"))
    let pack = try await PackBuilder().build(.folder(PublicArt.path("pack")))
    #expect(throws: StickersError.self) { try pack.write(to: output.path) }
    #expect(throws: StickersError.self) { try pack.write(to: PublicArt.path("pack")) }
  }

  @Test("a canceled build throws") func cancelled() async throws {
    let task = Task {
      try? await Task.sleep(for: .seconds(600))  // until it is canceled
      return try await PackBuilder().build(.folder(PublicArt.path("pack")))
    }
    task.cancel()
    await #expect(throws: StickersError.cancelled) { _ = try await task.value }
  }
}

@Suite("a public sticker") struct StickerTests {
  @Test("a sticker's pixels are straight RGBA, row by row") func pixels() throws {
    let sticker = try Sticker(Data(PublicArt.twoPixels))
    #expect(sticker.format == .png && sticker.size == PixelSize(2, 1) && sticker.frameCount == 1)
    #expect(sticker.duration == nil && sticker.name == "sticker.png")
    let frames = try sticker.frames()
    #expect(frames.count == 1 && frames[0].bitmap.pixels == [255, 0, 0, 255, 0, 0, 255, 128])
  }

  @Test("a thumbnail is a PNG of the requested size, and is never larger than the image") func thumbnail()
    throws
  {
    let sticker = try Sticker(try PublicArt.bytes("pack/ghost.png"))
    let thumbnail = try sticker.thumbnail(maxPixelSize: 96)
    // PNG specification, 11.2.2: the width and the height follow the name of the first chunk.
    #expect(max(thumbnail[19], thumbnail[23]) == 96)
    #expect([16, 17, 18, 20, 21, 22].allSatisfy { thumbnail[$0] == 0 })
    #expect(try Sticker(PublicArt.twoPixels).thumbnail(maxPixelSize: 96).count > 0)
    #expect(try Sticker(Sticker(PublicArt.twoPixels).thumbnail(maxPixelSize: 96)).size == PixelSize(2, 1))
    #expect(throws: StickersError.self) { try sticker.thumbnail(maxPixelSize: 0) }
  }

  @Test("variants are the art and smaller copies of it") func variants() async throws {
    let art = try PublicArt.bytes("pack/ghost.png")
    let sizes = try await Sticker(art).variants()
    #expect(sizes.map(\.scale) == [3, 2, 1] && sizes.map(\.width) == [408, 272, 136])
    #expect(sizes[0].data == art)
  }

  @Test("an animation has frames and a duration") func animation() throws {
    let sticker = try Sticker(try PublicArt.bytes("pack/star-blinking.png"))
    let frames = try sticker.frames()
    #expect(sticker.format == .apng && frames.count == sticker.frameCount && frames.count > 1)
    let sum = frames.reduce(0) { $0 + Double($1.delay.numerator) / Double($1.delay.denominator) }
    #expect(abs((sticker.duration ?? 0) - sum) < 0.001)
  }

  @Test("bytes that are not an image are rejected") func invalid() {
    let error = #expect(throws: StickersError.self) { try Sticker(Array("no image".utf8)) }
    guard case .invalidImage = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
