/// The largest difference between the samples of two images. Alpha is always compared, and color only where
/// alpha is not 0.
///
/// - Parameter a: straight RGBA.
/// - Parameter b: straight RGBA of the same length.
public func largestDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var largest = 0
  for pixel in stride(from: 0, to: min(a.count, b.count), by: 4) {
    largest = max(largest, abs(Int(a[pixel + 3]) - Int(b[pixel + 3])))
    guard a[pixel + 3] != 0 else { continue }
    for sample in pixel..<pixel + 3 { largest = max(largest, abs(Int(a[sample]) - Int(b[sample]))) }
  }
  return largest
}
