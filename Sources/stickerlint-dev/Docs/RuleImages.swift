import StickerEngine
import StickerImage

/// Draws the images for a rule's page, at their size in points: art that passes, and art that is reported. A
/// box marks the location of the finding.
///
/// - Returns: nil for rules that images cannot explain.
/// - Throws: a `CommandError` if the rule's findings differ from what the page says, or another error if the
///   art cannot be drawn.
func ruleImages(
  _ rule: Rule
) async throws -> (images: RulePageImages, files: [(name: String, bytes: [UInt8])])? {
  guard let passing = rule.examples.first(where: { $0.expectedFindingMessage == nil }),
    let reported = rule.examples.first(where: { $0.expectedFindingMessage != nil && !$0.files.isEmpty }),
    let art = RuleArt.drawnArt(for: rule) ?? RuleArt(examplesOf: rule, passing, reported)
  else { return nil }
  let examples = (
    passing: passing.withFiles(art.passing.draw()), reported: reported.withFiles(art.reported.draw())
  )
  let findings = try await examples.reported.findings(of: rule)
  guard try await examples.passing.findings(of: rule).isEmpty, !findings.isEmpty else {
    throw CommandError("\(rule.id): the findings for the art in RuleArt.swift contradict its captions")
  }
  let regions = lastRegionByFileName(findings)
  let view = rule.exampleView ?? .whole
  let names = ["\(rule.id)-passes.png", "\(rule.id)-fires.png"]
  let files = [
    (names[0], try exampleImage(of: examples.passing, view, art.animationDisplay, framing: [:])),
    (names[1], try exampleImage(of: examples.reported, view, art.animationDisplay, framing: regions)),
  ]
  let images = RulePageImages(
    passing: ("images/\(names[0])", art.passing.caption),
    reported: ("images/\(names[1])", art.reported.caption),
    note: art.noteOverride ?? imageNote(view, hasBox: !regions.isEmpty),
    isAnimated: files.contains { ImageContainer(of: $0.1, budget: .unlimited)?.frameCount ?? 1 > 1 })
  return (images, files)
}

private func imageNote(_ view: Rule.ExampleView, hasBox: Bool) -> String? {
  switch view {
  case .whole: hasBox ? "The box marks the location of the finding." : nil
  case .enlargedOutline: "Both images show a part of the edge, enlarged six times, on gray."
  case .backgrounds:
    "The backgrounds, from left to right: \(TestBackground.all.map(\.name).joined(separator: ", "))."
  }
}

/// Returns the rectangles of findings by file name.
private func lastRegionByFileName(_ findings: [Finding]) -> [String: (PixelRect, frame: Int?)] {
  var regions: [String: (PixelRect, frame: Int?)] = [:]
  for finding in findings {
    if case .region(let rectangle, let frame) = finding.evidence.location {
      regions[finding.path.name.displayText] = (rectangle, frame)
    }
  }
  return regions
}

/// Draws the files of an example side by side, as a PNG. An animation becomes an APNG, or a row of its first
/// frames.
private func exampleImage(
  of example: Example, _ view: Rule.ExampleView, _ motion: RuleArt.AnimationDisplay,
  framing regions: [String: (PixelRect, frame: Int?)]
) throws -> [UInt8] {
  var panels: [Bitmap] = []
  for file in example.files {
    guard case .bytes(let bytes) = try file.makeContents() else { continue }
    let frames = try Image(decoding: bytes).frames
    let isPlaying = frames.count > 1 && motion == .playing
    let drawn = (isPlaying ? frames[...] : frames.prefix(maxSideBySideFrames)).enumerated().map {
      number, frame in
      let region = regions[file.relativePath].flatMap { region in
        region.frame == nil || frames.count == 1 || region.frame == number ? region.0 : nil
      }
      return framePanels(frame.bitmap, view, framingInWholeView: region)
    }
    if isPlaying {
      let plays = ImageContainer(of: bytes, budget: .unlimited)?.animation?.plays ?? 0
      return try zip(drawn, frames).map { Frame(sideBySide($0), delay: $1.delay) }.encodedAPNG(plays: plays)
    }
    panels += drawn.joined()
  }
  return try sideBySide(panels).encodedPNG()
}

/// Draws a frame in the example view of its rule.
private func framePanels(_ bitmap: Bitmap, _ view: Rule.ExampleView, framingInWholeView region: PixelRect?)
  -> [Bitmap]
{
  switch view {
  case .whole: return [checkerboardPanelScaledToPoints(bitmap, framing: region)]
  case .enlargedOutline: return [enlargedOutlinePart(of: bitmap)]
  case .backgrounds:
    return TestBackground.all.map { background in
      let small = atSizeInPoints(bitmap)
      return small.over(opaque: background.bitmap(small.size))
    }
  }
}

private let maxSideBySideFrames = 6

private func atSizeInPoints(_ bitmap: Bitmap) -> Bitmap {
  bitmap.scaled(to: PixelSize(max(1, bitmap.width / 3), max(1, bitmap.height / 3)))
}

/// Draws a frame at its size in points, on a checkerboard with a border.
private func checkerboardPanelScaledToPoints(_ bitmap: Bitmap, framing place: PixelRect?) -> Bitmap {
  let small = atSizeInPoints(bitmap)
  var ground = Bitmap(transparent: small.size)
  for pixel in 0..<small.size.area {
    let (x, y) = (pixel % small.width, pixel / small.width)
    let isEdge = x == 0 || y == 0 || x == small.width - 1 || y == small.height - 1
    let gray: UInt8 = isEdge ? 176 : (x / 8 + y / 8).isMultiple(of: 2) ? 255 : 228
    ground.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: [gray, gray, gray, 255])
  }
  var panel = small.over(opaque: ground)
  if let place { drawBox(aroundImageRegion: place, in: &panel) }
  return panel
}

/// Draws a part of the outline, enlarged six times, on a gray background that makes both white and black
/// visible.
private func enlargedOutlinePart(of bitmap: Bitmap) -> Bitmap {
  let (piece, factor) = (28, 6)
  let row = bitmap.height / 5
  let visible = (0..<bitmap.width).filter { bitmap.pixels[(row * bitmap.width + $0) * 4 + 3] >= 128 }
  let first = visible.first ?? 0
  let (left, top) = (max(0, min(bitmap.width - piece, first - piece / 2)), max(0, row - piece / 2))
  let size = PixelSize(piece * factor, piece * factor)
  var large = Bitmap(transparent: size)
  var ground = large
  for pixel in 0..<size.area {
    let (x, y) = (left + pixel % size.width / factor, top + pixel / size.width / factor)
    ground.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: [118, 118, 118, 255])
    guard x < bitmap.width, y < bitmap.height else { continue }
    let at = (y * bitmap.width + x) * 4
    large.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: bitmap.pixels[at..<at + 4])
  }
  return large.over(opaque: ground)
}

/// Draws a box around a rectangle, with lines 2 px wide and a small gap.
private func drawBox(aroundImageRegion place: PixelRect, in panel: inout Bitmap) {
  let away = 5
  let (left, top) = (place.x / 3 - away, place.y / 3 - away)
  let (right, bottom) = ((place.x + place.width) / 3 + away, (place.y + place.height) / 3 + away)
  for y in max(0, top)...min(panel.height - 1, bottom) {
    for x in max(0, left)...min(panel.width - 1, right)
    where min(x - left, right - x, y - top, bottom - y) < 2 {
      panel.pixels.replaceSubrange((y * panel.width + x) * 4..<(y * panel.width + x) * 4 + 4, with: boxColor)
    }
  }
}

/// A color that no example uses.
private let boxColor: [UInt8] = [230, 0, 170, 255]

private func sideBySide(_ panels: [Bitmap]) -> Bitmap {
  let gap = 6
  let width = panels.reduce(0) { $0 + $1.width } + gap * max(0, panels.count - 1)
  let size = PixelSize(max(1, width), max(1, panels.map(\.height).max() ?? 1))
  var whole = Bitmap(size, pixels: [UInt8](repeating: 255, count: size.area * 4))
  var left = 0
  for panel in panels {
    for row in 0..<panel.height {
      let from = row * panel.width * 4
      let to = (row * size.width + left) * 4
      whole.pixels.replaceSubrange(
        to..<to + panel.width * 4, with: panel.pixels[from..<from + panel.width * 4])
    }
    left += panel.width + gap
  }
  return whole
}
