// https://developer.apple.com/documentation/uikit/uiactivityindicatorview
@MainActor open class UIActivityIndicatorView: UIView {
  public init(style: UIActivityIndicatorView.Style) { super.init(frame: .zero) }
  public required init(coder: NSCoder) { fatalError() }
  open func startAnimating() {}
  open func stopAnimating() {}

  public enum Style: Int, Sendable {
    case medium = 100
    case large = 101
  }
}
