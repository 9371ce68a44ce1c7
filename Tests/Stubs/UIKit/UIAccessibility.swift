// https://developer.apple.com/documentation/objectivec/nsobject-swift.class (UIAccessibility)
// Apple declares these on NSObject, isolated to the main actor. Here, they are on UIView, because the shells
// use them only with views.
extension UIView {
  public var isAccessibilityElement: Bool {
    get { fatalError() }
    set {}
  }
  public var accessibilityLabel: String? {
    get { fatalError() }
    set {}
  }
  public var accessibilityHint: String? {
    get { fatalError() }
    set {}
  }
  public var accessibilityValue: String? {
    get { fatalError() }
    set {}
  }
  public var accessibilityTraits: UIAccessibilityTraits {
    get { fatalError() }
    set {}
  }
  public var accessibilityElements: [Any]? {
    get { fatalError() }
    set {}
  }
  public var accessibilityElementsHidden: Bool {
    get { fatalError() }
    set {}
  }
  public var accessibilityViewIsModal: Bool {
    get { fatalError() }
    set {}
  }
  public var shouldGroupAccessibilityChildren: Bool {
    get { fatalError() }
    set {}
  }
  public var accessibilityIdentifier: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/uikit/uilargecontentvieweritem
  public var showsLargeContentViewer: Bool {
    get { fatalError() }
    set {}
  }
  public var largeContentTitle: String? {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/uikit/uiview/addinteraction(_:)
  public func addInteraction(_ interaction: any UIInteraction) {}
}

// https://developer.apple.com/documentation/uikit/uiinteraction
@MainActor public protocol UIInteraction: NSObjectProtocol {}

// https://developer.apple.com/documentation/uikit/uilargecontentviewerinteraction
@MainActor open class UILargeContentViewerInteraction: NSObject, UIInteraction {
  public override nonisolated init() {}
}

// https://developer.apple.com/documentation/uikit/uiaccessibilitytraits
public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let none: UIAccessibilityTraits = []
  public static let button = UIAccessibilityTraits(rawValue: 1)
  public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
  public static let image = UIAccessibilityTraits(rawValue: 4)
  public static let selected = UIAccessibilityTraits(rawValue: 8)
  public static let staticText = UIAccessibilityTraits(rawValue: 64)
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 512)
  public static let notEnabled = UIAccessibilityTraits(rawValue: 256)
}

// https://developer.apple.com/documentation/uikit/uiaccessibility
@MainActor public enum UIAccessibility {
  public static func post(notification: UIAccessibility.Notification, argument: Any?) {}
  public static var isVoiceOverRunning: Bool { fatalError() }
  public static var isReduceMotionEnabled: Bool { fatalError() }

  // https://developer.apple.com/documentation/uikit/uiaccessibility/notification
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let screenChanged = Notification(rawValue: 1000)
    public static let layoutChanged = Notification(rawValue: 1001)
    public static let announcement = Notification(rawValue: 1008)
  }
}
