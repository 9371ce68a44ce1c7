import CLibLCMS

@testable import StickerImage

/// LittleCMS, which the tests use to compare colors.
enum LittleCMS {
  /// Converts a profile's colors to a display space: relative colorimetric, in double precision, without
  /// optimizations.
  ///
  /// - Parameter samples: red, green and blue, 0...1; for a gray profile, the red sample.
  /// - Returns: samples clamped to 0...1; nil if LittleCMS rejects the profile.
  static func converted(
    _ samples: [SIMD3<Double>], from profile: [UInt8], to space: StickerColorSpace
  ) -> [SIMD3<Double>]? {
    guard let source = unsafe cmsOpenProfileFromMem(profile, UInt32(profile.count)) else { return nil }
    defer { unsafe cmsCloseProfile(source) }
    guard let target = unsafe made(space) else { return nil }
    defer { unsafe cmsCloseProfile(target) }
    let isGray = unsafe cmsGetColorSpace(source) == cmsSigGrayData
    guard
      let transform = unsafe cmsCreateTransform(
        source, isGray ? SL_GRAY_DOUBLE : SL_RGB_DOUBLE, target, SL_RGB_DOUBLE,
        UInt32(INTENT_RELATIVE_COLORIMETRIC), UInt32(cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE))
    else { return nil }
    defer { unsafe cmsDeleteTransform(transform) }
    let values = samples.flatMap { isGray ? [$0.x] : [$0.x, $0.y, $0.z] }
    var out = [Double](repeating: 0, count: samples.count * 3)
    unsafe cmsDoTransform(transform, values, &out, UInt32(samples.count))
    return samples.indices.map { index in
      SIMD3(out[index * 3], out[index * 3 + 1], out[index * 3 + 2]).clamped(
        lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
    }
  }

  /// The sRGB profile that LittleCMS creates, as a file.
  static let sRGBProfile: [UInt8] = {
    guard let profile = unsafe cmsCreate_sRGBProfile() else { return [] }
    defer { unsafe cmsCloseProfile(profile) }
    var length: UInt32 = 0
    unsafe cmsSaveProfileToMem(profile, nil, &length)
    var bytes = [UInt8](repeating: 0, count: Int(length))
    unsafe cmsSaveProfileToMem(profile, &bytes, &length)
    return bytes
  }()

  private static func made(_ space: StickerColorSpace) -> cmsHPROFILE? {
    switch space {
    case .sRGB: return unsafe cmsCreate_sRGBProfile()
    case .displayP3:
      var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
      var primaries = cmsCIExyYTRIPLE(
        Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
        Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
      // Type 4 of LittleCMS is ICC's type 3, which has the form of the sRGB curve.
      let curve = unsafe cmsBuildParametricToneCurve(
        nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      defer { unsafe cmsFreeToneCurve(curve) }
      var curves = unsafe [curve, curve, curve]
      return unsafe cmsCreateRGBProfile(&white, &primaries, &curves)
    }
  }
}
