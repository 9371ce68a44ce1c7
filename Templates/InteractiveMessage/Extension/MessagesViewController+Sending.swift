import Messages
import TemplateLogic
import UIKit

/// Puts content into the input field of Messages. The person sends it, not the app.
extension MessagesViewController {
  /// The conversation that messages and text can be put into; nil if no conversation is open.
  ///
  /// The media context (the Stickers app, the camera, FaceTime) accepts only stickers and images.
  /// `Info.plist` does not list this context, so the system does not present this extension there.
  private var conversationForMessages: MSConversation? {
    presentationContext == .messages ? activeConversation : nil
  }

  /// Puts a poll into the input field. If the poll is in the store, or too long for a URL, it is stored
  /// first.
  ///
  /// A stored ballot counts from then on, even if the person does not send the message. The extension learns that a
  /// message was sent only if it is active at that time, so a ballot that waited for this call could be lost.
  ///
  /// - Parameter caption: describes this step, given the people in the conversation.
  func insertMessage(for poll: Poll, caption: (Participants) -> String) {
    guard let codec else {
      log.fault("The address in Settings is not an https address with a host")
      return showAlert("error.notSetUp")
    }
    // The conversation is nil before and after the extension is active.
    guard let conversation = conversationForMessages else { return showAlert("error.noConversation") }
    // Save before anything leaves this device, because this device could vote twice if it lost the voter key.
    guard save() else { return showAlert("error.notSaved") }
    let participants = Participants(conversation)
    let caption = caption(participants)
    let session = session(for: poll, in: conversation)
    let composer = MessageComposer(codec: codec, sender: participants.local)
    let storeIt = {
      let token = StoreToken(poll.id)
      self.store(poll, at: token, for: participants) { stored throws(PollCodec.EncodingFailure) in
        try composer.composeMessage(state: stored, caption: caption, session: session, token: token)
      }
    }
    if isSelected(poll), token != nil { return storeIt() }
    do throws(PollCodec.EncodingFailure) {
      let message = try composer.composeMessage(state: poll, caption: caption, session: session)
      conversation.insert(message, completionHandler: inserted())
    } catch {
      log.notice("Not in a URL: \(String(describing: error), privacy: .public)")
      guard store == nil else { return storeIt() }
      showAlert(isSelected(poll) ? "error.name" : "error.full")
    }
  }

  /// Stores a poll, then puts a message with its token into the input field.
  private func store(
    _ poll: Poll, at token: StoreToken, for participants: Participants,
    compose: @escaping @MainActor (Poll) throws(PollCodec.EncodingFailure) -> MSMessage
  ) {
    guard let store else { return showAlert("error.notSetUp") }
    guard !isStoring else { return }
    isStoring = true
    Task {
      defer { isStoring = false }
      do {
        let stored = try await store.merge(poll, at: token)
        didStore(stored)
        let message = try compose(stored)
        // Storing takes time. The person may have switched to another conversation.
        guard let conversation = conversationForMessages, Participants(conversation) == participants else {
          return showAlert("error.noConversation")
        }
        conversation.insert(message, completionHandler: inserted())
      } catch let error as PollCodec.EncodingFailure {
        log.error("No URL for a token: \(String(describing: error), privacy: .public)")
        showAlert("error.notSetUp")
      } catch PollStoreError.contended {
        showAlert("error.busy")
      } catch {
        log.error("Not stored: \(String(describing: error), privacy: .public)")
        showAlert("error.unavailable")
      }
    }
  }

  /// Returns the session of a message. An answer joins the session of the message that it answers. A new poll
  /// begins a new session, even if another poll is selected, because that poll would disappear from the
  /// transcript.
  private func session(for poll: Poll, in conversation: MSConversation) -> MSSession {
    guard isSelected(poll) else { return MSSession() }
    return conversation.selectedMessage?.session ?? MSSession()
  }

  private func isSelected(_ poll: Poll) -> Bool {
    if case .poll(let selected) = selection { selected.id == poll.id } else { false }
  }

  /// Puts the result into the input field as text, for people whose devices do not show messages from apps.
  func insertText(of poll: Poll) {
    let tally = Tally(poll)
    let lines = zip(poll.definition.choices, tally.counts).map { choice, count in
      localized("result.line", isolatedIfRightToLeft(choice.string), count.formatted())
    }
    let text = ([isolatedIfRightToLeft(poll.definition.question.string)] + lines).joined(separator: "\n")
    guard let conversation = conversationForMessages else { return showAlert("error.noConversation") }
    conversation.insertText(text, completionHandler: inserted())
  }

  /// Puts the result into the input field as an image.
  func insertPicture(of poll: Poll) {
    guard let conversation = activeConversation else { return showAlert("error.noConversation") }
    let picture = ResultPicture.image(of: Tally(poll), on: Settings.background)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("Result.png")
    guard let data = picture.pngData(), (try? data.write(to: file, options: .atomic)) != nil else {
      return showAlert("error.notSaved")
    }
    let name = localized("result.fileName") + ".png"
    conversation.insertAttachment(
      file, withAlternateFilename: name, completionHandler: inserted(removing: file))
  }

  /// Returns a completion handler for insertions into the input field.
  ///
  /// - Parameter file: a temporary file that is no longer needed.
  ///
  /// Messages calls the handler on its own queue. Without `@Sendable`, the closure would be isolated to the main
  /// actor and trap on that queue.
  private func inserted(removing file: URL? = nil) -> @Sendable ((any Error)?) -> Void {
    { error in
      // The image shows the result of a private poll. If the file cannot be removed, the system removes it later.
      if let file { try? FileManager.default.removeItem(at: file) }
      Task { @MainActor in self.didInsert(error) }
    }
  }

  private func didInsert(_ error: (any Error)?) {
    if let error {
      log.error("Not inserted: \(String(describing: error), privacy: .public)")
      showAlert("error.notInserted")
    } else if presentationStyle == .expanded {
      // The expanded extension covers the input field.
      request(nil, style: .compact)
    }
  }

  /// Shows an alert. If an alert is already visible, its text is replaced, because a second one cannot be
  /// presented.
  ///
  /// - Parameter key: the key of a string that says what to do.
  func showAlert(_ key: String) {
    if let alert = presentedViewController as? UIAlertController, !alert.isBeingDismissed {
      alert.message = localized(key)
      return
    }
    let alert = UIAlertController(
      title: localized("error.title"), message: localized(key), preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: localized("error.close"), style: .cancel))
    present(alert, animated: true)
  }
}
