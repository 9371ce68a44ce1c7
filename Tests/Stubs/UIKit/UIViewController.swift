// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public override nonisolated convenience init() { fatalError() }

  open var view: UIView!
  open var viewIfLoaded: UIView? { fatalError() }
  open var isViewLoaded: Bool { fatalError() }
  open var title: String?
  open func loadView() {}
  open func loadViewIfNeeded() {}
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewIsAppearing(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}

  open var parent: UIViewController? { fatalError() }
  open var children: [UIViewController] { fatalError() }
  open func addChild(_ childController: UIViewController) {}
  open func removeFromParent() {}
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  open var presentedViewController: UIViewController? { fatalError() }
  open var isBeingDismissed: Bool { fatalError() }
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {}
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}

  open var traitCollection: UITraitCollection { fatalError() }
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle = .unspecified
  open var additionalSafeAreaInsets: UIEdgeInsets = .zero
  open var preferredContentSize: CGSize = .zero
  open func setEditing(_ editing: Bool, animated: Bool) {}
  open var isEditing = false
}
