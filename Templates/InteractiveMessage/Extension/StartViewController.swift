import UIKit

/// The compact screen when no message is selected. It shows the purpose of the app and how to begin.
final class StartViewController: ScreenViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    add(
      UILabel(Settings.name, style: .title2, isHeader: true),
      UILabel(localized("start.text")),
      UIButton(.borderedProminent(), title: localized("poll.new")) { [weak self] in
        self?.delegate?.beginPoll()
      })
  }
}
