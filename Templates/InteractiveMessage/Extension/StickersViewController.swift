import Messages
import TemplateLogic
import UIKit

/// The pack's stickers, for the compact style, which leaves the conversation visible. Messages itself puts a
/// sticker into the conversation when the person taps it or peels it off.
final class StickersViewController: UIViewController {
  private weak var delegate: (any ScreenDelegate)?
  private let source: BundleStickers
  private let browser = StickerBrowserViewController(stickerSize: MSStickerSize(Settings.gridSize))
  private var loading: Task<Void, Never>?

  /// Creates a screen for the stickers in the bundle.
  init(_ source: BundleStickers, delegate: any ScreenDelegate) {
    self.source = source
    self.delegate = delegate
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let back = UIButton(.plain(), title: localized("vote.result")) { [weak self] in
      self?.delegate?.showResult()
    }
    let content = UIView(frame: .zero)
    let stack = UIStackView(arrangedSubviews: [back, content])
    stack.axis = .vertical
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    embed(browser, in: content)
    loading = Task { [weak self, source] in
      for range in source.batchRanges {
        guard !Task.isCancelled, let self else { return }
        browser.stickers += source.stickers(in: range)
        // Lets the main thread draw and scroll before the next stickers are created.
        await Task.yield()
      }
    }
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    loading?.cancel()
  }
}
