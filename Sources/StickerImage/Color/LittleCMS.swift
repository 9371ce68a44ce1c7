#if LittleCMS
  private import CLibLCMS

  /// Compares the colors of a lookup-table profile with sRGB and Display P3.
  ///
  /// - Returns: nil if LittleCMS rejects the profile.
  func sampleDifferences(ofLookupTableProfile profile: [UInt8]) -> ColorProfileSampleDifferences? {
    guard let transform = ProfileTransform(profile) else { return nil }
    let levels = comparedSampleLevels.map { Double($0) / 255 }
    let light = transform.light(ofDoubles: levels, isGray: transform.space == cmsSigGrayData)
    return light.map { light in
      ColorProfileSampleDifferences {
        light[($0 * comparedSampleLevels.count + $1) * comparedSampleLevels.count + $2]
      }
    }
  }

  /// Converts colors with a lookup-table profile.
  ///
  /// - Returns: nil if LittleCMS rejects the profile, or if it isn't for RGB.
  func convertedThroughTables(_ bitmap: Bitmap, _ profile: [UInt8], to space: StickerColorSpace) -> Bitmap? {
    guard let transform = ProfileTransform(profile), transform.space == cmsSigRgbData else { return nil }
    return transform.converted(bitmap, SL_RGBA_8, to: space, hasAlpha: true)
  }

  extension Bitmap {
    /// Decodes a CMYK JPEG with its embedded profile.
    ///
    /// - Parameter bytes: The whole file.
    /// - Parameter container: The container parsed from the bytes.
    /// - Parameter space: The target space.
    /// - Returns: nil if there is no CMYK profile, LittleCMS rejects it, or the image is damaged.
    public init?(decodingCMYK bytes: [UInt8], _ container: ImageContainer, to space: StickerColorSpace) {
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

  /// A LittleCMS transform from the colors of a profile to D50 XYZ, relative colorimetric.
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

    /// Calls `body` with a transform. Returns nil if LittleCMS can't create one for samples in this layout.
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

    /// The D50 XYZ of every combination of levels. For a gray profile, uses the green level.
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

    /// Converts four-byte pixels, row by row.
    func converted(
      _ source: Bitmap, _ layout: cmsUInt32Number, to space: StickerColorSpace, hasAlpha: Bool
    ) -> Bitmap? {
      guard let back = space.profile.toD50XYZ.inverse else { return nil }
      let table = SRGBCurve.sampleBy16BitLight
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
  /// Returns nil: this build doesn't include LittleCMS.
  func sampleDifferences(ofLookupTableProfile profile: [UInt8]) -> ColorProfileSampleDifferences? { nil }

  /// Returns nil: this build doesn't include LittleCMS.
  func convertedThroughTables(_ bitmap: Bitmap, _ profile: [UInt8], to space: StickerColorSpace) -> Bitmap? {
    nil
  }
#endif
