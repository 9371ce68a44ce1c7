import Testing

@testable import stickerlint

@Suite("command-line parsing") struct CommandLineTests {
  @Test("--isolate=required is parsed as one option, but not after --")
  func required() {
    #expect(
      replacingIsolateRequired(words("lint --isolate=required art")) == words("lint --isolate-required art"))
    #expect(
      replacingIsolateRequired(words("fix -- --isolate=required")) == words("fix -- --isolate=required"))
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
