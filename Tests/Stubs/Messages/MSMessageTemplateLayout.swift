// https://developer.apple.com/documentation/messages/msmessagetemplatelayout
import UIKit

open class MSMessageTemplateLayout: MSMessageLayout {
  public override init() {}
  open var caption: String?
  open var subcaption: String?
  open var trailingCaption: String?
  open var trailingSubcaption: String?
  open var image: UIImage?
  open var mediaFileURL: URL?
  open var imageTitle: String?
  open var imageSubtitle: String?
}
