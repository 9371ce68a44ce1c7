// https://developer.apple.com/documentation/messages/msmessage
import Foundation

// Neither Sendable nor isolated, as in Apple's header.
open class MSMessage: NSObject {
  public override init() {}
  public init(session: MSSession) {}
  open var session: MSSession? { fatalError() }
  open var isPending: Bool { fatalError() }
  // Not optional in Swift, although the documentation says "set to nil" until the message is inserted.
  open var senderParticipantIdentifier: UUID { fatalError() }
  // `@NSCopying` in Apple's SDK.
  open var layout: MSMessageLayout?
  open var url: URL?
  open var shouldExpire = false
  open var accessibilityLabel: String?
  open var summaryText: String?
  open var error: (any Error)?
}
