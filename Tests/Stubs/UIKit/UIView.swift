// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
  public init(frame: CGRect) {}
  public required init?(coder: NSCoder) {}
  public override nonisolated convenience init() { fatalError() }

  open var frame: CGRect = .zero
  open var bounds: CGRect = .zero
  open var center: CGPoint = .zero
  open var backgroundColor: UIColor?
  open var tintColor: UIColor!
  open var alpha: CGFloat = 1
  open var isHidden = false
  open var isOpaque = true
  open var clipsToBounds = false
  open var tag = 0
  open var contentMode: UIView.ContentMode = .scaleToFill
  open var isUserInteractionEnabled = true
  open var layer: CALayer { fatalError() }

  open var superview: UIView? { fatalError() }
  open var subviews: [UIView] { fatalError() }
  open var window: UIWindow? { fatalError() }
  open func addSubview(_ view: UIView) {}
  open func insertSubview(_ view: UIView, at index: Int) {}
  open func removeFromSuperview() {}
  open func bringSubviewToFront(_ view: UIView) {}
  open func didMoveToWindow() {}
  @discardableResult open func endEditing(_ force: Bool) -> Bool { fatalError() }
  open func layoutSubviews() {}
  open func layoutIfNeeded() {}
  open func setNeedsLayout() {}
  open func setNeedsDisplay() {}
  open func sizeToFit() {}
  open func sizeThatFits(_ size: CGSize) -> CGSize { fatalError() }
  open var intrinsicContentSize: CGSize { fatalError() }

  open var translatesAutoresizingMaskIntoConstraints = true
  open var layoutMarginsGuide: UILayoutGuide { fatalError() }
  open var readableContentGuide: UILayoutGuide { fatalError() }
  open var safeAreaLayoutGuide: UILayoutGuide { fatalError() }
  open var safeAreaInsets: UIEdgeInsets { fatalError() }
  open var directionalLayoutMargins: NSDirectionalEdgeInsets = .zero
  open var semanticContentAttribute: UISemanticContentAttribute = .unspecified
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { fatalError() }
  open var traitCollection: UITraitCollection { fatalError() }
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle = .unspecified
  open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}
  open func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {}

  open class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {}
  open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {}

  // https://developer.apple.com/documentation/uikit/uiview/contentmode-swift.enum
  public enum ContentMode: Int, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
  }
}

// https://developer.apple.com/documentation/uikit/uiview (Auto Layout anchors)
extension UIView {
  public var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
  public var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
  public var topAnchor: NSLayoutYAxisAnchor { fatalError() }
  public var bottomAnchor: NSLayoutYAxisAnchor { fatalError() }
  public var centerXAnchor: NSLayoutXAxisAnchor { fatalError() }
  public var centerYAnchor: NSLayoutYAxisAnchor { fatalError() }
  public var firstBaselineAnchor: NSLayoutYAxisAnchor { fatalError() }
  public var widthAnchor: NSLayoutDimension { fatalError() }
  public var heightAnchor: NSLayoutDimension { fatalError() }
  // https://developer.apple.com/documentation/uikit/uiview/keyboardlayoutguide (iOS 15)
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide { fatalError() }
  // https://developer.apple.com/documentation/uikit/uiview/addlayoutguide(_:)
  public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {}
}
