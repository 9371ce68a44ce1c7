// https://developer.apple.com/documentation/messages/msmessagesappviewcontroller
import UIKit

@MainActor open class MSMessagesAppViewController: UIViewController, MSMessagesAppTranscriptPresentation {
  open var activeConversation: MSConversation? { fatalError() }
  open var presentationStyle: MSMessagesAppPresentationStyle { fatalError() }
  open var presentationContext: MSMessagesAppPresentationContext { fatalError() }
  open func requestPresentationStyle(_ presentationStyle: MSMessagesAppPresentationStyle) {}
  open func dismiss() {}

  open func willBecomeActive(with conversation: MSConversation) {}
  open func didBecomeActive(with conversation: MSConversation) {}
  open func willResignActive(with conversation: MSConversation) {}
  open func didResignActive(with conversation: MSConversation) {}
  open func willSelect(_ message: MSMessage, conversation: MSConversation) {}
  open func didSelect(_ message: MSMessage, conversation: MSConversation) {}
  open func didReceive(_ message: MSMessage, conversation: MSConversation) {}
  open func didStartSending(_ message: MSMessage, conversation: MSConversation) {}
  open func didCancelSending(_ message: MSMessage, conversation: MSConversation) {}
  open func willTransition(to presentationStyle: MSMessagesAppPresentationStyle) {}
  open func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {}

  open func contentSizeThatFits(_ size: CGSize) -> CGSize { fatalError() }
}

// https://developer.apple.com/documentation/messages/msmessagesapptranscriptpresentation
@MainActor public protocol MSMessagesAppTranscriptPresentation {  // UNSURE of the isolation
  func contentSizeThatFits(_ size: CGSize) -> CGSize
}
