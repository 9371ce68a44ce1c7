// https://developer.apple.com/documentation/uikit/uibutton
@MainActor open class UIButton: UIControl {
  public convenience init(type buttonType: UIButton.ButtonType) { fatalError() }
  public convenience init(configuration: UIButton.Configuration, primaryAction: UIAction? = nil) {
    fatalError()
  }
  public convenience init(type: UIButton.ButtonType = .system, primaryAction: UIAction?) { fatalError() }
  open var configuration: UIButton.Configuration?
  open var configurationUpdateHandler: UIButton.ConfigurationUpdateHandler?
  open func setNeedsUpdateConfiguration() {}
  open var titleLabel: UILabel? { fatalError() }
  open func setTitle(_ title: String?, for state: UIControl.State) {}

  public typealias ConfigurationUpdateHandler = @MainActor (UIButton) -> Void

  // https://developer.apple.com/documentation/uikit/uibutton/buttontype-swift.enum
  public enum ButtonType: Int, Sendable {
    case custom = 0
    case system = 1
    case close = 7
  }
}

extension UIControl {
  // https://developer.apple.com/documentation/uikit/uicontrol/state-swift.struct
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal: State = []
    public static let highlighted = State(rawValue: 1)
    public static let disabled = State(rawValue: 2)
    public static let selected = State(rawValue: 4)
  }
}
