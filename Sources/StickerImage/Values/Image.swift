/// A collected image: what the container said and every composited frame. A still has one frame.
public struct Image: Sendable {
  /// What the container said.
  public let container: Container
  /// The frames in playing order, each as large as the canvas.
  public let frames: [Frame]

  /// An image of composited frames.
  public init(container: Container, frames: [Frame]) {
    self.container = container
    self.frames = frames
  }
}

/// One composited picture of the canvas and how long it is shown.
public struct Frame: Hashable, Sendable {
  /// The picture of the whole canvas.
  public var bitmap: Bitmap
  /// The stored delay, zero for a still. Viewers show the frame for
  /// `shownDelay`.
  public var delay: ExactSeconds

  /// A frame.
  public init(_ bitmap: Bitmap, delay: ExactSeconds = .zero) {
    self.bitmap = bitmap
    self.delay = delay
  }
}

/// Sees the composited frames of an image one after the other, each once, in playing order.
public protocol FrameVisitor {
  /// Called for each frame. Keeping the bitmap costs a copy of it; looking does not.
  mutating func visit(_ frame: Frame, number: Int)
}
