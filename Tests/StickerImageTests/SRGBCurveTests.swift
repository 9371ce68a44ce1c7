import Foundation
import Testing

@testable import StickerImage

@Suite struct SRGBCurveTests {
  @Test("the sRGB curve is the one in IEC 61966-2-1")
  func sRGB() {
    for sample in 0...255 {
      let value = Double(sample) / 255
      let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      #expect(abs(Double(SRGBCurve.lightBySample[sample]) - light) < 1e-6)
    }
  }

  @Test("a sample converted to light and back is the same")
  func thereAndBack() {
    for sample in 0...255 {
      let step = Int((Double(SRGBCurve.lightBySample[sample]) * 65535).rounded())
      #expect(Int(SRGBCurve.sampleBy16BitLight[step]) == sample)
    }
  }
}
