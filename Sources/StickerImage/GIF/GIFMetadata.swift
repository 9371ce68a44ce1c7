/// Private fields of the XMP in an application extension of a GIF; none in others.
///
/// - Parameter block: from its first sub-block on: 11, eleven letters, the data, to the last byte.
/// - Parameter most: bytes that are looked at.
/// - Source: XMP specification, part 3, 1.1.2: the packet stands there as it is, without lengths, and 258
///   bytes behind it lead readers of sub-blocks to the end. Some programs write sub-blocks nevertheless.
func privateFields(ofGIFBlock block: ArraySlice<UInt8>, most: Int) -> [PrivateField] {
  guard block.first == 11, block.dropFirst().starts(with: "XMP DataXMP".utf8) else { return [] }
  let data = block.dropFirst(12)
  if data.first == 0x3C, let second = data.dropFirst().first, second > 0x3C {  // "<?xpacket", "<x:xmpmeta"
    return privateFields(ofXMP: data.dropLast(258).prefix(most))
  }
  var (packet, rest) = ([UInt8](), data)
  while let length = rest.first, length > 0, packet.count < most {
    packet += rest.dropFirst().prefix(Int(length))
    rest = rest.dropFirst(1 + Int(length))
  }
  return privateFields(ofXMP: packet[...])
}
