import StickerImage
import StickerModel

/// Takes the members of a JSON object as the types they must have.
struct MemberReader {
  private let members: [String: JSON]
  private let place: String

  init(_ json: JSON, _ place: String) throws(ManifestFault) {
    guard case .object(let members) = json else {
      throw ManifestFault(reason: "\(place) is \(json.kind): it must be an object")
    }
    self.members = members
    self.place = place
  }

  /// - Parameter keys: the allowed keys, with spaces between them.
  func allow(_ keys: String) throws(ManifestFault) {
    // A manifest has thousands of objects: no text is copied, and no character looked for.
    let allowed = keys.utf8.split(separator: UInt8(ascii: " "))
    let others = members.keys.filter { key in !allowed.contains { $0.elementsEqual(key.utf8) } }
    if let other = others.min() {
      throw ManifestFault(reason: "\(place) has an unknown key \(Untrusted(other).shown)")
    }
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  func integer(_ key: String) throws(ManifestFault) -> Int {
    if case .integer(let integer)? = members[key], integer >= 0 { return integer }
    throw wrong(key, "a whole number of at least 0")
  }

  func bool(_ key: String) throws(ManifestFault) -> Bool {
    if case .bool(let bool)? = members[key] { return bool }
    throw wrong(key, "true or false")
  }

  func text(_ key: String) throws(ManifestFault) -> String {
    if case .string(let text)? = members[key] { return text }
    throw wrong(key, "a text")
  }

  func word<Word: RawRepresentable<String>>(_ key: String) throws(ManifestFault) -> Word {
    if let word = Word(rawValue: try text(key)) { return word }
    throw wrong(key, "one of its words")
  }

  func object(_ key: String) throws(ManifestFault) -> MemberReader {
    guard let json = members[key] else { throw wrong(key, "an object") }
    return try MemberReader(json, "\(place).\(key)")
  }

  func texts(_ key: String) throws(ManifestFault) -> [String] {
    guard case .array(let elements)? = members[key] else { throw wrong(key, "a list") }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw wrong(key, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  func texts(by key: String) throws(ManifestFault) -> [String: String] {
    guard case .object(let members)? = members[key] else { throw wrong(key, "an object") }
    var texts: [String: String] = [:]
    for (name, value) in members {
      guard case .string(let text) = value else { throw wrong(key, "an object of texts") }
      texts[name] = text
    }
    return texts
  }

  /// A time in seconds as a fraction; nil where there is none: a sum that is too large is left out.
  func seconds(_ key: String) throws(ManifestFault) -> ExactSeconds? {
    guard members[key] != nil else { return nil }
    let fraction = try object(key)
    try fraction.allow("num den")
    let denominator = try fraction.integer("den")
    guard denominator > 0 else { throw wrong(key, "a fraction") }
    return ExactSeconds(try fraction.integer("num"), denominator)
  }

  /// A fraction of 0...1 in ten thousandths; nil where there is none.
  func tenThousandths(_ key: String) throws(ManifestFault) -> Int? {
    guard has(key) else { return nil }
    guard let fraction = try seconds(key), fraction.numerator <= fraction.denominator,
      10_000 % fraction.denominator == 0
    else { throw wrong(key, "ten thousandths, at most 1") }
    return fraction.numerator * (10_000 / fraction.denominator)
  }

  func pixels(_ key: String) throws(ManifestFault) -> PixelSize {
    let pixels = try object(key)
    try pixels.allow("width height")
    return PixelSize(try pixels.integer("width"), try pixels.integer("height"))
  }

  /// The color 0xFFD54F of `#FFD54F`; nil where there is none.
  func color(_ key: String) throws(ManifestFault) -> UInt32? {
    guard has(key) else { return nil }
    let text = try text(key)
    guard text.hasPrefix("#"), text.utf8.count == 7, let color = UInt32(text.dropFirst(), radix: 16) else {
      throw wrong(key, "a color")
    }
    return color
  }

  func list<Element>(
    _ key: String, _ element: (MemberReader) throws(ManifestFault) -> Element
  ) throws(ManifestFault) -> [Element] {
    guard case .array(let values)? = members[key] else { throw wrong(key, "a list") }
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      elements.append(try element(MemberReader(value, "\(place).\(key)[\(index)]")))
    }
    return elements
  }

  private func wrong(_ key: String, _ wanted: String) -> ManifestFault {
    ManifestFault(reason: "\(place).\(key) must be \(wanted)")
  }
}
