import TemplateLogic
import UIKit

/// The expanded screen for typing a question and two to six choices.
final class ComposeViewController: ScreenViewController {
  private var draft: Draft
  private let hint = UILabel("", style: .footnote)
  private lazy var addChoice = UIButton(.bordered(), title: localized("compose.add")) { [weak self] in
    self?.appendChoice()
  }
  private lazy var ask = UIButton(.borderedProminent(), title: localized("compose.ask")) { [weak self] in
    guard let self else { return }
    delegate?.ask(draft)
  }
  private lazy var question = makeField(draft.question, label: localized("compose.question"))
  private let choices = UIStackView()
  private var choiceFields: [UITextField] = []

  /// Creates a screen that continues a draft.
  init(draft: Draft, delegate: any ScreenDelegate) {
    self.draft = draft
    super.init(delegate: delegate)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    question.onChange(as: .question) { [weak self] text in
      self?.change { $0.question = text }
    }
    choices.axis = .vertical
    choices.spacing = 8
    for place in draft.choices.indices { addField(at: place) }
    linkFields()
    hint.textColor = .secondaryLabel
    let cancel = UIButton(.plain(), title: localized("compose.cancel")) { [weak self] in
      self?.delegate?.cancel()
    }
    add(
      UILabel(localized("poll.new"), style: .title2, isHeader: true), UIStackView(labeling: question),
      choices, addChoice, hint, ask,
      cancel)
    showState()
  }

  private func addField(at place: Int) {
    let field = makeField(draft.choices[place], label: localized("compose.choice", (place + 1).formatted()))
    field.onChange(as: .choice) { [weak self] text in
      self?.change { $0.setChoice(text, at: place) }
    }
    choiceFields.append(field)
    choices.addArrangedSubview(UIStackView(labeling: field))
  }

  /// Makes Return move from each field to the next, and close the keyboard in the last field.
  private func linkFields() {
    let fields = self.fields
    for field in fields { field.returnKeyType = field === fields.last ? .done : .next }
  }

  private var fields: [UITextField] {
    [question] + choiceFields
  }

  private func focusField(after field: UITextField) {
    let fields = self.fields
    guard let place = fields.firstIndex(of: field), place + 1 < fields.count else { return }
    fields[place + 1].becomeFirstResponder()
  }

  private func makeField(_ text: String, label: String) -> UITextField {
    let field = UITextField(text, label: label)
    field.addAction(
      UIAction { [weak self, weak field] _ in
        if let field { self?.focusField(after: field) }
      }, for: .editingDidEndOnExit)
    return field
  }

  private func appendChoice() {
    guard draft.canAddChoice else { return }
    change { $0.addChoice() }
    addField(at: draft.choices.count - 1)
    linkFields()
    choiceFields.last?.becomeFirstResponder()
  }

  private func change(_ change: (inout Draft) -> Void) {
    change(&draft)
    delegate?.keep(draft)
    showState()
  }

  /// Shows what is still missing from the draft, and enables the button once the draft is a complete poll.
  override func showState() {
    let problem = delegate?.problem(of: draft)
    addChoice.isEnabled = draft.canAddChoice
    ask.isEnabled = problem == nil && !isBusy
    ask.configuration?.showsActivityIndicator = isBusy
    switch problem {
    case .noQuestion: hint.text = localized("compose.noQuestion")
    case .tooFewChoices: hint.text = localized("compose.tooFewChoices")
    case .sameChoiceTwice: hint.text = localized("compose.sameChoiceTwice")
    case .tooLong: hint.text = localized("compose.tooLong")
    case nil: hint.text = localized("compose.ready")
    }
    ask.accessibilityHint = hint.text
  }
}
