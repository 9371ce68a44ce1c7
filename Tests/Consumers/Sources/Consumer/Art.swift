import Foundation
import StickersFoundation

/// Checks a folder with limits that are set in code and a rule that this program defines, and writes a SARIF
/// file.
public func check(
  _ folder: URL, sarif: URL, progress: @escaping ProgressHandler
) async throws(StickersError) -> [String] {
  var configuration = LintConfiguration()
  configuration.options = ["file-size": ["max-bytes": 400_000]]
  configuration.ignoredRules = ["missing-icon"]
  configuration.customRules = [
    CustomRule(
      id: "few-frames", severity: .error, summary: "Few frames.", advice: "Remove frames.",
      check: { _, frames in
        guard frames.count > 12 else { return [] }
        return [.init("\(frames.count) frames (limit: 12)", measured: Double(frames.count), limit: 12)]
      })
  ]
  let report = try await Linter(configuration: configuration).lint([folder], progress: progress)
  try report.write(.sarif, to: sarif)
  return report.findings.filter(\.failsRun).map { "\($0.path): \($0.rule): \($0.message)" }
}

/// Starts a check and cancels it.
public func cancelledCheck(of folder: URL) async -> StickersError? {
  let task = Task {
    while !Task.isCancelled { await Task.yield() }
    return try await Linter().lint([folder])
  }
  task.cancel()
  do { _ = try await task.value } catch { return error as? StickersError }
  return nil
}

/// Fixes an image in memory, and returns its bytes and the descriptions of the fixes.
public func fix(_ image: Data) async throws(StickersError) -> (Data, [String]) {
  let fixed = try await Fixer(options: .init(allowsLossyFixes: true)).fix(image, named: "image.png")
  return (Data(fixed.data), fixed.changes.map(\.description))
}

/// Builds a pack from images in memory, and exports it for two messengers. Returns the paths of the written
/// files.
public func build(_ images: [String: Data], into folder: URL) async throws(StickersError) -> [String] {
  var description = PackDescription(name: "Ghosts")
  (description.author, description.languages) = ("Ada", ["en"])
  description.stickers = images.keys.sorted().map {
    .init($0, descriptions: ["en": "A sticker"], emoji: ["👻"])
  }
  let pack = try await PackBuilder().build(.data(images, description: description))
  try pack.write(to: folder.appendingPathComponent("messages"))
  var paths = pack.paths
  for profile in [Profile.signal, .telegram] {
    let export = try await pack.export(profile)
    try export.write(to: folder)
    paths += export.paths
  }
  return paths
}

/// Returns a small PNG of an image, and the widths of its variants.
public func thumbnail(_ image: Data) async throws(StickersError) -> (Data, [Int]) {
  let sticker = try Sticker(image)
  return (Data(try sticker.thumbnail(maxPixelSize: 96)), try await sticker.variants().map(\.width))
}
