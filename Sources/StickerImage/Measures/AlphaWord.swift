import CImageCodecs

/// The alpha of up to 64 pixels side by side, a bit for each; the first pixel is the lowest bit.
typealias AlphaWord = sl_alpha_bits

extension AlphaWord {
  /// Pixels with alpha of at least 5.
  @inline(__always) var visible: UInt64 { from5 }
  /// Alpha of 3 or 4: of what nobody sees, the stronger half.
  @inline(__always) var nearlyVisible: UInt64 { from3 & ~from5 }
  /// Alpha of at least 9: what is visible, but not distinct, is faint.
  @inline(__always) var distinct: UInt64 { from9 }
  /// Pixels with alpha of at least 128.
  @inline(__always) var solid: UInt64 { from128 }
  /// Pixels with alpha of 64...191.
  @inline(__always) var translucent: UInt64 { from64 & ~from192 }
  /// Whether some pixel has an alpha between 0 and 255.
  @inline(__always) var isPartial: Bool { any != opaque }
}
