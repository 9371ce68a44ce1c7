import StickerEngine
import StickerImage

/// The pictures of a visual rule's page: its first example that passes and its first that fires, as a person
/// would see them, at the size in points. A place that the rule names is framed.
///
/// - Returns: nil for rules that no picture explains.
/// - Throws: where an example cannot be drawn.
func rulePictures(
  _ rule: Rule
) async throws -> (pictures: RulePictures, files: [(name: String, bytes: [UInt8])])? {
  guard let view = rule.view, let passing = rule.examples.first(where: { $0.message == nil }),
    let firing = rule.examples.first(where: { $0.message != nil && !$0.files.isEmpty })
  else { return nil }
  let names = ["\(rule.id)-passes.png", "\(rule.id)-fires.png"]
  let places = try await placesNamed(by: rule, in: firing)
  let files = [
    (names[0], try picture(of: passing, view, framing: [:]).encodedPNG()),
    (names[1], try picture(of: firing, view, framing: places).encodedPNG()),
  ]
  let pictures = RulePictures(
    passing: ("images/\(names[0])", passing.name), firing: ("images/\(names[1])", firing.name),
    note: note(view, hasBox: !places.isEmpty))
  return (pictures, files)
}

private func note(_ view: Rule.View, hasBox: Bool) -> String? {
  switch view {
  case .whole: hasBox ? "The box marks the place that the message names." : nil
  case .outline: "Both pictures show a piece of the edge, six times as large, on gray."
  case .backgrounds:
    "From left to right, the sticker lies on \(TestBackground.all.map(\.name).joined(separator: ", "))."
  }
}

/// The rectangles that the rule names in an example's files, by the files' names.
private func placesNamed(
  by rule: Rule, in example: Example
) async throws -> [String: (PixelRect, frame: Int?)] {
  var places: [String: (PixelRect, frame: Int?)] = [:]
  for finding in try await example.findings(of: rule) {
    if case .region(let rectangle, let frame) = finding.evidence.location {
      places[finding.path.name.displayText] = (rectangle, frame)
    }
  }
  return places
}

/// The files of an example side by side; of an animation, its first frames.
private func picture(
  of example: Example, _ view: Rule.View, framing places: [String: (PixelRect, frame: Int?)]
) throws -> Bitmap {
  var panels: [Bitmap] = []
  for sketch in example.files {
    guard case .bytes(let bytes) = try sketch.make() else { continue }
    let frames = try Image(decoding: bytes).frames
    for (number, frame) in frames.prefix(maxFrames).enumerated() {
      let place = places[sketch.fileName].flatMap { place in
        place.frame == nil || frames.count == 1 || place.frame == number ? place.0 : nil
      }
      switch view {
      case .whole: panels.append(panel(frame.bitmap, framing: place))
      case .outline: panels.append(enlargedOutline(of: frame.bitmap))
      case .backgrounds:
        panels += TestBackground.all.map { background in
          let small = atSizeInPoints(frame.bitmap)
          return small.over(background.bitmap(small.size))
        }
      }
    }
  }
  return sideBySide(panels)
}

private let maxFrames = 6

private func atSizeInPoints(_ bitmap: Bitmap) -> Bitmap {
  bitmap.scaled(to: PixelSize(max(1, bitmap.width / 3), max(1, bitmap.height / 3)))
}

/// A frame at its size in points on a checkerboard with an edge.
private func panel(_ bitmap: Bitmap, framing place: PixelRect?) -> Bitmap {
  let small = atSizeInPoints(bitmap)
  var ground = Bitmap(transparent: small.size)
  for pixel in 0..<small.size.area {
    let (x, y) = (pixel % small.width, pixel / small.width)
    let isEdge = x == 0 || y == 0 || x == small.width - 1 || y == small.height - 1
    let gray: UInt8 = isEdge ? 176 : (x / 8 + y / 8).isMultiple(of: 2) ? 255 : 228
    ground.pixels.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: [gray, gray, gray, 255])
  }
  var panel = small.over(ground)
  if let place { frame(place, in: &panel) }
  return panel
}

/// A piece of the outline, each pixel a square of six, on a gray that neither white nor black hides in.
private func enlargedOutline(of bitmap: Bitmap) -> Bitmap {
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
  return large.over(ground)
}

extension Bitmap {
  /// The picture over a solid one of the same size.
  fileprivate func over(_ ground: Bitmap) -> Bitmap {
    var out = ground
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[at + 3])
      for sample in at..<at + 3 {
        out.pixels[sample] = UInt8(
          (Int(pixels[sample]) * alpha + Int(ground.pixels[sample]) * (255 - alpha) + 127) / 255)
      }
    }
    return out
  }
}

/// A rectangle of two pixels around a place, a little away from it.
private func frame(_ place: PixelRect, in panel: inout Bitmap) {
  let away = 5
  let (left, top) = (place.x / 3 - away, place.y / 3 - away)
  let (right, bottom) = ((place.x + place.width) / 3 + away, (place.y + place.height) / 3 + away)
  for y in max(0, top)...min(panel.height - 1, bottom) {
    for x in max(0, left)...min(panel.width - 1, right)
    where min(x - left, right - x, y - top, bottom - y) < 2 {
      panel.pixels.replaceSubrange((y * panel.width + x) * 4..<(y * panel.width + x) * 4 + 4, with: marker)
    }
  }
}

/// A color that no sketch has.
private let marker: [UInt8] = [230, 0, 170, 255]

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
