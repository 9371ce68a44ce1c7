import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite("ZIP archives") struct ZipArchiveTests {
  private let files: [(String, [UInt8])] = [
    ("a.png", Array("picture".utf8)), ("folder/ü 🐈.txt", []), ("folder/b", [UInt8](0...255)),
  ]

  @Test(
    "another reader finds the same files and no errors",
    .enabled(if: ExternalProgram.python != nil, "skipped: no Python"))
  func python() throws {
    let program = try #require(ExternalProgram.python)
    try ExternalProgram.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.zip")
      try Data(try ZipArchive(files).pieces.joined()).write(to: file)
      let script = """
        import sys, zipfile
        archive = zipfile.ZipFile(sys.argv[1])
        assert archive.testzip() is None
        for entry in archive.infolist():
            print(entry.filename, entry.date_time, entry.compress_type, archive.read(entry).hex())
        """
      let outcome = try ExternalProgram.run(program, ["-c", script, file.path])
      #expect(outcome.status == 0)
      let expected = files.map { name, bytes in
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(name) (1980, 1, 1, 0, 0, 0) 0 \(hex)\n"
      }
      #expect(outcome.output == expected.joined())
    }
  }

  @Test(
    "Info-ZIP finds no errors, even in an empty archive",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip"), "skipped: no unzip"))
  func unzip() throws {
    try ExternalProgram.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.zip")
      try Data(try ZipArchive(files).pieces.joined()).write(to: file)
      let outcome = try ExternalProgram.run("/usr/bin/unzip", ["-t", file.path])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(outcome.output.contains("No errors detected"))
      try Data(try ZipArchive([]).pieces.joined()).write(to: file)
      // The message of unzip for an archive that is valid and empty.
      #expect(
        try ExternalProgram.run("/usr/bin/unzip", ["-t", file.path]).output.contains("zipfile is empty"))
    }
  }

  @Test(
    "a name that Windows does not allow is replaced by an unused one",
    .enabled(if: ExternalProgram.python != nil, "skipped: no Python"))
  func windows() throws {
    let names = [
      "a?.png", "a_.png", "A*.png", "NUL", "con.png", "COM1.tar.gz", "console.png", "dir./b.png", "c ",
      "e<>|\"f",
      "x/aux/y.png", "üa:🐈.png",
    ]
    let program = try #require(ExternalProgram.python)
    try ExternalProgram.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.zip")
      try Data(try ZipArchive(names.map { ($0, Array($0.utf8)) }, forWindows: true).pieces.joined()).write(
        to: file)
      let script = """
        import sys, zipfile
        archive = zipfile.ZipFile(sys.argv[1])
        assert archive.testzip() is None
        print("\\n".join(archive.namelist()))
        """
      let outcome = try ExternalProgram.run(program, ["-c", script, file.path])
      let expected = [
        "a_-2.png", "a_.png", "A_-3.png", "_NUL", "_con.png", "_COM1.tar.gz", "console.png", "dir_/b.png",
        "c_",
        "e____f", "x/_aux/y.png", "üa_🐈.png",
      ]
      #expect(outcome.output == expected.map { $0 + "\n" }.joined(), "\(outcome)")
    }
  }

  @Test(
    "a name that leaves its folder or is ambiguous is rejected",
    arguments: [
      "", "/etc/passwd", "../a", "a/../../b", "a/..", "./a", "a//b", "a/", "a\\b", "C:/a", "c:a", "a\u{0}b",
      "a\nb",
    ])
  func names(_ name: String) {
    #expect(
      throws: Diagnostic(
        "\(UntrustedText(name).displayText) is not a valid path in an archive", file: Path(name))
    ) {
      try ZipArchive([(name, [])])
    }
  }

  @Test("duplicate names and too many files are rejected") func many() throws {
    #expect(throws: Diagnostic("a would be in the archive twice", file: Path("a"))) {
      try ZipArchive([("a", []), ("a", [1])])
    }
    let most = (1...65_534).map { ("\($0)", [UInt8]()) }
    #expect(throws: Never.self) { try ZipArchive(most) }
    #expect(throws: Diagnostic("the archive would have too many files, or would be too large")) {
      try ZipArchive(most + [("one more", [])])
    }
  }

  @Test("the same files give the same bytes, and a file's content is one piece") func same() throws {
    let (one, other) = (try ZipArchive(files).pieces, try ZipArchive(files).pieces)
    #expect(one == other)
    #expect(one.contains(files[2].1))
  }
}
