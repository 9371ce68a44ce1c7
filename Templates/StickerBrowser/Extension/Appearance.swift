import TemplateLogic
import UIKit

extension UIColor {
  /// The background of the stickers: the pack's color, or the system's color if the pack does not set a color.
  static let packBackground =
    Settings.background.map { color in
      UIColor(red: color.red, green: color.green, blue: color.blue, alpha: 1)
    } ?? .systemBackground

  /// The color of controls. The system's tint might not be visible on the pack's color, but the label color is.
  static let packTint = Settings.background == nil ? UIColor.tintColor : .label
}

extension UIUserInterfaceStyle {
  /// A pack with its own color looks the same in light and dark mode, so its text must be readable on that
  /// color.
  static let packStyle =
    Settings.background.map { $0.isLight ? UIUserInterfaceStyle.light : .dark } ?? .unspecified
}
