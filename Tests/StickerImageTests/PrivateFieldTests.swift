import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Compares private fields of a file with those that Pillow and Python's XML parser find.
@Suite(.enabled(if: Corpus.isPresent && ExternalProgram.python != nil, "skipped: no corpus, or no Pillow"))
struct PrivateFieldWitnessTests {
  private static let files = CorpusFile.all("sound images") { file in
    file.expectation == .ok && ["png", "apng", "gif", "jpeg"].contains(file.format)
  }

  @Test("every valid corpus file has exactly the private fields that Pillow finds")
  func corpus() throws {
    let outcome = try ExternalProgram.run(
      ExternalProgram.python ?? "", [ExternalProgram.scriptPath("private")], in: Corpus.folder,
      input: Self.files.map(\.path).joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
    let theirs = try JSONDecoder().decode([String: [String]].self, from: Data(outcome.output.utf8))
    #expect(theirs.values.filter { !$0.isEmpty }.count >= 20)
    for file in Self.files {
      guard let expected = theirs[file.path], expected.first?.hasPrefix("unread") != true else { continue }
      let ours = try #require(ImageContainer(of: try file.bytes())).privateFields.map(\.standardName).sorted()
      #expect(ours == expected, "\(file.path)")
    }
  }
}

@Suite struct PrivateFieldTests {
  private func names(_ fields: [PrivateField]) -> [String] { fields.map(\.standardName) }

  @Test("EXIF: fields in the three directories are found in either byte order", arguments: [true, false])
  func exif(_ isLittle: Bool) {
    var exif = HandmadeEXIF(isLittle: isLittle)
    let camera = exif.addDirectory([(0xA431, 2, Array("1234".utf8) + [0]), (0x927C, 7, [1, 2, 3, 4, 5])])
    let position = exif.addDirectory([(2, 5, [UInt8](repeating: 1, count: 24)), (1, 2, [78, 0])])
    exif.addFirstDirectory(
      [(0x0131, 2, Array("Paint".utf8)), (0x013B, 2, Array("Jane".utf8))], camera, position)
    #expect(
      names(privateFields(ofEXIF: exif.bytes[...])) == [
        "Artist", "BodySerialNumber", "MakerNote", "GPSLatitude",
      ])
  }

  @Test("EXIF: a field without a value is ignored", arguments: [[UInt8](), [0, 0, 0], [0x20, 0x20, 0]])
  func empty(_ value: [UInt8]) {
    var exif = HandmadeEXIF(isLittle: false)
    exif.addFirstDirectory([(0x013B, 2, value)], nil, nil)
    #expect(privateFields(ofEXIF: exif.bytes[...]) == [])
  }

  @Test("EXIF: reading ends at circular and out-of-range directories")
  func circles() {
    for target in [0, 4, 8, 20, 0xFFFF_FFFF] {
      var exif = HandmadeEXIF(isLittle: false)
      exif.addFirstDirectory([(0x013B, 2, Array("Jane Example".utf8))], target, target)
      #expect(names(privateFields(ofEXIF: exif.bytes[...])).contains("Artist"))
    }
  }

  @Test("EXIF truncated or altered anywhere never traps")
  func hostileEXIF() {
    var exif = HandmadeEXIF(isLittle: true)
    let camera = exif.addDirectory([(0xA430, 2, Array("Jane Example".utf8))])
    exif.addFirstDirectory([(0x013B, 2, Array("Jane Example".utf8))], camera, camera)
    for end in exif.bytes.indices { _ = privateFields(ofEXIF: exif.bytes[..<end]) }
    for index in exif.bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var bytes = exif.bytes
        bytes[index] = value
        _ = privateFields(ofEXIF: bytes[...])
      }
    }
  }

  @Test(
    "XMP: a property with a value is named by its namespace, whatever its prefix",
    arguments: [
      ("<a:creator><rdf:li>Jane</rdf:li></a:creator>", ["dc:creator"]),
      ("<a:creator><rdf:Seq><rdf:li> </rdf:li></rdf:Seq></a:creator>", []),
      ("<a:creator/>", []), ("<a:creator rdf:parseType='Resource'></a:creator>", []),
      ("<a:title>Jane</a:title>", []), ("<b:creator>Jane</b:creator>", []),
      ("<rdf:Description a:creator='Jane'/>", ["dc:creator"]), ("<rdf:Description a:creator=''/>", []),
      ("<!-- <a:creator>Jane</a:creator> -->", []),
      ("<a:creator><![CDATA[Jane]]></a:creator>", ["dc:creator"]),
      (
        "<c:LocationCreated><rdf:li e:GPSLatitude='1,2N'/></c:LocationCreated>",
        ["Iptc4xmpExt:LocationCreated", "exif:GPSLatitude"]
      ),
      ("<m:History><rdf:Seq><rdf:li s:action='saved'/></rdf:Seq></m:History>", ["xmpMM:History"]),
      ("<m:History><rdf:Seq/></m:History><a:title>after</a:title>", []),
      ("<m:DocumentID>xmp.did:1</m:DocumentID>", []),
    ])
  func xmp(_ markup: String, _ expected: [String]) {
    let spaces = """
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a = 'http://purl.org/dc/elements/1.1/'
      xmlns:b="http://example.org/" xmlns:m="http://ns.adobe.com/xap/1.0/mm/" xmlns:s="urn:s"
      xmlns:e="http://ns.adobe.com/exif/1.0/" xmlns:c="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
      """
    let packet = "<?xpacket begin='?' id='W5M0'?><rdf:RDF \(spaces)>\(markup)</rdf:RDF><?xpacket end='w'?>"
    #expect(names(privateFields(ofXMP: Array(packet.utf8)[...])).sorted() == expected)
  }

  @Test(
    "XMP: incomplete markup has no private fields",
    arguments: [
      "<", "</", "<!", "<!--", "<?", "<a", "<a b", "<a b=", "<a b='", "<a b=''", "<![CDATA[", "<><", "",
    ])
  func hostileXMP(_ text: String) {
    for repeats in [1, 2, 1000] {
      let packet = String(repeating: text, count: repeats)
      #expect(privateFields(ofXMP: Array(packet.utf8)[...]) == [])
    }
  }

  @Test("IPTC: data sets of record 2 are found, even long ones and those after other resources")
  func iptc() {
    let data: [UInt8] =
      [0x1C, 2, 80, 0, 4] + Array("Jane".utf8) + [0x1C, 2, 116, 0, 1, 65] + [0x1C, 2, 90, 0, 0]
      + [0x1C, 2, 101, 0x80, 4, 0, 0, 0, 2, 65, 66] + [0x1C, 3, 118, 0, 1, 65] + [0x1C, 2, 92, 0, 1, 65]
    let other = Array("8BIM".utf8) + [3, 0xED, 2, 65, 66, 0] + [0, 0, 0, 3, 1, 2, 3, 0]
    let resources = other + Array("8BIM".utf8) + [4, 4, 0, 0] + bigEndian32(data.count) + data
    #expect(
      names(privateFields(ofPhotoshopResources: resources[...])) == [
        "By-line", "Country/Primary Location Name", "Sub-location",
      ])
    for end in resources.indices { _ = privateFields(ofPhotoshopResources: resources[..<end]) }
  }
}

/// EXIF data assembled by hand.
///
/// - Source: TIFF 6.0, section 2.
private struct HandmadeEXIF {
  private let isLittle: Bool
  private(set) var bytes: [UInt8]

  init(isLittle: Bool) {
    self.isLittle = isLittle
    bytes = Array((isLittle ? "II" : "MM").utf8)
    bytes += number(42, 2) + [0, 0, 0, 0]
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    let digits = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittle ? digits : digits.reversed()
  }

  /// Appends a directory, and returns its offset.
  mutating func addDirectory(_ entries: [(tag: Int, type: Int, value: [UInt8])]) -> Int {
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1]
    var places: [Int] = []
    for entry in entries {
      places.append(bytes.count)
      if entry.value.count > 4 { bytes += entry.value }
    }
    let start = bytes.count
    bytes += number(entries.count, 2)
    for (entry, place) in zip(entries, places) {
      bytes += number(entry.tag, 2) + number(entry.type, 2)
      bytes += number(entry.value.count / (sizes[entry.type] ?? 1), 4)
      let isInside = entry.value.count <= 4
      bytes += isInside ? Array((entry.value + [0, 0, 0, 0]).prefix(4)) : number(place, 4)
    }
    bytes += [0, 0, 0, 0]
    return start
  }

  /// Appends the first directory, with pointers to the other two.
  mutating func addFirstDirectory(
    _ entries: [(tag: Int, type: Int, value: [UInt8])], _ camera: Int?, _ position: Int?
  ) {
    let pointers = [(0x8769, camera), (0x8825, position)].compactMap { tag, place in
      place.map { (tag, 4, number($0, 4)) }
    }
    let place = addDirectory(entries + pointers)
    bytes.replaceSubrange(4..<8, with: number(place, 4))
  }
}
