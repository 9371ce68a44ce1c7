/// The private fields of XMP.
///
/// Scans the markup once. The scanner handles namespaces and nesting, but no other XML features. Entities
/// aren't expanded, so they can't explode in size.
///
/// - Parameter data: Untrusted UTF-8.
func privateFields(ofXMP data: ArraySlice<UInt8>) -> [PrivateField] {
  var walk = PrivateXMPScanner(data)
  walk.scan()
  return walk.foundFields
}

private struct PrivateXMPScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private(set) var foundFields: [PrivateField] = []
  /// The known namespaces by their current prefix.
  private var namespacesByPrefix: [ArraySlice<UInt8>: XMPNamespacePrivateProperties] = [:]
  private var depth = 0
  /// Open private properties that don't have a value yet, with their depth.
  private var openPropertiesWithoutValue: [(field: PrivateField, depth: Int)] = []

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  mutating func scan() {
    while let start = bytes[position...].firstIndex(of: 0x3C) {
      if !openPropertiesWithoutValue.isEmpty, bytes[position..<start].contains(where: { $0 > 0x20 }) {
        recordOpenPropertiesAsFound()
      }
      position = start + 1
      guard position < bytes.endIndex else { return }
      switch bytes[position] {
      case 0x2F: readEndTag()  // "/"
      case 0x21: readCommentOrCDATA()  // "!"
      case 0x3F: skip(past: "?>")
      default: readStartTag()
      }
    }
  }

  /// Records that all open properties have a value.
  private mutating func recordOpenPropertiesAsFound() {
    for property in openPropertiesWithoutValue where !foundFields.contains(property.field) {
      foundFields.append(property.field)
    }
    openPropertiesWithoutValue.removeAll(keepingCapacity: true)
  }

  private mutating func skip(past end: StaticString) {
    let mark = end.withUTF8Buffer { unsafe Array($0) }
    while let next = bytes[position...].firstIndex(of: mark[0]) {
      position = next + 1
      if bytes[next...].starts(with: mark) {
        position = next + mark.count
        return
      }
    }
    position = bytes.endIndex
  }

  private mutating func readCommentOrCDATA() {
    let rest = bytes[position...]
    if rest.starts(with: "!--".utf8) {
      skip(past: "-->")
    } else if rest.starts(with: "![CDATA[".utf8) {
      let start = position + 8
      skip(past: "]]>")
      if start + 3 < position, !openPropertiesWithoutValue.isEmpty { recordOpenPropertiesAsFound() }
    } else {
      skip(past: ">")
    }
  }

  private mutating func readEndTag() {
    skip(past: ">")
    depth -= 1
    while let last = openPropertiesWithoutValue.last, last.depth > depth {
      openPropertiesWithoutValue.removeLast()
    }
  }

  private mutating func readStartTag() {
    let name = takeName()
    let (attributes, isEmpty) = takeAttributesAndTagEnd()
    for attribute in attributes { registerNamespaceIfDeclared(attribute) }
    depth += 1
    if let field = privateField(named: name), !foundFields.contains(field) {
      openPropertiesWithoutValue.append((field, depth))
    }
    for attribute in attributes where attribute.value.contains(where: { $0 > 0x20 }) {
      let field = privateField(named: attribute.name)
      if !openPropertiesWithoutValue.isEmpty, isPropertyAttribute(attribute.name) {
        recordOpenPropertiesAsFound()
      }
      if let field, !foundFields.contains(field) { foundFields.append(field) }
    }
    if isEmpty {
      depth -= 1
      while let last = openPropertiesWithoutValue.last, last.depth > depth {
        openPropertiesWithoutValue.removeLast()
      }
    }
  }

  private typealias Attribute = (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

  /// Reads attributes up to the end of a tag. Also returns whether the tag is self-closing.
  private mutating func takeAttributesAndTagEnd() -> ([Attribute], isEmpty: Bool) {
    var attributes: [Attribute] = []
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == 0x3E {
        let isEmpty = bytes[position - 1] == 0x2F
        position += 1
        return (attributes, isEmpty)
      }
      if byte <= 0x20 || byte == 0x2F || byte == 0x3D || byte == 0x22 || byte == 0x27 {
        position += 1
        continue
      }
      let name = takeName()
      if let value = takeAttributeValue() { attributes.append((name, value)) }
    }
    return (attributes, true)
  }

  /// Reads a name, which ends at the first character that can't be part of it. The name is never empty here,
  /// so the scan always advances.
  private mutating func takeName() -> ArraySlice<UInt8> {
    let start = position
    let end = bytes[position...].firstIndex { $0 <= 0x20 || $0 == 0x3D || $0 == 0x2F || $0 == 0x3E }
    position = end ?? bytes.endIndex
    return bytes[start..<position]
  }

  /// Reads a quoted value after an equals sign.
  private mutating func takeAttributeValue() -> ArraySlice<UInt8>? {
    guard let sign = bytes[position...].firstIndex(where: { $0 > 0x20 }), bytes[sign] == 0x3D,
      let quote = bytes[(sign + 1)...].firstIndex(where: { $0 > 0x20 }),
      bytes[quote] == 0x22 || bytes[quote] == 0x27
    else { return nil }
    guard let end = bytes[(quote + 1)...].firstIndex(of: bytes[quote]) else {
      position = bytes.endIndex
      return nil
    }
    position = end + 1
    return bytes[(quote + 1)..<end]
  }

  private mutating func registerNamespaceIfDeclared(_ attribute: Attribute) {
    guard attribute.name.starts(with: "xmlns:".utf8) else { return }
    let prefix = attribute.name.dropFirst(6)
    // The known Adobe and IPTC names are shorter.
    guard attribute.value.count <= 80, prefix.count <= 80 else { return }
    namespacesByPrefix[prefix] = privateXMPNamespaces[String(decoding: attribute.value, as: UTF8.self)]
  }

  private func privateField(named name: ArraySlice<UInt8>) -> PrivateField? {
    guard let colon = name.firstIndex(of: 0x3A), let namespace = namespacesByPrefix[name[..<colon]] else {
      return nil
    }
    let property = name[(colon + 1)...]
    guard property.count <= 80 else { return nil }
    return namespace.privateField(ofProperty: String(decoding: property, as: UTF8.self))
  }

  /// Whether an attribute is part of a value, not of the XML or RDF markup.
  private func isPropertyAttribute(_ name: ArraySlice<UInt8>) -> Bool {
    !name.starts(with: "xml".utf8) && !name.starts(with: "rdf:".utf8)
  }
}

/// An XMP namespace and its private properties.
struct XMPNamespacePrivateProperties {
  /// The usual prefix, such as `dc`.
  let prefix: String
  let privateKindsByProperty: [String: PrivateField.Kind]

  /// The field for a property, or nil if it isn't private.
  func privateField(ofProperty property: String) -> PrivateField? {
    privateKindsByProperty[property].map { PrivateField("\(prefix):\(property)", $0) }
  }
}

/// The namespaces by their URIs.
///
/// Intentionally omitted: programs (`xmp:CreatorTool`), dates, document IDs (`xmpMM:DocumentID`,
/// `xmpMM:DerivedFrom`), and information that is meant to be public, such as rights.
///
/// - Source: XMP specification, part 2 (Adobe, 2016), chapters 2 and 3; IPTC Photo Metadata Standard 2023.1;
///   CIPA DC-010-2020 (EXIF in XMP); Metadata Working Group 2.0 (regions with the positions of faces).
let privateXMPNamespaces: [String: XMPNamespacePrivateProperties] = [
  "http://purl.org/dc/elements/1.1/": XMPNamespacePrivateProperties(
    prefix: "dc", privateKindsByProperty: ["creator": .person, "contributor": .person]),
  "http://ns.adobe.com/xap/1.0/rights/": XMPNamespacePrivateProperties(
    prefix: "xmpRights", privateKindsByProperty: ["Owner": .person]),
  "http://ns.adobe.com/xap/1.0/mm/": XMPNamespacePrivateProperties(
    prefix: "xmpMM", privateKindsByProperty: ["History": .history, "Pantry": .history]),
  "http://ns.adobe.com/photoshop/1.0/": XMPNamespacePrivateProperties(
    prefix: "photoshop",
    privateKindsByProperty: [
      "AuthorsPosition": .person, "CaptionWriter": .person, "History": .history,
      "DocumentAncestors": .history, "City": .placeName, "State": .placeName, "Country": .placeName,
    ]),
  "http://ns.adobe.com/tiff/1.0/": XMPNamespacePrivateProperties(
    prefix: "tiff", privateKindsByProperty: ["Artist": .person]),
  "http://ns.adobe.com/exif/1.0/": XMPNamespacePrivateProperties(
    prefix: "exif",
    privateKindsByProperty: [
      "GPSLatitude": .coordinates, "GPSLongitude": .coordinates, "GPSAltitude": .coordinates,
      "GPSDestLatitude": .coordinates, "GPSDestLongitude": .coordinates, "GPSAreaInformation": .coordinates,
      "MakerNote": .device,
    ]),
  "http://ns.adobe.com/exif/1.0/aux/": XMPNamespacePrivateProperties(
    prefix: "aux",
    privateKindsByProperty: ["SerialNumber": .device, "LensSerialNumber": .device, "OwnerName": .person]),
  "http://cipa.jp/exif/1.0/": XMPNamespacePrivateProperties(
    prefix: "exifEX",
    privateKindsByProperty: [
      "BodySerialNumber": .device, "LensSerialNumber": .device, "CameraOwnerName": .person,
      "Photographer": .person, "ImageEditor": .person,
    ]),
  "http://ns.adobe.com/pdf/1.3/": XMPNamespacePrivateProperties(
    prefix: "pdf", privateKindsByProperty: ["Author": .person]),
  "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": XMPNamespacePrivateProperties(
    prefix: "Iptc4xmpCore", privateKindsByProperty: ["CreatorContactInfo": .person, "Location": .placeName]),
  "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": XMPNamespacePrivateProperties(
    prefix: "Iptc4xmpExt",
    privateKindsByProperty: [
      "PersonInImage": .person, "LocationCreated": .placeName, "LocationShown": .placeName,
    ]),
  "http://www.metadataworkinggroup.com/schemas/regions/": XMPNamespacePrivateProperties(
    prefix: "mwg-rs", privateKindsByProperty: ["Regions": .person]),
  "http://ns.microsoft.com/photo/1.0/": XMPNamespacePrivateProperties(
    prefix: "MicrosoftPhoto",
    privateKindsByProperty: ["CameraSerialNumber": .device, "LensSerialNumber": .device]),
]
