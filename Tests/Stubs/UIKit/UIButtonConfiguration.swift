// https://developer.apple.com/documentation/uikit/uibutton/configuration-swift.struct
extension UIButton {
  @MainActor public struct Configuration {
    public static func plain() -> Configuration { fatalError() }
    public static func gray() -> Configuration { fatalError() }
    public static func tinted() -> Configuration { fatalError() }
    public static func filled() -> Configuration { fatalError() }
    public static func borderless() -> Configuration { fatalError() }
    public static func bordered() -> Configuration { fatalError() }
    public static func borderedTinted() -> Configuration { fatalError() }
    public static func borderedProminent() -> Configuration { fatalError() }

    public var title: String?
    public var attributedTitle: AttributedString?
    public var subtitle: String?
    public var image: UIImage?
    public var imagePadding: CGFloat
    public var imagePlacement: NSDirectionalRectEdge
    public var titleAlignment: TitleAlignment
    public var contentInsets: NSDirectionalEdgeInsets
    public var baseForegroundColor: UIColor?
    public var baseBackgroundColor: UIColor?
    public var buttonSize: Size
    public var cornerStyle: CornerStyle
    public var showsActivityIndicator: Bool
    public var background: UIBackgroundConfiguration

    public enum Size: Sendable { case mini, small, medium, large }
    public enum CornerStyle: Sendable { case fixed, dynamic, small, medium, large, capsule }
    public enum TitleAlignment: Sendable { case automatic, leading, center, trailing }
  }
}

// https://developer.apple.com/documentation/uikit/nsdirectionalrectedge
public struct NSDirectionalRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let top = NSDirectionalRectEdge(rawValue: 1)
  public static let leading = NSDirectionalRectEdge(rawValue: 2)
  public static let bottom = NSDirectionalRectEdge(rawValue: 4)
  public static let trailing = NSDirectionalRectEdge(rawValue: 8)
}

// https://developer.apple.com/documentation/uikit/uibackgroundconfiguration
@MainActor public struct UIBackgroundConfiguration {
  public static func clear() -> UIBackgroundConfiguration { fatalError() }
  public var backgroundColor: UIColor?
  public var cornerRadius: CGFloat
  public var strokeColor: UIColor?
  public var strokeWidth: CGFloat
}
