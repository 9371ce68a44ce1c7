// https://developer.apple.com/documentation/uikit/uicolor
open class UIColor: NSObject, @unchecked Sendable {
  public init(white: CGFloat, alpha: CGFloat) {}
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {}
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { fatalError() }
  open func set() {}
  open func setFill() {}
  open func setStroke() {}
  open var cgColor: CGColor { fatalError() }

  open class var black: UIColor { fatalError() }
  open class var white: UIColor { fatalError() }
  open class var clear: UIColor { fatalError() }
}

// https://developer.apple.com/documentation/uikit/ui-element-colors
extension UIColor {
  public class var label: UIColor { fatalError() }
  public class var secondaryLabel: UIColor { fatalError() }
  public class var tertiaryLabel: UIColor { fatalError() }
  public class var placeholderText: UIColor { fatalError() }
  public class var separator: UIColor { fatalError() }
  public class var systemBackground: UIColor { fatalError() }
  public class var secondarySystemBackground: UIColor { fatalError() }
  public class var tertiarySystemBackground: UIColor { fatalError() }
  public class var systemGroupedBackground: UIColor { fatalError() }
  public class var secondarySystemGroupedBackground: UIColor { fatalError() }
  public class var systemFill: UIColor { fatalError() }
  public class var secondarySystemFill: UIColor { fatalError() }
  public class var tertiarySystemFill: UIColor { fatalError() }
  public class var tintColor: UIColor { fatalError() }
}

// https://developer.apple.com/documentation/uikit/standard-colors
extension UIColor {
  public class var systemBlue: UIColor { fatalError() }
  public class var systemGreen: UIColor { fatalError() }
  public class var systemIndigo: UIColor { fatalError() }
  public class var systemOrange: UIColor { fatalError() }
  public class var systemPink: UIColor { fatalError() }
  public class var systemPurple: UIColor { fatalError() }
  public class var systemRed: UIColor { fatalError() }
  public class var systemTeal: UIColor { fatalError() }
  public class var systemYellow: UIColor { fatalError() }
  public class var systemGray: UIColor { fatalError() }
}
