// https://developer.apple.com/documentation/messages/msmessagesapppresentationstyle
//
// Apple's enumerations are not frozen, so a `switch` needs `@unknown default`. An enumeration in a module
// that is compiled here is frozen unless the module is resilient, so `typecheck.sh` compiles this module with
// library evolution.
public enum MSMessagesAppPresentationStyle: UInt, Sendable {
  case compact, expanded, transcript
}

// https://developer.apple.com/documentation/messages/msmessagesapppresentationcontext
public enum MSMessagesAppPresentationContext: UInt, Sendable {
  case messages, media
}
