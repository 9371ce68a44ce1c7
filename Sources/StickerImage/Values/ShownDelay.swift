// Viewers do not show very short frames as they are written.

extension ExactSeconds {
  /// How long viewers show a frame whose file asks for this time: 100 ms for at most 10 ms, and any longer time
  /// as it is.
  ///
  /// - Source: Gecko `FrameTimeout::FromRawMilliseconds`; Blink `DeferredImageDecoder` and WebKit
  ///   `ImageFrame`, which show a frame of less than 11 ms for 100 ms; libwebp `gif2webp`, which writes 100 ms
  ///   for a GIF's delay of at most 10 ms.
  package var asShown: ExactSeconds { isShownAsWritten ? self : ExactSeconds(1, 10) }

  /// Whether viewers show a frame for as long as its file asks for: for more than 10 ms.
  package var isShownAsWritten: Bool { mostOverruled.isShorter(than: self) }
}

/// The longest delay that viewers overrule.
private let mostOverruled = ExactSeconds(1, 100)

extension StoredFrame {
  /// How long viewers show the frame: 100 ms where the file asks for 10 ms or less.
  package var shownDelay: ExactSeconds { delay.asShown }
}

extension Frame {
  /// How long viewers show the frame of an animation: 100 ms where the file asks for 10 ms or less.
  package var shownDelay: ExactSeconds { delay.asShown }

  /// The same frame, with the time that viewers show it for written down. A conversion to another format keeps
  /// what is seen, and not a figure that no viewer obeys.
  package var writingShownDelay: Frame { Frame(bitmap, delay: shownDelay) }
}
