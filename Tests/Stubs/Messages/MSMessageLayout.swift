// https://developer.apple.com/documentation/messages/msmessagelayout
import Foundation

open class MSMessageLayout: NSObject {}
