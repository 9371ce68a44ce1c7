import TemplateLogic
import UIKit

/// The expanded screen with the choices and an optional name.
final class VoteViewController: ScreenViewController {
  /// The poll. More ballots may arrive while the person chooses.
  var poll: Poll
  private let own: Ballot?
  private var chosen: Set<Int>
  private var name: String
  private var buttons: [UIButton] = []
  private lazy var vote = UIButton(.borderedProminent(), title: localized("vote.vote")) { [weak self] in
    guard let self else { return }
    delegate?.vote(in: poll, selectedChoices: chosen, name: name)
  }
  private lazy var withdraw = UIButton(.bordered(), title: localized("vote.withdraw")) { [weak self] in
    guard let self else { return }
    delegate?.vote(in: poll, selectedChoices: [], name: name)
  }

  /// Creates a screen for a poll.
  ///
  /// - Parameter own: the previous ballot of this device.
  /// - Parameter lastName: the name that was typed last, suggested for the first vote.
  init(poll: Poll, own: Ballot?, lastName: String, delegate: any ScreenDelegate) {
    self.poll = poll
    self.own = own
    chosen = own?.selectedChoices ?? []
    name = own.map { $0.name?.string ?? "" } ?? lastName
    super.init(delegate: delegate)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    add(
      UILabel(poll.definition.question.string, style: .title2, isHeader: true),
      UILabel(localized("vote.hint"), style: .footnote))
    buttons = poll.definition.choices.indices.map(makeButton)
    buttons.forEach { add($0) }
    let field = UITextField(name, label: localized("vote.name"))
    field.onChange(as: .name) { [weak self] in self?.name = $0 }
    add(UIStackView(labeling: field), vote)
    if let own, !own.isWithdrawn { add(withdraw) }
    add(UIButton(.plain(), title: localized("vote.result")) { [weak self] in self?.delegate?.showResult() })
    showState()
  }

  private func makeButton(at place: Int) -> UIButton {
    let button = UIButton(.gray(), title: poll.definition.choices[place].string) { [weak self] in
      self?.toggle(place)
    }
    button.contentHorizontalAlignment = .leading
    button.configuration?.imagePadding = 8
    return button
  }

  private func toggle(_ place: Int) {
    chosen.formSymmetricDifference([place])
    showState()
  }

  override func showState() {
    for (place, button) in buttons.enumerated() {
      let isChosen = chosen.contains(place)
      button.configuration?.image = UIImage(systemName: isChosen ? "checkmark.circle.fill" : "circle")
      button.accessibilityTraits = isChosen ? [.button, .selected] : .button
    }
    vote.isEnabled = !chosen.isEmpty && !isBusy
    withdraw.isEnabled = !isBusy
    vote.configuration?.showsActivityIndicator = isBusy
  }
}
