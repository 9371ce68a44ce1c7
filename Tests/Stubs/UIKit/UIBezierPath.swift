// https://developer.apple.com/documentation/uikit/uibezierpath
// UNSURE of the isolation; where it is used has to be right with either.
@MainActor open class UIBezierPath: NSObject {
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { fatalError() }
  open func fill() {}
}
