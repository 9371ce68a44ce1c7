/// The light of points, from a table that is looked up once.
struct PointLights {
  private let table = TransferCurve.sRGB.light

  /// Linear light of a point, its alpha aside.
  @inline(__always)
  func light(opaque point: UInt32) -> SIMD4<Float> {
    SIMD4(table[Int(point.sampledRed)], table[Int(point.sampledGreen)], table[Int(point.sampledBlue)], 0)
  }
}

extension UInt32 {
  /// Whether a point's alpha is at least 128.
  var isSolid: Bool { self >= 128 << 24 }
}
