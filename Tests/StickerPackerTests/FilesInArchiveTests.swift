import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

@Suite struct FilesInArchiveTests {
  /// Files of odd lengths, one of them empty and one as long as a block.
  private let tree: FileTree = {
    var tree = FileTree()
    for (number, count) in [0, 1, 511, 512, 700].enumerated() {
      tree["file\(number).bin"] = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + number) }
    }
    return tree
  }()

  private var files: [[UInt8]] { tree.paths.map { tree[$0] ?? [] } }

  private func zip() throws -> [UInt8] {
    Array(try ZipArchive(tree.paths.map { ($0, tree[$0] ?? []) }).pieces.joined())
  }

  private func tar() throws -> [UInt8] { try #require(gzip(TarArchive(tree).bytes)) }

  @Test("all files in generated archives are found in order")
  func ours() throws {
    #expect(try exportArchiveContents(zip()) == files)
    #expect(try exportArchiveContents(tar()) == files)
  }

  @Test("an archive that is truncated anywhere gives the files before the cut, or none")
  func cut() throws {
    let (zip, tar) = (try zip(), try tar())
    for end in zip.indices {
      #expect(files.starts(with: exportArchiveContents(Array(zip[..<end]))))
    }
    for end in tar.indices { #expect(exportArchiveContents(Array(tar[..<end])).isEmpty) }
  }

  @Test("reading an archive with any byte altered never traps")
  func flipped() throws {
    for archive in [try zip(), try tar()] {
      for at in archive.indices {
        var other = archive
        other[at] ^= 0xFF
        #expect(exportArchiveContents(other).count <= files.count)
      }
    }
  }

  @Test(
    "bytes that are not an archive give no files", arguments: [[], [0x50, 0x4B], [0x1F, 0x8B], [1, 2, 3]])
  func others(_ bytes: [UInt8]) {
    #expect(exportArchiveContents(bytes).isEmpty)
  }

  @Test("a gzip file that states an impossible size, or exceeds the limit, is rejected")
  func bomb() throws {
    var file = try #require(gzip([UInt8](repeating: 0, count: 4096)))
    file.replaceSubrange((file.count - 4)..., with: [0xFF, 0xFF, 0xFF, 0x3F])
    #expect(gunzip(file, limit: 1 << 30) == nil)
    #expect(gunzip(try #require(gzip([1, 2, 3])), limit: 2) == nil)
  }
}
