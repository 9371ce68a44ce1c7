/// Where the frames of a GIF are; kept from the walk so that decoding need not walk again.
struct GIFLayout: Hashable, Sendable {
  var frames: [GIFFrame] = []
}

/// One image descriptor and what belongs to it.
struct GIFFrame: Hashable, Sendable {
  var stored: StoredFrame
  /// The local palette, else the global one; nil where neither exists.
  var palette: Range<Int>?
  var isInterlaced: Bool
  var transparentIndex: UInt8?
  /// The bytes from the minimum code size to the empty sub-block, both included.
  var data: Range<Int>
}
