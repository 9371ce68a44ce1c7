/// A file drawn in code for an example.
public struct Sketch: Sendable {
  /// The file's name: `sticker.png`.
  public var fileName: String
  /// Makes the file.
  public var make: @Sendable () throws -> ReadOutcome

  /// A file that is made when it is asked for.
  public init(_ fileName: String, make: @escaping @Sendable () throws -> ReadOutcome) {
    self.fileName = fileName
    self.make = make
  }

  /// The same file under another name.
  public func named(_ fileName: String) -> Sketch { Sketch(fileName, make: make) }

  /// The same file with its bytes changed.
  public func changed(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Sketch {
    Sketch(fileName) { [make] in
      if case .bytes(let bytes) = try make() { .bytes(change(bytes)) } else { try make() }
    }
  }
}
