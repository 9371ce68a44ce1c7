import TemplateLogic
import UIKit
import os

/// The screen for making a sticker from words or emoji, and for removing one. It is shown in the
/// expanded style, which has a keyboard.
final class StickerMakerViewController: UIViewController {
  private let store: UserStickerStore
  private let onChange: (StickerDraft) -> Void
  private let onFinish: () -> Void
  private var draft: StickerDraft

  private let preview = UIImageView()
  private let message = MessageLine(frame: .zero)
  private let list = UIStackView()
  private lazy var done = makeBarButton(
    NSLocalizedString("maker.done", comment: "Button that keeps the sticker"), isProminent: true
  ) { $0.finish() }
  private lazy var cancel = makeBarButton(cancelTitle, isProminent: false) { $0.onFinish() }
  private lazy var text = makeField(
    NSLocalizedString("maker.text", comment: "Placeholder of the text to draw")
  ) { $0.draft.text = $1 }
  private lazy var spokenText = makeField(
    NSLocalizedString("maker.description", comment: "Placeholder of the text that VoiceOver reads")
  ) { $0.draft.description = $1 }

  /// Creates a screen that continues a draft.
  ///
  /// - Parameter onChange: called with the draft after each change.
  /// - Parameter onFinish: called when the person is done or has canceled.
  init(
    store: UserStickerStore, draft: StickerDraft, onChange: @escaping (StickerDraft) -> Void,
    onFinish: @escaping () -> Void
  ) {
    self.store = store
    self.draft = draft
    self.onChange = onChange
    self.onFinish = onFinish
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .packBackground
    preview.contentMode = .scaleAspectFit
    list.axis = .vertical
    let form = UIStackView(arrangedSubviews: [
      preview, UIStackView(labeling: text), UIStackView(labeling: spokenText), message, list,
    ])
    form.axis = .vertical
    form.spacing = 16
    layOut(makeBar(), form)
    text.text = draft.text
    spokenText.text = draft.description
    draftChanged()
    Task { await showList() }
  }

  // MARK: Actions

  private func draftChanged() {
    onChange(draft)
    done.isEnabled = draft.isReady
    message.text = draft.exceededLimit.map { limit in
      String(
        format: NSLocalizedString("maker.cut", comment: "Below a text that is too long; %ld is the limit"),
        limit)
    }
    preview.image = draft.isReady ? drawing.image() : nil
    preview.isAccessibilityElement = draft.isReady
    preview.accessibilityLabel = String(
      format: NSLocalizedString("maker.preview", comment: "VoiceOver for the drawing; %@ is its text"),
      draft.drawnText
    )
  }

  private func finish() {
    // `onFinish` must be called only once, and a canceled sticker must not be saved.
    done.isEnabled = false
    cancel.isEnabled = false
    message.text = nil
    Task {
      do {
        try await store.add(UserSticker(png: drawing.png(), description: draft.spokenText))
        onFinish()
      } catch {
        showError(reason(for: error), error)
        done.isEnabled = draft.isReady
        cancel.isEnabled = true
      }
    }
  }

  private func remove(_ sticker: AvailableSticker) {
    message.text = nil
    Task {
      do {
        try await store.remove(id: sticker.sticker.id)
        await showList()
      } catch {
        showError(NSLocalizedString("maker.error.remove", comment: "A sticker could not be removed"), error)
      }
    }
  }

  private func confirmRemoval(of sticker: AvailableSticker) {
    let question = UIAlertController(
      title: NSLocalizedString(
        "maker.remove.question", comment: "Title of the confirmation before a removal"),
      message: sticker.sticker.spokenText, preferredStyle: .alert)
    question.addAction(UIAlertAction(title: cancelTitle, style: .cancel))
    question.addAction(
      UIAlertAction(
        title: NSLocalizedString(
          "maker.remove.confirm", comment: "Button that removes a sticker permanently"),
        style: .destructive
      ) { [weak self] _ in self?.remove(sticker) })
    present(question, animated: true)
  }
}

/// Returns a message about a sticker that could not be saved.
private func reason(for error: any Error) -> String {
  switch error {
  case StickerProblem.diskFull:
    NSLocalizedString("maker.error.disk", comment: "A sticker could not be saved, because the device is full")
  case StickerProblem.tooManyUserStickers(let limit):
    String(
      format: NSLocalizedString(
        "maker.error.limit", comment: "No more stickers can be made; %ld is the limit"),
      limit)
  case UserStickerError.size:
    NSLocalizedString("maker.error.size", comment: "A sticker's file is too large")
  default: NSLocalizedString("maker.error.add", comment: "A sticker could not be saved")
  }
}

private let cancelTitle = NSLocalizedString("maker.cancel", comment: "Button that leaves without a change")

// MARK: - Views
extension StickerMakerViewController {
  private var drawing: StickerDrawing {
    StickerDrawing(text: draft.drawnText, pixels: Settings.gridSize.sidePixels)
  }

  private func showError(_ text: String, _ error: any Error) {
    Logger.stickers.logProblem(error)
    message.text = text
  }

  private func showList() async {
    let stickers = await store.availableStickers().stickers
    for row in list.arrangedSubviews { row.removeFromSuperview() }
    guard !stickers.isEmpty else { return }
    let title = UILabel()
    title.text = NSLocalizedString("maker.list", comment: "Heading of the list of the person's stickers")
    title.font = .preferredFont(forTextStyle: .headline)
    title.adjustsFontForContentSizeCategory = true
    title.accessibilityTraits = .header
    list.addArrangedSubview(title)
    for sticker in stickers {
      list.addArrangedSubview(UserStickerRow(sticker) { [weak self] in self?.confirmRemoval(of: sticker) })
    }
  }

  private func makeBar() -> UIView {
    let title = UILabel()
    title.text = NSLocalizedString("maker.title", comment: "Title of the sticker maker")
    title.font = .preferredFont(forTextStyle: .headline)
    title.adjustsFontForContentSizeCategory = true
    title.textAlignment = .center
    title.accessibilityTraits = .header
    title.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
    let bar = UIStackView(arrangedSubviews: [cancel, title, done])
    bar.distribution = .equalCentering
    return bar
  }

  private func makeBarButton(
    _ title: String, isProminent: Bool, action: @escaping @MainActor (StickerMakerViewController) -> Void
  ) -> UIButton {
    var configuration = isProminent ? UIButton.Configuration.borderedProminent() : .plain()
    configuration.title = title
    configuration.baseForegroundColor = isProminent ? .packBackground : .packTint
    if isProminent { configuration.baseBackgroundColor = .packTint }
    let button = UIButton(
      configuration: configuration,
      primaryAction: UIAction { [weak self] _ in
        guard let self else { return }
        action(self)
      })
    button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
    return button
  }

  private func makeField(
    _ placeholder: String, change: @escaping @MainActor (StickerMakerViewController, String) -> Void
  ) -> UITextField {
    let field = UITextField()
    field.placeholder = placeholder
    field.accessibilityLabel = placeholder
    field.borderStyle = .roundedRect
    field.clearButtonMode = .whileEditing
    field.returnKeyType = .done
    field.font = .preferredFont(forTextStyle: .body)
    field.adjustsFontForContentSizeCategory = true
    field.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
    field.addAction(
      UIAction { [weak self, weak field] _ in
        guard let self else { return }
        change(self, field?.text ?? "")
        draftChanged()
      }, for: .editingChanged)
    // An action for this event lets Return dismiss the keyboard.
    field.addAction(UIAction { _ in }, for: .editingDidEndOnExit)
    return field
  }

  private func layOut(_ bar: UIView, _ form: UIView) {
    let scroll = UIScrollView()
    scroll.keyboardDismissMode = .interactive
    scroll.addSubview(form)
    for part in [bar, scroll, form] { part.translatesAutoresizingMaskIntoConstraints = false }
    view.addSubview(bar)
    view.addSubview(scroll)
    let margins = view.readableContentGuide
    NSLayoutConstraint.activate([
      bar.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8),
      bar.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      scroll.topAnchor.constraint(equalTo: bar.bottomAnchor, constant: 8),
      scroll.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      scroll.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      scroll.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor),
      form.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
      form.bottomAnchor.constraint(equalTo: scroll.contentLayoutGuide.bottomAnchor, constant: -16),
      // The form is aligned with the view's margins, so the width of the content must be set here.
      scroll.contentLayoutGuide.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
      form.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      form.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      preview.heightAnchor.constraint(equalToConstant: CGFloat(Settings.gridSize.sidePoints)),
    ])
  }
}
