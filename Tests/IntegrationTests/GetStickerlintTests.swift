import Foundation
import Testing

/// Tests the script that recipes use to install a release. The releases are in a local folder.
@Suite(
  "installing a release",
  .enabled(
    if: BuildProducts.tool("curl") != nil && BuildProducts.tool("tar") != nil, "skipped: no curl or no tar"))
struct GetStickerlintTests {
  private let temporaryFolder: TemporaryFolder
  private let system: String

  init() throws {
    temporaryFolder = try TemporaryFolder()
    let machine = try temporaryFolder.run("/usr/bin/env", ["uname", "-sm"]).output.split(
      whereSeparator: \.isWhitespace)
    let processor = machine[1] == "arm64" && machine[0] == "Linux" ? "aarch64" : String(machine[1])
    system = (machine[0] == "Darwin" ? "macos-" : "linux-") + processor
  }

  private var name: String { "stickerlint-9.8.7-\(system)" }

  /// Makes a release in a folder and returns its checksum.
  private func makeRelease(below folder: String = "releases") throws -> String {
    try temporaryFolder.installFakeProgram(at: "\(name)/bin/stickerlint")
    let place = "\(folder)/v9.8.7"
    try temporaryFolder.write("", to: "\(place)/SHA256SUMS")
    let archive = "\(place)/\(name).tar.gz"
    #expect(try temporaryFolder.run("/usr/bin/env", ["tar", "-czf", archive, name]).status == 0)
    let sum = try temporaryFolder.run(
      "/bin/sh", ["-c", "sha256sum \"$1\" 2>/dev/null || shasum -a 256 \"$1\"", "sh", archive])
    let digest = String(sum.output.prefix(64))
    try temporaryFolder.write(
      "\(String(repeating: "0", count: 64))  other.tar.gz\n\(digest)  \(name).tar.gz\n",
      to: "\(place)/SHA256SUMS")
    return digest
  }

  private func runGetScript(_ environment: [String: String] = [:]) throws -> (status: Int32, output: String) {
    let usual = [
      "STICKERLINT_VERSION": "9.8.7", "STICKERLINT_RELEASES": "file://\(temporaryFolder["releases"].path)",
    ]
    return try temporaryFolder.run(
      "/bin/sh", [BuildProducts.projectFile("integrations/get-stickerlint.sh").path, "tools here"],
      environment: usual.merging(environment) { $1 })
  }

  @Test("the program for this machine is installed, and the archive is removed") func installs() throws {
    let digest = try makeRelease()
    for (checksum, version) in [("", "9.8.7"), (digest, "v9.8.7"), (digest.uppercased(), "9.8.7")] {
      let outcome = try runGetScript(["STICKERLINT_SHA256": checksum, "STICKERLINT_VERSION": version])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(
        try temporaryFolder.run(temporaryFolder["tools here/stickerlint"].path, ["--version"]).output
          == "9.8.7\n")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporaryFolder["tools here"].path) == [
        "stickerlint"
      ])
    let left = try FileManager.default.contentsOfDirectory(atPath: temporaryFolder.url.path).sorted()
    #expect(left == ["releases", name, "tools here"].sorted())
  }

  @Test("an archive that differs from the release is not unpacked") func refuses() throws {
    let digest = try makeRelease()
    #expect(try runGetScript(["STICKERLINT_SHA256": String(digest.reversed())]).status == 2)
    try Data("other".utf8).write(to: temporaryFolder["releases/v9.8.7/\(name).tar.gz"])
    for checksum in ["", digest] {
      let outcome = try runGetScript(["STICKERLINT_SHA256": checksum])
      #expect(outcome.status == 2)
      #expect(outcome.output.contains("wrong SHA-256 "))
    }
    try temporaryFolder.write("", to: "releases/v9.8.7/SHA256SUMS")
    #expect(try runGetScript().output.contains("does not list \(name).tar.gz"))
    #expect(!temporaryFolder.exists("tools here"))
  }

  @Test(
    "an invalid version or address, or a missing release, is reported and installs nothing",
    arguments: [
      (["STICKERLINT_VERSION": ""], "not a version"),
      (["STICKERLINT_VERSION": "1/../../x"], "not a version"),
      (["STICKERLINT_VERSION": "1;touch x"], "not a version"),
      (["STICKERLINT_RELEASES": ""], "not a base URL"),
      (["STICKERLINT_RELEASES": "http://example.com"], "not a base URL"),
      (["STICKERLINT_VERSION": "9.8.8"], "download failed"),
    ])
  func reportsInvalidInput(_ environment: [String: String], _ words: String) throws {
    _ = try makeRelease()
    let outcome = try runGetScript(environment)
    #expect(outcome.status == 2)
    #expect(outcome.output.contains(words), "\(outcome.output)")
    #expect(!temporaryFolder.exists("tools here"))
    #expect(!temporaryFolder.exists("x"))
  }

  /// Runs the action's first step from the folder where a runner keeps actions.
  private func install(_ environment: [String: String]) throws -> (status: Int32, output: String) {
    let action = "work/_actions/an-owner/stickerlint/v9.8.7"
    try temporaryFolder.copy("integrations", to: "\(action)/integrations")
    try temporaryFolder.write("", to: "output")
    let usual = [
      "ACTION_PATH": temporaryFolder[action].path, "RUNNER_TEMP": temporaryFolder["temp"].path,
      "GITHUB_OUTPUT": temporaryFolder["output"].path, "STICKERLINT_VERSION": "9.8.7",
      "STICKERLINT_BUILD": "false",
      "STICKERLINT_RELEASES": "", "STICKERLINT_SHA256": "",
      "GITHUB_SERVER_URL": "file://\(temporaryFolder["server"].path)",
    ]
    return try temporaryFolder.run(
      "/bin/bash", [temporaryFolder["\(action)/integrations/github/install.sh"].path],
      environment: usual.merging(environment) { $1 })
  }

  @Test("the action installs the release of its own repository") func action() throws {
    _ = try makeRelease(below: "server/an-owner/stickerlint/releases/download")
    let outcome = try install([:])
    #expect(outcome.status == 0, "\(outcome.output)")
    let (program, cache) = (
      temporaryFolder["temp/stickerlint-bin/stickerlint"].path, temporaryFolder["cache/stickerlint"].path
    )
    #expect(try temporaryFolder.text("output") == "executable=\(program)\ncache=\(cache)\n")
  }

  @Test("if the action has no release, the job stops and says why") func noRelease() throws {
    let missing = try install([:])
    #expect(missing.status == 2)
    #expect(missing.output.contains("::error title=stickerlint::Could not install stickerlint"))
    try FileManager.default.removeItem(at: temporaryFolder["work"])
    let local = try install(["ACTION_PATH": temporaryFolder["work"].path])
    #expect(local.output.hasPrefix("::error title=stickerlint::The address of the releases is unknown"))
    #expect(try temporaryFolder.text("output") == "")
  }
}
