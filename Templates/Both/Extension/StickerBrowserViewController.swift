import Messages
import TemplateLogic
import UIKit

/// The system's grid of stickers. It creates only the views that are visible, plays animations, and lets
/// people tap a sticker or peel it off.
final class StickerBrowserViewController: MSStickerBrowserViewController {
  /// The displayed stickers, in order.
  var stickers: [MSSticker] = [] {
    didSet { if isViewLoaded { stickerBrowserView.reloadData() } }
  }

  /// The color behind the stickers. Set it before the view is loaded.
  var background = UIColor.systemBackground

  override func viewDidLoad() {
    super.viewDidLoad()
    stickerBrowserView.backgroundColor = background
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

extension MSStickerSize {
  /// Converts a grid size to the system's type.
  init(_ size: GridSize) {
    switch size {
    case .small: self = .small
    case .regular: self = .regular
    case .large: self = .large
    }
  }
}
