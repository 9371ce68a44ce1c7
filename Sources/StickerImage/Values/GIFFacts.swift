/// What a GIF says of itself beside its frames, as stored.
public struct GIFFacts: Hashable, Sendable {
  /// `87a` or `89a`.
  public var version: String
  /// The color number that uncovered canvas should have; browsers show it transparent instead.
  public var backgroundIndex: Int
  /// The shape of a pixel: width : height is (this + 15) : 64; 0 says nothing.
  public var pixelAspect: Int
  /// The number in the loop block: repetitions after the first time, 0 endless; nil without a block.
  public var storedLoops: Int?

  /// What the logical screen descriptor says.
  public init(version: String, backgroundIndex: Int, pixelAspect: Int) {
    (self.version, self.backgroundIndex, self.pixelAspect) = (version, backgroundIndex, pixelAspect)
  }
}

/// What a GIF stores for one frame that other formats have not.
public struct GIFFrameFacts: Hashable, Sendable {
  /// 0...7 as stored; 0 and 1 keep the frame, as do 4 to 7, which are reserved.
  public var storedDisposal = 0
  /// Entries of the frame's own palette; 0 where it uses the global one.
  public var localPaletteSize = 0
  /// Whether its rows are stored in four passes.
  public var isInterlaced = false
  /// The color number that shows what lies below.
  public var transparentIndex: Int?
  /// Whether a player should wait for the user before the next frame; none does.
  public var waitsForInput = false

  /// A frame without a graphic control extension and palette.
  public init() {}
}
