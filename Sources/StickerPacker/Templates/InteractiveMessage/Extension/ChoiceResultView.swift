import TemplateLogic
import UIKit

/// A choice with its votes: text, bar and names. For VoiceOver it is one element.
final class ChoiceResultView: UIStackView {
  /// A view for a choice.
  ///
  /// - Parameter share: 0...1 of the voters.
  /// - Parameter names: of those who gave one.
  convenience init(choice: String, count: Int, share: Double, names: [String]) {
    self.init(frame: .zero)
    (axis, spacing) = (.vertical, 4)
    let line = localized("result.line", isolated(choice), String(count))
    addArrangedSubview(UILabel(line, style: .headline))
    addArrangedSubview(bar(share))
    if !names.isEmpty {
      let voters = UILabel(localizedList(names.map(isolated)), style: .footnote)
      voters.textColor = .secondaryLabel
      addArrangedSubview(voters)
    }
    isAccessibilityElement = true
    accessibilityTraits = .staticText
    accessibilityLabel = choice
    let votes = localized("result.voters", String(count))
    accessibilityValue = names.isEmpty ? votes : votes + ", " + localizedList(names)
  }

  /// A bar that grows from the leading side. The figure stands above it; the bar says nothing that it does
  /// not.
  private func bar(_ share: Double) -> UIView {
    let (ground, bar) = (UIView(frame: .zero), UIView(frame: .zero))
    (ground.backgroundColor, bar.backgroundColor) = (.systemFill, .tintColor)
    for layer in [ground.layer, bar.layer] { layer.cornerRadius = 4 }
    bar.translatesAutoresizingMaskIntoConstraints = false
    ground.addSubview(bar)
    NSLayoutConstraint.activate([
      ground.heightAnchor.constraint(equalToConstant: 8),
      bar.leadingAnchor.constraint(equalTo: ground.leadingAnchor),
      bar.topAnchor.constraint(equalTo: ground.topAnchor),
      bar.bottomAnchor.constraint(equalTo: ground.bottomAnchor),
      // UIKit wants no multiplier of 0.
      share > 0
        ? bar.widthAnchor.constraint(equalTo: ground.widthAnchor, multiplier: CGFloat(share))
        : bar.widthAnchor.constraint(equalToConstant: 0),
    ])
    return ground
  }
}
