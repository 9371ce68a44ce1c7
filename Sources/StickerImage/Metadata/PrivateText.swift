/// The private field that a text chunk of a PNG is; nil for others and where its text says nothing.
///
/// - Parameter key: its keyword. Upper and lower case are the same here.
/// - Source: PNG specification, third edition, 11.3.3.1 for `Author`. `Copyright` and `Software` are meant to
///   be read by everybody.
func privateField(ofText key: String, _ text: ArraySlice<UInt8>) -> PrivateField? {
  guard text.saysSomething else { return nil }
  // ImageMagick writes EXIF, as `exif:GPSLatitude` for one, when it makes a PNG of a photo.
  if key.hasPrefix("exif:") { return privateField(namedInEXIF: String(key.dropFirst(5))) }
  return textNames[key.lowercased()]
}

private let textNames: [String: PrivateField] = [
  "author": PrivateField("Author", .person), "artist": PrivateField("Artist", .person),
  "owner": PrivateField("Owner", .person), "location": PrivateField("Location", .place),
]

/// Fields of an APP1 segment: EXIF or XMP behind a name that ends with a zero byte.
func privateFields(ofAPP1 body: ArraySlice<UInt8>) -> [PrivateField] {
  if body.starts(with: exifMark) { return privateFields(ofEXIF: body.dropFirst(exifMark.count)) }
  if body.starts(with: xmpMark) { return privateFields(ofXMP: body.dropFirst(xmpMark.count)) }
  return []
}

/// What an APP1 segment with EXIF data begins with.
///
/// - Source: EXIF 3.0 (CIPA DC-008-2023), 4.5.4.
let exifMark = Array("Exif\0\0".utf8)

/// What an APP1 segment with XMP begins with.
///
/// - Source: XMP specification, part 3, 1.1.3.
let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
