import TemplateLogic
import UIKit

extension UIColor {
  /// The ground behind the stickers: the pack's color, or the system's.
  static let packBackground =
    Settings.background.map { color in
      UIColor(red: color.red, green: color.green, blue: color.blue, alpha: 1)
    } ?? .systemBackground

  /// What can be tapped. The system's tint need not stand out from a color of the pack's own; the color of
  /// its texts does.
  static let packTint = Settings.background == nil ? UIColor.tintColor : .label
}

extension UIUserInterfaceStyle {
  /// A pack with a color of its own looks the same day and night, so its texts have to suit that color.
  static let packStyle =
    Settings.background.map { $0.isLight ? UIUserInterfaceStyle.light : .dark } ?? .unspecified
}
