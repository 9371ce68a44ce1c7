import TemplateLogic
import UIKit

extension UIColor {
  /// The ground behind the stickers: the pack's color, or the system's.
  static let packBackground =
    Settings.background.map { color in
      UIColor(red: color.red, green: color.green, blue: color.blue, alpha: 1)
    } ?? .systemBackground
}

extension UIUserInterfaceStyle {
  /// A pack with a color of its own looks the same day and night, so its texts have to suit that color.
  static let packStyle =
    Settings.background.map { $0.isLight ? UIUserInterfaceStyle.light : .dark } ?? .unspecified
}
