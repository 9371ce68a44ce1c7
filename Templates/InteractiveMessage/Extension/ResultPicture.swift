import TemplateLogic
import UIKit

/// The image of a message: a bar for each choice. The height of a bar shows the choice's share of the voters.
///
/// It has no text. Messages compresses the image again, which makes small text unreadable, and the captions
/// show the same information in the reader's language and text size. Bars are vertical, so that the reading
/// direction does not matter.
@MainActor enum ResultPicture {
  /// The side in points, as Apple recommends.
  private static let side: CGFloat = 300
  /// The margin in points on all sides. Messages crops 6 points on the left and right, and rounds the
  /// corners.
  private static let margin: CGFloat = 36
  /// The height in points of a bar without votes, so that every choice is visible.
  private static let stub: CGFloat = 10

  /// Draws a result at three pixels per point, regardless of this device's screen, because other devices may
  /// have sharper screens.
  static func image(of tally: Tally, on background: HexColor?) -> UIImage {
    let format = UIGraphicsImageRendererFormat.default()
    format.scale = 3
    format.opaque = true
    format.preferredRange = .standard
    let size = CGSize(width: side, height: side)
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      ground(background).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      for (place, share) in tally.shares.enumerated() {
        // The leader's bar is darker as well as taller, so that people do not have to tell colors apart.
        let leads = tally.leaders.contains(place)
        ink(on: background).withAlphaComponent(leads ? 0.9 : 0.45).setFill()
        let bar = bar(at: place, of: tally.shares.count, share: share)
        UIBezierPath(roundedRect: bar, cornerRadius: min(8, bar.height / 2)).fill()
      }
    }
  }

  private static func bar(at place: Int, of count: Int, share: Double) -> CGRect {
    let room = side - 2 * margin
    let step = room / CGFloat(count)
    let height = stub + (room - stub) * CGFloat(share)
    return CGRect(
      x: margin + step * (CGFloat(place) + 0.125), y: side - margin - height, width: step * 0.75,
      height: height)
  }

  private static func ground(_ color: HexColor?) -> UIColor {
    guard let color else { return .white }
    return UIColor(red: color.red, green: color.green, blue: color.blue, alpha: 1)
  }

  /// The image is the same in light and dark mode, because the sender draws it.
  private static func ink(on background: HexColor?) -> UIColor {
    background?.isLight ?? true ? .black : .white
  }
}
