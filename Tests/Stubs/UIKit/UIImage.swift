// https://developer.apple.com/documentation/uikit/uiimage
open class UIImage: NSObject, @unchecked Sendable {
  public init?(systemName name: String) {}
  public init?(named name: String) {}
  public init?(contentsOfFile path: String) {}
  public init?(data: Data) {}
  public init?(data: Data, scale: CGFloat) {}
  open var size: CGSize { fatalError() }
  open var scale: CGFloat { fatalError() }
  open func pngData() -> Data? { fatalError() }
  open func jpegData(compressionQuality: CGFloat) -> Data? { fatalError() }
  open func draw(in rect: CGRect) {}
  open func preparingThumbnail(of size: CGSize) -> UIImage? { fatalError() }
  open func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uiimageview
@MainActor open class UIImageView: UIView {
  public init(image: UIImage?) { super.init(frame: .zero) }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open var image: UIImage?
}
