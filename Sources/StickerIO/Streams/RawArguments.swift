public import StickerModel

/// The command line's arguments without the program's name.
///
/// `CommandLine.arguments` repairs what is not UTF-8, and then the file is not found. Here each byte that is
/// not UTF-8 is carried as the private-use scalar U+10FF00 + byte, which `Path(argument:)` undoes. So is each
/// control character: the parser puts arguments into its messages as they are.
package func rawArguments() -> [String] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
    return unsafe carried([UInt8](UnsafeRawBufferPointer(start: argument, count: length(of: argument))))
  }
}

extension Path {
  /// The path that an argument of `rawArguments` stands for.
  public init(argument: String) {
    self.init(
      bytes: argument.unicodeScalars.flatMap { scalar -> [UInt8] in
        carrier.contains(scalar.value)
          ? [UInt8(scalar.value - carrier.lowerBound)] : Array(String(scalar).utf8)
      })
  }
}

/// A message of the parser with arguments in it, harmless line by line.
package func shownMessage(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    Untrusted(bytes: Path(argument: String(line)).bytes).shown
  }.joined(separator: "\n")
}

/// Bytes as text that loses nothing.
func carried(_ bytes: [UInt8]) -> String {
  var text = String.UnicodeScalarView()
  var rest = bytes[...]
  while let first = rest.first {
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    // A carrier that stands in the argument itself is carried too, byte by byte: it must come back as it was.
    if let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first,
      !carrier.contains(scalar.value), first >= 0x20, first != 0x7F
    {
      text.append(scalar)
      rest = rest.dropFirst(length)
    } else {
      if let scalar = Unicode.Scalar(carrier.lowerBound + UInt32(first)) { text.append(scalar) }
      rest = rest.dropFirst()
    }
  }
  return String(text)
}

private let carrier: ClosedRange<UInt32> = 0x10FF00...0x10FFFF

private func length(of text: UnsafePointer<CChar>) -> Int {
  var count = 0
  while unsafe text[count] != 0 { count += 1 }
  return count
}
