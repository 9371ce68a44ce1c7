// https://developer.apple.com/documentation/messages/mssession
import Foundation

open class MSSession: NSObject {
  public override init() {}
}
