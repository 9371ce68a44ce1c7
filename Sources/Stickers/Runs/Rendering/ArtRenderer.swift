package import StickerEngine
import StickerImage

/// Draws vector art and videos with programs that the user has installed. The programs are confined, and
/// their output is treated as untrusted.
package struct ArtRenderer: Sendable {
  /// A program that was found and has reported its version.
  package struct Tool: Hashable, Sendable {
    package let program: RenderingProgram
    let path: Path
    /// The version as the program prints it, such as `2.54.7`. Untrusted text.
    package let version: String
    /// The program that reports the frame times of a video; nil for drawings.
    let videoProbePath: Path?

    /// The name and version, as shown in notes.
    package var displayText: String { "\(program.rawValue) \(UntrustedText(version).displayText)" }
  }

  package let tools: [Tool]
  /// A note about the confinement mechanisms that are missing on this system; nil if none is missing.
  package let missingConfinementNote: String?
  /// The maximum number of seconds that a program may take for one file.
  var timeoutSeconds = 90

  /// Finds the programs and asks for their versions.
  ///
  /// - Throws: `CommandError` if a program is not installed or does not answer.
  package init(_ programs: [RenderingProgram]) throws(CommandError) {
    var (tools, missing) = ([Tool](), String?.none)
    for program in programs where !tools.contains(where: { $0.program == program }) {
      guard let path = programPath(named: program.rawValue) else {
        throw CommandError("\(program.rawValue) is not installed. Install it, or choose another program.")
      }
      let probe = program == .ffmpeg ? programPath(named: "ffprobe") : nil
      guard program != .ffmpeg || probe != nil else {
        throw CommandError("ffprobe is not installed. It comes with ffmpeg.")
      }
      let outcome = Self.run(
        path, [program == .ffmpeg ? "-version" : "--version"], input: [], maxOutputBytes: 1 << 16, seconds: 20
      )
      guard case .success(let answer) = outcome, let version = Self.version(in: answer.output) else {
        let reason =
          if case .failure(let failure) = outcome { failure.message } else { "it printed none" }
        throw CommandError("\(program.rawValue) did not report its version: \(reason). Install it again.")
      }
      missing = answer.confinement.missingMechanismsText
      tools.append(Tool(program: program, path: path, version: version, videoProbePath: probe))
    }
    self.tools = tools
    missingConfinementNote = missing.map { "programs that draw art are not completely confined (\($0))" }
  }

  /// The formats that the programs draw.
  package var formats: Set<ExternallyRenderedFormat> { Set(tools.map(\.program.inputFormat)) }

  /// The program that draws a file; nil if the file needs none, or if none is set for its format.
  func tool(for bytes: [UInt8]) -> Tool? {
    guard case .foreign(let format) = SniffedFormat(of: bytes),
      let rendered = ExternallyRenderedFormat(format)
    else {
      return nil
    }
    return tools.first { $0.program.inputFormat == rendered }
  }

  /// Draws a file as a PNG or APNG.
  ///
  /// - Parameter canvas: the canvas that the art must fit on. Art is drawn as large as possible.
  /// - Throws: a diagnostic with the program and the reason, in one line.
  func renderedPNGOrAPNG(of bytes: [UInt8], with tool: Tool, scaledToFit canvas: PixelSize) throws(Diagnostic)
    -> [UInt8]
  {
    let picture: EditableImage
    switch tool.program.inputFormat {
    case .svg:
      guard let size = SVGIntrinsicAspectRatio(of: bytes) else {
        throw Diagnostic("the drawing has no size. Add a viewBox to its svg element")
      }
      let bitmap = try renderedSVGBitmap(of: bytes, with: tool, size.fitted(to: canvas))
      picture = EditableImage([Frame(bitmap)], plays: nil, chunks: PreservedChunks())
    case .video:
      let frames = try videoFrames(of: bytes, with: tool, scaledToFit: canvas)
      picture = EditableImage(
        frames.count == 1 ? [Frame(frames[0].bitmap)] : frames, plays: frames.count == 1 ? nil : 0,
        chunks: PreservedChunks())
    }
    do throws(InternalError) { return try picture.verifiedPNGOrGIF(.fast) } catch {
      throw Diagnostic("encoding failed: \(error.reason)")
    }
  }

  /// Draws an SVG at an exact size.
  func renderedSVGBitmap(of bytes: [UInt8], with tool: Tool, _ size: PixelSize) throws(Diagnostic) -> Bitmap {
    let (width, height) = (String(size.width), String(size.height))
    let arguments =
      switch tool.program {
      case .rsvgConvert: ["-f", "png", "-w", width, "-h", height]
      case .resvg: ["-w", width, "-h", height, "-", "-c"]
      case .inkscape:
        ["--pipe", "--export-type=png", "--export-filename=-", "-w", width, "-h", height]
      case .ffmpeg: [String]()
      }
    // A PNG is hardly larger than its uncompressed pixels.
    let most = size.area * 5 + (1 << 16)
    let outcome = try toolOutput(tool.path, arguments, bytes, maxOutputBytes: most, named: tool)
    guard case .image(.png) = SniffedFormat(of: outcome) else { throw tool.fault("did not write a PNG") }
    var budget = DecodingBudget.standard
    budget.formats = FormatSet(.png)
    let image: Image
    do throws(ImageError) { image = try Image(decoding: outcome, budget: budget) } catch {
      throw tool.fault("wrote a damaged PNG: \(error)")
    }
    let bitmap = image.frames[0].bitmap
    guard bitmap.size == size else { throw tool.fault("drew \(bitmap.size) instead of \(size)") }
    try throwIfNothingDrawn(isEmpty: bitmap.isFullyTransparent, tool)
    return bitmap
  }

  private func videoFrames(
    of bytes: [UInt8], with tool: Tool, scaledToFit canvas: PixelSize
  ) throws(Diagnostic) -> [Frame] {
    guard let probe = tool.videoProbePath else { throw tool.fault("has no ffprobe") }
    let answer = try toolOutput(
      probe, VideoFacts.ffprobeArguments, bytes, maxOutputBytes: VideoFacts.maxProbeOutputBytes, named: tool)
    let facts: VideoFacts
    do throws(Diagnostic) { facts = try VideoFacts(parsing: answer) } catch {
      throw tool.fault("cannot read the video: \(error.message)")
    }
    guard facts.codec != "hevc" else {
      throw Diagnostic(
        "this is an HEVC video, whose transparency ffmpeg drops. Export ProRes 4444 or PNG frames instead")
    }
    let size = facts.displaySize.scaled(toFit: canvas)
    let pixels = size.area * facts.delays.count
    guard pixels <= maxInMemoryAnimationPixels else {
      throw Diagnostic(
        "\(numberText(facts.delays.count)) frames of \(size) are too many (limit: "
          + "\(numberText(maxInMemoryAnimationPixels)) px). Shorten the video")
    }
    let arguments =
      [
        "-v", "error", "-hide_banner", "-nostdin", "-protocol_whitelist", "file,pipe", "-i",
        VideoFacts.inputPath, "-map", "0:v:0", "-fps_mode", "passthrough", "-threads", "2", "-filter_threads",
        "1", "-vf", "scale=\(size.width):\(size.height):flags=lanczos+accurate_rnd,format=rgba", "-f",
        "rawvideo", "-pix_fmt", "rgba", "pipe:1",
      ]
    let samples = try toolOutput(tool.path, arguments, bytes, maxOutputBytes: pixels * 4, named: tool)
    guard samples.count == pixels * 4 else {
      throw tool.fault(
        "wrote \(numberText(samples.count)) bytes instead of \(numberText(pixels * 4)) bytes")
    }
    let bytesPerFrame = size.area * 4
    let frames = facts.delays.indices.map { number in
      let bitmap = Bitmap(
        size, pixels: Array(samples[number * bytesPerFrame..<(number + 1) * bytesPerFrame]))
      return Frame(bitmap, delay: facts.delays[number])
    }
    try throwIfNothingDrawn(isEmpty: frames.allSatisfy(\.bitmap.isFullyTransparent), tool)
    return frames
  }

  /// Throws if the image is empty, because programs skip what they do not support and still report success.
  private func throwIfNothingDrawn(isEmpty: Bool, _ tool: Tool) throws(Diagnostic) {
    if isEmpty { throw tool.fault("drew nothing. Try another program, or export a PNG") }
  }

  private func toolOutput(
    _ path: Path, _ arguments: [String], _ bytes: [UInt8], maxOutputBytes most: Int, named tool: Tool
  ) throws(Diagnostic) -> [UInt8] {
    switch Self.run(path, arguments, input: bytes, maxOutputBytes: most, seconds: timeoutSeconds) {
    case .success(let answer): return answer.output
    case .failure(let failure): throw tool.fault(failure.message)
    }
  }

  /// The output of a program that reported success.
  private struct SuccessfulRun {
    let output: [UInt8]
    let confinement: Confinement
  }

  private static func run(
    _ path: Path, _ arguments: [String], input: [UInt8], maxOutputBytes: Int, seconds: Int
  ) -> Result<SuccessfulRun, Diagnostic> {
    let outcome: RenderingProgramOutcome
    do throws(SystemError) {
      outcome = try runRenderingProgram(
        RenderingProcess.command(for: path, arguments),
        environment: RenderingProcess.environment,
        input: input,
        maxOutputBytes: maxOutputBytes, maxSeconds: seconds)
    } catch { return .failure(Diagnostic("cannot be started: \(error.reason)")) }
    let (confinement, words) = confinementAndFirstErrorLine(outcome.errorOutputStart)
    switch outcome.termination {
    case .exited(0): return .success(SuccessfulRun(output: outcome.output, confinement: confinement))
    case .exited(let code):
      let reason = words.isEmpty ? "" : ": \(words)"
      return .failure(Diagnostic("failed with exit code \(code)\(reason)"))
    case .endedBySignal(let signal): return .failure(Diagnostic("crashed (signal \(signal))"))
    case .timedOut: return .failure(Diagnostic("took longer than \(seconds) seconds"))
    case .exceededOutputLimit:
      return .failure(Diagnostic("wrote more than \(numberText(maxOutputBytes)) bytes"))
    }
  }

  /// Splits standard error into the report of the confining process, and the program's first line.
  private static func confinementAndFirstErrorLine(_ bytes: [UInt8]) -> (Confinement, String) {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var confinement: Confinement = []
    if let first = lines.first, first.hasPrefix(RenderingProcess.confinementLinePrefix) {
      let value = UInt8(first.dropFirst(RenderingProcess.confinementLinePrefix.count)) ?? 0
      confinement = Confinement(rawValue: value)
      lines.removeFirst()
    }
    return (confinement, lines.first.map { UntrustedText(String($0.prefix(200))).displayText } ?? "")
  }

  /// The first word with a digit and a period in the first line, such as `2.54.7`.
  private static func version(in output: [UInt8]) -> String? {
    let line = String(decoding: output.prefix(400), as: UTF8.self).split(separator: "\n").first ?? ""
    return line.split(separator: " ").first { word in
      word.contains(".") && word.contains { $0.isNumber }
    }.map { String($0.prefix(40)) }
  }
}

extension ArtRenderer.Tool {
  /// A failure of the program, in one line.
  fileprivate func fault(_ reason: String) -> Diagnostic { Diagnostic("\(program.rawValue) \(reason)") }
}

extension Bitmap {
  fileprivate var isFullyTransparent: Bool {
    stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 0 }
  }
}
