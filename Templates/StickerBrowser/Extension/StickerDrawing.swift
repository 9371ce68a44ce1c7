import UIKit

/// Words or emoji on a transparent square, as large as will fit, with a white outline that keeps them
/// readable on every bubble.
struct StickerDrawing {
  /// The text to draw.
  let text: String
  /// The side of the square in pixels.
  let pixels: Int

  /// Returns the drawing for the preview, without encoding it.
  func image() -> UIImage { renderer.image(actions: draw) }

  /// Returns the sticker's file.
  func png() -> Data { renderer.pngData(actions: draw) }

  private var square: CGRect { CGRect(x: 0, y: 0, width: pixels, height: pixels) }

  private var renderer: UIGraphicsImageRenderer {
    let format = UIGraphicsImageRendererFormat()
    // One point is one pixel on every screen. Colors are sRGB with 8 bits per channel, as in the pack's
    // stickers.
    format.scale = 1
    format.opaque = false
    format.preferredRange = .standard
    return UIGraphicsImageRenderer(size: square.size, format: format)
  }

  private func draw(in context: UIGraphicsImageRendererContext) {
    let area = square.insetBy(dx: square.width / 16, dy: square.height / 16)
    let font = largestFont(for: text, in: area.size)
    context.cgContext.setLineJoin(.round)
    for layer in layers {
      let line = attributed(text, font, layer)
      let height = line.boundingRect(with: area.size, options: .usesLineFragmentOrigin, context: nil).height
      let top = area.minY + (area.height - height) / 2
      line.draw(
        with: CGRect(x: area.minX, y: top, width: area.width, height: height),
        options: .usesLineFragmentOrigin, context: nil)
    }
  }
}

/// Half of a stroke is inside the letters, so strokes are drawn first, and the letters cover that half. The
/// width of a stroke is in percent of the font size.
private let layers: [[NSAttributedString.Key: any Sendable]] = [
  [.strokeColor: UIColor.white, .strokeWidth: 12], [.foregroundColor: UIColor.black],
]

private func largestFont(for text: String, in size: CGSize) -> UIFont {
  let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
  let sizes = stride(from: size.height * 0.9, through: size.height / 20, by: -size.height / 80)
  let fitting = sizes.lazy.map { UIFont.systemFont(ofSize: $0, weight: .heavy) }.first { font in
    // Lines break only between words.
    words.allSatisfy { attributed($0, font).size().width <= size.width }
      && attributed(text, font).boundingRect(
        with: CGSize(width: size.width, height: .greatestFiniteMagnitude), options: .usesLineFragmentOrigin,
        context: nil
      ).height <= size.height
  }
  return fitting ?? .systemFont(ofSize: size.height / 20, weight: .heavy)
}

private func attributed(
  _ text: String, _ font: UIFont, _ more: [NSAttributedString.Key: Any] = [:]
) -> NSAttributedString {
  let style = NSMutableParagraphStyle()
  style.alignment = .center
  let attributes: [NSAttributedString.Key: Any] = [.font: font, .paragraphStyle: style]
  return NSAttributedString(string: text, attributes: attributes.merging(more) { _, new in new })
}
