// https://developer.apple.com/documentation/messages/msstickerbrowserviewcontroller
import UIKit

@MainActor
open class MSStickerBrowserViewController: UIViewController,
  @preconcurrency MSStickerBrowserViewDataSource
{
  public init(stickerSize: MSStickerSize) { super.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open var stickerBrowserView: MSStickerBrowserView { fatalError() }
  open var stickerSize: MSStickerSize { fatalError() }
  open func numberOfStickers(in stickerBrowserView: MSStickerBrowserView) -> Int { fatalError() }
  open func stickerBrowserView(
    _ stickerBrowserView: MSStickerBrowserView, stickerAt index: Int
  ) -> MSSticker { fatalError() }
}
