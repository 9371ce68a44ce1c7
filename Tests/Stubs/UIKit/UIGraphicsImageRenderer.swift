// https://developer.apple.com/documentation/uikit/uigraphicsrenderer
open class UIGraphicsRenderer: NSObject {}

// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer
open class UIGraphicsImageRenderer: UIGraphicsRenderer {
  public typealias DrawingActions = (UIGraphicsImageRendererContext) -> Void
  public convenience init(size: CGSize) { fatalError() }
  public init(size: CGSize, format: UIGraphicsImageRendererFormat) {}
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {}
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage { fatalError() }
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uigraphicsrendererformat
open class UIGraphicsRendererFormat: NSObject {
  open class func `default`() -> Self { fatalError() }
  open class func preferred() -> Self { fatalError() }
  open var bounds: CGRect { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uigraphicsimagerendererformat
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
  open var scale: CGFloat = 1
  open var opaque = false
  open var preferredRange: UIGraphicsImageRendererFormat.Range = .unspecified

  // https://developer.apple.com/documentation/uikit/uigraphicsimagerendererformat/range
  public enum Range: Int, Sendable {
    case unspecified = -1
    case automatic, extended, standard
  }
}

// https://developer.apple.com/documentation/uikit/uigraphicsrenderercontext
open class UIGraphicsRendererContext: NSObject {
  open var cgContext: CGContext { fatalError() }
  open func fill(_ rect: CGRect) {}
  open func stroke(_ rect: CGRect) {}
  open func clip(to rect: CGRect) {}
}

// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderercontext
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
  open var currentImage: UIImage { fatalError() }
}
