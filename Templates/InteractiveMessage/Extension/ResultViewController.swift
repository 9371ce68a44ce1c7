import Messages
import TemplateLogic
import UIKit

/// How a poll stands, and what can be done with it.
final class ResultViewController: ScreenViewController {
  /// How much of it is shown.
  enum Extent {
    /// Everything.
    case full
    /// Compact: one button that leads on, and the result below it, as far as there is room.
    case glance
    /// In the transcript, where nothing can be touched.
    case picture
  }

  /// How much is shown.
  let extent: Extent
  /// The poll as it is shown.
  private(set) var poll: Poll
  private var people: Int?
  private var hasVoted: Bool
  private lazy var choices = poll.definition.choices.map { ChoiceResultView(choice: $0.string) }
  private let total = UILabel("", style: .footnote)
  private lazy var vote = UIButton(.borderedProminent(), title: "") { [weak self] in
    self?.delegate?.beginVote()
  }

  /// A screen for a result.
  ///
  /// - Parameter people: how many there are in the conversation; nil if that is not known.
  init(poll: Poll, people: Int?, hasVoted: Bool, extent: Extent, delegate: any ScreenDelegate) {
    (self.poll, self.people, self.hasVoted, self.extent) = (poll, people, hasVoted, extent)
    super.init(delegate: delegate)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    if extent == .glance { add(vote) }
    add(UILabel(poll.definition.question.string, style: .title2, isHeader: true))
    choices.forEach { add($0) }
    add(total)
    if extent == .full { addActions() }
    showState()
  }

  /// Shows later ballots of the same poll. The screen stays, and with it where somebody is in it: the place
  /// that was scrolled to, and VoiceOver's.
  func show(_ poll: Poll, people: Int?, hasVoted: Bool) {
    (self.poll, self.people, self.hasVoted) = (poll, people, hasVoted)
    if isViewLoaded { showState() }
  }

  override func showState() {
    let tally = Tally(poll)
    for (place, choice) in choices.enumerated() {
      choice.show(count: tally.counts[place], share: tally.shares[place], names: tally.names[place])
    }
    let voters = String(tally.voters)
    total.text =
      people.map { localized("result.votersOf", voters, String($0)) } ?? localized("result.voters", voters)
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
    if let stickers = delegate?.stickers, !stickers.isEmpty { add(stickerButton(stickers)) }
    add(UIButton(.plain(), title: localized("poll.new")) { [weak self] in self?.delegate?.beginPoll() })
  }

  /// A menu of the stickers by their descriptions, which is what VoiceOver reads too.
  private func stickerButton(_ stickers: [MSSticker]) -> UIButton {
    let button = UIButton(.bordered(), title: localized("result.sticker")) {}
    button.menu = UIMenu(
      children: stickers.map { sticker in
        let image = UIImage(contentsOfFile: sticker.imageFileURL.path)
        return UIAction(title: sticker.localizedDescription, image: image) { [weak self] _ in
          self?.delegate?.insert(sticker)
        }
      })
    button.showsMenuAsPrimaryAction = true
    return button
  }
}
