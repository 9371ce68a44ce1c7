import Corpus
import Foundation
import Testing

@testable import StickerImage

private func fixed(_ value: Double) -> [UInt8] { bigEndian(Int((value * 65536).rounded())) }

private func para(_ type: Int, _ values: [Double]) -> [UInt8] {
  Array("para".utf8) + [0, 0, 0, 0] + bigEndian16(type) + [0, 0] + values.flatMap(fixed)
}

private func curv(_ values: [Int]) -> [UInt8] {
  Array("curv".utf8) + [0, 0, 0, 0] + bigEndian(values.count) + values.flatMap { bigEndian16($0) }
}

/// A display profile of the matrix type.
private func matrixProfile(_ red: [UInt8], _ green: [UInt8]? = nil, _ blue: [UInt8]? = nil) -> [UInt8] {
  let colorant = Array("XYZ ".utf8) + [UInt8](repeating: 0, count: 16)
  return bareProfile(
    "RGB ",
    tags: [
      ("rXYZ", colorant), ("gXYZ", colorant), ("bXYZ", colorant), ("rTRC", red), ("gTRC", green ?? red),
      ("bTRC", blue ?? red),
    ])
}

@Suite struct ResampleCurveTests {
  private func expectLight(of profile: [UInt8], _ expected: (Double) -> Double) throws {
    let curve = try #require(TransferCurve(profile: profile))
    for sample in 0...255 {
      #expect(abs(Double(curve.light[sample]) - expected(Double(sample) / 255)) < 1e-5)
    }
  }

  @Test("the sRGB curve is that of IEC 61966-2-1")
  func sRGB() {
    for sample in 0...255 {
      let value = Double(sample) / 255
      let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      #expect(abs(Double(TransferCurve.sRGB.light[sample]) - light) < 1e-6)
    }
  }

  @Test("light of a sample is that sample again")
  func thereAndBack() {
    for sample in 0...255 {
      let step = Int((Double(TransferCurve.sRGB.light[sample]) * 65535).rounded())
      #expect(Int(TransferCurve.sRGB.samples[step]) == sample)
    }
  }

  @Test("plain gammas, as Adobe RGB has them")
  func gamma() throws {
    try expectLight(of: matrixProfile(curv([0x0233]))) { pow($0, 563.0 / 256) }
    try expectLight(of: matrixProfile(curv([]))) { $0 }
    try expectLight(of: matrixProfile(para(0, [1.8]))) { pow($0, 1.8) }
  }

  @Test("all parametric types")
  func parametric() throws {
    try expectLight(of: matrixProfile(para(1, [2, 1.25, -0.25]))) { pow(max(1.25 * $0 - 0.25, 0), 2) }
    try expectLight(of: matrixProfile(para(2, [2, 0.5, 0.25, 0.0625]))) { pow(0.5 * $0 + 0.25, 2) + 0.0625 }
    let srgb = { (value: Double) in value < 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
    let values = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    try expectLight(of: matrixProfile(para(3, values)), srgb)
    try expectLight(of: matrixProfile(para(4, values + [0, 0])), srgb)
    try expectLight(of: matrixProfile(para(4, [1, 0.5, 0.25, 0.5, 0.5, 0.125, 0.25]))) {
      $0 >= 0.5 ? 0.5 * $0 + 0.375 : 0.5 * $0 + 0.25
    }
  }

  @Test("tables are joined by straight lines")
  func tables() throws {
    try expectLight(of: matrixProfile(curv([0, 16384, 65535]))) { value in
      value < 0.5 ? value * 2 * 16384 / 65535 : (16384 + (value * 2 - 1) * (65535 - 16384)) / 65535
    }
    let fine = (0..<1024).map { Int((pow(Double($0) / 1023, 2.2) * 65535).rounded()) }
    try expectLight(of: matrixProfile(curv(fine))) { value in
      let place = value * 1023
      let left = min(Int(place), 1022)
      let share = place - Double(left)
      return (Double(fine[left]) * (1 - share) + Double(fine[left + 1]) * share) / 65535
    }
  }

  @Test("profiles that are not simple give nil, and sRGB is used")
  func notSimple() {
    #expect(TransferCurve(profile: []) == nil)
    #expect(TransferCurve(profile: bareProfile("GRAY")) == nil)
    #expect(TransferCurve(profile: bareProfile("RGB ")) == nil)
    #expect(TransferCurve(profile: matrixProfile(para(0, [2]), para(0, [2.1]))) == nil)
    #expect(TransferCurve(profile: matrixProfile(curv([65535, 0]))) == nil)  // falls
    #expect(TransferCurve(profile: matrixProfile(curv([9, 9]))) == nil)  // flat
    #expect(TransferCurve(profile: matrixProfile(para(0, [0]))) == nil)
    #expect(TransferCurve(profile: matrixProfile(para(0, [-2]))) == nil)
    #expect(TransferCurve(profile: matrixProfile(para(1, [2, 0, 0]))) == nil)
    #expect(TransferCurve(profile: matrixProfile(para(5, [2, 1, 1, 1, 1, 1, 1]))) == nil)
    #expect(TransferCurve(profile: matrixProfile(Array(curv([0, 1, 2]).dropLast()))) == nil)
    let lookup = [("A2B0", [UInt8](repeating: 0, count: 40))]
    #expect(TransferCurve(profile: bareProfile("RGB ", tags: lookup)) == nil)
  }

  @Test("cut and flipped profiles never trap")
  func hostile() {
    var numbers = SeededNumbers(seed: 11)
    for profile in [matrixProfile(curv([0, 99, 65535])), matrixProfile(para(4, [2, 1, 0, 1, 0.5, 0, 0]))] {
      for end in profile.indices { _ = TransferCurve(profile: Array(profile[..<end])) }
      for at in profile.indices {
        for value in [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &numbers)] {
          var flipped = profile
          flipped[at] = value
          _ = TransferCurve(profile: flipped)
        }
      }
    }
  }
}
