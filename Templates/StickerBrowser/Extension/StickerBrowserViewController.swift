import Messages
import UIKit

/// The system's grid of stickers.
final class StickerBrowserViewController: MSStickerBrowserViewController, StickerGrid {
  var stickers: [MSSticker] = [] {
    didSet { if isViewLoaded { stickerBrowserView.reloadData() } }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    stickerBrowserView.backgroundColor = .packBackground
  }

  override func numberOfStickers(in stickerBrowserView: MSStickerBrowserView) -> Int {
    stickers.count
  }

  override func stickerBrowserView(
    _ stickerBrowserView: MSStickerBrowserView, stickerAt index: Int
  ) -> MSSticker {
    stickers[index]
  }
}
