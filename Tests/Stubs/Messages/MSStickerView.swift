// https://developer.apple.com/documentation/messages/msstickerview
import UIKit

@MainActor open class MSStickerView: UIView {
  public override init(frame: CGRect) { super.init(frame: frame) }
  public convenience init(frame: CGRect, sticker: MSSticker?) { self.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open var sticker: MSSticker?
  open var animationDuration: TimeInterval { fatalError() }
  open func startAnimating() {}
  open func stopAnimating() {}
  open func isAnimating() -> Bool { fatalError() }
}
