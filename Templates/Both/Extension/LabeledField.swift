import UIKit

extension UIStackView {
  /// Puts the label of a text field above it, because the placeholder disappears while the person types.
  /// VoiceOver reads the label with the field.
  convenience init(labeling field: UITextField) {
    let label = UILabel(frame: .zero)
    label.text = field.accessibilityLabel
    label.font = .preferredFont(forTextStyle: .footnote)
    label.adjustsFontForContentSizeCategory = true
    label.numberOfLines = 0
    label.isAccessibilityElement = false
    self.init(arrangedSubviews: [label, field])
    axis = .vertical
    spacing = 4
  }
}
