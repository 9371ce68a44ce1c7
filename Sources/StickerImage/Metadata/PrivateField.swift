/// A field of a file's metadata that says more of people than of the picture. Its value is never kept.
public struct PrivateField: Hashable, Sendable {
  /// What a field gives away.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Coordinates, of where the picture was taken or what it shows.
    case position
    /// A place by its name.
    case place
    /// Who made or owns something.
    case person
    /// Which device of its kind it was.
    case device
    /// What was done to the picture, when, and with what.
    case history
  }
  /// The name that its standard gives it: `GPSLatitude`, `dc:creator`, `By-line`. Never text from the file.
  public let name: String
  /// What the field gives away.
  public let kind: Kind

  /// A field.
  public init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
}

extension Container {
  /// Notes fields that a file holds, each once.
  mutating func keep(_ fields: [PrivateField]) {
    for field in fields where !privateFields.contains(field) { privateFields.append(field) }
  }
}

extension Collection<UInt8> {
  /// Whether bytes say something: more than zeros and spaces. Of long data the beginning decides.
  var saysSomething: Bool { prefix(mostBytesLookedAt).contains { $0 != 0 && $0 != 0x20 } }
}

/// A field with as many zeros at its beginning has no value.
private let mostBytesLookedAt = 1024
