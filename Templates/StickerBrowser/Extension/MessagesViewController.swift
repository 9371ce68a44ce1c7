import Messages
import TemplateLogic
import UIKit

/// The principal class of the extension: a bar with the pack's name and a button to make a sticker, and below
/// it the screen that fits how Messages presents the extension.
final class MessagesViewController: MSMessagesAppViewController {
  private let library = StickerLibrary.ofThisApp()
  private let made = MadeStickers.ofThisApp()
  private var flow = ScreenFlow()
  private var loading: Task<Void, Never>?

  /// What the library offered last.
  private var packOffer = StickerOffer()
  private var packStickers: [MSSticker] = []
  private var madeStickers: [MSSticker] = []

  private let bar = StickerBar(title: Settings.name)
  /// Holds the view of the one child.
  private let content = UIView()
  private var shown: (screen: Screen, controller: UIViewController)?
  /// Kept while another screen is shown, so that people come back to where they were.
  private lazy var grid: any StickerGrid = makeGrid()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .packBackground
    overrideUserInterfaceStyle = .packStyle
    bar.onAdd = { [weak self] in self?.addSticker() }
    let stack = UIStackView(arrangedSubviews: [bar, content])
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

  // MARK: Messages tells

  override func willBecomeActive(with conversation: MSConversation) {
    super.willBecomeActive(with: conversation)
    flow.start(in: PresentationStyle(presentationStyle))
    show(flow.screen)
    loadStickers()
  }

  override func willResignActive(with conversation: MSConversation) {
    super.willResignActive(with: conversation)
    // What has arrived by now is kept; the next activation fetches the rest.
    loading?.cancel()
  }

  override func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
    super.didTransition(to: presentationStyle)
    flow.present(PresentationStyle(presentationStyle))
    show(flow.screen)
  }

  /// Asked for in a bubble only, where a line is all there is to show.
  override func contentSizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: min(size.height, 88))
  }

  // MARK: Stickers

  private func loadStickers() {
    loading?.cancel()
    loading = Task { [weak self, library] in
      await self?.loadMadeStickers()
      for await offer in library.offers() {
        offer.logProblems()
        self?.take(pack: offer)
      }
    }
  }

  private func loadMadeStickers() async {
    let offer = await made.offer()
    offer.logProblems()
    madeStickers = offer.messagesStickers()
    grid.stickers = madeStickers + packStickers
  }

  private func take(pack offer: StickerOffer) {
    // Most of the time the server has what the cache had, and a reload would disturb who is looking.
    guard packOffer.stickers != offer.stickers else { return }
    packOffer = offer
    packStickers = offer.messagesStickers()
    grid.stickers = madeStickers + packStickers
  }

  // MARK: Screens

  private func addSticker() {
    request(flow.add())
  }

  private func finishSticker() {
    request(flow.finish())
  }

  /// Asks for a style where one is needed. Messages may refuse in silence, so the screen follows the style
  /// that is.
  private func request(_ request: ScreenFlow.Request?) {
    switch request {
    case .compact: requestPresentationStyle(.compact)
    case .expanded: requestPresentationStyle(.expanded)
    case nil: break
    }
    show(flow.screen)
  }

  /// The one place where a screen comes and goes.
  private func show(_ screen: Screen) {
    guard isViewLoaded, shown?.screen != screen else { return }
    if let old = shown?.controller { remove(old) }
    // However the maker was left, by a button or pulled down, stickers may have come and gone in it.
    if shown?.screen == .maker { Task { await loadMadeStickers() } }
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
    case .browser: StickerBrowserViewController(stickerSize: MSStickerSize(Settings.gridSize))
    case .collection: StickerGridViewController(gridSize: Settings.gridSize)
    }
  }

  private func makeMaker() -> UIViewController {
    StickerMakerViewController(made: made) { [weak self] in self?.finishSticker() }
  }
}

/// A controller that shows stickers in a grid.
@MainActor protocol StickerGrid: UIViewController {
  /// The stickers in the order in which they are shown; setting them shows them.
  var stickers: [MSSticker] { get set }
}

extension PresentationStyle {
  /// The style in which Messages presents the extension.
  fileprivate init(_ style: MSMessagesAppPresentationStyle) {
    switch style {
    case .compact: self = .compact
    case .expanded: self = .expanded
    case .transcript: self = .transcript
    @unknown default: self = .unknown
    }
  }
}

extension MSStickerSize {
  /// The size of the system's grid.
  fileprivate init(_ size: GridSize) {
    switch size {
    case .small: self = .small
    case .regular: self = .regular
    case .large: self = .large
    }
  }
}
