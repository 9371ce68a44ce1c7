import StickerIO
import StickerModel
import StickerSettings

extension Inventory {
  /// Checks everything, with what is in force for each file: the one call that a run, a build and other
  /// programs go through.
  ///
  /// - Parameter digests: whether the files' contents are to be told apart.
  /// - Parameter progress: told how many files are done.
  func lint(
    _ settings: SettingsMap, jobs: Int, digests: Bool = false, known: inout KnownResults?,
    examiner: any Examiner, progress: (Int) -> Void
  ) async -> Report {
    var done = 0
    var report = await StickerModel.lint(
      sources, declarations: declarations, catalogs: catalogs, messages: messages, jobs: jobs,
      digests: digests, configuration: { settings.configuration(at: $0) }, known: &known, examiner: examiner
    ) { _ in
      done += 1
      progress(done)
    }
    (report.unread, report.isolation) = (unread, examiner.isolation)
    return report
  }

  /// Checks everything, with a line on a terminal that says how far it is.
  func lint(
    _ settings: SettingsMap, jobs: Int, digests: Bool = false, known: inout KnownResults?,
    examiner: any Examiner, quiet: Bool
  ) async -> Report {
    var line = quiet ? nil : Progress("checked")
    let report = await lint(
      settings, jobs: jobs, digests: digests, known: &known, examiner: examiner
    ) { line?.advance(to: $0, of: sources.count) }
    line?.finish()
    return report
  }
}
