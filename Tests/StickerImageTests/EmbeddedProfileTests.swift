import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Compares our conversion of pictures that have profiles with Pillow's, which uses its bundled LittleCMS.
@Suite(.enabled(if: Corpus.isPresent && ExternalProgram.python != nil, "skipped: no corpus, or no Pillow"))
struct EmbeddedProfileTests {
  private static let files = CorpusFile.all.filter { file in
    guard ["png", "jpeg"].contains(file.format), file.expectation == .ok, let bytes = try? file.bytes() else {
      return false
    }
    return ImageContainer(of: bytes)?.profileFacts != nil
  }

  @Test("converted images are within 2 of 255 of Pillow's if their profile can be evaluated")
  func pictures() throws {
    let outcome = try ExternalProgram.run(
      ExternalProgram.python ?? "", [ExternalProgram.scriptPath("colors")], in: Corpus.folder,
      input: Self.files.map(\.path).joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.output.suffix(500))")
    let theirs = try JSONDecoder().decode([String: String?].self, from: Data(outcome.output.utf8))
    var compared = 0
    for file in Self.files {
      guard let ours = try sRGB(of: file), let expected = theirs[file.path] ?? nil else { continue }
      compared += 1
      let digits = Array(expected.utf8)
      let samples = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
      }
      let picked = stride(from: 0, to: ours.size.area, by: 61).flatMap {
        Array(ours.pixels[$0 * 4..<$0 * 4 + 3])
      }
      #expect(picked.count == samples.count)
      // Like our decoder, Pillow rounds to 8 bits when it converts JPEG planes. A difference of 2 allows for
      // both roundings.
      let largest = zip(picked, samples).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(largest <= 2, "\(file.path)")
    }
    #if LittleCMS
      #expect(compared == theirs.values.count { $0 != nil })
    #else
      #expect(compared >= 10)
    #endif
  }

  private func sRGB(of file: CorpusFile) throws -> Bitmap? {
    let bytes = try file.bytes()
    let container = try #require(ImageContainer(of: bytes))
    guard let profile = container.profile else { return nil }
    #if LittleCMS
      if container.isCMYK { return Bitmap(decodingCMYK: bytes, container, to: .sRGB) }
    #endif
    guard !container.isCMYK, let bitmap = try Image(decoding: bytes).frames.first?.bitmap else {
      return nil
    }
    return bitmap.converted(fromProfile: profile, to: .sRGB)
  }

  #if LittleCMS
    @Test("a table-based profile is measured by its colors")
    func tables() throws {
      let distances = try Self.files.compactMap { file -> (String, Int)? in
        let container = try #require(ImageContainer(of: try file.bytes()))
        guard container.profile.flatMap(ICCProfileReader.init)?.hasLookupTables == true,
          case .profile(let distance) = container.declaredColorSpace
        else { return nil }
        return (container.profileFacts?.description ?? "", distance.smallerDifference)
      }
      #expect(distances.count >= 2)
      #expect(distances.contains { $0.1 > 10 })
    }
  #endif
}
