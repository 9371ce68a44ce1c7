import Corpus
import Foundation
import Testing

@testable import StickerImage

private let validImages = CorpusFile.all("sound images") { file in
  file.expectation == .ok && ["png", "apng", "gif", "jpeg"].contains(file.format)
}

/// Compares container facts with those from Pillow, LittleCMS and parsers in Python for the same files.
@Suite(.enabled(if: Corpus.isPresent && ExternalProgram.python != nil, "skipped: no corpus, or no Pillow"))
struct ContainerFactsTests {
  /// All facts of the corpus's valid files, by path.
  private static func referenceFacts() throws -> [String: [String: String]] {
    let outcome = try ExternalProgram.run(
      ExternalProgram.python ?? "", [ExternalProgram.scriptPath("facts")], in: Corpus.folder,
      input: validImages.map(\.path).joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
    return try JSONDecoder().decode([String: [String: String]].self, from: Data(outcome.output.utf8))
  }

  @Test("container facts equal those of Pillow, LittleCMS and a parser in Python")
  func facts() throws {
    var budget = DecodingBudget.standard
    (budget.frames, budget.sidePixels) = (20_000, 65_535)
    let witnessed = try Self.referenceFacts()
    for file in validImages {
      let container = try #require(ImageContainer(of: try file.bytes(), budget: budget))
      let ours = containerFacts(container)
      let theirs = try #require(witnessed[file.path])
      for key in Set(ours.keys).union(theirs.keys).sorted() {
        #expect(ours[key] == theirs[key], "\(file.path): \(key)")
      }
    }
  }
}

private func containerFacts(_ container: ImageContainer) -> [String: String] {
  var facts: [String: String] = [:]
  switch container.format {
  case .png, .apng: facts = pngFacts(container)
  case .jpeg: facts = jpegFacts(container)
  case .gif: facts = gifFacts(container)
  case .webp, .webm: break  // `WebPWitnessTests` and `WebMWitnessTests` check these
  }
  if let profile = container.profileFacts {
    facts["profile class"] = profile.deviceClass
    facts["profile spaces"] = profile.colorSpace + " " + profile.connectionSpace
    facts["profile version"] = String(profile.version.dropLast(2))  // LittleCMS returns two of three numbers
    facts["profile description"] = profile.description
  }
  facts["orientation"] = container.orientation.map { "\($0)" }
  facts["density"] = container.density.map { "\($0.horizontal) \($0.vertical) \($0.unit)" }
  return facts
}

private func pngFacts(_ container: ImageContainer) -> [String: String] {
  let color = container.pngColorFacts
  var facts = [
    "parts": container.parts.map { "\($0.type)@\($0.offset)+\($0.length)" }.joined(separator: " "),
    "keys": container.textKeywords.joined(separator: "|"),
    "color": "\(container.colorType) \(container.bitDepth)",
  ]
  facts["gamma"] = color.storedGamma.map { "\($0)" }
  facts["sRGB"] = color.sRGBIntent.map { "\($0.rawValue)" }
  facts["cHRM"] = color.chromaticities.map { points in
    [points.white, points.red, points.green, points.blue].map { "\($0.x) \($0.y)" }.joined(separator: " ")
  }
  facts["cICP"] = color.codePoints.map {
    "\($0.primaries) \($0.transfer) \($0.matrix) \($0.videoFullRangeFlag)"
  }
  facts["hidden"] = container.animation.map { $0.hidesDefaultImage ? "True" : "False" }
  if container.colorType == "palette" { facts["palette"] = "\(container.paletteColorCount)" }
  return facts
}

private func jpegFacts(_ container: ImageContainer) -> [String: String] {
  guard let jpeg = container.jpeg else { return [:] }
  let models = ["grayscale": "grayscale", "CMYK": "CMYK", "YCCK": "CMYK"]  // Pillow reports others as color
  var facts = [
    "process": jpeg.frameHeaderMarker, "scans": "\(jpeg.scanCount)", "restart": "\(jpeg.restartInterval)",
    "components": jpeg.components.map { "\($0.identifier):\($0.horizontalSampling)x\($0.verticalSampling)" }
      .joined(separator: " "),
    "model": models[container.colorType] ?? "color",
    "progressive": container.isInterlaced ? "True" : "False",
  ]
  facts["JFIF"] = jpeg.jfifVersion
  facts["Adobe"] = jpeg.adobeTransform.map { "\($0)" }
  facts["comment"] = container.comments.last
  return facts
}

private func gifFacts(_ container: ImageContainer) -> [String: String] {
  guard let gif = container.gif else { return [:] }
  var facts = [
    "version": gif.version, "screen": "\(gif.backgroundColorIndex) \(gif.storedPixelAspect)",
    "comment": container.comments.joined(separator: "|"),
  ]
  facts["palette"] = container.paletteColorCount > 0 ? "\(container.paletteColorCount)" : nil
  facts["loop"] = gif.storedLoopCount.map { "\($0)" }
  facts["frames"] = container.animationOrGIFFrames.map(frameFacts).joined(separator: " ")
  return facts
}

private func frameFacts(_ frame: StoredFrame) -> String {
  guard let facts = frame.gif else { return "none" }
  let numbers = [
    facts.storedDisposal, facts.localPaletteColorCount, facts.isInterlaced ? 1 : 0,
    facts.transparentIndex ?? -1,
  ]
  return numbers.map { "\($0)" }.joined(separator: ",")
}
