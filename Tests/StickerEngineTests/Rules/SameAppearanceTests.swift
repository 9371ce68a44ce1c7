import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Rules about appearance have the same findings if art looks the same, however it is stored. This is tested
/// with images from the corpus, if it is available, and with the project's own art.
@Suite("same appearance, same findings") struct SameAppearanceTests {
  @Test("a rule on one asset declares what it judges", arguments: Rule.all)
  func subject(_ rule: Rule) {
    if case .asset = rule.check {
      #expect(rule.checkedAspect != .packCatalogOrMessage)
    } else {
      #expect(rule.checkedAspect == .packCatalogOrMessage)
    }
  }

  /// Images up to a size limit. Larger images would take too long in every variation.
  private static let stills = drawn.filter { !$0.isMoving } + corpusArt(most: 400_000) { $0 == 1 }
  private static let animations =
    drawn.filter(\.isMoving) + corpusArt(most: 600_000) { (2...40).contains($0) }

  @Test("a still stored in 19 ways has the same findings", arguments: stills.indices)
  func still(_ number: Int) async throws {
    let original = try Self.stills[number].bytes()
    // Damaged files cannot be stored in other ways.
    guard let image = try? Image(decoding: original, budget: .standard), let frame = image.frames.first
    else { return }
    let expected = await visibleFindings(in: original)
    for way in StillEncoding.allCases {
      guard let file = try way.file(of: frame.bitmap) else { continue }
      let found = await visibleFindings(in: file)
      #expect(found == expected, "\(Self.stills[number].path), \(way)")
    }
  }

  @Test("an animation stored in 12 ways has the same findings", arguments: animations.indices)
  func animation(_ number: Int) async throws {
    let original = try Self.animations[number].bytes()
    guard let image = try? Image(decoding: original, budget: .standard),
      let plays = image.container.animation?.plays, image.frames.count > 1
    else { return }
    let expected = await visibleFindings(in: original)
    for way in AnimationEncoding.allCases {
      guard let file = try way.file(of: image.frames, plays: plays) else { continue }
      let found = await visibleFindings(in: file)
      #expect(found == expected, "\(Self.animations[number].path), \(way)")
    }
  }

  @Test(
    "a still that is mirrored or rotated by 90° has the same findings on the corresponding sides",
    arguments: stills.indices)
  func turned(_ number: Int) async throws {
    let image = try? Image(decoding: try Self.stills[number].bytes(), budget: .standard)
    guard let bitmap = image?.frames.first?.bitmap else { return }
    let plain = PNGStorage()
    let original = try #require(plain.file(of: bitmap))
    let mirrored = try #require(plain.file(of: bitmap.mirrored))
    let swapped = await rulesAndSides(in: original, ["left": "right", "right": "left"])
    let seen = await rulesAndSides(in: mirrored)
    #expect(seen == swapped, "\(Self.stills[number].path), mirrored")
    let turned = try #require(plain.file(of: bitmap.rotatedClockwise))
    let around = ["top": "right", "right": "bottom", "bottom": "left", "left": "top"]
    let (expected, found) = (await rulesAndSides(in: original, around), await rulesAndSides(in: turned))
    #expect(found == expected, "\(Self.stills[number].path), turned")
  }

  /// Files from the corpus.
  ///
  /// - Parameter most: the maximum number of pixels in all frames.
  /// - Parameter isMeant: whether to include files with this number of frames.
  private static func corpusArt(most: Int, where isMeant: (Int) -> Bool) -> [Art] {
    CorpusFile.all.filter { file in
      let count = file.frameCount ?? 1
      guard file.expectation == .ok, let width = file.width, let height = file.height, isMeant(count) else {
        return false
      }
      return width * height * count <= most && width >= 16 && height >= 16
    }.map { Art(path: $0.path, url: Corpus.folder.appendingPathComponent($0.path), isMoving: false) }
  }

  /// The images in `Fixtures/Art`.
  private static let drawn: [Art] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/Art")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.sorted().compactMap { name in
      let url = folder.appendingPathComponent(name)
      guard let bytes = try? Data(contentsOf: url), let container = ImageContainer(of: [UInt8](bytes)) else {
        return nil
      }
      return Art(path: name, url: url, isMoving: container.animation != nil)
    }
  }()
}

/// An image that must have the same findings in all variations.
private struct Art: Sendable {
  let path: String
  let url: URL
  let isMoving: Bool

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }
}

/// The findings of the rules about appearance, without details about how the file is stored.
private func visibleFindings(in bytes: [UInt8]) async -> [String] {
  await appearanceFindings(on: bytes).map { finding in
    var message = finding.evidence.message
    for word in [
      ": it has an alpha channel", ": a JPEG has no", ": the PNG has no", ": the GIF has no",
      ": the WebP has no",
    ] {
      if let found = message.range(of: word) { message = String(message[..<found.lowerBound]) }
    }
    // The numbers of frames change if each image is stored twice.
    message.replace(/\ \(frames? [^)]*\)/, with: "")
    message.replace(/frame \d+|any of \d+ frames/, with: "frame")
    return "\(finding.rule): \(message)"
  }
}

/// The rules that have findings, and the sides that each finding names.
private func rulesAndSides(in bytes: [UInt8], _ names: [String: String] = [:]) async -> [[String]] {
  await appearanceFindings(on: bytes).map { finding in
    let named = finding.evidence.message.matches(of: /the (left|right|top|bottom)\b/)
    let sides = named.map { String($0.1) }
    return [finding.rule] + Set(sides.map { names[$0] ?? $0 }).sorted()
  }.sorted { $0.lexicographicallyPrecedes($1) }
}

private func appearanceFindings(on bytes: [UInt8]) async -> [Finding] {
  let source = AssetSource(path: Path("sticker.png")) { _ in .bytes(bytes) }
  return await lint(
    [source], Configuration(rules: Rule.all.filter { $0.checkedAspect == .appearance }), jobs: 1
  )
  .findings
}

/// A way to store a still image.
private enum StillEncoding: CaseIterable {
  case plain, wide, palette, grayAlpha, gray, opaque, transparentKey, interlaced, sub, up, average, paeth
  case mixedFilters, shortChunks, hiddenColors, compressed, oneFrame, gif, webP

  /// - Returns: nil if the bitmap cannot be stored this way.
  func file(of bitmap: Bitmap) throws -> [UInt8]? {
    var stored = PNGStorage()
    switch self {
    case .plain: break
    case .wide: stored.depth = 16
    case .palette: stored.sampleLayout = .palette
    case .grayAlpha: stored.sampleLayout = .grayAlpha
    case .gray: stored.sampleLayout = .gray
    case .opaque: stored.sampleLayout = .rgb
    case .transparentKey: stored.sampleLayout = .transparentKey
    case .interlaced: stored.isInterlaced = true
    case .sub: stored.filter = 1
    case .up: stored.filter = 2
    case .average: stored.filter = 3
    case .paeth: stored.filter = 4
    case .mixedFilters: stored.filter = 5
    case .shortChunks: stored.chunkBytes = 1000
    case .hiddenColors: stored.hiddenColor = [255, 0, 200]
    case .compressed: return try bitmap.encodedPNG()
    case .oneFrame: return APNGStorage().file(of: [Frame(bitmap, delay: ExactSeconds(1, 10))], plays: 0)
    case .gif: return plainGIF([Frame(bitmap)], plays: 1)
    case .webP: return plainWebP([Frame(bitmap)], plays: nil)
    }
    return stored.file(of: bitmap)
  }
}

/// A way to store an animation.
private enum AnimationEncoding: CaseIterable {
  case whole, overCleared, previous, patches, halves, halvedPatches, otherFractions, wide, interlaced
  case hiddenDefaultImage, gif, webP

  /// - Returns: nil if the images cannot be stored this way.
  func file(of frames: [Frame], plays: Int) throws -> [UInt8]? {
    var stored = APNGStorage()
    switch self {
    case .whole: break
    case .overCleared: stored.frameStorage = .overCleared
    case .previous: stored.frameStorage = .previous
    case .patches: stored.frameStorage = .patches
    case .halves, .halvedPatches:
      // Players show frames of less than 20 ms for longer, so halves that short would not look the same.
      guard !frames.contains(where: { $0.delay.isShorter(thanMilliseconds: 40) }) else { return nil }
      stored.storesFramesTwice = true
      if self == .halvedPatches { stored.frameStorage = .patches }
    case .otherFractions: stored.delayFactor = 7
    case .wide: stored.pixelStorage.depth = 16
    case .interlaced: stored.pixelStorage.isInterlaced = true
    case .hiddenDefaultImage: stored.hidesDefaultImage = true
    case .gif: return plainGIF(frames, plays: plays)
    case .webP: return plainWebP(frames, plays: plays)
    }
    return stored.file(of: frames, plays: plays)
  }
}
