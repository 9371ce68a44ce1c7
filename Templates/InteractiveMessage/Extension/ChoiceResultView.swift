import TemplateLogic
import UIKit

/// A choice with its votes: text, bar and names. It is a single element for VoiceOver.
final class ChoiceResultView: UIStackView {
  private let line = UILabel("", style: .headline)
  private let voters = UILabel("", style: .footnote)
  private let ground = UIView(frame: .zero)
  private let bar = UIView(frame: .zero)
  private var width: NSLayoutConstraint?

  /// Creates a view for a choice without votes.
  convenience init(choice: String) {
    self.init(frame: .zero)
    axis = .vertical
    spacing = 4
    voters.textColor = .secondaryLabel
    layOutBar()
    for view in [line, ground, voters] { addArrangedSubview(view) }
    isAccessibilityElement = true
    accessibilityTraits = .staticText
    accessibilityLabel = choice
  }

  /// Shows the votes of a choice.
  ///
  /// - Parameter share: the share of the voters who selected this choice, 0...1.
  /// - Parameter names: the names that these voters typed.
  func show(count: Int, share: Double, names: [String]) {
    line.text = localized("result.line", isolated(accessibilityLabel ?? ""), count.formatted())
    voters.text = localizedList(names.map(isolated))
    voters.isHidden = names.isEmpty
    width?.isActive = false
    // UIKit does not accept a multiplier of 0.
    width =
      share > 0
      ? bar.widthAnchor.constraint(equalTo: ground.widthAnchor, multiplier: CGFloat(share))
      : bar.widthAnchor.constraint(equalToConstant: 0)
    width?.isActive = true
    let votes = count.formatted()
    accessibilityValue =
      names.isEmpty
      ? localized("result.voters", votes) : localized("result.votersNames", votes, localizedList(names))
  }

  /// Adds a bar that grows from the leading side. It shows the same value as the number above it.
  private func layOutBar() {
    ground.backgroundColor = .systemFill
    bar.backgroundColor = .tintColor
    for layer in [ground.layer, bar.layer] { layer.cornerRadius = 4 }
    bar.translatesAutoresizingMaskIntoConstraints = false
    ground.addSubview(bar)
    NSLayoutConstraint.activate([
      ground.heightAnchor.constraint(equalToConstant: 8),
      bar.leadingAnchor.constraint(equalTo: ground.leadingAnchor),
      bar.topAnchor.constraint(equalTo: ground.topAnchor),
      bar.bottomAnchor.constraint(equalTo: ground.bottomAnchor),
    ])
  }
}
