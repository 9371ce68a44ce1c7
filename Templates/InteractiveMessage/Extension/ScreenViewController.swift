import TemplateLogic
import UIKit

/// A screen: a column of text and buttons. The column scrolls if its contents do not fit, for example with
/// large text, and ends above the keyboard.
class ScreenViewController: UIViewController {
  /// The owner of the screen, which handles its actions.
  private(set) weak var delegate: (any ScreenDelegate)?
  private let column = UIStackView()

  /// Creates a screen.
  init(delegate: any ScreenDelegate) {
    self.delegate = delegate
    super.init(nibName: nil, bundle: nil)
  }

  /// Unavailable, because the app has no storyboard.
  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let scroll = UIScrollView()
    scroll.keyboardDismissMode = .interactive
    column.axis = .vertical
    column.spacing = 12
    for inner in [scroll, column] { inner.translatesAutoresizingMaskIntoConstraints = false }
    view.addSubview(scroll)
    scroll.addSubview(column)
    let guide = view.readableContentGuide
    let content = scroll.contentLayoutGuide
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

  /// Adds views at the end of the column, in the order in which VoiceOver reads them.
  func add(_ views: UIView...) { views.forEach(column.addArrangedSubview) }

  /// Whether something is being stored. While it is, nothing else can be put into the input field.
  var isBusy = false {
    didSet { if isViewLoaded { showState() } }
  }

  /// Updates the parts of the screen that can change.
  func showState() {}
}

extension UILabel {
  /// Creates a label that follows the person's text size and wraps.
  convenience init(_ text: String, style: UIFont.TextStyle = .body, isHeader: Bool = false) {
    self.init(frame: .zero)
    self.text = text
    font = .preferredFont(forTextStyle: style)
    numberOfLines = 0
    adjustsFontForContentSizeCategory = true
    if isHeader { accessibilityTraits = .header }
  }
}

extension UIButton {
  /// Creates a button that is large enough to tap, even if its text is small.
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
  /// Creates a field for one short line.
  ///
  /// - Parameter label: the placeholder, which VoiceOver reads as well.
  convenience init(_ text: String, label: String) {
    self.init(frame: .zero)
    self.text = text
    placeholder = label
    accessibilityLabel = label
    borderStyle = .roundedRect
    clearButtonMode = .whileEditing
    returnKeyType = .done
    font = .preferredFont(forTextStyle: .body)
    adjustsFontForContentSizeCategory = true
    heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
    // Without an action, the return key does nothing.
    addAction(
      UIAction { action in (action.sender as? UITextField)?.resignFirstResponder() },
      for: .editingDidEndOnExit)
  }

  /// Calls `report` with the typed text, truncated to the limit of a poll. The field itself is not truncated
  /// while an input method has marked text, because that would interrupt the composition. `report` receives
  /// the marked text, too, because a tap on a button does not necessarily end the composition.
  func onChange(as purpose: PollText.Purpose, _ report: @escaping @MainActor (String) -> Void) {
    addAction(
      UIAction { action in
        guard let field = action.sender as? UITextField else { return }
        let typed = purpose.limited(field.text ?? "")
        if typed != field.text, field.markedTextRange == nil {
          // Setting the text would move the caret to the end.
          let selection = field.selectedTextRange
          field.text = typed
          field.selectedTextRange = selection
        }
        report(typed)
      }, for: .editingChanged)
  }
}
