import Foundation
import Messages
import TemplateLogic
import UIKit

/// Creates messages from polls.
@MainActor struct MessageComposer {
  /// The codec that writes the URLs.
  let codec: PollCodec
  /// The placeholder for the sender. Messages replaces it with a name only in the text of the layout.
  let sender: String

  /// Creates a message that contains a poll.
  ///
  /// - Parameter state: the poll with all known ballots.
  /// - Parameter caption: a description of this step ("Ann voted"), for a layout without a caption.
  /// - Parameter session: the session of the message that this one answers, so that the transcript shows one
  ///   bubble for each poll and a line for each earlier step.
  /// - Parameter token: the place of the poll in a store; nil to put the whole poll into the URL.
  /// - Throws: an error if the poll is too long for a URL.
  func composeMessage(
    state: Poll, caption: String, session: MSSession, token: StoreToken? = nil
  ) throws(PollCodec.EncodingFailure) -> MSMessage {
    let facts = LayoutFacts(
      state, sender: sender, somebody: localized("facts.somebody"), noLeader: localized("facts.noLeader"),
      list: localizedList)
    let tally = Tally(state)
    let texts = LayoutTexts.forMessage(hasVotes: tally.voterCount > 0).filled(with: facts)
    let message = MSMessage(session: session)
    if let token { message.url = try codec.url(for: token) } else { message.url = try codec.url(for: state) }
    message.layout = layout(texts, caption: caption, tally: tally)
    message.accessibilityLabel = texts.accessibilityLabel ?? facts.question
    // This text belongs to this message, but appears only after a later message of the session replaces it.
    message.summaryText = texts.summary ?? facts.question
    return message
  }

  /// Creates the layout of the message in the transcript. Empty text is nil, so that it takes no space.
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

/// Returns the URL of a file in the folder `Message`.
private func bundled(_ name: String) -> URL? {
  guard !name.isEmpty else { return nil }
  return Bundle.main.url(forResource: name, withExtension: nil, subdirectory: "Message")
}
