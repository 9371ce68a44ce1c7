import TemplateLogic
import UIKit

/// A sticker that the person made, in the list: its image, its description and a button that removes it.
final class UserStickerRow: UIStackView {
  init(_ sticker: AvailableSticker, onRemove: @escaping @MainActor () -> Void) {
    super.init(frame: .zero)
    let picture = UIImageView()
    picture.contentMode = .scaleAspectFit
    Task { [weak picture] in
      let image = await thumbnail(of: sticker.file)
      picture?.image = image
    }
    let label = UILabel()
    label.text = sticker.sticker.spokenText
    label.font = .preferredFont(forTextStyle: .body)
    label.adjustsFontForContentSizeCategory = true
    label.numberOfLines = 0
    var configuration = UIButton.Configuration.plain()
    configuration.image = UIImage(systemName: "trash")
    configuration.baseForegroundColor = .label
    let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in onRemove() })
    button.accessibilityLabel = String(
      format: NSLocalizedString("maker.remove", comment: "Button; %@ is the sticker's description"),
      sticker.sticker.spokenText)
    for part in [picture, label, button] { addArrangedSubview(part) }
    alignment = .center
    spacing = 12
    button.setContentHuggingPriority(.required, for: .horizontal)
    NSLayoutConstraint.activate([
      picture.widthAnchor.constraint(equalToConstant: side),
      picture.heightAnchor.constraint(equalToConstant: side),
      button.widthAnchor.constraint(greaterThanOrEqualToConstant: 44),
      button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
    ])
  }

  @available(*, unavailable) required init(coder: NSCoder) { super.init(coder: coder) }
}

/// The side of the image in points.
private let side: CGFloat = 56

/// Decodes the image at its display size, at three pixels per point, off the main thread. The full image does
/// not stay in memory.
private func thumbnail(of file: URL) async -> UIImage? {
  let size = CGSize(width: side * 3, height: side * 3)
  // Detached, because some compiler settings run asynchronous functions on the caller's actor.
  return await Task.detached {
    await UIImage(contentsOfFile: file.path)?.byPreparingThumbnail(ofSize: size)
  }.value
}

extension StickerIndex.Sticker {
  /// The description in the best language for the person.
  var spokenText: String { description(for: Locale.preferredLanguages + Settings.languages) }
}
