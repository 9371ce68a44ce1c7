import Foundation

/// Stands for a person in the texts of a message.
public enum ParticipantName {
  /// What each device replaces by the name under which its owner knows the person.
  ///
  /// It works in the captions of a message only. The identifier must not get into a URL or a file: the same
  /// person has another one on every device, and a new one after a reinstallation.
  ///
  /// Source: https://developer.apple.com/documentation/messages/msconversation/localparticipantidentifier
  public static func caption(for identifier: UUID) -> String { "$" + identifier.uuidString }
}
