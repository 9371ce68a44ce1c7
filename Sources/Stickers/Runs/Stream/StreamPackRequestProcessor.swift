import StickerEngine
import StickerImage

/// Builds a pack from each record.
package struct StreamPackRequestProcessor {
  private let builder: RecordPackBuilder
  private var recordConfigurations: RecordConfigurations
  private let reservations = OutputReservations()

  /// A record that is being processed.
  struct Job: Sendable {
    let recordNumber: Int
    let id: JSON?
    let buildJob: Result<RecordBuildJob, Diagnostic>
  }

  package init(_ builder: RecordPackBuilder) throws {
    self.builder = builder
    recordConfigurations = try RecordConfigurations(builder.inProcessBuilder, isIsolated: builder.isIsolated)
  }

  /// Reads records until standard input ends.
  package mutating func run(jobs: Int, endsWithNUL: Bool) async throws -> RecordStreamOutcome {
    let stream = RecordStream(maxRecordBytes: maxRecordBytes, endsWithNUL: endsWithNUL, jobs: jobs)
    return try await stream.run { record, number, isAwaited in
      if isAwaited { recordConfigurations.invalidateSearches() }
      return job(record, number)
    } _: { [builder, reservations] job in
      await answer(job, builder, reservations)
    }
  }

  private mutating func job(_ record: RecordReader.Record, _ number: Int) -> Job {
    do throws(Diagnostic) {
      let record = try StreamPackRequest(parsing: bytesWithinLimit(of: record), maxBytes: maxRecordBytes)
      return Job(recordNumber: number, id: record.id, buildJob: .success(try buildJob(for: record)))
    } catch {
      return Job(recordNumber: number, id: error.stickerOrRecordID, buildJob: .failure(error))
    }
  }

  private func bytesWithinLimit(of record: RecordReader.Record) throws(Diagnostic) -> [UInt8] {
    guard case .bytes(let bytes) = record else {
      throw Diagnostic("the record is too large (limit: \(numberText(maxRecordBytes)) bytes)")
    }
    return bytes
  }

  private mutating func buildJob(for record: StreamPackRequest) throws(Diagnostic) -> RecordBuildJob {
    guard record.outputSubfolder == nil || builder.inProcessBuilder.outputFolder != nil else {
      let flag = InterfaceSpecificPhrase.outputFolderOption.commandLineWording
      throw Diagnostic("output requires \(flag), the folder for all packs", record: record.id)
    }
    do {
      return try recordConfigurations.buildJob(for: record)
    } catch {
      let reason = CommandError(error).problemMessages.joinedWithSemicolons.commandLineText
      throw Diagnostic("\(reason)", record: record.id, file: record.source)
    }
  }
}

private func answer(
  _ job: StreamPackRequestProcessor.Job, _ builder: RecordPackBuilder, _ reservations: OutputReservations
) async -> RecordStream.Answer {
  func failed(
    _ path: Path?, _ lines: [String], _ meaning: RecordStream.Answer.Status
  ) -> RecordStream.Answer {
    let message = lines.joined(separator: "; ")
    return .init(
      StreamAnswer.failed(path, message).jsonLine(recordNumber: job.recordNumber, id: job.id), status: meaning
    )
  }
  let (work, build): (RecordBuildJob, InProcessRecordPackBuilder)
  switch job.buildJob {
  case .success(let found): (work, build) = (found, builder.inProcessBuilder)
  case .failure(let fault):
    _ = await reservations.reserveInOrderReturningConflict(.init(), for: job.recordNumber)
    return failed(fault.file, [fault.message], .errorAnswer)
  }
  let source = work.record.source
  let built = await builder.build(work)
  var claim = OutputReservations.Claim(appBundleIdentifierOrName: built.appBundleIdentifierOrName)
  if build.outputFolder != nil {
    claim.outputSubfolder =
      built.name.map { build.outputSubfolder(of: work.record, named: $0) } ?? work.record.outputSubfolder
  }
  if let conflict = await reservations.reserveInOrderReturningConflict(claim, for: job.recordNumber) {
    return failed(source, [conflict], .errorAnswer)
  }
  let reasons = built.outcome.reasonsAssumingNoPack.map(\.text)
  switch built.outcome {
  case .failed: return failed(source, reasons, .errorAnswer)
  case .internalError(let message): return failed(source, reasons, .internalError(message))
  case .completed, .stoppedByFindingsOrDifferences:
    do {
      let line = try build.writeOrArchive(built, toSubfolder: claim.outputSubfolder).jsonLine(
        recordNumber: job.recordNumber, id: job.id, builder.isolation)
      return .init(line, status: built.outcome == .completed ? .passes : .fails)
    } catch {
      return failed(source, CommandError(error).commandLineText, .errorAnswer)
    }
  }
}

/// The maximum size of a record in bytes: a pack of 96 MiB in Base64.
private let maxRecordBytes = 128 << 20

/// The outputs and apps that the records of one run have reserved. Records make their reservations in order,
/// regardless of which pack is built first, so that the same records always get the same answers.
///
/// To save memory, only the hash of each path is kept.
actor OutputReservations {
  private var nextRecordNumber = 1
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var reservedFolders: Set<XXH3Digest> = []
  /// Digests of the folders above the outputs.
  private var parentFolders: Set<XXH3Digest> = []
  private var apps: Set<XXH3Digest> = []

  /// The resources that one record needs.
  struct Claim: Sendable {
    /// The folder of the pack, relative to the folder of all packs.
    var outputSubfolder: Path?
    /// The identity of the pack's app.
    var appBundleIdentifierOrName: String?
  }

  /// Waits until all earlier records have made their reservations, and then makes the reservation of this
  /// record. Call this once for every record, even if it claims nothing.
  ///
  /// - Parameter record: the number of the record, starting at 1.
  /// - Returns: the reason why the claim conflicts with an earlier one; nil if the claim is reserved.
  func reserveInOrderReturningConflict(_ claim: Claim, for record: Int) async -> String? {
    if record != nextRecordNumber { await withCheckedContinuation { waiting[record] = $0 } }
    defer {
      nextRecordNumber += 1
      waiting.removeValue(forKey: nextRecordNumber)?.resume()
    }
    if let output = claim.outputSubfolder, let conflict = reserveReturningConflict(output) { return conflict }
    if let app = claim.appBundleIdentifierOrName, !apps.insert(XXH3Digest(of: Array(app.utf8))).inserted {
      return
        "an earlier record builds the same app, \(UntrustedText(app).displayText). Give each pack its own name "
        + "and bundle-identifier in a stickerpack.yml."
    }
    return nil
  }

  private func reserveReturningConflict(_ output: Path) -> String? {
    let own = sameFolderDigest(of: output)
    var above: [XXH3Digest] = []
    var folder = output
    while folder.parent != Path(".") {
      folder = folder.parent
      above.append(sameFolderDigest(of: folder))
    }
    if above.contains(where: reservedFolders.contains) {
      return "\(output.displayText) is inside the output of an earlier record. Choose another output."
    }
    if parentFolders.contains(own) {
      return "\(output.displayText) contains the output of an earlier record. Choose another output."
    }
    guard reservedFolders.insert(own).inserted else {
      return "\(output.displayText) is the output of an earlier record. Choose another output."
    }
    parentFolders.formUnion(above)
    return nil
  }

  /// A digest that is equal for paths that the system treats as the same folder.
  private func sameFolderDigest(of output: Path) -> XXH3Digest {
    #if os(macOS)
      if let text = output.text { return XXH3Digest(of: Array(text.uppercased().lowercased().utf8)) }
    #endif
    return XXH3Digest(of: output.bytes)
  }
}
