import Foundation
import Testing

@testable import TemplateLogic

/// Images of 7 x 5 px, written by Pillow.
private let images = [
  "png": "iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAIAAAAG+GGPAAAAFElEQVR4nGNkEDnBgAGYMIWoIgoAXpwA5pykkPwAAAAASUVO"
    + "RK5CYII=",
  "apng": "iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAIAAAAG+GGPAAAACGFjVEwAAAADAAAAAM7tusAAAAAaZmNUTAAAAAAAAAAHAAAA"
    + "BQAAAAAAAAAAAAEACgAATd9eoAAAABRJREFUeJxjZBA5wYABmDCFqCIKAF6cAOacpJD8AAAAGmZjVEwAAAABAAAABwAAAAUA"
    + "AAAAAAAAAAABAAoAANastHQAAAAYZmRBVAAAAAJ4nGO0EVnAgAGYMIWoIgoAZ3AA+vkGoC8AAAAaZmNUTAAAAAMAAAAHAAAA"
    + "BQAAAAAAAAAAAAEACgAAOzpnnQAAABhmZEFUAAAABHicY6wQqWDAAEyYQlQRBQBwRAEOJCcU3gAAAABJRU5ErkJggg==",
  "gif": "R0lGODlhBwAFAIEAAAAUyAAAAAAAAAAAACH5BAAKAAAALAAAAAAHAAUAAAgMAAEIHEiwoMGDBwMCACH5BAEKAAEALAAAAAAH"
    + "AAUAgTwUoAAAAAAAAAAAAAgMAAEIHEiwoMGDBwMCACH5BAEKAAEALAAAAAAHAAUAgXgUeAAAAAAAAAAAAAgMAAEIHEiwoMGD"
    + "BwMCADs=",
].compactMapValues { Data(base64Encoded: $0) }

@Suite struct ImageHeaderTests {
  private func header(_ name: String) throws -> ImageHeader? {
    ImageHeader(try #require(images[name]))
  }

  @Test(
    "The headers of images that another program wrote are read",
    arguments: [("png", 1), ("apng", 3), ("gif", 3)])
  func read(_ name: String, _ frames: Int) throws {
    let header = try #require(try header(name))
    #expect(header.pixels == PixelSize(width: 7, height: 5))
    #expect(header.frames == frames)
    #expect(header.matches(PixelSize(width: 7, height: 5)))
    #expect(!header.matches(PixelSize(width: 5, height: 7)))
  }

  @Test("The frame of a JPEG may come after other segments, and a photo may be rotated")
  func jpeg() throws {
    // Segments as in ITU-T T.81, B.1.1: APP0, a table with fill bytes before it, then a progressive frame.
    let bytes: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xC0, 0xFF, 0xFF, 0xDB, 0, 3, 0, 0xFF, 0xC2, 0, 8, 8, 0, 5, 0, 7, 3,
    ]
    let header = try #require(ImageHeader(Data(bytes)))
    #expect(header.pixels == PixelSize(width: 7, height: 5))
    #expect(header.matches(PixelSize(width: 5, height: 7)))
    #expect(!header.matches(PixelSize(width: 7, height: 7)))
    #expect(ImageHeader(Data([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0xFF, 0xC2, 0, 8, 8, 0, 5, 0, 7, 3])) == nil)
  }

  @Test(
    "Reading a truncated or changed file returns a header or nil, and never traps",
    arguments: images.keys.sorted())
  func mutations(_ name: String) throws {
    let sound = [UInt8](try #require(images[name]))
    for end in sound.indices { _ = ImageHeader(Data(sound[..<end])) }
    for position in sound.indices {
      for byte in [0x00, 0x01, 0x2C, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = sound
        changed[position] = byte
        _ = ImageHeader(Data(changed))
      }
    }
  }
}
