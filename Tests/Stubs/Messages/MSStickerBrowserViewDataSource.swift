// https://developer.apple.com/documentation/messages/msstickerbrowserviewdatasource
import UIKit

// Apple's page shows no isolation.
public protocol MSStickerBrowserViewDataSource: NSObjectProtocol {
  func numberOfStickers(in stickerBrowserView: MSStickerBrowserView) -> Int
  func stickerBrowserView(_ stickerBrowserView: MSStickerBrowserView, stickerAt index: Int) -> MSSticker
}
