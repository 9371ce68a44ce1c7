import Stickers

/// Returns one line for each finding that fails the run.
public func check(_ folder: String) async throws -> [String] {
  let run = try StickerRun(of: [folder])
  let report = try await run.lint()
  return report.findings.filter(\.failsRun).map { "\($0.path): \($0.rule): \($0.message)" }
}
