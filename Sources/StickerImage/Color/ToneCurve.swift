/// How a stored value relates to light in one channel: a curve of an ICC profile, or a plain power.
enum ToneCurve: Hashable, Sendable {
  /// `y = (a·x + b)^g + e` from `d` on, `y = c·x + f` below: all five parametric types and the plain gammas.
  case power(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)
  /// Samples at even distances, 0...65535, at least two, joined by straight lines.
  case table([Double])

  /// The sRGB curve.
  ///
  /// - Source: IEC 61966-2-1; 0.04045 is the knee, 12.92 the slope below it.
  static let sRGB = ToneCurve.power(
    g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045, e: 0, f: 0)

  /// Light is the value to the power of `g`, which is above 0 and at most 64.
  static func gamma(_ g: Double) -> Self { .power(g: g, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0) }

  /// Light of a stored value, both 0...1.
  func light(_ value: Double) -> Double {
    switch self {
    case .power(let g, let a, let b, let c, let d, let e, let f):
      let light = value >= d ? realPower(max(a * value + b, 0), g) + e : c * value + f
      return min(max(light, 0), 1)
    case .table(let samples):
      let position = value * Double(samples.count - 1)
      let left = min(Int(position), samples.count - 2)
      let share = position - Double(left)
      return (samples[left] * (1 - share) + samples[left + 1] * share) / 65535
    }
  }
}

extension ToneCurve {
  /// A curve tag of a profile; nil for any other tag, and for curves without sense.
  ///
  /// - Source: ICC.1:2022, 10.6 (`curv`) and 10.18 (`para`).
  init?(tag data: ArraySlice<UInt8>) {
    if data.prefix(4).elementsEqual("curv".utf8), let count = data.checkedBig32(at: 8) {
      self.init(curveOf: data, count: count)
    } else if data.prefix(4).elementsEqual("para".utf8), let type = data.checkedBig16(at: 8) {
      self.init(parametersOf: data, type: type)
    } else {
      return nil
    }
  }

  private init?(curveOf data: ArraySlice<UInt8>, count: Int) {
    switch count {
    case 0: self = .gamma(1)
    case 1:
      guard let gamma = data.checkedBig16(at: 12) else { return nil }
      self = .gamma(Double(gamma) / 256)
    default:
      guard count <= (data.count - 12) / 2 else { return nil }
      self = .table((0..<count).compactMap { data.checkedBig16(at: 12 + 2 * $0).map(Double.init) })
    }
  }

  private init?(parametersOf data: ArraySlice<UInt8>, type: Int) {
    let counts = [1, 3, 4, 5, 7]
    guard type < counts.count else { return nil }
    let values = (0..<counts[type]).compactMap { data.checkedFixedPoint(at: 12 + 4 * $0) }
    guard values.count == counts[type] else { return nil }
    let g = values[0]
    guard g > 0, g <= 64 else { return nil }
    guard type > 0 else {
      self = .gamma(g)
      return
    }
    let (a, b) = (values[1], values[2])
    if type <= 2 {
      guard a > 0 else { return nil }
      let level = type == 2 ? values[3] : 0
      self = .power(g: g, a: a, b: b, c: 0, d: -b / a, e: level, f: level)
    } else {
      let (e, f) = type == 4 ? (values[5], values[6]) : (0, 0)
      self = .power(g: g, a: a, b: b, c: values[3], d: values[4], e: e, f: f)
    }
  }
}
