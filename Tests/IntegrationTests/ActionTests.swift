import Foundation
import Testing

@Suite("the GitHub action") struct ActionTests {
  private let temporaryFolder: TemporaryFolder
  private let script = BuildProducts.projectFile("integrations/github/run.sh").path

  init() throws { temporaryFolder = try TemporaryFolder() }

  private func runWithFakeProgram(_ inputs: [String: String], status: Int = 0) throws -> (
    status: Int32, output: String
  ) {
    try temporaryFolder.installFakeProgram(status: status)
    try temporaryFolder.write("", to: "output")
    return try check(inputs, with: temporaryFolder["bin/stickerlint"])
  }

  /// Runs the action's script. The default program is the real one.
  private func check(
    _ inputs: [String: String], with program: URL = BuildProducts.program
  ) throws -> (status: Int32, output: String) {
    let given = [
      "STICKERLINT_EXECUTABLE": program.path, "RUNNER_TEMP": temporaryFolder.url.path,
      "GITHUB_OUTPUT": temporaryFolder["output"].path,
    ]
    return try temporaryFolder.run("/bin/bash", [script], environment: given.merging(inputs) { $1 })
  }

  /// The program's arguments without the two reports that the action always requests.
  private func argumentsWithoutReports() throws -> [String] {
    let words = try temporaryFolder.recordedArguments()
    #expect(words.prefix(2) == ["lint", "--isolate"])
    let files = words.dropFirst(2).prefix(2).map {
      $0.replacingOccurrences(of: temporaryFolder.url.path, with: "")
    }
    #expect(files == ["--format=sarif=/stickerlint.sarif", "--format=json=/stickerlint.json"])
    return Array(words.dropFirst(4))
  }

  @Test("without inputs, everything is checked and annotated") func plain() throws {
    #expect(try runWithFakeProgram([:]).status == 0)
    #expect(try argumentsWithoutReports() == ["--format=github", "--", "."])
    #expect(try temporaryFolder.text("output") == "exit-code=0\n")
  }

  @Test("every input is passed as the corresponding options") func inputs() throws {
    let outcome = try runWithFakeProgram([
      "STICKERLINT_PATHS": "Stickers\nOther Stickers\r\n\n", "STICKERLINT_FOLDER": "App/",
      "STICKERLINT_FAIL_ON": "warning", "STICKERLINT_BASELINE": "known.json",
      "STICKERLINT_CHANGED_SINCE": "origin/main", "STICKERLINT_FORMATS": "github\njunit=a b.xml",
      "STICKERLINT_ARGUMENTS": "--select=file-size\n  \n--no-pack",
    ])
    #expect(outcome.status == 0)
    #expect(
      try argumentsWithoutReports() == [
        "--format=github", "--format=junit=a b.xml", "--fail-on=warning", "--baseline=App/known.json",
        "--changed-since=origin/main", "--select=file-size", "--no-pack", "--", "App/Stickers",
        "App/Other Stickers",
      ])
  }

  @Test(
    "no input of a workflow is executed, whatever its text",
    arguments: [
      "$(touch pwned)", "`touch pwned`", "a; touch pwned", "a' ; touch pwned; '", "\"; touch pwned; \"", "*",
      "--version", "-", "a && touch pwned", "${IFS}touch${IFS}pwned", "!!", "\\", "a  b ", "~", "é\u{202E}",
      "::error::x", "%0A",
    ])
  func injection(_ text: String) throws {
    let keys = ["PATHS", "FORMATS", "ARGUMENTS", "FAIL_ON", "BASELINE", "CHANGED_SINCE"]
    let all = Dictionary(uniqueKeysWithValues: keys.map { ("STICKERLINT_\($0)", text) })
    #expect(try runWithFakeProgram(all).status == 0)
    #expect(
      try argumentsWithoutReports() == [
        "--format=\(text)", "--format=github=\(temporaryFolder.url.path)/stickerlint.annotations",
        "--fail-on=\(text)", "--baseline=\(text)", "--changed-since=\(text)", text, "--",
        text,
      ])
    let known = ["bin", "output", "words"]
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporaryFolder.url.path).sorted() == known)
    #expect(try temporaryFolder.text("output") == "exit-code=0\n")
  }

  @Test("a folder may have any name, and absolute paths stay as they are") func folder() throws {
    _ = try runWithFakeProgram([
      "STICKERLINT_FOLDER": "$(touch pwned) '\"", "STICKERLINT_PATHS": ".\na.png\n/b.png",
    ])
    #expect(
      try argumentsWithoutReports().suffix(4) == [
        "--", "$(touch pwned) '\"", "$(touch pwned) '\"/a.png", "/b.png",
      ])
    #expect(!temporaryFolder.exists("pwned"))
  }

  @Test(
    "a line break in a one-line input stops the job and is not echoed in its log",
    arguments: ["FOLDER", "FAIL_ON", "BASELINE", "CHANGED_SINCE"])
  func lineBreaks(_ key: String) throws {
    let outcome = try runWithFakeProgram(["STICKERLINT_\(key)": "a\n::error::b"])
    #expect(outcome.status == 2)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.output.hasPrefix("::error title=stickerlint::The input "))
    #expect(!temporaryFolder.exists("words"))
  }

  @Test("another report format in the log leaves annotations and summary unchanged") func format() throws {
    _ = try runWithFakeProgram(["STICKERLINT_FORMATS": "text\njunit=a.xml"])
    let annotations = "--format=github=\(temporaryFolder.url.path)/stickerlint.annotations"
    #expect(
      try argumentsWithoutReports() == ["--format=text", "--format=junit=a.xml", annotations, "--", "."])
    try temporaryFolder.copy("Fixtures/Art/faulty/too-small.png", to: "a.png")
    let outcome = try check([
      "STICKERLINT_PATHS": "a.png", "STICKERLINT_FORMATS": "concise",
      "GITHUB_STEP_SUMMARY": temporaryFolder["summary.md"].path,
    ])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("a.png: error pixel-dimensions: "), "\(outcome.output)")
    #expect(outcome.output.contains("\n::error file=a.png,line=1,title=pixel-dimensions::"))
    #expect(try temporaryFolder.text("summary.md").hasPrefix("### stickerlint: 1 error"))
  }

  @Test("a run that failed says why in the pull request and in the summary") func notDone() throws {
    try temporaryFolder.copy("Fixtures/Art/pack/ghost.png", to: "art/a.png")
    try temporaryFolder.write("rules: { 50%: off }\n", to: "art/.stickerlint.yml")
    let outcome = try check([
      "STICKERLINT_PATHS": "art\nno such, file.png",
      "GITHUB_STEP_SUMMARY": temporaryFolder["summary.md"].path,
    ])
    #expect(outcome.status == 2)
    let lines = outcome.output.components(separatedBy: "\n").filter { $0.hasPrefix("::") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("::error ") }, "\(outcome.output)")
    let summary = try temporaryFolder.text("summary.md")
    #expect(
      summary.contains("### stickerlint: could not check the stickers\n\n    error: "), "\(summary)")
    try FileManager.default.removeItem(at: temporaryFolder["art/.stickerlint.yml"])
    try temporaryFolder.write("rules: { 50%: off }\n", to: ".stickerlint.yml")
    let settings = try check(["STICKERLINT_PATHS": "art"])
    #expect(settings.status == 2)
    let place = "\n::error file=.stickerlint.yml,line=1,col=10,title=stickerlint::"
    #expect(settings.output.contains(place), "\(settings.output)")
    #expect(settings.output.contains("50%25"), "\(settings.output)")
  }

  @Test("a comment is written on request, even about a run that failed") func comment()
    throws
  {
    let report = "\(temporaryFolder.url.path)/stickerlint.md"
    _ = try runWithFakeProgram(["STICKERLINT_COMMENT": "false"])
    #expect(try argumentsWithoutReports() == ["--format=github", "--", "."])
    _ = try runWithFakeProgram(["STICKERLINT_COMMENT": "true", "STICKERLINT_FAIL_ON": "hint"])
    #expect(
      try argumentsWithoutReports() == [
        "--format=github", "--format=markdown=\(report)", "--fail-on=hint", "--", ".",
      ])
    #expect(try temporaryFolder.text("output") == "exit-code=0\n", "this program writes no report")

    try temporaryFolder.copy("Fixtures/Art/faulty/too-small.png", to: "a.png")
    try temporaryFolder.write("", to: "output")
    #expect(try check(["STICKERLINT_PATHS": "a.png", "STICKERLINT_COMMENT": "true"]).status == 1)
    #expect(try temporaryFolder.text("stickerlint.md").hasPrefix("### stickerlint: 1 error"))
    #expect(try temporaryFolder.text("output").contains("\nmarkdown=\(report)\n"))
    try temporaryFolder.write("", to: "output")
    #expect(try check(["STICKERLINT_PATHS": "b.png", "STICKERLINT_COMMENT": "true"]).status == 2)
    let said = "### stickerlint: could not check the stickers\n\n    error: "
    #expect(try temporaryFolder.text("stickerlint.md").hasPrefix(said))
    #expect(try temporaryFolder.text("output").contains("\nmarkdown=\(report)\n"))
    try temporaryFolder.write("", to: "output")
    #expect(try check(["STICKERLINT_PATHS": "b.png"]).status == 2)
    #expect(!temporaryFolder.exists("stickerlint.md"), "a report from an earlier run is left")
  }

  @Test("results are cached if there are any, even when the job fails") func cache() throws {
    let folder = temporaryFolder["results"].path
    _ = try runWithFakeProgram(["STICKERLINT_CACHE": folder])
    #expect(try temporaryFolder.text("output") == "exit-code=0\n")
    try temporaryFolder.write("", to: "results/1")
    #expect(try runWithFakeProgram(["STICKERLINT_CACHE": folder], status: 1).status == 1)
    #expect(try temporaryFolder.text("output") == "exit-code=1\ncache=\(folder)\n")

    let steps = try BuildProducts.projectText("action.yml").components(separatedBy: "\n    - ")
    let save = try #require(steps.first { $0.contains("actions/cache/save@") })
    #expect(save.contains("if: ${{ always() && ") && save.contains(" && steps.check.outputs.cache != '' }}"))
    #expect(!steps.contains { $0.contains("actions/cache@") }, "actions/cache saves nothing if the job fails")
  }

  @Test("the job has the program's exit code and outputs it with the existing reports")
  func exitCode() throws {
    try temporaryFolder.installFakeProgram(status: 1)
    let text = try temporaryFolder.text("bin/stickerlint")
    try temporaryFolder.write("", to: "output")
    try temporaryFolder.write(
      text.replacingOccurrences(
        of: "echo reported",
        with: "for word; do case $word in --format=*=*) echo x >\"${word#--format=*=}\";; esac; done"),
      to: "writes", executable: true)
    let outcome = try temporaryFolder.run(
      "/bin/bash", [script],
      environment: [
        "STICKERLINT_EXECUTABLE": temporaryFolder["writes"].path, "RUNNER_TEMP": temporaryFolder.url.path,
        "GITHUB_OUTPUT": temporaryFolder["output"].path,
      ])
    #expect(outcome.status == 1)
    let folder = temporaryFolder.url.path
    #expect(
      try temporaryFolder.text("output")
        == "exit-code=1\nsarif=\(folder)/stickerlint.sarif\njson=\(folder)/stickerlint.json\n")
  }
}

@Suite("the GitHub action's file") struct ActionFileTests {
  @Test(
    "GitHub's schemas accept the action and the workflow",
    .enabled(if: BuildProducts.pythonTool("check-jsonschema") != nil, "skipped: no check-jsonschema"),
    arguments: [
      ("github-actions", "action.yml"), ("github-workflows", "integrations/github/stickers.yml"),
      ("github-workflows", "integrations/github/comment.yml"),
      ("github-workflows", "integrations/github/shards.yml"),
    ])
  func schema(_ schema: String, _ file: String) throws {
    let validator = try #require(BuildProducts.pythonTool("check-jsonschema"))
    let arguments = ["--builtin-schema", "vendor.\(schema)", BuildProducts.projectFile(file).path]
    let outcome = try TemporaryFolder().run(validator, arguments)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("inputs reach a shell only through its environment") func environment() throws {
    let lines = try BuildProducts.projectText("action.yml").components(separatedBy: "\n")
    let commands = lines.filter { $0.contains("run:") }
    #expect(commands.count == 3)
    #expect(commands.allSatisfy { $0.contains("run: bash \"$ACTION_PATH/") && !$0.contains("${{") })
  }

  @Test("the default release is this version, and every input is used") func version() throws {
    let text = try BuildProducts.projectText("action.yml")
    let version = try TemporaryFolder().run(BuildProducts.program.path, ["--version"]).output.dropLast()
    #expect(text.contains("    description: The release to install.\n    default: \(version)\n"))
    let inputs = text.components(separatedBy: "outputs:")[0].components(separatedBy: "\n")
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && $0.hasSuffix(":") }
      .map { $0.dropFirst(2).dropLast() }
    #expect(inputs.count == 15)
    for input in inputs { #expect(text.contains("inputs.\(input) "), "\(input)") }
  }
}
