import StickerEngine
public import StickerImage

/// Describes images: frames, delays, color, chunks and damage. Runs no rules.
public struct ImageInspector: Sendable {
  /// An image to describe.
  public enum Source: Hashable, Sendable {
    /// A file.
    case file(BytePath)
    /// One image from standard input, with a name for the description.
    case standardInput(named: BytePath)
    /// An image in memory, with a name for the description.
    case data([UInt8], named: BytePath)
  }

  /// Whether to decode every frame, and add the SHA-256 of its RGBA pixels.
  public var hashesFrames = false
  /// Whether to keep every composited frame as a PNG.
  public var keepsFrames = false
  private let budget: DecodingBudget
  private let service: any ImageService

  /// Creates an inspector without reading any files.
  ///
  /// - Parameters:
  ///   - budget: the limits for reading. The machine's policy can lower them.
  ///   - sandbox: the worker processes that decode pixels; nil to decode them in this process. Headers are
  ///     always read in this process.
  ///   - noteHandler: receives a note if the sandbox lacks a protection.
  /// - Throws: `StickersError` if the sandbox is required but not available, or the machine's policy requires one and
  ///   `sandbox` is nil.
  public init(
    budget: DecodingBudget = .standard, sandbox: Sandbox? = nil, noteHandler: NoteHandler? = nil
  ) throws(StickersError) {
    var work = Sandbox.WorkOptions(jobs: 1, noteHandler: noteHandler)
    work.analyzes = false
    do throws(CommandError) {
      let policy = try MachinePolicy.currentWithEnvironment()
      if sandbox == nil { try policy.ensureUnisolatedReadingAllowed(by: "the library") }
      self.budget = policy.capped(budget)
      service = try Sandbox.imageService(sandbox, work)
    } catch { throw StickersError(error) }
  }

  /// Describes images, in order.
  ///
  /// - Throws: `StickersError` if a file does not exist, or a worker process cannot be started. A file that is
  ///   damaged or not an image has a description that says so.
  public func inspect(_ sources: [Source]) async throws(StickersError) -> [ImageDetails] {
    var all: [ImageDetails] = []
    do {
      try ReadOnlyFileSystem.disk.ensureExist(
        sources.compactMap { if case .file(let path) = $0 { path.path } else { nil } })
      for source in sources {
        try Task.checkCancellation()
        all.append(try await inspect(source))
      }
    } catch { throw StickersError(error) }
    return all
  }

  private func inspect(_ source: Source) async throws -> ImageDetails {
    let (path, outcome) = read(source)
    let (content, bytes, length) = parsedContent(of: outcome, budget: budget)
    guard case .image(let container) = content, hashesFrames || keepsFrames else {
      return ImageDetails(ImageInfo(path: path, byteCount: length, content: content), path)
    }
    let request = FrameDecodingRequest(wantsDigests: hashesFrames, wantsImages: keepsFrames)
    let configuration = Configuration(rules: [], budget: budget)
    switch await service.decodeFrames(request, of: bytes, container, configuration) {
    case .answered(let frames):
      if let defect = frames.encodingFailure { throw InternalError("\(path.displayText): \(defect)") }
      let info = ImageInfo(
        path: path, byteCount: length, content: content, pixelDamage: frames.damage,
        frameDigests: frames.digests)
      return ImageDetails(info, path, frames: frames.pngFiles ?? [])
    case .failed(let failure):
      let reason = failure.message(during: "decoding it", consequence: "it cannot be decoded").commandLineText
      return ImageDetails(ImageInfo(path: path, byteCount: length, content: .fileUnreadable(reason)), path)
    case .unavailable(let reason): throw CommandError("\(path.displayText) was not decoded: \(reason)")
    }
  }

  private func read(_ source: Source) -> (path: Path, outcome: ReadOutcome) {
    switch source {
    case .file(let path):
      (
        path.path,
        ReadOnlyFileSystem.disk.readWholeFile(path.path, maxFileBytes: budget.fileBytes, follow: true)
      )
    case .standardInput(let name): (name.path, readWholeStandardInput(maxBytes: budget.fileBytes))
    case .data(let bytes, let name):
      (name.path, bytes.count > budget.fileBytes ? .tooLarge(bytes.count) : .bytes(bytes))
    }
  }
}

/// The description of an image. See ``ImageInspector``.
public struct ImageDetails: Sendable {
  /// Whether the file is an undamaged image that is within all limits.
  public let isValidImage: Bool
  /// The composited frames as PNG files; empty unless ``ImageInspector/keepsFrames`` is set.
  public let frames: [[UInt8]]
  /// A file name for each of the frames, such as `wave-001.png`.
  public let frameFileNames: [String]
  private let info: ImageInfo

  init(_ info: ImageInfo, _ path: Path, frames: [[UInt8]] = []) {
    isValidImage = info.isValidImage
    self.frames = frames
    frameFileNames = frames.indices.map { index in
      let digits = "\(index + 1)"
      let number = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      return "\(path.stem.displayText)-\(number).png"
    }
    self.info = info
  }

  /// Returns descriptions as human-readable text.
  public static func text(_ images: [ImageDetails]) -> String { infoText(images.map(\.info)) }

  /// Returns descriptions as JSON (`docs/schemas`).
  public static func json(_ images: [ImageDetails]) -> String { infoJSON(images.map(\.info)) }

  /// Writes all frames to a new folder, completely or not at all.
  ///
  /// - Throws: `StickersError` if the folder exists, two frames have the same name, or a file cannot be
  ///   written.
  public static func writeFrames(of images: [ImageDetails], toNewFolder folder: BytePath)
    throws(StickersError)
  {
    var files = FileTree()
    for (name, frame) in images.flatMap({ zip($0.frameFileNames, $0.frames) }) {
      guard files[name] == nil else {
        throw .invalidRequest(["two frames have the name \(name). Write the frames of one file at a time."])
      }
      files[name] = frame
    }
    do { try FileWriter.shared.writeTree(files, to: folder.path, replacing: .nothing) } catch {
      throw StickersError(error)
    }
  }
}

extension DecodingBudget {
  /// Sets a limit from text, such as an argument of a command.
  ///
  /// - Parameters:
  ///   - name: the name of the limit, such as `canvas-pixels`.
  ///   - value: a whole number.
  /// - Throws: `StickersError.invalidRequest` if there is no such limit, or the value is invalid.
  public mutating func setLimit(_ name: String, to value: String) throws(StickersError) {
    do throws(CommandError) { try set(name, to: value) } catch { throw StickersError(error) }
  }
}
