// https://developer.apple.com/documentation/messages/msmessagesapppresentationstyle
//
// Apple's enumerations are not frozen: a `switch` needs `@unknown default`. In a module that is compiled here
// an enumeration is closed unless the module is resilient, which `typecheck.sh` makes this one.
public enum MSMessagesAppPresentationStyle: UInt, Sendable {
  case compact, expanded, transcript
}

// https://developer.apple.com/documentation/messages/msmessagesapppresentationcontext
public enum MSMessagesAppPresentationContext: UInt, Sendable {
  case messages, media
}
