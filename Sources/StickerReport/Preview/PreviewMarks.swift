import StickerImage
import StickerModel

/// What findings speak of, drawn over the art; nothing where no finding has a place on it.
func markLayer(_ marks: [Mark], on canvas: PixelSize) -> HTML? {
  let shapes = marks.compactMap { mark -> HTML? in
    guard let shape = shape(mark.area, on: canvas) else { return nil }
    return "<g data-rule=\"\(mark.rule)\">\(shape)</g>"
  }
  if shapes.isEmpty { return nil }
  return """
    <svg class="marks" viewBox="0 0 \(canvas.width) \(canvas.height)" preserveAspectRatio="none" \
    aria-hidden="true">\(shapes)</svg>
    """
}

/// Each rule with the frames that it speaks of: JSON for the script's player.
func markedFrames(_ marks: [Mark]) -> String {
  let frames = marks.compactMap { mark -> String? in
    guard case .frames(let frames) = mark.area else { return nil }
    return "[\"\(mark.rule)\",[\(frames.map(String.init).joined(separator: ","))]]"
  }
  return "[\(frames.joined(separator: ","))]"
}

/// Where people see what a rule's finding speaks of; nil where it has no place.
func placeInWords(_ rule: String, _ marks: [Mark]) -> String? {
  let own = marks.filter { $0.rule == rule }
  if own.isEmpty { return nil }
  let isInTime = own.allSatisfy { if case .frames = $0.area { true } else { false } }
  return isInTime ? "marked under Animation" : "marked on the art"
}

/// Everything is drawn twice: light below, so that it shows on dark art too.
private func shape(_ area: Mark.Area, on canvas: PixelSize) -> HTML? {
  switch area {
  case .frames: return nil
  case .points(let points, _):
    // Not escaped, since they are numbers: `M12.5 7.5h0`.
    let path = points.map { "M\($0.x).5 \($0.y).5h0" }.joined()
    return "<path class=\"dots\" d=\"\(path)\"/><path class=\"dots line\" d=\"\(path)\"/>"
  case .rectangle(let rect, _):
    if rect.width <= 1 || rect.height <= 1, rect.width + rect.height > 17 { return cut(rect) }
    if max(rect.width, rect.height) * 12 < canvas.longerSide { return ring(rect, canvas) }
    return twice(
      "rect",
      """
      x="\(rect.x)" y="\(rect.y)" width="\(rect.width)" height="\(rect.height)"
      """)
  }
}

/// A straight run along a side.
private func cut(_ rect: PixelRect) -> HTML {
  let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
  let isLevel = rect.width > rect.height
  return twice(
    "line",
    """
    x1="\(rect.x)" y1="\(rect.y)" x2="\(isLevel ? right : rect.x)" y2="\(isLevel ? rect.y : bottom)"
    """, "cut ")
}

/// What is too small to be seen has a ring around it.
private func ring(_ rect: PixelRect, _ canvas: PixelSize) -> HTML {
  let radius = max(rect.width, rect.height) / 2 + max(6, canvas.longerSide / 36)
  return twice(
    "circle",
    """
    cx="\(rect.x + rect.width / 2)" cy="\(rect.y + rect.height / 2)" r="\(radius)"
    """)
}

private func twice(_ name: HTML, _ place: HTML, _ kind: HTML = "") -> HTML {
  "<\(name) class=\"\(kind)\" \(place)/><\(name) class=\"\(kind)line\" \(place)/>"
}
