// https://developer.apple.com/documentation/messages/msstickerbrowserview
import UIKit

@MainActor open class MSStickerBrowserView: UIView {
  public override init(frame: CGRect) { super.init(frame: frame) }
  public init(frame: CGRect, stickerSize: MSStickerSize) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open var stickerSize: MSStickerSize { fatalError() }
  open weak var dataSource: (any MSStickerBrowserViewDataSource)?
  open var contentOffset: CGPoint = .zero
  open var contentInset: UIEdgeInsets = .zero
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {}
  open func reloadData() {}
}
