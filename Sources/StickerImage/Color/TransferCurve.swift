/// How stored samples relate to light: the curve of a color space, the same for red, green and blue.
struct TransferCurve: Sendable {
  /// Light, 0...1, of each of the 256 samples; never falls.
  let light: [Float]
  /// The nearest sample for each of 65 536 steps of light: step `s` is light `s / 65535`. A step is a
  /// twentieth of a sample where the sRGB curve is flattest, so that the table's own error is below a tenth
  /// of a sample.
  let samples: [UInt8]

  /// The sRGB curve.
  ///
  /// - Source: IEC 61966-2-1; 0.04045 is the knee, 12.92 the slope below it.
  static let sRGB = TransferCurve { value in
    value <= 0.04045 ? value / 12.92 : realPower((value + 0.055) / 1.055, 2.4)
  }

  /// A curve from stored value to light, both 0...1; it must not fall.
  init(_ curve: (Double) -> Double) {
    func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
    light = (0...255).map { Float(clamped(curve(Double($0) / 255))) }
    // A sample stands for all light from half a sample below to half a sample above it.
    let thresholds = (0..<255).map { clamped(curve((Double($0) + 0.5) / 255)) }
    var sample = 0
    samples = (0...65535).map { step in
      while sample < 255, Double(step) / 65535 > thresholds[sample] { sample += 1 }
      return UInt8(sample)
    }
  }
}
