import Messages
import TemplateLogic
import UIKit

/// How a poll stands, and what can be done with it.
final class ResultViewController: ScreenViewController {
  /// How much of it is shown.
  enum Extent {
    /// Everything.
    case full
    /// Compact: the result and one button that leads on.
    case glance
    /// In the transcript, where nothing can be touched.
    case picture
  }

  private let poll: Poll
  private let people: Int?
  private let hasVoted: Bool
  private let extent: Extent

  /// A screen for a result.
  ///
  /// - Parameter people: how many there are in the conversation; nil if that is not known.
  init(poll: Poll, people: Int?, hasVoted: Bool, extent: Extent, delegate: any ScreenDelegate) {
    (self.poll, self.people, self.hasVoted, self.extent) = (poll, people, hasVoted, extent)
    super.init(delegate: delegate)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let tally = Tally(poll)
    add(UILabel(poll.definition.question.string, style: .title2, isHeader: true))
    for (place, choice) in poll.definition.choices.enumerated() {
      add(
        ChoiceResultView(
          choice: choice.string, count: tally.counts[place], share: tally.shares[place],
          names: tally.names[place]))
    }
    let voters = String(tally.voters)
    let total =
      people.map { localized("result.votersOf", voters, String($0)) } ?? localized("result.voters", voters)
    add(UILabel(total, style: .footnote))
    switch extent {
    case .full: addActions()
    case .glance: add(voteButton())
    case .picture: break
    }
  }

  private func addActions() {
    let (poll, delegate) = (poll, delegate)
    add(
      voteButton(),
      UIButton(.bordered(), title: localized("result.text")) { [weak delegate] in
        delegate?.insertText(of: poll)
      },
      UIButton(.bordered(), title: localized("result.picture")) { [weak delegate] in
        delegate?.insertPicture(of: poll)
      })
    if let stickers = delegate?.stickers, !stickers.isEmpty { add(stickerButton(stickers)) }
    add(UIButton(.plain(), title: localized("poll.new")) { [weak delegate] in delegate?.beginPoll() })
  }

  private func voteButton() -> UIButton {
    UIButton(.borderedProminent(), title: localized(hasVoted ? "result.change" : "result.vote")) {
      [weak self] in
      self?.delegate?.beginVote()
    }
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
