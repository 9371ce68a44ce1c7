import UIKit

/// A line with an error message. It has a symbol instead of a color, because red might not be readable on the
/// pack's background or visible to everyone.
final class MessageLine: UIStackView {
  /// The message, which VoiceOver announces when it changes. If it is nil, the line is hidden.
  var text: String? {
    didSet {
      guard text != oldValue else { return }
      label.text = text
      isHidden = text == nil
      if let text { UIAccessibility.post(notification: .announcement, argument: text) }
    }
  }

  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    let symbol = UIImageView(image: UIImage(systemName: "exclamationmark.triangle"))
    symbol.tintColor = .label
    symbol.setContentHuggingPriority(.required, for: .horizontal)
    symbol.setContentCompressionResistancePriority(.required, for: .horizontal)
    label.font = .preferredFont(forTextStyle: .footnote)
    label.adjustsFontForContentSizeCategory = true
    label.numberOfLines = 0
    label.textColor = .label
    for part in [symbol, label] { addArrangedSubview(part) }
    alignment = .center
    spacing = 8
    isHidden = true
  }

  @available(*, unavailable) required init(coder: NSCoder) { super.init(coder: coder) }
}
