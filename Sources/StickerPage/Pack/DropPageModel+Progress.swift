import Stickers

/// The files that are being analyzed. The page may show outdated results for them.
struct PendingAnalyses: Equatable, Sendable {
  /// The numbers of files, in ascending order.
  var fileNumbers: [Int] = []
  /// Whether the pack has changed since it was last evaluated.
  var isPackOutdated = false
}

extension DropPageModel {
  /// The delay before a report. Work that takes less time is not reported.
  private static let progressReportDelayMilliseconds = 150

  /// The current progress. Fixed files are included until the pack is evaluated.
  var pendingAnalyses: PendingAnalyses {
    let analyzed = (Array(analysisQueue.unorderedNumbers) + analyzingFileNumbers).filter { files[$0] != nil }
    let numbers = files.fixedFilesAwaitingPackEvaluation.union(analyzed)
    return PendingAnalyses(
      fileNumbers: numbers.sorted(), isPackOutdated: !files.isEmpty && evaluatedChangeCount != changeCount)
  }

  /// Sends the progress to the pages after a delay, so that many changes cause one message.
  func scheduleProgressReport() {
    if isProgressReportScheduled { return }
    isProgressReportScheduled = true
    Task {
      await pause(milliseconds: Self.progressReportDelayMilliseconds)
      isProgressReportScheduled = false
      reportProgressIfChanged()
    }
  }

  /// Sends the progress to the pages if it has changed.
  func reportProgressIfChanged() {
    let now = pendingAnalyses
    guard now != lastReportedPendingAnalyses else { return }
    lastReportedPendingAnalyses = now
    connectedPages.broadcast(.filesBeingAnalyzed(now))
  }
}
