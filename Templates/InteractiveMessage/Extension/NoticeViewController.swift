import UIKit

/// Shows why there is no poll, and what the person can do.
final class NoticeViewController: ScreenViewController {
  /// The kinds of notices. Their names are part of the string keys.
  enum Notice: String {
    case waiting, unavailable, unreadable, newerVersion
  }

  private let notice: Notice

  /// Creates a screen for a notice.
  init(_ notice: Notice, delegate: any ScreenDelegate) {
    self.notice = notice
    super.init(delegate: delegate)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    add(
      UILabel(localized("notice.\(notice.rawValue).title"), style: .title2, isHeader: true),
      UILabel(localized("notice.\(notice.rawValue).text")))
    if notice == .waiting {
      let indicator = UIActivityIndicatorView(style: .medium)
      indicator.startAnimating()
      add(indicator)
      return
    }
    if notice == .unavailable {
      add(
        UIButton(.borderedProminent(), title: localized("notice.retry")) { [weak self] in
          self?.delegate?.retry()
        })
    }
    add(UIButton(.bordered(), title: localized("poll.new")) { [weak self] in self?.delegate?.beginPoll() })
  }
}
