import Messages
import TemplateLogic
import UIKit

/// The principal class of the extension. It shows a bar with the pack's name and a button to make a sticker,
/// and below it the screen for the current presentation style.
///
/// `Info.plist` lists both presentation contexts, so the system also presents the extension in the media
/// context: in the Stickers app (which is also available in the emoji keyboard), in the camera of Messages,
/// and in FaceTime. Only stickers and images can be inserted there. To compose messages as well, remove
/// `MSMessagesAppPresentationContextMedia` from `MSSupportedPresentationContexts`.
final class MessagesViewController: MSMessagesAppViewController {
  private let library = StickerLibrary.shared
  private let userStickerStore = UserStickerStore.shared
  private var flow = ScreenFlow()
  /// The text that the person has typed in the sticker maker. It is kept if the person pulls the maker down.
  private var draft = StickerDraft()
  private var loading: Task<Void, Never>?

  /// The last stickers from the library.
  private var availablePackStickers = AvailableStickers()
  private var packStickers: [MSSticker] = []
  private var userStickers: [MSSticker] = []

  private let bar = StickerBar(title: Settings.name)
  /// The message that there are no stickers, which appears only if the index in the bundle cannot be read.
  private let message = MessageLine(frame: .zero)
  /// The container of the child's view.
  private let content = UIView()
  private var shown: (screen: Screen, controller: UIViewController)?
  /// The grid is kept while another screen is shown, so that the scroll position does not change.
  private lazy var grid: any StickerGrid = makeGrid()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .packBackground
    overrideUserInterfaceStyle = .packStyle
    bar.onAdd = { [weak self] in self?.addSticker() }
    let stack = UIStackView(arrangedSubviews: [bar, message, content])
    stack.axis = .vertical
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    show(flow.screen)
  }

  // MARK: Calls from Messages

  override func willBecomeActive(with conversation: MSConversation) {
    super.willBecomeActive(with: conversation)
    flow.start(
      in: PresentationStyle(presentationStyle), context: PresentationContext(presentationContext))
    show(flow.screen)
    loadStickers()
  }

  override func willResignActive(with conversation: MSConversation) {
    super.willResignActive(with: conversation)
    // Files that have already arrived are kept. The next activation downloads the rest.
    loading?.cancel()
  }

  override func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
    super.didTransition(to: presentationStyle)
    flow.didChangeStyle(to: PresentationStyle(presentationStyle))
    show(flow.screen)
  }

  /// Messages calls this only for a bubble. The bubble shows one line.
  override func contentSizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: min(size.height, 88))
  }

  // MARK: Stickers

  private func loadStickers() {
    loading?.cancel()
    loading = Task { [weak self, library] in
      await self?.loadUserStickers()
      for await available in library.updates() {
        available.logProblems()
        await self?.showPackStickers(available)
      }
      self?.showEmptyMessage()
    }
  }

  private func loadUserStickers() async {
    let available = await userStickerStore.availableStickers()
    available.logProblems()
    let stickers = await available.makeMSStickers()
    guard !Task.isCancelled else { return }
    userStickers = stickers
    grid.stickers = userStickers + packStickers
    if !grid.stickers.isEmpty { message.text = nil }
  }

  private func showPackStickers(_ available: AvailableStickers) async {
    // The server usually has the same stickers as the cache, and a reload would be distracting.
    guard availablePackStickers.stickers != available.stickers else { return }
    let stickers = await available.makeMSStickers()
    // The next activation gets its own updates.
    guard !Task.isCancelled else { return }
    availablePackStickers = available
    packStickers = stickers
    grid.stickers = userStickers + packStickers
  }

  private func showEmptyMessage() {
    guard !Task.isCancelled else { return }
    message.text =
      grid.stickers.isEmpty
      ? NSLocalizedString("grid.empty", comment: "In place of the stickers if none could be loaded") : nil
  }

  // MARK: Screens

  private func addSticker() {
    request(flow.startMaking())
  }

  private func finishSticker() {
    draft = StickerDraft()
    request(flow.finish())
  }

  /// Requests a style if one is needed. Messages may ignore the request, so the screen follows the actual
  /// style.
  private func request(_ request: ScreenFlow.Request?) {
    switch request {
    case .compact: requestPresentationStyle(.compact)
    case .expanded: requestPresentationStyle(.expanded)
    case nil: break
    }
    show(flow.screen)
  }

  /// Shows a screen and removes the previous one.
  private func show(_ screen: Screen) {
    guard isViewLoaded, shown?.screen != screen else { return }
    if let old = shown?.controller { remove(old) }
    // The maker may have added or removed stickers, regardless of how the person left it.
    if shown?.screen == .maker { Task { await loadUserStickers() } }
    let new = controller(for: screen)
    bar.isHidden = screen != .browser
    embed(new, in: content)
    shown = (screen, new)
    UIAccessibility.post(notification: .screenChanged, argument: new.view)
  }

  private func controller(for screen: Screen) -> UIViewController {
    switch screen {
    case .browser: grid
    case .maker: makeMaker()
    case .transcript: TranscriptViewController()
    }
  }

  private func makeGrid() -> any StickerGrid {
    switch Settings.grid {
    case .browser:
      let browser = StickerBrowserViewController(stickerSize: MSStickerSize(Settings.gridSize))
      browser.background = .packBackground
      return browser
    case .collection: return StickerGridViewController(gridSize: Settings.gridSize)
    }
  }

  private func makeMaker() -> UIViewController {
    StickerMakerViewController(
      store: userStickerStore, draft: draft, onChange: { [weak self] in self?.draft = $0 },
      onFinish: { [weak self] in self?.finishSticker() })
  }
}

/// A controller that shows stickers in a grid.
@MainActor protocol StickerGrid: UIViewController {
  /// The displayed stickers, in order.
  var stickers: [MSSticker] { get set }
}

extension StickerBrowserViewController: StickerGrid {}

extension PresentationStyle {
  /// Converts a presentation style of Messages.
  fileprivate init(_ style: MSMessagesAppPresentationStyle) {
    switch style {
    case .compact: self = .compact
    case .expanded: self = .expanded
    case .transcript: self = .transcript
    @unknown default: self = .unknown
    }
  }
}

extension PresentationContext {
  /// Converts a presentation context of Messages.
  fileprivate init(_ context: MSMessagesAppPresentationContext) {
    switch context {
    case .messages: self = .messages
    case .media: self = .media
    @unknown default: self = .unknown
    }
  }
}
