/// The orientation (1...8) in the first directory of EXIF data (TIFF header first); nil where it has none.
func readOrientation(_ exif: ArraySlice<UInt8>) -> Int? {
  guard let place = orientationPlace(exif) else { return nil }
  let bytes = Array(exif)
  return bytes.has("II") ? bytes.little16(at: place) : bytes.big16(at: place)
}

/// Where the two bytes of the orientation are, from the first byte of EXIF data; nil where it has none.
///
/// Looks at one directory only and follows no link, so offsets that lead in circles lead nowhere.
func orientationPlace(_ exif: ArraySlice<UInt8>) -> Int? {
  let bytes = Array(exif)
  guard bytes.count >= 14 else { return nil }
  let isLittle = bytes.has("II")
  guard isLittle || bytes.has("MM") else { return nil }
  func number16(_ at: Int) -> Int { isLittle ? bytes.little16(at: at) : bytes.big16(at: at) }
  func number32(_ at: Int) -> Int {
    isLittle ? bytes.little16(at: at) | bytes.little16(at: at + 2) << 16 : bytes.big32(at: at)
  }
  let directory = number32(4)
  guard number16(2) == 42, directory <= bytes.count - 2 else { return nil }
  for entry in 0..<number16(directory) {
    let at = directory + 2 + entry * 12
    guard at <= bytes.count - 12 else { return nil }
    if number16(at) == 0x0112 {
      let value = number16(at + 8)
      return number16(at + 2) == 3 && 1...8 ~= value ? at + 8 : nil
    }
  }
  return nil
}
