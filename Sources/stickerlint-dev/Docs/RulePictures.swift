import StickerImage
import StickerModel
import StickerReport

/// The pictures of a visual rule's page: its first example that passes and its first that fires, as a person
/// would see them, at the size in points. A place that the rule names is framed.
///
/// - Returns: nil for rules that no picture explains.
/// - Throws: where an example cannot be drawn.
func rulePictures(
  _ rule: Rule
) async throws -> (pictures: RulePictures, files: [(name: String, bytes: [UInt8])])? {
  guard rule.isVisual, let passing = rule.examples.first(where: { $0.message == nil }),
    let firing = rule.examples.first(where: { $0.message != nil && !$0.sketches.isEmpty })
  else { return nil }
  let names = ["\(rule.id)-passes.png", "\(rule.id)-fires.png"]
  let places = await placesNamed(by: rule, in: firing)
  let files = [
    (names[0], try encodePNG(try picture(of: passing, framing: [:]))),
    (names[1], try encodePNG(try picture(of: firing, framing: places))),
  ]
  let pictures = RulePictures(
    passing: ("images/\(names[0])", passing.name), firing: ("images/\(names[1])", firing.name))
  return (pictures, files)
}

/// The rectangles that the rule names in an example's files.
private func placesNamed(by rule: Rule, in example: Example) async -> [String: (PixelRect, frame: Int?)] {
  var places: [String: (PixelRect, frame: Int?)] = [:]
  for sketch in example.sketches {
    guard let outcome = try? sketch.make() else { continue }
    let source = AssetSource(path: Path(sketch.fileName)) { _ in outcome }
    let found = await lint([source], Configuration(rules: [rule]), jobs: 1).findings
    if case .region(let rectangle, let frame)? = found.first?.evidence.place {
      places[sketch.fileName] = (rectangle, frame)
    }
  }
  return places
}

/// The files of an example side by side; of an animation, some of its frames.
private func picture(of example: Example, framing places: [String: (PixelRect, frame: Int?)]) throws -> Bitmap
{
  var panels: [Bitmap] = []
  for sketch in example.sketches {
    guard case .bytes(let bytes) = try sketch.make() else { continue }
    let frames = try collectImage(bytes).frames
    let step = max(1, (frames.count + mostPanels - 1) / mostPanels)
    for number in stride(from: 0, to: frames.count, by: step) {
      let place = places[sketch.fileName].flatMap { place in
        place.frame == nil || frames.count == 1 || place.frame == number ? place.0 : nil
      }
      panels.append(panel(frames[number].bitmap, framing: place))
    }
  }
  return sideBySide(panels)
}

private let mostPanels = 4

/// A frame at its size in points on a checkerboard.
private func panel(_ bitmap: Bitmap, framing place: PixelRect?) -> Bitmap {
  let size = PixelSize(max(1, bitmap.width / 3), max(1, bitmap.height / 3))
  var panel = Resampler(from: bitmap.size, to: size).resample(bitmap)
  for pixel in 0..<size.area {
    let (x, y) = (pixel % size.width, pixel / size.width)
    let isEdge = x == 0 || y == 0 || x == size.width - 1 || y == size.height - 1
    let ground = isEdge ? 176 : (x / 8 + y / 8).isMultiple(of: 2) ? 255 : 228
    let at = pixel * 4
    let alpha = Int(panel.pixels[at + 3])
    for sample in at..<at + 3 {
      panel.pixels[sample] = UInt8((Int(panel.pixels[sample]) * alpha + ground * (255 - alpha) + 127) / 255)
    }
    panel.pixels[at + 3] = 255
  }
  if let place { frame(place, in: &panel) }
  return panel
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
