// How long viewers show a frame. Viewers replace some stored delays, such as 0.

extension ExactSeconds {
  /// How long viewers show a frame with this delay: 100 ms for a delay of at most 10 ms, otherwise the delay
  /// itself.
  ///
  /// - Source: Gecko `FrameTimeout::FromRawMilliseconds`; Blink `DeferredImageDecoder` and WebKit
  ///   `ImageFrame`, which show a frame of less than 11 ms for 100 ms; libwebp `gif2webp`, which writes 100
  ///   ms for a GIF's delay of at most 10 ms.
  package var shownDelay: ExactSeconds { isShownAsStored ? self : ExactSeconds(1, 10) }

  /// Whether viewers respect this delay, which they do if it is longer than 10 ms.
  package var isShownAsStored: Bool { maxOverriddenDelay.isShorter(than: self) }
}

/// The longest delay that viewers replace with 100 ms.
private let maxOverriddenDelay = ExactSeconds(1, 100)

extension StoredFrame {
  /// How long viewers show the frame: 100 ms for a delay of at most 10 ms.
  package var shownDelay: ExactSeconds { delay.shownDelay }
}

extension Frame {
  /// How long viewers show the frame of an animation: 100 ms for a delay of at most 10 ms.
  package var shownDelay: ExactSeconds { delay.shownDelay }

  /// The same frame with the displayed time as its delay. A conversion to another format should keep what
  /// people see, not a stored value that viewers ignore.
  package var withShownDelay: Frame { Frame(bitmap, delay: shownDelay) }
}
