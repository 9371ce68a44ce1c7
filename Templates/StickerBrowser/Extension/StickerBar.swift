import UIKit

/// The bar above the stickers: the name of the pack and a button to make a sticker.
final class StickerBar: UIView {
  /// Called when the button is tapped.
  var onAdd: () -> Void = {}

  private let label = UILabel()

  init(title: String) {
    super.init(frame: .zero)
    label.text = title
    label.font = .preferredFont(forTextStyle: .headline)
    label.adjustsFontForContentSizeCategory = true
    label.numberOfLines = 0
    label.accessibilityTraits = .header
    let stack = UIStackView(arrangedSubviews: [label, makeButton()])
    stack.alignment = .center
    stack.spacing = 8
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    // Make the bar only as tall as its contents require, to leave room for the stickers.
    let height = heightAnchor.constraint(equalToConstant: 44)
    height.priority = .defaultLow
    NSLayoutConstraint.activate([
      height,
      stack.topAnchor.constraint(equalTo: topAnchor),
      stack.bottomAnchor.constraint(equalTo: bottomAnchor),
      stack.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
    ])
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  private func makeButton() -> UIButton {
    var configuration = UIButton.Configuration.plain()
    configuration.image = UIImage(systemName: "plus.circle.fill")
    configuration.baseForegroundColor = .packTint
    let button = UIButton(
      configuration: configuration, primaryAction: UIAction { [weak self] _ in self?.onAdd() })
    button.accessibilityLabel = NSLocalizedString("bar.add", comment: "Button that opens the sticker maker")
    // A symbol does not grow with the text size, so the button's name is shown in large type while the button
    // is held.
    button.showsLargeContentViewer = true
    button.largeContentTitle = button.accessibilityLabel
    button.addInteraction(UILargeContentViewerInteraction())
    button.setContentHuggingPriority(.required, for: .horizontal)
    button.setContentCompressionResistancePriority(.required, for: .horizontal)
    NSLayoutConstraint.activate([
      button.widthAnchor.constraint(greaterThanOrEqualToConstant: 44),
      button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
    ])
    return button
  }
}
