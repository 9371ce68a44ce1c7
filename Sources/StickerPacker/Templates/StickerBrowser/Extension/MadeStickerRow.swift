import TemplateLogic
import UIKit

/// One made sticker in the list: its picture, its description and a button that removes it.
final class MadeStickerRow: UIStackView {
  init(_ sticker: OfferedSticker, onRemove: @escaping @MainActor () -> Void) {
    super.init(frame: .zero)
    let picture = UIImageView(image: UIImage(contentsOfFile: sticker.file.path))
    picture.contentMode = .scaleAspectFit
    let label = UILabel()
    label.text = sticker.sticker.spokenText
    label.font = .preferredFont(forTextStyle: .body)
    label.adjustsFontForContentSizeCategory = true
    label.numberOfLines = 0
    var configuration = UIButton.Configuration.plain()
    configuration.image = UIImage(systemName: "trash")
    configuration.baseForegroundColor = .systemRed
    let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in onRemove() })
    button.accessibilityLabel = String(
      format: NSLocalizedString("maker.remove", comment: "Button; the sticker's description"),
      sticker.sticker.spokenText)
    for part in [picture, label, button] { addArrangedSubview(part) }
    alignment = .center
    spacing = 12
    button.setContentHuggingPriority(.required, for: .horizontal)
    NSLayoutConstraint.activate([
      picture.widthAnchor.constraint(equalToConstant: 56),
      picture.heightAnchor.constraint(equalToConstant: 56),
      button.widthAnchor.constraint(greaterThanOrEqualToConstant: 44),
      button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
    ])
  }

  @available(*, unavailable) required init(coder: NSCoder) { super.init(coder: coder) }
}

extension StickerIndex.Sticker {
  /// The description in the best language for the person.
  var spokenText: String { description(for: Locale.preferredLanguages + Settings.languages) }
}
