/// What the segments of a JPEG hold that is not its picture.
struct JPEGMetadata {
  /// Bytes of whole segments that change neither pixels nor colors.
  private(set) var bytes = 0
  private var fields: [PrivateField] = []
  /// XMP that is too long for one segment: by its digest, pieces with their place in the whole.
  private var extensions: [[UInt8]: [(place: Int, range: Range<Int>)]] = [:]

  /// Takes in one segment.
  ///
  /// - Parameter body: of the segment, without marker and length.
  /// - Parameter length: of all of it.
  /// - Returns: whether it changes neither pixels nor colors.
  mutating func note(_ marker: UInt8, _ bytes: [UInt8], _ body: Range<Int>, length: Int) -> Bool {
    guard 0xE0...0xEF ~= marker || marker == 0xFE else { return false }
    let isMeant =
      switch marker {
      case 0xE0: bytes.has("JFIF\0", at: body.lowerBound)
      case 0xE2: bytes.has("ICC_PROFILE\0", at: body.lowerBound)
      case 0xEE: bytes.has("Adobe", at: body.lowerBound)
      default: false
      }
    if !isMeant { self.bytes += length }
    let data = bytes[body]
    switch marker {
    case 0xE1 where bytes.has(extensionMark, at: body.lowerBound): noteExtension(data)
    case 0xE1: fields += privateFields(ofAPP1: data)
    case 0xED where bytes.has(resourcesMark, at: body.lowerBound):
      fields += privateFields(ofResources: data.dropFirst(resourcesMark.utf8.count))
    default: break
    }
    return !isMeant
  }

  /// A digest of 32 characters, the length of the whole and the place of this piece, then the piece.
  ///
  /// - Source: XMP specification, part 3, 1.1.3.1.
  private mutating func noteExtension(_ data: ArraySlice<UInt8>) {
    let head = data.dropFirst(extensionMark.utf8.count)
    guard let digest = head.checkedBytes(at: 0, count: 32), let place = head.checkedBig32(at: 36) else {
      return
    }
    let piece = head.dropFirst(40)
    extensions[Array(digest), default: []].append((place, piece.startIndex..<piece.endIndex))
  }

  /// Private fields of all segments, in their order; those of pieces last.
  ///
  /// - Parameter most: bytes of XMP in pieces that are looked at.
  func fields(of bytes: [UInt8], most: Int) -> [PrivateField] {
    // In the order of the file, and not of the dictionary.
    let wholes = extensions.values.sorted { $0[0].range.lowerBound < $1[0].range.lowerBound }
    return wholes.reduce(into: fields) { found, pieces in
      let sorted = pieces.sorted { ($0.place, $0.range.lowerBound) < ($1.place, $1.range.lowerBound) }
      let whole = bytes.joined(sorted.map(\.range)).prefix(most)
      found += privateFields(ofXMP: whole)
    }
  }
}

private let extensionMark = "http://ns.adobe.com/xmp/extension/\0"
private let resourcesMark = "Photoshop 3.0\0"
