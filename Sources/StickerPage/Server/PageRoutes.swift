package import StickerEngine
import StickerImage
import StickerPacker

/// Returns all routes of the drop page.
///
/// - Parameters:
///   - title: the title of the page; untrusted.
///   - configuration: the configuration in effect. The page states its limits, and a file that is too large
///     is rejected before any of it is read.
package func pageRoutes(
  _ collection: DropPageModel, title: String, _ configuration: Configuration
) -> [PageRoute] {
  let maxFileBytes = configuration.budget.fileBytes
  var preview = Preview(title: title, stickers: [], packFindings: [])
  preview.introductionLimits = configuration.messengerLimits
  preview.otherMessengers = previewMessengers()
  let page = previewPage(preview, in: .dropPage)
  return [
    PageRoute(.get, "") { _ in .text(page, "text/html") },
    PageRoute(.get, "preview.css") { _ in .text(PageStylesAndScripts.style, "text/css") },
    PageRoute(.get, "preview.js") { _ in .text(PageStylesAndScripts.script(of: .dropPage), "text/javascript")
    },
    sampleStickersJSONRoute,
    PageRoute(.get, "events") { _ in .events(await collection.connectPage()) },
    PageRoute(
      .post, "files", maxBodyBytes: maxFileBytes,
      tooLongBodyResponse: { request, length in
        let path = Path(request.query["path"] ?? "")
        if DroppedFileKind.isIgnoredByName(path) { return .noContent }
        let (bytes, most) = (numberText(length), numberText(maxFileBytes))
        return .jsonError(
          413, "\(path.name.displayText) was not added: file size is \(bytes) bytes (limit: \(most) bytes)")
      }
    ) { await handleFileUpload($0, collection) },
    PageRoute(.post, "remove", hasFileNumberInPath: true) { request in
      await collection.removeFromPackAndPage(
        request.fileNumber ?? 0, actionIdentifier: request.enclosingActionIdentifier)
        ? .noContent : .notFound
    },
    PageRoute(.post, "clear") { request in
      await collection.clear(actionIdentifier: request.enclosingActionIdentifier)
      return .noContent
    },
    PageRoute(.post, "continue") { _ in
      await collection.continueSession().map { .jsonError(409, $0) } ?? .noContent
    },
    PageRoute(.post, "discard") { _ in
      await collection.discardOfferedSession()
      return .noContent
    },
    PageRoute(.post, "undo") { request in
      switch await collection.undoOrRedo(
        isRedo: request.query["redo"] == "1", ifLastIs: request.enclosingActionIdentifier)
      {
      case .success(let label): .json(.object(["label": .string(label)]))
      case .failure(let failure): conflictResponse(failure)
      }
    },
    PageRoute(.post, "contact-sheet", maxBodyBytes: ContactSheetRequest.maxRequestBytes) {
      await handleContactSheetsOfSelection($0, collection)
    },
    PageRoute(.post, "edit", maxBodyBytes: PageEdit.maxRequestBytes) {
      await handlePackFileEdits($0, collection)
    },
  ] + ruleExplanationRoutes + imageRoutes(collection) + builtIconRoutes(collection)
    + fixAndDownloadRoutes(collection)
    + saveAndReloadRoutes(collection) + messengerRoutes(collection)
}

/// One route for the explanation of each rule.
private let ruleExplanationRoutes = Rule.all.map { rule in
  PageRoute(.get, "rules/\(rule.id)") { _ in .text(ruleExplanationPage(rule), "text/html") }
}

private func handleFileUpload(_ request: PageRequest, _ collection: DropPageModel) async -> PageResponse {
  guard let path = request.query["path"] else { return .jsonError(400, "a file needs a path") }
  return
    switch await collection.addOrReplaceFile(
      collection.droppedPathDefaultingToPackFolder(for: path), request.body)
  {
  case .addedOrAlreadyOnPage(let number): .json(.object(["number": .integer(number)]))
  case .ignored: .noContent
  case .rejected(let status, let sentence): .jsonError(status, sentence)
  }
}

private func handlePackFileEdits(_ request: PageRequest, _ collection: DropPageModel) async -> PageResponse {
  switch PageEdit.edits(parsing: request.body) {
  case .failure(let failure): .jsonError(409, failure.message)
  case .success(let edits):
    await collection.editPackFile(edits, actionIdentifier: request.enclosingActionIdentifier).map {
      .jsonError(409, $0)
    }
      ?? .json(.object([:]))
  }
}

private func handleContactSheetsOfSelection(
  _ request: PageRequest, _ collection: DropPageModel
) async -> PageResponse {
  let wanted: ContactSheetRequest
  do throws(CommandError) {
    wanted = try ContactSheetRequest(parsing: request.body)
  } catch {
    return .jsonError(400, error.message)
  }
  switch await collection.contactSheets(of: wanted.fileNumbers, on: wanted.backgrounds) {
  case .failure(let failure): return conflictResponse(failure)
  case .success(let sheets):
    if sheets.count == 1 { return .bytes(sheets[0], "image/png", savedAs: "contact-sheet.png") }
    let files = sheets.enumerated().map {
      (numberedPathUnlessFirst(Path("contact-sheet.png"), $0 + 1).displayText, $1)
    }
    return zipResponse(fileStem: "contact-sheets") { () throws(Diagnostic) in try ZipArchive(files) }
  }
}

private func imageRoutes(_ collection: DropPageModel) -> [PageRoute] {
  [
    PageRoute(.get, "art", hasFileNumberInPath: true) { request in
      guard let file = await collection.file(request.fileNumber ?? 0) else { return .notFound }
      // A sequence is shown as one animation.
      guard let picture = file.shownSticker?.image else {
        return .bytes(file.bytes, mediaType(of: file.bytes))
      }
      return .bytes(picture.bytes, picture.mediaType)
    },
    PageRoute(.get, "fixed", hasFileNumberInPath: true) { request in
      guard let fixed = await collection.file(request.fileNumber ?? 0)?.fixedFile else { return .notFound }
      return .bytes(fixed.bytes, mediaType(of: fixed.bytes))
    },
    PageRoute(.get, "download", hasFileNumberInPath: true) { request in
      guard let file = await collection.file(request.fileNumber ?? 0) else { return .notFound }
      return .bytes(
        file.fixedOrOriginalFile.bytes, mediaType(of: file.fixedOrOriginalFile.bytes),
        savedAs: file.fixedOrOriginalFile.path.name.displayText)
    },
  ]
}

/// The routes for the icons as they will be in the built pack.
private func builtIconRoutes(_ collection: DropPageModel) -> [PageRoute] {
  IconSlot.all.map { slot in
    PageRoute(.get, "icon/\(slot.name)") { _ in
      switch await collection.builtIcon(for: slot) {
      case .failure(let failure): .jsonError(409, failure.message)
      case .success(let bytes): .bytes(bytes, mediaType(of: bytes))
      }
    }
  }
}

private let binaryMediaType = "application/octet-stream"

private func mediaType(of bytes: [UInt8]) -> String {
  PreviewImage(bytes, ImageContainer(of: bytes, budget: .standard))?.mediaType ?? binaryMediaType
}

private func handleApplyFix(_ request: PageRequest, _ collection: DropPageModel) async -> PageResponse {
  if let refusal = request.unknownRuleError { return refusal }
  guard request.isOutlineAbsentOrValid else {
    let widths = FixOptions.whiteOutlineWidths
    return .jsonError(400, "the outline must be \(widths.lowerBound) to \(widths.upperBound) px wide")
  }
  let reason = await collection.fix(
    request.fileNumber ?? 0, rules: request.rules, allowsLossyFixes: request.allowsLossyFixes,
    minimizesPNGFileSize: request.minimizesPNGFileSize, smallArtFix: request.smallArtFix,
    whiteOutlineWidth: request.unvalidatedOutlineWidth, actionIdentifier: request.enclosingActionIdentifier
  )
  if let reason { return .jsonError(409, reason) }
  // The script waits until the page has received this revision.
  let revision = await collection.file(request.fileNumber ?? 0)?.shownSticker?.imageRevision ?? 0
  return .json(.object(["revision": .integer(revision)]))
}

private func fixAndDownloadRoutes(_ collection: DropPageModel) -> [PageRoute] {
  [
    PageRoute(.post, "try", hasFileNumberInPath: true) { request in
      if let refusal = request.unknownRuleError { return refusal }
      switch await collection.fixChangeIfComplete(
        request.fileNumber ?? 0, rules: request.rules ?? [], smallArtFix: request.smallArtFix)
      {
      // If a finding cannot be fixed, that is not an error. There is just no fix to offer.
      case .success(let change): return change.map(fixedImagePreviewResponse) ?? .noContent
      case .failure(let failure): return conflictResponse(failure)
      }
    },
    PageRoute(.post, "fix", hasFileNumberInPath: true) { await handleApplyFix($0, collection) },
    PageRoute(.post, "unfix", hasFileNumberInPath: true) { request in
      await collection.revertFixOfShownSticker(
        request.fileNumber ?? 0, actionIdentifier: request.enclosingActionIdentifier)
        ? .noContent : .notFound
    },
    PageRoute(.get, "all.zip") { _ in
      let files = await collection.fixedOrOriginalFiles().map {
        (portableZipEntryPath($0.path), $0.bytes)
      }
      return zipResponse(fileStem: "stickers") { () throws(Diagnostic) in
        try ZipArchive(files, forWindows: true)
      }
    },
    PageRoute(.get, "pack.zip") { request in
      switch await collection.buildPackForDownload(
        named: request.query["name"].flatMap { $0.isEmpty ? nil : $0 })
      {
      case .failure(let failure): return .jsonErrorWithReasons(409, "The pack cannot be built yet.", failure)
      case .success(let pack):
        let folder = safeNames([pack.packDisplayName])[0].name
        var files = pack.tree.paths.map { (path: "\(folder)/\($0)", bytes: pack.tree[$0] ?? []) }
        // The folder of the pack contains only build results, so this file goes next to it.
        if let description = pack.packFile { files.append((PackFile.fileName.displayText, description)) }
        return zipResponse(fileStem: folder) { () throws(Diagnostic) in try ZipArchive(files) }
          .withPercentEncodedHeader(pack.packedAndSkippedReport, for: "Pack-Contents")
      }
    },
  ]
}

/// Returns the result of a possible fix: the image, and a header field that describes the changes.
private func fixedImagePreviewResponse(_ change: FileChange) -> PageResponse {
  // A new name is worth mentioning only if nothing else changes.
  let stepsWithoutRenaming = change.steps.filter { $0.kind != .correctFileExtension }
  let steps = stepsWithoutRenaming.isEmpty ? change.steps : stepsWithoutRenaming
  let words = JSON.object([
    "steps": .array(steps.map { .string($0.description) }),
    "isConversion": .bool(steps.allSatisfy { $0.kind == .convertToPNGOrAPNG }),
    "isSeen": .bool(change.steps.contains(where: \.isLossy)),
    "before": .integer(change.statsBefore.byteCount), "after": .integer(change.statsAfter.byteCount),
  ])
  let header = String(decoding: words.encoded(onOneLine: true).dropLast(), as: UTF8.self)
  return .bytes(change.newBytes, mediaType(of: change.newBytes)).withPercentEncodedHeader(
    header, for: "Trial")
}

extension PageRequest {
  /// The rules that the request lists; nil if it lists none.
  fileprivate var rules: Set<String>? {
    query["rules"].map { Set($0.split(separator: ",").map(String.init)) }
  }

  /// The error for an unknown rule; nil if all rules exist.
  fileprivate var unknownRuleError: PageResponse? {
    let unknown = rules?.sorted().first { id in !Rule.all.contains { $0.id == id } }
    return unknown.map { .jsonError(400, "there is no rule named \(UntrustedText($0).displayText)") }
  }

  /// The identifier of the action that the request is part of; nil if the action consists of this
  /// request only.
  fileprivate var enclosingActionIdentifier: String? {
    query["action"].flatMap { $0.utf8.count <= 32 && !$0.isEmpty ? $0 : nil }
  }

  /// Whether visible changes are allowed.
  fileprivate var allowsLossyFixes: Bool { query["lossy"] == "1" }

  /// How to fix art that is too small; nil to keep its size.
  fileprivate var smallArtFix: SmallArtFix? { query["small"].flatMap(SmallArtFix.init) }

  /// The width of a white outline in pixels; nil for none.
  fileprivate var unvalidatedOutlineWidth: Int? { query["outline"].flatMap { Int($0) } }

  /// Whether the request has no outline, or one of an allowed width.
  fileprivate var isOutlineAbsentOrValid: Bool {
    guard let text = query["outline"], !text.isEmpty else { return true }
    return unvalidatedOutlineWidth.map { FixOptions.whiteOutlineWidths.contains($0) } ?? false
  }

  /// Whether to minimize the file size.
  fileprivate var minimizesPNGFileSize: Bool { query["smallest"] == "1" }
}

func zipResponse(
  fileStem name: String, archive: () throws(Diagnostic) -> ZipArchive
) -> PageResponse {
  do throws(Diagnostic) {
    return .pieces(try archive().pieces, "application/zip", savedAs: name + ".zip")
  } catch {
    return .jsonError(409, error.message)
  }
}

/// Replaces characters in a path that some systems treat as separators.
private func portableZipEntryPath(_ path: Path) -> String {
  String(path.displayText.map { $0 == "\\" || $0 == ":" ? "_" : $0 })
}

/// The routes that save to the page's folder, and that reload the pack file from it.
func saveAndReloadRoutes(_ collection: DropPageModel) -> [PageRoute] {
  [
    PageRoute(.get, "saved") { _ in
      switch await collection.savePreviewJSON() {
      case .success(let json): .json(json)
      case .failure(let failure): conflictResponse(failure)
      }
    },
    PageRoute(.post, "save", writesFiles: true) { request in
      guard let condition = request.filePrecondition else { return .notFound }
      switch await collection.save(if: condition) {
      case .saved(let files): return .json(.object(["files": .array(files.map { .string($0) })]))
      case .conflict(let sentence, let tag):
        return .json(.object(["error": .string(sentence), "tag": tag]), status: 412)
      case .failed(let failure): return conflictResponse(failure)
      }
    },
    PageRoute(.post, "reread") { _ in
      await collection.reloadPackFileFromFolder().map { .jsonError(409, $0) } ?? .noContent
    },
  ]
}

private func conflictResponse(_ failure: CommandError) -> PageResponse { .jsonError(409, failure.message) }

/// The routes that build the pack for other messengers, and download it.
func messengerRoutes(_ collection: DropPageModel) -> [PageRoute] {
  [
    PageRoute(.post, "messengers") { _ in
      await collection.startMessengerBuilds()
      return .noContent
    }
  ]
    + OtherMessengers.profileNames.map { messenger in
      PageRoute(.get, "messenger/\(messenger)") { _ in
        switch await collection.messengerDownload(for: messenger) {
        case .failure(let failure):
          return .jsonErrorWithReasons(409, "The pack cannot be exported yet.", failure)
        case .success(let made):
          if let file = made.singleFileBytes {
            return .bytes(file, "application/octet-stream", savedAs: made.fileName)
          }
          let files = made.folderTree.paths.map { (path: $0, bytes: made.folderTree[$0] ?? []) }
          let stem = String(made.fileName.dropLast(".zip".count))
          return zipResponse(fileStem: stem) { () throws(Diagnostic) in try ZipArchive(files) }
        }
      }
    }
}
