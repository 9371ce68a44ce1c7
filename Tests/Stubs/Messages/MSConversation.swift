// https://developer.apple.com/documentation/messages/msconversation
import Foundation

open class MSConversation: NSObject {
  open var localParticipantIdentifier: UUID { fatalError() }
  open var remoteParticipantIdentifiers: [UUID] { fatalError() }
  open var selectedMessage: MSMessage? { fatalError() }

  // The completion handlers are called "on a background queue".
  open func insert(_ message: MSMessage, completionHandler: (((any Error)?) -> Void)? = nil) {}
  open func insert(_ sticker: MSSticker, completionHandler: (((any Error)?) -> Void)? = nil) {}
  open func insertText(_ text: String, completionHandler: (((any Error)?) -> Void)? = nil) {}
  open func insertAttachment(
    _ URL: URL, withAlternateFilename filename: String?, completionHandler: (((any Error)?) -> Void)? = nil
  ) {}

  open func insert(_ message: MSMessage) async throws {}
  open func insert(_ sticker: MSSticker) async throws {}
  open func insertText(_ text: String) async throws {}
  open func insertAttachment(_ URL: URL, withAlternateFilename filename: String?) async throws {}
}
