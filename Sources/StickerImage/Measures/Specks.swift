/// Small groups of visible pixels (alpha of at least 5) that lie apart from everything else of their frame.
///
/// A group is what hangs together over sides and corners (8-connected). Its distance is how many pixels it
/// would have to move, also aslant, to lie on the nearest other visible pixel. Only runs with nothing above
/// them are looked at, each in a window of 64 columns, so that art costs next to nothing.
public struct Specks: Hashable, Sendable {
  /// One group.
  public struct Speck: Hashable, Sendable {
    /// Its rectangle.
    public let place: PixelRect
    /// The first frame that has it there; the first of all is 0.
    public let frame: Int
    /// Pixels, 1...15.
    public let pixels: Int
    /// To the nearest other visible pixel, 4...16; 16 also stands for anything beyond.
    public let distance: Int
  }

  /// In reading order within a frame, at most 256: where a picture is made of dust, more say no more.
  public private(set) var found: [Speck] = []
  private var places: Set<PixelRect> = []
  /// Runs that may still be looked at: a picture of nothing but dots must end, too.
  private var runsLeft = 65_536

  /// Groups of more pixels are art.
  static let mostPixels = 15
  /// Groups that are nearer to something belong to it.
  static let leastDistance = 4
  /// No distance beyond is told apart.
  static let mostDistance = 16
  private static let mostFound = 256

  /// Nothing seen yet.
  init() {}

  /// - Parameter frame: its number, the first is 0.
  mutating func take(_ mask: PixelMask, frame: Int) {
    for at in mask.words.indices where mask.words[at] != 0 {
      let bits = mask.words[at]
      let bare = bits & ~covered(mask, at)
      if bare == 0 { continue }
      let (word, row) = (at % mask.stride, at / mask.stride)
      let before = mask.word(word - 1, row: row) &>> 63
      var starts = bare & ~(bits &<< 1 | before)
      while starts != 0 {
        let start = starts.trailingZeroBitCount
        starts &= starts &- 1
        // A run that goes on below something is a slope of a larger shape.
        let end = start + (~(bare &>> UInt64(start))).trailingZeroBitCount
        if end - start > Self.mostPixels || end < 64 && bits &>> UInt64(end) & 1 == 1 { continue }
        guard runsLeft > 0, found.count < Self.mostFound else { return }
        runsLeft -= 1
        let window = SpeckWindow(mask, column: word * 64 + start, row: row)
        guard let speck = window.speck(frame: frame), places.insert(speck.place).inserted else { continue }
        found.append(speck)
      }
    }
  }

  /// The pixels of a word that have a visible one above, straight or aslant.
  private func covered(_ mask: PixelMask, _ at: Int) -> UInt64 {
    guard at >= mask.stride else { return 0 }
    let above = at - mask.stride
    let bits = mask.words[above]
    if bits == .max { return .max }
    var all = bits | bits &<< 1 | bits &>> 1
    let word = above % mask.stride
    if word > 0 { all |= mask.words[above - 1] &>> 63 }
    if word < mask.stride - 1 { all |= mask.words[above + 1] &<< 63 }
    return all
  }
}
