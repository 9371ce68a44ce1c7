extension PNGContainerReader {
  /// Chunks of colors and of density. One of the wrong length says nothing; so does one behind image data,
  /// where its colors would come too late.
  mutating func readColorChunk(_ chunk: PNGChunk) {
    guard layout?.idat.isEmpty == true else { return }
    let (data, at) = (bytes[chunk.data], chunk.data.lowerBound)
    func points(_ number: Int) -> Chromaticities.Point {
      Chromaticities.Point(data.big32(at: at + number * 8), data.big32(at: at + number * 8 + 4))
    }
    switch (chunk.type, data.count) {
    case ("gAMA", 4): container.color.gamma = data.big32(at: at)
    case ("cHRM", 32):
      container.color.chromaticities = Chromaticities(
        white: points(0), red: points(1), green: points(2), blue: points(3))
    case ("sRGB", 1): container.color.sRGBIntent = RenderingIntent(rawValue: Int(data[at]))
    case ("cICP", 4):
      container.color.codePoints = CodePoints(
        primaries: Int(data[at]), transfer: Int(data[at + 1]), matrix: Int(data[at + 2]),
        fullRange: Int(data[at + 3]))
    case ("pHYs", 9):
      let units: [UInt8: PixelDensity.Unit] = [0: .none, 1: .meter]
      container.density = units[data[at + 8]].map {
        PixelDensity(data.big32(at: at), data.big32(at: at + 4), per: $0)
      }
    default: break
    }
  }
}
