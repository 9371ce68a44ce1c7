/// What a WebP gives up of a picture.
public enum WebPMeans: Hashable, Sendable {
  /// Nothing that is seen.
  case lossless
  /// Colors move a little, so that more of them repeat, and alpha between 0 and 255 with them. 0...99, the
  /// smaller the more: 80 by 1 of 255 at most, 0 by 16.
  case nearLossless(Int)
  /// Colors lose detail and half of their resolution: 0...100, less is worse. Alpha is exact at 100, and
  /// has fewer levels below: 14 at 60, 6 at 20.
  case lossy(quality: Double, alpha: Int = 100)
}

extension Bitmap {
  /// Encodes the bitmap as a still WebP; what has alpha 0 is stored as transparent black, and where colors
  /// may move as whatever costs least.
  ///
  /// There is no place for a profile in it, as messengers refuse one: convert to sRGB first.
  ///
  /// - Returns: the file; the same pixels give the same bytes.
  /// - Throws: `EncodingDefect` where a side has more than 16383 px, or where nothing may be lost and the
  ///   file, decoded again, is not the bitmap.
  public func encodedWebP(
    _ means: WebPMeans = .lossless, effort: OptimizingEffort = .normal
  ) throws(EncodingDefect) -> [UInt8] {
    var plan = try WebPPlan([Frame(self)], plays: nil, leastMilliseconds: 0)
    return try plan.whole(means, effort, of: [self])
  }
}

extension [Frame] {
  /// Encodes the composited frames as an animated WebP.
  ///
  /// Frames that look like the one before join it; the others are stored as the smallest patches found. Each
  /// ends within half a millisecond of its exact time. There is at least one frame, and all are of one size;
  /// one frame still makes an animation.
  ///
  /// - Parameter plays: how often it plays, 0...65535; 0 is endless.
  /// - Parameter leastMilliseconds: how long a frame lasts at least; where one is shorter, those behind it
  ///   make up for it.
  /// - Returns: the file; the same frames give the same bytes.
  /// - Throws: `EncodingDefect` where frames differ in size, a number does not fit, or where nothing may be
  ///   lost and the file, decoded again, does not show the frames.
  public func encodedWebP(
    plays: Int, leastMilliseconds: Int = 0, _ means: WebPMeans = .lossless,
    effort: OptimizingEffort = .normal
  ) throws(EncodingDefect) -> [UInt8] {
    var plan = try WebPPlan(self, plays: plays, leastMilliseconds: leastMilliseconds)
    return try plan.whole(means, effort, of: map(\.bitmap))
  }
}

extension WebPPlan {
  /// All of it, however many bytes that takes, once it was seen that it decodes to what it promises.
  fileprivate mutating func whole(
    _ means: WebPMeans, _ effort: OptimizingEffort, of frames: [Bitmap]
  ) throws(EncodingDefect) -> [UInt8] {
    guard let file = try coded(means, effort).file else { throw EncodingDefect("nothing was coded") }
    try check(file, against: frames, means, measuresSimilarity: false)
    return file
  }
}
