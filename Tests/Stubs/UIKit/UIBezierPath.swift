// https://developer.apple.com/documentation/uikit/uibezierpath
// UNSURE of the isolation. Code that uses this class has to be correct with and without it.
@MainActor open class UIBezierPath: NSObject {
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { fatalError() }
  open func fill() {}
}
