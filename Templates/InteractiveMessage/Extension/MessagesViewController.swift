import Messages
import TemplateLogic
import UIKit
import os

/// The principal class of the extension. It receives calls from Messages and shows the resulting screen.
///
/// Messages does not guarantee the order of its callbacks. Therefore, each callback only stores what it learns, and
/// then calls ``update(_:style:)``, which considers the whole situation.
final class MessagesViewController: MSMessagesAppViewController {
  /// Reads and writes URLs; nil if the address in ``Settings`` is invalid.
  let codec = Settings.address.map(PollCodec.init)
  /// The store of polls whose messages contain only a token.
  let store = Settings.makeStore()
  let log = Logger(subsystem: Bundle.main.bundleIdentifier ?? "TemplateName", category: "messages")
  /// The data that this device remembers.
  var memory: DeviceMemory { SharedMemory.shared.contents }
  private(set) lazy var stickers = BundleStickers()

  /// What is known about the selected message.
  private(set) var selection = Selection.none
  /// The token of the selected message, if it has one.
  private(set) var token: StoreToken?
  /// The URL that `selection` was read from.
  private var readURL: URL?
  /// Loads the poll at `token` from the store.
  private var loading: Task<Void, Never>?
  /// Whether a poll is being stored.
  var isStoring = false {
    didSet { (children.first as? ScreenViewController)?.isBusy = isStoring }
  }
  /// The person's last request, until another message is selected.
  private var lastRequest: PersonRequest?
  private var screen: Screen?

  // MARK: Calls from Messages

  /// The extension is about to be shown, from the app drawer or after a tap on a message. There may be no
  /// view yet.
  override func willBecomeActive(with conversation: MSConversation) {
    super.willBecomeActive(with: conversation)
    SharedMemory.shared.loadIfNeeded()
    read(conversation.selectedMessage)
    update(conversation)
  }

  /// The extension is shown. This call comes before or after the transition to a style. A message that has
  /// already been read is not read again.
  override func didBecomeActive(with conversation: MSConversation) {
    super.didBecomeActive(with: conversation)
    read(conversation.selectedMessage)
    update(conversation)
  }

  /// A message was tapped while the extension is active. It may already be selected. Show it in any case.
  /// This is not called for the tap that opened the extension.
  override func didSelect(_ message: MSMessage, conversation: MSConversation) {
    super.didSelect(message, conversation: conversation)
    lastRequest = nil
    read(message)
    update(conversation)
  }

  /// A message from this app arrived while the extension is active. Other messages are read when they are
  /// selected, so nothing may depend on this call. The message's ballots are stored even if another poll is
  /// shown.
  override func didReceive(_ message: MSMessage, conversation: MSConversation) {
    super.didReceive(message, conversation: conversation)
    rememberPoll(in: message)
    update(conversation)
  }

  /// The person tapped Send while the extension is active. The message may still fail to arrive, and Messages
  /// does not report a message that is sent later. A sent message is read when it is selected.
  override func didStartSending(_ message: MSMessage, conversation: MSConversation) {
    super.didStartSending(message, conversation: conversation)
    rememberPoll(in: message)
    deleteDraftIfSent(in: message)
    save()
    update(conversation)
  }

  /// The person removed the message from the input field. Nothing has to be undone: a ballot in a URL counts
  /// only after its message has been seen, and the draft of a new poll still exists. If ballots are in a
  /// store, tapping Vote already cast this one, and it remains cast. The person can withdraw it like any
  /// other vote.
  override func didCancelSending(_ message: MSMessage, conversation: MSConversation) {
    super.didCancelSending(message, conversation: conversation)
    update(conversation)
  }

  /// The last call that is guaranteed. The process may end right after it, so do nothing asynchronous here.
  override func willResignActive(with conversation: MSConversation) {
    super.willResignActive(with: conversation)
    loading?.cancel()
    loading = nil
    save()
  }

  /// `presentationStyle` still has the old value. Editing ends here, because the compact style has no
  /// keyboard.
  override func willTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
    super.willTransition(to: presentationStyle)
    if presentationStyle != .expanded { view.endEditing(true) }
  }

  /// The style changed, because the person or this app requested it. This is not called for the initial
  /// style.
  override func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
    super.didTransition(to: presentationStyle)
    update(activeConversation, style: presentationStyle)
  }

  // MARK: Updates

  /// Shows the screen for the current situation. No other function shows a screen.
  func update(_ conversation: MSConversation?, style: MSMessagesAppPresentationStyle? = nil) {
    var situation = Situation(presentation: Presentation(style ?? presentationStyle), selection: selection)
    if case .poll(let poll) = selection { situation.hasVoted = memory.ownBallot(in: poll) != nil }
    situation.request = lastRequest
    let screen = situation.screen
    guard screen != self.screen else { return }
    self.screen = screen
    let people = conversation.map { Participants($0).count }
    if !updateCurrentScreen(with: screen, people: people) {
      show(makeController(for: screen, people: people))
    }
  }

  /// Stores the person's request and requests the style that it needs.
  func request(_ request: PersonRequest?, style: MSMessagesAppPresentationStyle = .expanded) {
    lastRequest = request
    if presentationStyle == style { update(activeConversation) } else { requestPresentationStyle(style) }
  }

  /// Reads the selected message. A URL never changes. A stored poll may have changed, so it is loaded again,
  /// unless it is already being loaded. The screen does not change until the store answers.
  private func read(_ message: MSMessage?) {
    if let url = message?.url, url == readURL {
      if let token, loading == nil { load(token) }
      return
    }
    loading?.cancel()
    loading = nil
    readURL = message?.url
    lastRequest = nil
    token = nil
    guard let message else {
      selection = .none
      return
    }
    // A message that was sent while the extension was not active is read only here.
    if !message.isPending { deleteDraftIfSent(in: message) }
    do throws(MessageReadError) {
      guard let codec else { throw .foreign }
      switch try codec.payload(of: message.url) {
      case .poll(let poll): selection = .poll(remember(poll))
      case .token(let token):
        selection = .waiting
        load(token)
      }
    } catch {
      log.notice("A message could not be read: \(error.rawValue, privacy: .public)")
      selection = .unreadable(error)
    }
  }

  /// Stores the ballots of a message, and shows them if they belong to the selected poll.
  private func rememberPoll(in message: MSMessage) {
    switch try? codec?.payload(of: message.url) {
    case .poll(let poll):
      let known = remember(poll)
      if case .poll(let selected) = selection, selected.id == known.id { selection = .poll(known) }
    case .token(let token): if token == self.token { load(token) }
    case nil: break
    }
  }

  /// Uses the poll that is now in the store, which includes this device's ballot.
  func didStore(_ poll: Poll) {
    let known = remember(poll)
    guard case .poll(let selected) = selection, selected.id == known.id else { return }
    selection = .poll(known)
  }

  private func remember(_ poll: Poll) -> Poll { changeMemory { $0.remember(poll) } }

  /// Deletes a draft that was sent. A draft that was not sent is offered again.
  private func deleteDraftIfSent(in message: MSMessage) {
    let poll: Poll? =
      switch try? codec?.payload(of: message.url) {
      case .poll(let poll): poll
      case .token(let token): memory.poll(at: token)
      case nil: nil
      }
    guard let sent = poll, memory.draft.poll(id: sent.id)?.definition == sent.definition
    else { return }
    changeMemory { $0.draft = Draft() }
  }

  /// Loads the poll of a token from the store. If there is no answer, a poll that is already visible stays
  /// visible.
  private func load(_ token: StoreToken) {
    self.token = token
    guard let store else {
      selection = .unavailable
      return
    }
    loading?.cancel()
    loading = Task { [weak self, log] in
      var stored: StoredPoll?
      do { stored = try await store.load(token) } catch {
        log.error("The store did not answer: \(String(describing: error), privacy: .public)")
      }
      guard !Task.isCancelled, let self, self.token == token else { return }
      loading = nil
      // Each poll has exactly one place, so the loaded poll must belong to the place that it was read from.
      if let stored, StoreToken(stored.poll.id) == token {
        selection = .poll(remember(stored.poll))
      } else if selection == .waiting {
        selection = .unavailable
      }
      update(activeConversation)
    }
  }

  /// Loads the poll again, because the person asked for it.
  func retry() {
    guard let token else { return }
    selection = .waiting
    load(token)
    update(activeConversation)
  }

  /// Changes the memory.
  ///
  /// - Returns: the result of `change`.
  func changeMemory<Value>(_ change: (inout DeviceMemory) -> Value) -> Value {
    SharedMemory.shared.change(change)
  }

  /// Writes the memory to disk.
  ///
  /// - Returns: whether it was saved.
  @discardableResult func save() -> Bool { SharedMemory.shared.save() }
}

extension Presentation {
  /// Converts a presentation style of Messages.
  init(_ style: MSMessagesAppPresentationStyle) {
    switch style {
    case .compact: self = .compact
    case .expanded: self = .expanded
    case .transcript: self = .transcript
    @unknown default: self = .unknown
    }
  }
}
