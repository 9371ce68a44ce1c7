import Foundation
import Testing

/// Tests the pull request comment with a fake GitHub CLI, which keeps comments in a file and implements
/// `--jq` with jq itself.
@Suite(
  "the comment on a pull request",
  .enabled(
    if: BuildProducts.tool("jq") != nil && BuildProducts.tool("bash") != nil, "skipped: no jq or no bash"))
struct CommentTests {
  private let folder: TemporaryFolder
  private static let findings = "### stickerlint: 1 error, 0 warnings, 0 hints in 1 file\n\nmore\n"
  private static let nothing = "### stickerlint: no findings in 1 file; 2 findings accepted by the baseline\n"
  private static let bot = "github-actions[bot]"

  private struct Comment: Codable, Equatable {
    struct User: Codable, Equatable { let login: String }
    let id: Int
    let user: User
    let body: String?

    init(_ id: Int, by login: String = bot, _ body: String?) {
      self.id = id
      user = User(login: login)
      self.body = body
    }
  }

  init() throws {
    folder = try TemporaryFolder()
    let program = #"""
      #!/bin/sh
      [ "$1" = api ] && [ -n "$GH_TOKEN" ] || exit 9
      shift
      method=GET
      while [ $# -gt 0 ]; do
        case $1 in
          --paginate | --silent) ;;
          --method) method=$2; shift ;;
          --jq) query=$2; shift ;;
          -F) file=${2#body=@}; shift ;;
          *) path=$1 ;;
        esac
        shift
      done
      echo "$GH_HOST $method $path" >>calls
      [ ! -e "denied-$method" ] || { echo "gh: Resource not accessible by integration (HTTP 403)" >&2; exit 1; }
      case $method in
        GET) exec jq -r "$query" comments ;;
        POST) jq --rawfile body "$file" \
          '. + [{id: (length + 1), user: {login: "github-actions[bot]"}, body: $body}]' comments >new ;;
        PATCH) jq --rawfile body "$file" --argjson id "${path##*/}" \
          'map(if .id == $id then .body = $body else . end)' comments >new ;;
      esac
      mv new comments

      """#
    try folder.write(program, to: "bin/gh", executable: true)
    try write([])
  }

  private func write(_ comments: [Comment]) throws {
    try folder.write(String(decoding: try JSONEncoder().encode(comments), as: UTF8.self), to: "comments")
  }

  private var comments: [Comment] {
    get throws { try JSONDecoder().decode([Comment].self, from: Data(try folder.text("comments").utf8)) }
  }

  private var recordedCalls: [String] {
    get throws {
      folder.exists("calls") ? try folder.text("calls").split(separator: "\n").map(String.init) : []
    }
  }

  private static let environment = [
    "GH_TOKEN": "x", "GITHUB_REPOSITORY": "a/b", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_RUN_ID": "5",
    "GITHUB_SERVER_URL": "https://github.com",
  ]

  @discardableResult
  private func runCommentScript(
    _ report: String, _ more: [String] = [], _ environment: [String: String] = [:]
  ) throws -> String {
    try folder.write(report, to: "a report.md")
    let outcome = try folder.run(
      "/bin/bash", [BuildProducts.projectFile("integrations/github/comment.sh").path, "a report.md"] + more,
      path: [folder["bin"].path], environment: Self.environment.merging(environment) { $1 })
    #expect(outcome.status == 0, "\(outcome.output)")
    return outcome.output
  }

  @Test("the first run writes the comment, and every later run replaces its text") func updates() throws {
    let others = [Comment(1, by: "a person", "Nice stickers!"), Comment(2, nil), Comment(3, "Another bot's")]
    try write(others)
    try runCommentScript(Self.findings)
    let all = try comments
    #expect(all.count == 4 && Array(all.prefix(3)) == others)
    let link = "\n[All reports of this run](https://github.com/a/b/actions/runs/5)\n"
    #expect(all[3].body == "<!-- stickerlint: stickerlint -->\n" + Self.findings + link)

    let second = Self.findings.replacingOccurrences(of: "1 error", with: "9 errors")
    try runCommentScript(second, [], ["GITHUB_RUN_ID": "6"])
    let updated = try comments
    #expect(updated.count == 4 && Array(updated.prefix(3)) == others)
    #expect(updated[3].body?.contains("9 errors") == true)
    #expect(updated[3].body?.contains("/actions/runs/6)") == true)
    #expect(
      try recordedCalls == [
        "github.com GET repos/a/b/issues/7/comments?per_page=100",
        "github.com POST repos/a/b/issues/7/comments",
        "github.com GET repos/a/b/issues/7/comments?per_page=100",
        "github.com PATCH repos/a/b/issues/comments/4",
      ])
  }

  @Test("without findings, no comment is written, but an existing comment says so") func nothingFound() throws
  {
    try runCommentScript(Self.nothing)
    #expect(try comments == [])
    try runCommentScript(Self.findings)
    try runCommentScript(Self.nothing)
    #expect(try comments.map { $0.body?.contains("no findings") } == [true])
  }

  @Test("another author's comment is never changed, whatever it begins with") func strangers() throws {
    let copied = Comment(1, by: "mallory", "<!-- stickerlint: stickerlint -->\nAll is well.")
    try write([copied])
    try runCommentScript(Self.findings)
    #expect(try comments.count == 2 && comments[0] == copied)
    try write([copied])
    try runCommentScript(Self.findings, [], ["COMMENT_AUTHOR": "mallory"])
    #expect(try comments.map { $0.body?.contains("1 error") } == [true], "COMMENT_AUTHOR sets the author")
  }

  @Test("jobs with different categories have separate comments, and a category cannot end the marker")
  func categories() throws {
    let names = ["icons", "x --> <img src=y>", "$(touch pwned)", "é", "\" or true or \""]
    for name in names { try runCommentScript(Self.findings, [name]) }
    for name in names { try runCommentScript(Self.findings, [name]) }
    let all = try comments
    #expect(all.count == names.count)
    for comment in all {
      let marker = try #require(comment.body?.split(separator: "\n").first)
      #expect(marker.wholeMatch(of: /<!-- stickerlint: [\w.-]+ -->/) != nil, "\(marker)")
      #expect(marker.components(separatedBy: "--").count == 3, "\(marker)")
    }
    #expect(!folder.exists("pwned"))
  }

  @Test("a run outside a pull request makes no request to GitHub", arguments: ["refs/heads/main", ""])
  func push(_ ref: String) throws {
    #expect(try runCommentScript(Self.findings, [], ["GITHUB_REF": ref]).contains("not for a pull request"))
    #expect(try recordedCalls == [])
  }

  @Test("a read-only token does not fail the job, and a warning says what is missing")
  func denied() throws {
    try folder.write("", to: "denied-POST")
    let output = try runCommentScript(Self.findings)
    #expect(output.contains("::warning title=stickerlint::Could not write the comment."))
    #expect(output.contains("pull-requests: write"))
    try folder.write("", to: "denied-GET")
    #expect(
      try runCommentScript(Self.findings).contains("::warning title=stickerlint::Could not read the comments")
    )
    #expect(try comments == [])
  }

  @Test("on GitHub Enterprise, requests go to that server") func enterprise() throws {
    try runCommentScript(Self.findings, [], ["GITHUB_SERVER_URL": "https://github.example.com"])
    #expect(try recordedCalls.allSatisfy { $0.hasPrefix("github.example.com ") } && recordedCalls.count == 2)
    #expect(try comments[0].body?.contains("(https://github.example.com/a/b/actions/runs/5)") == true)
  }

  @Test(
    "the recipe's steps check the stickers and write the comment",
    .enabled(if: BuildProducts.pythonTool("python") != nil, "skipped: run `make test-deps` first"))
  func recipe() throws {
    try folder.copy("Fixtures/Art/faulty/too-small.png", to: "Stickers/small.png")
    try folder.copy("integrations/github/comment.sh", to: "ci/comment.sh")
    try FileManager.default.createSymbolicLink(
      at: folder["bin/stickerlint"], withDestinationURL: BuildProducts.program)
    func run(_ step: String) throws -> (status: Int32, output: String) {
      let runner = [
        BuildProducts.projectFile("Scripts/workflow.py").path,
        BuildProducts.projectFile("integrations/github/comment.yml").path,
      ]
      return try folder.run(
        try #require(BuildProducts.pythonTool("python")), runner + ["check", step],
        path: [folder["bin"].path],
        environment: Self.environment)
    }
    #expect(try run("comment.sh").status == 0, "a run without a report must not fail")
    #expect(try recordedCalls == [])
    let checked = try run("--format markdown")
    #expect(checked.status == 1 && checked.output.contains("::error file=Stickers/small.png"), "\(checked)")
    let commented = try run("comment.sh")
    #expect(commented.status == 0, "\(commented.output)")
    let body = try #require(try comments.first?.body)
    #expect(body.contains("`Stickers/small.png`") && body.utf8.count < 65_536)
    #expect(body.contains("](https://OWNER.github.io/stickerlint/rules/pixel-dimensions.html)"))
  }
}
