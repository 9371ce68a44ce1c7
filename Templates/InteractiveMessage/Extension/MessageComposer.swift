import Foundation
import Messages
import TemplateLogic
import UIKit

/// Makes messages of polls.
@MainActor struct MessageComposer {
  /// Writes the URLs.
  let codec: PollCodec
  /// The person who is going to send, as captions name people. Messages puts the name into the texts of the
  /// layout only.
  let sender: String

  /// A message that carries a poll.
  ///
  /// - Parameter state: the poll, with all ballots that are known.
  /// - Parameter caption: what this step is ("Ann voted"), for a layout without a caption of its own.
  /// - Parameter session: that of the message that is answered, so that the transcript has one bubble for
  ///   each poll and a line for each earlier step.
  /// - Parameter token: where a store keeps the poll; nil to put all of it into the URL.
  /// - Throws: if the poll is too long for a URL.
  func composeMessage(
    state: Poll, caption: String, session: MSSession, token: StoreToken? = nil
  ) throws(PollCodec.Unsendable) -> MSMessage {
    let facts = LayoutFacts(
      state, sender: sender, somebody: localized("facts.somebody"), noLeader: localized("facts.noLeader"),
      list: localizedList)
    let texts = LayoutTexts.localized.filled(with: facts)
    let message = MSMessage(session: session)
    if let token { message.url = try codec.url(for: token) } else { message.url = try codec.url(for: state) }
    message.layout = layout(texts, caption: caption, tally: Tally(state))
    message.accessibilityLabel = texts.accessibilityLabel ?? facts.question
    // Belongs to this message, though it is seen only once a later one of the session takes its place.
    message.summaryText = texts.summary ?? facts.question
    return message
  }

  /// What the message looks like in the transcript. A text of which nothing is left is nil: no room is kept
  /// for it.
  private func layout(_ texts: LayoutTexts, caption: String, tally: Tally) -> MSMessageTemplateLayout {
    let layout = MSMessageTemplateLayout()
    layout.caption = texts.caption ?? caption
    layout.subcaption = texts.subcaption
    layout.trailingCaption = texts.trailingCaption
    layout.trailingSubcaption = texts.trailingSubcaption
    layout.imageTitle = texts.imageTitle
    layout.imageSubtitle = texts.imageSubtitle
    if let picture = bundled(Settings.picture).flatMap({ UIImage(contentsOfFile: $0.path) }) {
      layout.image = picture
    } else if let media = bundled(Settings.media) {
      layout.mediaFileURL = media
    } else {
      layout.image = ResultPicture.image(of: tally, on: Settings.background)
    }
    return layout
  }
}

/// A file of the folder `Message`.
private func bundled(_ name: String) -> URL? {
  guard !name.isEmpty else { return nil }
  return Bundle.main.url(forResource: name, withExtension: nil, subdirectory: "Message")
}
