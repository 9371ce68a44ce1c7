/// A namespace of XMP and its properties that say more of people than of the picture.
struct XMPNamespace {
  /// The prefix as everybody writes it: `dc`.
  let prefix: String
  let properties: [String: PrivateField.Kind]

  /// The field of a property; nil where it is not private.
  func field(_ property: String) -> PrivateField? {
    properties[property].map { PrivateField("\(prefix):\(property)", $0) }
  }
}

/// Namespaces by their names.
///
/// Left out on purpose: programs (`xmp:CreatorTool`), dates, document numbers (`xmpMM:DocumentID`,
/// `xmpMM:DerivedFrom`), and what is written to be read by everybody, such as rights.
///
/// - Source: XMP specification, part 2 (Adobe, 2016), chapters 2 and 3; IPTC Photo Metadata Standard 2023.1;
///   CIPA DC-010-2020 (EXIF in XMP); Metadata Working Group 2.0 (regions: whose face is where).
let xmpNamespaces: [String: XMPNamespace] = [
  "http://purl.org/dc/elements/1.1/": XMPNamespace(
    prefix: "dc", properties: ["creator": .person, "contributor": .person]),
  "http://ns.adobe.com/xap/1.0/rights/": XMPNamespace(prefix: "xmpRights", properties: ["Owner": .person]),
  "http://ns.adobe.com/xap/1.0/mm/": XMPNamespace(
    prefix: "xmpMM", properties: ["History": .history, "Pantry": .history]),
  "http://ns.adobe.com/photoshop/1.0/": XMPNamespace(
    prefix: "photoshop",
    properties: [
      "AuthorsPosition": .person, "CaptionWriter": .person, "History": .history,
      "DocumentAncestors": .history, "City": .place, "State": .place, "Country": .place,
    ]),
  "http://ns.adobe.com/tiff/1.0/": XMPNamespace(prefix: "tiff", properties: ["Artist": .person]),
  "http://ns.adobe.com/exif/1.0/": XMPNamespace(
    prefix: "exif",
    properties: [
      "GPSLatitude": .position, "GPSLongitude": .position, "GPSAltitude": .position,
      "GPSDestLatitude": .position, "GPSDestLongitude": .position, "GPSAreaInformation": .position,
      "MakerNote": .device,
    ]),
  "http://ns.adobe.com/exif/1.0/aux/": XMPNamespace(
    prefix: "aux", properties: ["SerialNumber": .device, "LensSerialNumber": .device, "OwnerName": .person]),
  "http://cipa.jp/exif/1.0/": XMPNamespace(
    prefix: "exifEX",
    properties: [
      "BodySerialNumber": .device, "LensSerialNumber": .device, "CameraOwnerName": .person,
      "Photographer": .person, "ImageEditor": .person,
    ]),
  "http://ns.adobe.com/pdf/1.3/": XMPNamespace(prefix: "pdf", properties: ["Author": .person]),
  "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": XMPNamespace(
    prefix: "Iptc4xmpCore", properties: ["CreatorContactInfo": .person, "Location": .place]),
  "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": XMPNamespace(
    prefix: "Iptc4xmpExt",
    properties: ["PersonInImage": .person, "LocationCreated": .place, "LocationShown": .place]),
  "http://www.metadataworkinggroup.com/schemas/regions/": XMPNamespace(
    prefix: "mwg-rs", properties: ["Regions": .person]),
  "http://ns.microsoft.com/photo/1.0/": XMPNamespace(
    prefix: "MicrosoftPhoto", properties: ["CameraSerialNumber": .device, "LensSerialNumber": .device]),
]
