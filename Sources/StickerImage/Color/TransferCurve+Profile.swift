extension TransferCurve {
  /// The curve of an RGB profile of the matrix type whose three channels share one.
  ///
  /// - Parameter profile: an ICC profile of any origin; hostile bytes give nil, never a trap.
  /// - Returns: nil for any other profile, and for curves that fall or are flat.
  /// - Source: ICC.1:2022, 10.6 (`curv`) and 10.18 (`para`).
  public init?(profile: [UInt8]) {
    guard let profile = ICCProfile(profile), profile.isMatrixOfRGB, let red = profile.tag("rTRC"),
      let green = profile.tag("gTRC"), let blue = profile.tag("bTRC")
    else { return nil }
    guard let curve = ToneCurve(tag: red), curve == ToneCurve(tag: green), curve == ToneCurve(tag: blue)
    else { return nil }
    let values = (0...510).map { curve.light(Double($0) / 510) }
    let rises = zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
    guard rises, values[0] < values[510] else { return nil }
    self.init(curve.light)
  }
}
