#if LittleCMS
  private import CLibLCMS

  /// How far the colors of a profile of tables lie from sRGB and Display P3.
  ///
  /// - Returns: nil where LittleCMS refuses the profile.
  func distanceThroughTables(_ profile: [UInt8]) -> ColorDistance? {
    guard let transform = ProfileTransform(profile) else { return nil }
    let levels = colorLevels.map { Double($0) / 255 }
    let light = transform.light(ofDoubles: levels, isGray: transform.space == cmsSigGrayData)
    return light.map { light in
      ColorDistance { light[($0 * colorLevels.count + $1) * colorLevels.count + $2] }
    }
  }

  /// Converts colors by a profile of tables.
  ///
  /// - Returns: nil where LittleCMS refuses the profile, or it is for other colors than red, green and blue.
  func convertedThroughTables(_ bitmap: Bitmap, _ profile: [UInt8], to space: DisplaySpace) -> Bitmap? {
    guard let transform = ProfileTransform(profile), transform.space == cmsSigRgbData else { return nil }
    return transform.converted(bitmap, SL_RGBA_8, to: space, hasAlpha: true)
  }

  extension Bitmap {
    /// Decodes a JPEG of four inks by its profile.
    ///
    /// - Parameter container: what was read from the bytes.
    /// - Returns: nil where there is no profile for ink, LittleCMS refuses it, or the picture is damaged.
    public init?(decodingInk bytes: [UInt8], _ container: Container, to space: DisplaySpace) {
      guard container.isCMYK, let profile = container.profile, let transform = ProfileTransform(profile),
        transform.space == cmsSigCmykData, var cmyk = decodeCMYK(bytes, container)
      else { return nil }
      for index in cmyk.pixels.indices { cmyk.pixels[index] = 255 - cmyk.pixels[index] }
      guard let converted = transform.converted(cmyk, SL_CMYK_8, to: space, hasAlpha: false) else {
        return nil
      }
      self = converted
    }
  }

  /// A profile as LittleCMS reads it, from its colors to XYZ under D50: relative colorimetric.
  @safe private struct ProfileTransform: ~Copyable {
    private let profile: cmsHPROFILE
    private let light: cmsHPROFILE
    let space: cmsColorSpaceSignature

    init?(_ bytes: [UInt8]) {
      guard let profile = unsafe cmsOpenProfileFromMem(bytes, UInt32(bytes.count)) else { return nil }
      guard let light = unsafe cmsCreateXYZProfile() else {
        unsafe cmsCloseProfile(profile)
        return nil
      }
      unsafe (self.profile, self.light) = (profile, light)
      space = unsafe cmsGetColorSpace(profile)
    }

    deinit {
      unsafe cmsCloseProfile(profile)
      unsafe cmsCloseProfile(light)
    }

    /// Calls `body` with a transform; nil where LittleCMS makes none for samples of this layout.
    private func withTransform<Outcome>(
      _ layout: cmsUInt32Number, _ body: (cmsHTRANSFORM) -> Outcome
    ) -> Outcome? {
      guard
        let transform = unsafe cmsCreateTransform(
          profile, layout, light, SL_XYZ_DOUBLE, UInt32(INTENT_RELATIVE_COLORIMETRIC),
          UInt32(cmsFLAGS_NOCACHE))
      else { return nil }
      defer { unsafe cmsDeleteTransform(transform) }
      return unsafe body(transform)
    }

    /// Light of all combinations of three levels; of a gray profile that of the greens.
    func light(ofDoubles levels: [Double], isGray: Bool) -> [SIMD3<Double>]? {
      var samples: [Double] = []
      for red in levels {
        for green in levels {
          for blue in levels { samples += isGray ? [green] : [red, green, blue] }
        }
      }
      let count = levels.count * levels.count * levels.count
      return unsafe withTransform(isGray ? SL_GRAY_DOUBLE : SL_RGB_DOUBLE) { transform in
        var out = [Double](repeating: 0, count: count * 3)
        unsafe cmsDoTransform(transform, samples, &out, UInt32(count))
        return (0..<count).map { SIMD3(out[$0 * 3], out[$0 * 3 + 1], out[$0 * 3 + 2]) }
      }
    }

    /// Converts pixels of four bytes, row by row.
    func converted(
      _ source: Bitmap, _ layout: cmsUInt32Number, to space: DisplaySpace, hasAlpha: Bool
    ) -> Bitmap? {
      guard let back = space.profile.toXYZ.inverse else { return nil }
      let table = SRGBCurve.samples
      var out = source.pixels
      return unsafe withTransform(layout) { transform in
        var light = [Double](repeating: 0, count: source.width * 3)
        for row in 0..<source.height {
          let start = row * source.width * 4
          let samples = Array(source.pixels[start..<start + source.width * 4])
          unsafe cmsDoTransform(transform, samples, &light, UInt32(source.width))
          for column in 0..<source.width {
            let color = back * SIMD3(light[column * 3], light[column * 3 + 1], light[column * 3 + 2])
            let steps = (color * 65535).rounded(.toNearestOrEven).clamped(
              lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 65535))
            let at = start + column * 4
            for channel in 0..<3 { out[at + channel] = table[Int(steps[channel])] }
            if !hasAlpha { out[at + 3] = 255 }
          }
        }
        return Bitmap(source.size, pixels: out)
      }
    }
  }
#else
  /// Tables are evaluated by LittleCMS, which this build is without.
  func distanceThroughTables(_ profile: [UInt8]) -> ColorDistance? { nil }

  /// Tables are evaluated by LittleCMS, which this build is without.
  func convertedThroughTables(_ bitmap: Bitmap, _ profile: [UInt8], to space: DisplaySpace) -> Bitmap? { nil }
#endif
