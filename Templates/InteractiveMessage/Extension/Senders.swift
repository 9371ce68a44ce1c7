import Foundation
import Messages
import TemplateLogic

/// The people of a conversation, for the captions of a message. The only place that sees Apple's identifiers:
/// they differ on every device and end with a reinstallation, so they get into captions, never into a URL or
/// a file.
struct Senders: Equatable {
  private let localIdentifier: UUID
  private let remoteIdentifiers: [UUID]

  /// The people of a conversation.
  init(_ conversation: MSConversation) {
    localIdentifier = conversation.localParticipantIdentifier
    remoteIdentifiers = conversation.remoteParticipantIdentifiers
  }

  /// The person at this device.
  var local: String { ParticipantName.caption(for: localIdentifier) }

  /// Everybody else.
  var remote: [String] { remoteIdentifiers.map(ParticipantName.caption) }

  /// How many people there are, this one included.
  var count: Int { remoteIdentifiers.count + 1 }

  /// Who sent a message; nil if it was this person.
  ///
  /// A message that was not sent yet has no identifier, though its type promises one: it is not asked for.
  func otherSender(of message: MSMessage) -> String? {
    guard !message.isPending, message.senderParticipantIdentifier != localIdentifier else { return nil }
    return ParticipantName.caption(for: message.senderParticipantIdentifier)
  }
}
