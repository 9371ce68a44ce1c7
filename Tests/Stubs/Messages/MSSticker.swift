// https://developer.apple.com/documentation/messages/mssticker
import Foundation

open class MSSticker: NSObject {
  @available(*, unavailable) public override init() { fatalError() }
  public init(contentsOfFileURL fileURL: URL, localizedDescription: String) throws { super.init() }
  open var imageFileURL: URL { fatalError() }
  open var localizedDescription: String { fatalError() }
}
