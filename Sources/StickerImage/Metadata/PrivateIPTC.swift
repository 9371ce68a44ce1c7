/// Fields of Photoshop's image resources that say more of people than of the picture: IPTC, and the EXIF and
/// XMP that may stand beside it.
///
/// - Parameter data: beginning with a resource, `8BIM`.
/// - Source: Adobe Photoshop File Formats Specification, image resource blocks.
func privateFields(ofResources data: ArraySlice<UInt8>) -> [PrivateField] {
  var (fields, at) = ([PrivateField](), 0)
  while let signature = data.checkedBytes(at: at, count: 4), signature.elementsEqual("8BIM".utf8),
    let kind = data.checkedBig16(at: at + 4), let nameLength = data.checkedBytes(at: at + 6, count: 1)?.first
  {
    let size = at + 6 + (1 + Int(nameLength) + 1) / 2 * 2  // a length, a name, together an even count
    guard let length = data.checkedBig32(at: size) else { break }
    let content = data.dropFirst(size + 4).prefix(length)
    switch kind {
    case 0x0404: fields += privateFields(ofIPTC: content)
    case 0x0422: fields += privateFields(ofEXIF: content)
    case 0x0424: fields += privateFields(ofXMP: content)
    default: break
    }
    at = size + 4 + saturatingSum(length, length & 1)
  }
  return fields
}

/// Fields of IPTC-IIM records.
///
/// - Source: IPTC-IIM 4.2, 1.5 (data sets) and chapter 6 (record 2).
func privateFields(ofIPTC data: ArraySlice<UInt8>) -> [PrivateField] {
  var (fields, at, left) = ([PrivateField](), 0, names)
  while let head = data.checkedBytes(at: at, count: 3).map(Array.init), head[0] == 0x1C,
    var length = data.checkedBig16(at: at + 3)
  {
    at += 5
    if length & 0x8000 != 0 {  // an extended data set: so many bytes of length follow
      let count = length & 0x7FFF
      guard count <= 4, let digits = data.checkedBytes(at: at, count: count) else { break }
      length = digits.reduce(0) { $0 << 8 | Int($1) }
      at += count
    }
    if head[1] == 2, left[head[2]] != nil, data.dropFirst(at).prefix(length).saysSomething,
      let field = left.removeValue(forKey: head[2])
    {
      fields.append(field)
    }
    at += length
  }
  return fields
}

private let names: [UInt8: PrivateField] = [
  80: PrivateField("By-line", .person), 85: PrivateField("By-line Title", .person),
  118: PrivateField("Contact", .person), 122: PrivateField("Writer/Editor", .person),
  26: PrivateField("Content Location Code", .place), 27: PrivateField("Content Location Name", .place),
  90: PrivateField("City", .place), 92: PrivateField("Sub-location", .place),
  95: PrivateField("Province/State", .place), 100: PrivateField("Country/Primary Location Code", .place),
  101: PrivateField("Country/Primary Location Name", .place),
]
