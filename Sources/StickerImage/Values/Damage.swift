/// Why and where a file can't be read.
public struct Damage: Hashable, Sendable {
  /// The reason in one sentence without the location, such as `the checksum is wrong`.
  public let reason: String
  /// The location of the damage in the file.
  public let location: ByteLocation
  /// Whether the file might be valid but uses an unsupported feature.
  public let isUnsupported: Bool
  /// The maximum share of the file that can be present if it is truncated, or nil if its full size is
  /// unknown.
  public let maxPresentFileShare: Double?

  /// Creates damage at a location.
  public init(
    _ reason: String, at location: ByteLocation, isUnsupported: Bool = false, maxPresentShare: Double? = nil
  ) {
    self.reason = reason
    self.location = location
    self.isUnsupported = isUnsupported
    self.maxPresentFileShare = maxPresentShare
  }

  /// Whether the file is truncated. All parsers begin such reasons with the same words.
  public var isTruncated: Bool {
    maxPresentFileShare != nil || reason.hasPrefix("the file ends")
  }
}

/// A location inside a file, as precise as possible.
public struct ByteLocation: Hashable, Sendable {
  /// The name of the chunk, block or segment in its specification's terms, such as `fdAT`, `image descriptor`
  /// or `SOS`.
  public var partName: String?
  /// The byte offset of that part in the file.
  public var partStartOffset: Int?
  /// The byte offset in the file at which the problem was detected. Decompressors may have read a few bytes
  /// ahead.
  public var problemOffset: Int?
  /// The index of the frame, starting at 0.
  public var frameIndex: Int?
  /// The index of the scan line, starting at 0. In an animation, it is relative to the stored patch.
  public var scanLineIndex: Int?

  /// Creates a location. Omit values that aren't known.
  public init(
    partName: String? = nil, partOffset: Int? = nil, problemOffset: Int? = nil, frameIndex: Int? = nil,
    scanLineIndex: Int? = nil
  ) {
    self.partName = partName
    self.partStartOffset = partOffset
    self.problemOffset = problemOffset
    self.frameIndex = frameIndex
    self.scanLineIndex = scanLineIndex
  }
}

extension ByteLocation: CustomStringConvertible {
  /// The location in words, such as `fdAT at byte 517, frame 2, scan line 40, near byte 1028`. Frames and
  /// lines count from 1 here.
  public var description: String {
    var parts: [String] = []
    switch (partName, partStartOffset) {
    case (let unit?, let offset?): parts.append("\(unit) at byte \(offset)")
    case (let unit?, nil): parts.append(unit)
    case (nil, let offset?): parts.append("byte \(offset)")
    case (nil, nil): break
    }
    if let frameIndex { parts.append("frame \(frameIndex + 1)") }
    if let scanLineIndex { parts.append("scan line \(scanLineIndex + 1)") }
    if let problemOffset { parts.append("near byte \(problemOffset)") }
    return parts.joined(separator: ", ")
  }
}
