import UIKit

extension UIViewController {
  /// Shows a child that fills a view. The order is UIKit's: the child learns that it has a parent after its
  /// view has its place.
  func embed(_ child: UIViewController, in container: UIView) {
    addChild(child)
    child.view.translatesAutoresizingMaskIntoConstraints = false
    container.addSubview(child.view)
    NSLayoutConstraint.activate([
      child.view.topAnchor.constraint(equalTo: container.topAnchor),
      child.view.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      child.view.trailingAnchor.constraint(equalTo: container.trailingAnchor),
      child.view.bottomAnchor.constraint(equalTo: container.bottomAnchor),
    ])
    child.didMove(toParent: self)
  }

  /// Takes a child away: it learns that first.
  func remove(_ child: UIViewController) {
    child.willMove(toParent: nil)
    child.view.removeFromSuperview()
    child.removeFromParent()
  }
}
