import Foundation
import Testing

@Suite(
  "the files of a release", .enabled(if: Release.canPack, "skipped: no GNU tar or no zip"), .serialized)
struct DistTests {
  private let release: Release

  init() throws { release = try .shared() }

  @Test("the same program, commit and time give the same bytes, and a different time does not") func same()
    throws
  {
    let again = try Release()
    #expect(try again.files() == release.files())
    for name in try release.files() {
      let bytes = try [release, again].map { try Data(contentsOf: $0.folder["dist/\(name)"]) }
      #expect(bytes[0] == bytes[1], "\(name)")
    }
    let later = try Release(time: 1_800_000_000)
    #expect(try later.folder.text("dist/SHA256SUMS") != release.folder.text("dist/SHA256SUMS"))
  }

  @Test("the archive has the program, manual, completions and licenses, all with owner 0")
  func archive() throws {
    let listed = try release.runProgram("tar", ["-tvzf", archiveURL().path, "--numeric-owner"])
    let entries = listed.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 5).map(String.init)
    }
    let top = try archiveURL().lastPathComponent.replacingOccurrences(of: ".tar.gz", with: "/")
    let names = entries.map { $0[5] }
    #expect(names == names.sorted() && names.allSatisfy { $0.hasPrefix(top) })
    #expect(entries.allSatisfy { $0[1] == "0/0" && $0[3] == "2023-11-14" })
    #expect(
      Set(names.filter { !$0.hasSuffix("/") }.map { String($0.dropFirst(top.count)) }) == [
        "bin/stickerlint", "share/man/man1/stickerlint.1",
        "share/bash-completion/completions/stickerlint", "share/zsh/site-functions/_stickerlint",
        "share/fish/vendor_completions.d/stickerlint.fish", "share/doc/stickerlint/README.md",
        "share/doc/stickerlint/CHANGELOG.md", "share/doc/stickerlint/LICENSE",
        "share/doc/stickerlint/THIRD-PARTY.txt", "share/doc/stickerlint/stickerlint.cdx.json",
      ])
    let program = try #require(entries.first { $0[5].hasSuffix("bin/stickerlint") })
    #expect(program[0] == "-rwxr-xr-x")
  }

  @Test("every released file is in the checksums, and they are correct") func checksums() throws {
    let sums = try release.folder.text("dist/SHA256SUMS")
    let listed = sums.split(separator: "\n").map { String($0.split(separator: " ")[1]) }
    #expect(try listed == release.files().filter { $0 != "SHA256SUMS" })
    #expect(listed.contains("stickerlint.rb") && listed.contains("stickerlint-plugins-Package.swift"))
    #expect(
      try release.runProgram("sh", ["-c", "sha256sum -c SHA256SUMS || shasum -a 256 -c SHA256SUMS"]) != "")
  }

  @Test("the release contains the license of everything that is linked") func licenses() throws {
    let text = try release.runProgram(
      "tar", ["-xzOf", archiveURL().path, "--wildcards", "*/THIRD-PARTY.txt"])
    for name in [
      "swift-argument-parser", "Swift", "libpng", "libjpeg-turbo", "giflib", "libwebp", "libvpx",
      "libdeflate",
      "xxhash", "libyaml", "DejaVu Sans",
    ] {
      #expect(text.contains("===== \(name)"), "\(name)")
    }
    for words in [
      "Runtime Library Exception", "Glenn Randers-Pehrson", "Independent JPEG Group", "Eric Biggers",
      "Yann Collet", "Google Inc", "Kirill Simonov", "The SwiftNIO Project", "Fedor Indutny",
      "Tavmjong Bah",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test(
    "other tools accept the bill of materials, and it lists linked packages with versions",
    .enabled(if: BuildProducts.pythonTool("python3") != nil, "skipped: no Python"))
  func bill() throws {
    let python = try #require(BuildProducts.pythonTool("python3"))
    let script = BuildProducts.projectFile("Tests/Witnesses/sbom.py").path
    let outcome = try release.folder.run(python, [script, release.file(".cdx.json").path])
    #expect(outcome.status == 0, "\(outcome.output)")
    let named = Set(outcome.output.split(separator: "\n").map { String($0.split(separator: " ")[0]) })
    // The libraries that the manifest links, without those that need a trait (LCMS and HEIF).
    let manifest = try BuildProducts.projectText("Package.swift")
    let linked = [
      "CLibPNG": "libpng", "CLibJPEG": "libjpeg-turbo", "CLibGIF": "giflib", "CLibWebP": "libwebp",
      "CLibVPX": "libvpx", "CLibDeflate": "libdeflate", "CLibXXHash": "xxhash", "CLibYAML": "libyaml",
      "CLibCrypto": "openssl",
      "CLibZopfli": "zopfli",
    ]
    let declared = manifest.components(separatedBy: "systemLibrary(\"").dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }.filter { !["CLibLCMS", "CLibHEIF"].contains($0) }
    #expect(Set(declared) == Set(linked.keys))
    #if os(Linux)
      #expect(named.isSuperset(of: ["glibc", "gcc", "zlib", "swift", "swift-argument-parser"]))
      for name in declared { #expect(named.contains(linked[name] ?? name), "\(name)") }
    #endif
    #expect(named.isSuperset(of: ["llhttp", "dejavu-fonts"]))
    // SwiftNIO depends on swift-system only for its file system module, which is not linked.
    let resolved = try BuildProducts.projectText("Package.resolved").components(
      separatedBy: "\"identity\" : \""
    )
    .dropFirst()
    for package in resolved {
      let name = String(package.prefix { $0 != "\"" })
      let version = package.components(separatedBy: "\"version\" : \"")[1].prefix { $0 != "\"" }
      #expect(outcome.output.contains("\(name) \(version)\n") == (name != "swift-system"), "\(name)")
    }
  }

  @Test(
    "the Debian package installs the same files where Debian expects them",
    .enabled(if: BuildProducts.tool("dpkg-deb") != nil, "skipped: no dpkg-deb"))
  func debian() throws {
    let package = try release.file(".deb").path
    let fields = try release.runProgram("dpkg-deb", ["--field", package, "Package", "Version", "Recommends"])
    #expect(fields.contains("Version: 9.8.7") && fields.contains("Recommends: git"))
    let names = try release.runProgram("dpkg-deb", ["--contents", package]).split(separator: "\n")
      .map { $0.split(separator: " ", maxSplits: 5).map(String.init) }
    #expect(names.allSatisfy { $0[1] == "root/root" })
    #expect(
      Set(names.map { $0[5] }.filter { !$0.hasSuffix("/") }) == [
        "./usr/bin/stickerlint", "./usr/share/man/man1/stickerlint.1.gz",
        "./usr/share/bash-completion/completions/stickerlint",
        "./usr/share/zsh/vendor-completions/_stickerlint",
        "./usr/share/fish/vendor_completions.d/stickerlint.fish", "./usr/share/doc/stickerlint/README.md",
        "./usr/share/doc/stickerlint/changelog.gz", "./usr/share/doc/stickerlint/copyright",
        "./usr/share/doc/stickerlint/THIRD-PARTY.txt", "./usr/share/doc/stickerlint/stickerlint.cdx.json",
        "./usr/share/doc/stickerlint/CHANGELOG.md.gz", "./usr/share/lintian/overrides/stickerlint",
      ])
    _ = try release.runProgram("dpkg-deb", ["--extract", package, "../root"])
    #expect(try release.runProgram("./usr/bin/stickerlint", ["--version"], in: "root") == "9.8.7\n")
  }

  @Test("the formula and the plugin package name the built files with their checksums") func addresses()
    throws
  {
    let formula = try release.folder.text("dist/stickerlint.rb")
    let sums = try release.folder.text("dist/SHA256SUMS").split(separator: "\n").map {
      $0.split(separator: " ")
    }
    func sum(_ end: String) -> Substring? { sums.first { $0[1].hasSuffix(end) }?.first }
    let source = try #require(sum("source.tar.gz"))
    #expect(formula.contains("url \"https://example.com/releases/v9.8.7/stickerlint-9.8.7-source.tar.gz\""))
    #expect(formula.contains("sha256 \"\(source)\"") && !formula.contains("OWNER/stickerlint/releases"))
    let manifest = try release.folder.text("dist/stickerlint-plugins-Package.swift")
    let bundle = try #require(sum(".artifactbundle.zip"))
    let address = "https://example.com/releases/v9.8.7/stickerlint-9.8.7.artifactbundle.zip"
    #expect(
      manifest.contains(".binaryTarget(name: \"stickerlint\", url: \"\(address)\", checksum: \"\(bundle)\")"))
  }

  private func archiveURL() throws -> URL {
    let name = try release.files().first {
      $0.hasSuffix(".tar.gz") && ($0.contains("-linux-") || $0.contains("-macos-"))
    }
    return release.folder["dist/\(try #require(name))"]
  }
}

@Suite("the version in the formula and the recipes") struct ReleaseNameTests {
  @Test(
    "formula and recipes have the program's version",
    arguments: [
      "integrations/homebrew/stickerlint.rb", "integrations/gitlab/stickerlint.yml",
      "integrations/jenkins/Jenkinsfile",
      "integrations/xcode-cloud/ci_post_clone.sh", "integrations/github/stickers.yml",
      "integrations/github/comment.yml", "integrations/github/shards.yml",
      "integrations/README.md", "integrations/spark/pyproject.toml", "pyproject.toml",
    ])
  func versions(_ path: String) throws {
    let version = try TemporaryFolder().run(BuildProducts.program.path, ["--version"]).output.dropLast()
    let named = try BuildProducts.projectText(path).matches(of: /[0-9]+\.[0-9]+\.[0-9]+/).map {
      String($0.output)
    }
    #expect(!named.isEmpty)
    #expect(named.allSatisfy { $0 == version }, "\(path): \(named)")
  }

  @Test(
    "Ruby parses the formula", .enabled(if: BuildProducts.tool("ruby") != nil, "skipped: no Ruby"))
  func formula() throws {
    let ruby = try #require(BuildProducts.tool("ruby"))
    let file = BuildProducts.projectFile("integrations/homebrew/stickerlint.rb").path
    #expect(try TemporaryFolder().run(ruby, ["-c", file]).output == "Syntax OK\n")
  }
}
