/// Why a datastream cannot be read, and where.
public struct Damage: Hashable, Sendable {
  /// Why, in one sentence without the place: `the checksum is wrong`.
  public let reason: String
  /// Where the damage is in the file.
  public let location: ByteLocation
  /// Whether the datastream may well be sound, and only nobody here reads its kind.
  public let isUnsupported: Bool
  /// Of a file that ends before it should, the most of it that can be there, as a share; nil where nothing
  /// says how long it was.
  public let maxPresentShare: Double?

  /// Damage at a place.
  public init(
    _ reason: String, at location: ByteLocation, isUnsupported: Bool = false, maxPresentShare: Double? = nil
  ) {
    self.reason = reason
    self.location = location
    self.isUnsupported = isUnsupported
    self.maxPresentShare = maxPresentShare
  }

  /// Whether the file ends before it should, as every reader of a container words it.
  public var isCutOff: Bool {
    maxPresentShare != nil || reason.hasPrefix("the file ends") || reason.hasPrefix("it ends")
  }
}

/// A place inside a file, as exactly as it is known.
public struct ByteLocation: Hashable, Sendable {
  /// The chunk's, block's or segment's name in its specification's terms: `fdAT`, `image descriptor`, `SOS`.
  public var unit: String?
  /// Where that unit begins, in bytes from the start of the file.
  public var offset: Int?
  /// The byte that was being read when something was found wrong inside the unit, from the start of the file;
  /// as exact as the decompressor tells, which may have read a few bytes ahead.
  public var position: Int?
  /// The frame's number, the first is 0.
  public var frame: Int?
  /// The scan line, the first is 0; of an animation's frame counted within the patch that is stored.
  public var line: Int?

  /// A place; what is not known is left out.
  public init(
    unit: String? = nil, offset: Int? = nil, position: Int? = nil, frame: Int? = nil, line: Int? = nil
  ) {
    self.unit = unit
    self.offset = offset
    self.position = position
    self.frame = frame
    self.line = line
  }
}

extension ByteLocation: CustomStringConvertible {
  /// `fdAT at byte 517, frame 2, scan line 40, near byte 1028` (people count frames and lines from 1).
  public var description: String {
    var parts: [String] = []
    switch (unit, offset) {
    case (let unit?, let offset?): parts.append("\(unit) at byte \(offset)")
    case (let unit?, nil): parts.append(unit)
    case (nil, let offset?): parts.append("byte \(offset)")
    case (nil, nil): break
    }
    if let frame { parts.append("frame \(frame + 1)") }
    if let line { parts.append("scan line \(line + 1)") }
    if let position { parts.append("near byte \(position)") }
    return parts.joined(separator: ", ")
  }
}
