import Foundation
import Messages
import TemplateLogic

/// The people in a conversation, for the captions of a message. Only this type uses Apple's identifiers. They
/// differ on every device and change when the app is reinstalled, so they appear in captions, never in a URL
/// or a file.
struct Participants: Equatable {
  private let localIdentifier: UUID
  private let remoteIdentifiers: [UUID]

  /// Reads the people in a conversation.
  init(_ conversation: MSConversation) {
    localIdentifier = conversation.localParticipantIdentifier
    remoteIdentifiers = conversation.remoteParticipantIdentifiers
  }

  /// The person who uses this device.
  var local: String { ParticipantName.caption(for: localIdentifier) }

  /// All other people.
  var remote: [String] { remoteIdentifiers.map(ParticipantName.caption) }

  /// The number of people, including this one.
  var count: Int { remoteIdentifiers.count + 1 }

  /// Returns who sent a message, or nil if it was this person.
  ///
  /// A message that has not been sent yet has no sender identifier, although the property is not optional. So
  /// this does not read the property of a pending message.
  func otherSender(of message: MSMessage) -> String? {
    guard !message.isPending, message.senderParticipantIdentifier != localIdentifier else { return nil }
    return ParticipantName.caption(for: message.senderParticipantIdentifier)
  }
}
