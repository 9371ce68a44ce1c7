import TemplateLogic
import UIKit

/// The result of a poll, with the possible actions.
final class ResultViewController: ScreenViewController {
  /// How much of a result is shown.
  enum Extent {
    /// Everything.
    case full
    /// Compact: one button, and as much of the result as fits below it.
    case compact
    /// In the transcript, which is not interactive.
    case transcript
  }

  /// How much of the result is shown.
  let extent: Extent
  /// The displayed poll.
  private(set) var poll: Poll
  private var people: Int?
  private var hasVoted: Bool
  private lazy var choices = poll.definition.choices.map { ChoiceResultView(choice: $0.string) }
  private let total = UILabel("", style: .footnote)
  private lazy var vote = UIButton(.borderedProminent(), title: "") { [weak self] in
    self?.delegate?.beginVote()
  }

  /// Creates a screen for a result.
  ///
  /// - Parameter people: the number of people in the conversation; nil if it is unknown.
  init(poll: Poll, people: Int?, hasVoted: Bool, extent: Extent, delegate: any ScreenDelegate) {
    self.poll = poll
    self.people = people
    self.hasVoted = hasVoted
    self.extent = extent
    super.init(delegate: delegate)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    if extent == .compact { add(vote) }
    add(UILabel(poll.definition.question.string, style: .title2, isHeader: true))
    choices.forEach { add($0) }
    add(total)
    if extent == .full { addActions() }
    showState()
  }

  /// Shows later ballots of the same poll. Keeps the scroll position and VoiceOver's focus.
  func show(_ poll: Poll, people: Int?, hasVoted: Bool) {
    self.poll = poll
    self.people = people
    self.hasVoted = hasVoted
    if isViewLoaded { showState() }
  }

  override func showState() {
    let tally = Tally(poll)
    for (place, choice) in choices.enumerated() {
      choice.show(count: tally.counts[place], share: tally.shares[place], names: tally.voterNames[place])
    }
    let voters = tally.voterCount.formatted()
    total.text =
      people.map { localized("result.votersOf", voters, $0.formatted()) }
      ?? localized("result.voters", voters)
    vote.configuration?.title = localized(hasVoted ? "result.change" : "result.vote")
  }

  private func addActions() {
    add(
      vote,
      UIButton(.bordered(), title: localized("result.text")) { [weak self] in
        guard let self else { return }
        delegate?.insertText(of: poll)
      },
      UIButton(.bordered(), title: localized("result.picture")) { [weak self] in
        guard let self else { return }
        delegate?.insertPicture(of: poll)
      })
    if delegate?.stickers.isEmpty == false {
      add(
        UIButton(.bordered(), title: localized("result.sticker")) { [weak self] in
          self?.delegate?.showStickers()
        })
    }
    add(UIButton(.plain(), title: localized("poll.new")) { [weak self] in self?.delegate?.beginPoll() })
  }
}
