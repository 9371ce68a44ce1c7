import TemplateLogic
import UIKit

/// A screen: a column of texts and buttons that scrolls if they need more room than there is, as they do with
/// large text, and ends above the keyboard.
class ScreenViewController: UIViewController {
  /// What the screen reports to; it owns the screen.
  private(set) weak var delegate: (any ScreenDelegate)?
  private let column = UIStackView()

  /// A screen that reports to a delegate.
  init(delegate: any ScreenDelegate) {
    self.delegate = delegate
    super.init(nibName: nil, bundle: nil)
  }

  /// There is no storyboard to come from.
  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let scroll = UIScrollView()
    scroll.keyboardDismissMode = .interactive
    (column.axis, column.spacing) = (.vertical, 12)
    for inner in [scroll, column] { inner.translatesAutoresizingMaskIntoConstraints = false }
    view.addSubview(scroll)
    scroll.addSubview(column)
    let (guide, content) = (view.readableContentGuide, scroll.contentLayoutGuide)
    NSLayoutConstraint.activate([
      scroll.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      scroll.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      scroll.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      scroll.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor),
      content.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
      column.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      column.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      column.topAnchor.constraint(equalTo: content.topAnchor, constant: 16),
      column.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -16),
    ])
  }

  /// Puts views one below the other, in the order in which VoiceOver reads them.
  func add(_ views: UIView...) { views.forEach(column.addArrangedSubview) }

  /// Whether something is being stored. Nothing else can be handed over meanwhile.
  var isBusy = false {
    didSet { if isViewLoaded { showState() } }
  }

  /// Shows what changes while the screen stays.
  func showState() {}
}

extension UILabel {
  /// A text that grows with the person's text size and wraps.
  convenience init(_ text: String, style: UIFont.TextStyle = .body, isHeader: Bool = false) {
    self.init(frame: .zero)
    self.text = text
    (font, numberOfLines) = (.preferredFont(forTextStyle: style), 0)
    adjustsFontForContentSizeCategory = true
    if isHeader { accessibilityTraits = .header }
  }
}

extension UIButton {
  /// A button that is high enough for a finger, however small its text.
  convenience init(
    _ configuration: UIButton.Configuration, title: String, action: @escaping @MainActor () -> Void
  ) {
    var configuration = configuration
    configuration.title = title
    configuration.buttonSize = .large
    self.init(configuration: configuration, primaryAction: UIAction { _ in action() })
    titleLabel?.numberOfLines = 0
    heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
  }
}

extension UITextField {
  /// A field for one short line.
  ///
  /// - Parameter label: what VoiceOver reads besides what was typed; the placeholder too.
  convenience init(_ text: String, label: String) {
    self.init(frame: .zero)
    self.text = text
    (placeholder, accessibilityLabel) = (label, label)
    (borderStyle, clearButtonMode, returnKeyType) = (.roundedRect, .whileEditing, .done)
    font = .preferredFont(forTextStyle: .body)
    adjustsFontForContentSizeCategory = true
    heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
    // Without an action for it, the return key does nothing.
    addAction(
      UIAction { action in (action.sender as? UITextField)?.resignFirstResponder() },
      for: .editingDidEndOnExit)
  }

  /// Calls with what was typed, as much of it as a poll takes. The field itself is not cut as long as an
  /// input method is composing: that would tear apart what is marked. The report has it, since a tap on a
  /// button need not end the composing.
  func onChange(as purpose: PollText.Purpose, _ report: @escaping @MainActor (String) -> Void) {
    addAction(
      UIAction { action in
        guard let field = action.sender as? UITextField else { return }
        let typed = purpose.limited(field.text ?? "")
        if typed != field.text, field.markedTextRange == nil { field.text = typed }
        report(typed)
      }, for: .editingChanged)
  }
}
