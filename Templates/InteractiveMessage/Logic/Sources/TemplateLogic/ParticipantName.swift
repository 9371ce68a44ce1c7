import Foundation

/// A placeholder for a person in the text of a message.
public enum ParticipantName {
  /// Returns a placeholder that each device replaces with the name that its owner uses for the person.
  ///
  /// This works only in the captions of a message. Do not put the identifier into a URL or a file, because
  /// the same person has a different identifier on every device, and a new one when the app is reinstalled.
  ///
  /// Source: https://developer.apple.com/documentation/messages/msconversation/localparticipantidentifier
  public static func caption(for identifier: UUID) -> String { "$" + identifier.uuidString }
}
