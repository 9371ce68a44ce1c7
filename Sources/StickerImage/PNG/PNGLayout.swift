/// Where the pixels of a PNG or APNG are; kept from the walk so that decoding need not walk again.
struct PNGLayout: Hashable, Sendable {
  var header: PNGHeader
  var palette: Range<Int>?
  var transparency: Range<Int>?
  /// Where the data of the IDAT chunks lies in the file.
  var idat: [Range<Int>] = []
  var idatOffset = 0
  /// Data of each frame's fdAT chunks without their sequence numbers; of IDAT where it is a frame.
  var frameData: [[Range<Int>]] = []
  /// Whether damage forbids decoding the default image: a broken critical chunk.
  var isReadable = true
}
