import StickerEngine

/// The actions on the page, each of which can be undone and redone. Snapshots share the bytes of files with
/// the page, so a step uses memory only for files that it removed or replaced.
struct PageHistory: Sendable {
  /// The files and the pack file at one point in time.
  struct Snapshot: Sendable {
    var files: DroppedFileTable
    var packFileWriteStatus: PackFileWriteStatus
  }

  /// One action, with the state before and after it.
  struct Step: Sendable {
    /// The action's identifier. The requests of one action, such as fixing many stickers, are one step.
    let actionID: String
    /// A label for the action, such as `Rename pack`.
    let label: String
    let before: Snapshot
    var after: Snapshot
    /// The total size of the files that only this step keeps in memory, in bytes.
    fileprivate var retainedByteCount = 0
  }

  private(set) var undoSteps: [Step] = []
  private(set) var redoSteps: [Step] = []
  private static let maxSteps = 100

  /// Adds an action. If the action is part of the last step, extends that step.
  ///
  /// - Parameter maxBytes: the maximum total size of removed and replaced files, in bytes. Above it, the
  ///   oldest steps are discarded.
  mutating func record(
    _ label: String, actionID action: String?, from before: Snapshot, to after: Snapshot,
    maxRetainedBytes maxBytes: Int
  ) {
    redoSteps = []
    if let action, let last = undoSteps.last, last.actionID == action {
      undoSteps[undoSteps.count - 1].after = after
    } else {
      undoSteps.append(Step(actionID: action ?? "", label: label, before: before, after: after))
    }
    undoSteps[undoSteps.count - 1].updateRetainedByteCount()
    var byteCount = undoSteps.reduce(0) { $0 + $1.retainedByteCount }
    while undoSteps.count > Self.maxSteps || (byteCount > maxBytes && undoSteps.count > 1) {
      byteCount -= undoSteps.removeFirst().retainedByteCount
    }
  }

  /// Moves the last step from one list to the other, and returns it.
  ///
  /// - Parameter isRedo: whether to move it from `redoSteps` to `undoSteps`.
  mutating func moveLastStep(isRedo: Bool) -> Step? {
    guard let step = isRedo ? redoSteps.popLast() : undoSteps.popLast() else { return nil }
    if isRedo { undoSteps.append(step) } else { redoSteps.append(step) }
    return step
  }
}

extension PageHistory.Step {
  /// The numbers of the files that the step added, removed or changed.
  var changedFileNumbers: [Int] {
    mutating get {
      let numbers = Set(before.files.numbers).union(after.files.numbers)
      return numbers.filter { number in
        switch (before.files[number], after.files[number]) {
        case (nil, nil): false
        case (let one?, let other?):
          one.analysisRevision != other.analysisRevision || one.fixOptions != other.fixOptions
            || one.fixedFile?.bytes.count != other.fixedFile?.bytes.count
        default: true
        }
      }.sorted()
    }
  }

  fileprivate mutating func updateRetainedByteCount() {
    retainedByteCount = changedFileNumbers.reduce(0) { sum, number in
      let file = before.files[number]
      return sum + (file?.bytes.count ?? 0) + (file?.fixedFile?.bytes.count ?? 0)
    }
  }
}

// Undoes and redoes actions.
extension DropPageModel {
  /// The current files and pack file.
  var snapshot: PageHistory.Snapshot {
    PageHistory.Snapshot(files: files, packFileWriteStatus: packFileWriteStatus)
  }

  /// Adds an action that has just been carried out.
  ///
  /// - Parameters:
  ///   - id: the identifier that the page chose for the action; untrusted. If nil, the action consists of
  ///     one request.
  ///   - before: the state before the action.
  func recordAndBroadcastUnsavedAction(_ label: String, id: String?, from before: PageHistory.Snapshot) {
    history.record(label, actionID: id, from: before, to: snapshot, maxRetainedBytes: limits.maxTotalBytes)
    sessionState.needsSaveOrDownload = true
    connectedPages.broadcast(undoLabelsMessage)
  }

  var undoLabelsMessage: MessageToPage {
    .undoLabels(undo: history.undoSteps.last?.label, redo: history.redoSteps.last?.label)
  }

  /// Undoes the last action, or redoes the last undone action. Changes that were not actions, such as files
  /// that were added in the meantime, are kept.
  ///
  /// - Parameter actionID: if given, the action that must be the last one.
  /// - Returns: the label of the action, or the reason why nothing was changed.
  func undoOrRedo(isRedo: Bool = false, ifLastIs actionID: String? = nil) -> Result<String, CommandError> {
    if let actionID, history.undoSteps.last?.actionID != actionID {
      return .failure(CommandError("Something else was changed in the meantime."))
    }
    guard var step = history.moveLastStep(isRedo: isRedo) else {
      return .failure(CommandError(isRedo ? "There is nothing to redo." : "There is nothing to undo."))
    }
    let target = isRedo ? step.after : step.before
    let numbers = step.changedFileNumbers
    var table = files
    for number in numbers {
      guard var file = target.files[number] else {
        table[number] = nil
        continue
      }
      // Another file may have taken the path in the meantime.
      if let other = table.number(of: file.path), other != number { table[other] = nil }
      if let now = files[number], now.analysisRevision == file.analysisRevision {
        file.analysis = now.analysis
      }
      file.shownSticker?.imageRevision = nextRevision()
      table[number] = file
    }
    guard table.count <= limits.maxFilesOnPage, table.originalAndDerivedByteCount <= limits.maxTotalBytes
    else {
      _ = history.moveLastStep(isRedo: !isRedo)
      return .failure(CommandError("The page is full. Remove some files first."))
    }
    let removed = Set(files.numbers).subtracting(table.numbers)
    files = table
    restorePackFileWriteStatus(target.packFileWriteStatus)
    for number in removed { connectedPages.broadcast(.removedSticker(number)) }
    for number in numbers {
      if let sticker = files[number]?.shownSticker { connectedPages.broadcast(.sticker(sticker)) }
    }
    connectedPages.broadcast(undoLabelsMessage)
    recordFilesRestoredByUndo()
    let waiting = numbers.filter { files[$0]?.kind == .art && files[$0]?.analysis == nil }
    if waiting.isEmpty { schedulePackEvaluation() } else { enqueueForAnalysis(waiting) }
    return .success(step.label)
  }

  private func restorePackFileWriteStatus(_ status: PackFileWriteStatus) {
    let lastSentMessage = packFileWriteStatus.lastSentMessage
    packFileWriteStatus = status
    packFileWriteStatus.lastSentMessage = lastSentMessage
    // The file in the folder may differ from the restored one.
    packFileWriteStatus.hasUnsavedChanges = files.packFilePaths.contains {
      packFilesInFolder[$0] != files[$0]?.bytes
    }
  }
}
