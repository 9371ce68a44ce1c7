import Foundation
import Testing

@testable import Stickers

@Suite("fixes in two steps") struct FixRunTests {
  private let changed = "something-behind-the-end.png"
  private let compliant = "ghost.png"

  /// Calls a function with a folder that contains one file with a lossless fix and one that complies.
  private func withArt(_ body: (URL) async throws -> Void) async throws {
    let folder = PublicArt.newFolder()
    let art = folder.appendingPathComponent("art")
    try FileManager.default.createDirectory(at: art, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(PublicArt.bytes("faulty/\(changed)")).write(to: art.appendingPathComponent(changed))
    try Data(PublicArt.bytes("pack/\(compliant)")).write(to: art.appendingPathComponent(compliant))
    try await body(folder)
  }

  private func art(in folder: URL) -> FileSelection {
    FileSelection([BytePath(folder.appendingPathComponent("art").path)])
  }

  private func bytes(_ name: String, in folder: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// The bytes of the fixed file.
  private func fixedBytes() async throws -> [UInt8] {
    try await Fixer().fix(PublicArt.bytes("faulty/\(changed)"), named: changed).data
  }

  @Test("without an output, nothing is written, and the result says what would change") func dryRun()
    async throws
  {
    try await withArt { folder in
      let run = try Fixer().findFiles(art(in: folder))
      let result = try await run.fix()
      #expect(
        run.fileCount == 2 && result.changesAnything && result.writeFailures.isEmpty && result.data == nil)
      #expect(try bytes("art/\(changed)", in: folder) == PublicArt.bytes("faulty/\(changed)"))
      #expect(result.reportBefore.findings.contains { $0.rule == "trailing-data" })
      #expect(!result.reportAfter.findings.contains { $0.rule == "trailing-data" })
      #expect(result.failsRun == result.reportBefore.failsRun)
      #expect(result.text().contains(changed) && result.json.contains(changed))
    }
  }

  @Test("a folder receives every file, and the bytes are those of a fix in memory") func outputFolder()
    async throws
  {
    try await withArt { folder in
      let output = BytePath(folder.appendingPathComponent("fixed").path)
      let result = try await Fixer().findFiles(art(in: folder), output: .folder(output)).fix()
      #expect(result.writeFailures.isEmpty && result.changesAnything)
      #expect(try await bytes("fixed/\(changed)", in: folder) == fixedBytes())
      #expect(try bytes("fixed/\(compliant)", in: folder) == PublicArt.bytes("pack/\(compliant)"))
      #expect(try bytes("art/\(changed)", in: folder) == PublicArt.bytes("faulty/\(changed)"))
    }
  }

  @Test("a folder's files with other content are replaced only if the output says so") func replacing()
    async throws
  {
    try await withArt { folder in
      let fixed = folder.appendingPathComponent("fixed")
      try FileManager.default.createDirectory(at: fixed, withIntermediateDirectories: true)
      try Data("other".utf8).write(to: fixed.appendingPathComponent(changed))
      let output = BytePath(fixed.path)
      let kept = try await Fixer().findFiles(art(in: folder), output: .folder(output)).fix()
      #expect(kept.writeFailures.count == 1)
      #expect(try bytes("fixed/\(changed)", in: folder) == Array("other".utf8))
      let replaced = try await Fixer().findFiles(
        art(in: folder), output: .folder(output, replacesFiles: true)
      ).fix()
      #expect(replaced.writeFailures.isEmpty)
      #expect(try await bytes("fixed/\(changed)", in: folder) == fixedBytes())
    }
  }

  @Test("files are fixed in place, and the findings after the fixes decide whether the run fails")
  func inPlace() async throws {
    try await withArt { folder in
      let result = try await Fixer().findFiles(art(in: folder), output: .inPlace).fix()
      #expect(try await bytes("art/\(changed)", in: folder) == fixedBytes())
      let later = try await Linter().lint([folder.appendingPathComponent("art").path])
      #expect(result.reportAfter.findings == later.findings && result.failsRun == later.failsRun)
      let again = try await Fixer().findFiles(art(in: folder), output: .inPlace).fix()
      #expect(!again.changesAnything)
    }
  }

  @Test("one file can be fixed without writing it, but several cannot") func data() async throws {
    try await withArt { folder in
      var one = FileSelection()
      one.setImage(try PublicArt.bytes("faulty/\(changed)"), named: "a.png")
      let result = try await Fixer().findFiles(one, output: .data).fix()
      #expect(try await result.data == fixedBytes())
      await #expect(throws: StickersError.self) {
        try await Fixer().findFiles(art(in: folder), output: .data).fix()
      }
    }
  }

  @Test("art that is too small is enlarged if only its rule is selected") func enlarge() async throws {
    var options = Fixer.Options(selectedRules: [Fixer.Options.SmallArtHandling.resolvedRule])
    options.smallArtHandling = .enlarge
    let small = try PublicArt.bytes("faulty/too-small.png")
    let fixed = try await Fixer(options: options).fix(small, named: "a.png")
    #expect(Set(fixed.changes.map(\.rule)) == [Fixer.Options.SmallArtHandling.resolvedRule])
    #expect(try Sticker(fixed.data).size.width > Sticker(small).size.width)
  }

  @Test("calls that fix in memory reject a sandbox, because they would decode files outside of it")
  func sandbox() async throws {
    var fixer = Fixer()
    fixer.sandbox = Sandbox()
    let rejecting = fixer
    await #expect(throws: StickersError.self) {
      try await rejecting.fix(PublicArt.bytes("faulty/\(changed)"), named: "a.png")
    }
    await #expect(throws: StickersError.self) { try await rejecting.fix([PublicArt.path("faulty")]) }
  }

  @Test("a folder named - is a folder, not standard output") func dash() throws {
    let output = try FixDestination(.folder("-"), argumentPaths: [])
    #expect(output.outputMode == .outputFolder)
  }

  @Test("the art folder is not an output folder") func artFolder() async throws {
    try await withArt { folder in
      let output = BytePath(folder.appendingPathComponent("art").path)
      #expect(throws: StickersError.self) {
        try Fixer().findFiles(art(in: folder), output: .folder(output))
      }
    }
  }
}
