// https://developer.apple.com/documentation/messages/msmessage
import Foundation

open class MSMessage: NSObject {}
