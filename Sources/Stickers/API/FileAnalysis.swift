import StickerEngine
public import StickerImage

/// The purpose of a file, which determines which rules run.
public enum FileRole: String, Hashable, Sendable, Codable, CaseIterable {
  /// A sticker image that people send.
  case sticker
  /// A frame of a frame sequence.
  case frame
  /// An icon of the pack.
  case icon
  /// The image of an interactive message.
  case messageImage = "message-image"

  init(_ role: AssetRole) {
    switch role {
    case .sticker: self = .sticker
    case .frame: self = .frame
    case .icon: self = .icon
    case .messageImage: self = .messageImage
    }
  }

  var assetRole: AssetRole {
    switch self {
    case .sticker: .sticker
    case .frame: .frame
    case .icon: .icon
    case .messageImage: .messageImage
    }
  }
}

/// The results of checking one file.
public struct FileAnalysis: Hashable, Sendable, Codable {
  /// The path; relative to the working folder if the caller passed a relative path.
  public let path: String
  /// The last component of the path.
  public var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// The purpose of the file.
  public let role: FileRole
  /// The size of the file in bytes; nil if it could not be read.
  public let byteCount: Int?
  /// The format according to the file's contents; nil if this library cannot decode it.
  public let format: ImageFormat?
  /// The width of the canvas in pixels; nil if it could not be read.
  public let width: Int?
  /// The height of the canvas in pixels; nil if it could not be read.
  public let height: Int?
  /// The number of frames; 1 for a still.
  public let frameCount: Int
  /// The findings on the file, in rule order. Findings that compare files are only in a ``LintReport``.
  public let findings: [LintReport.Finding]

  init(_ analysis: AssetAnalysis) {
    path = analysis.path.textOrDisplayText
    role = FileRole(analysis.role)
    byteCount = analysis.facts.byteCount
    format = analysis.facts.format
    width = analysis.facts.canvas?.width
    height = analysis.facts.canvas?.height
    frameCount = analysis.facts.frameCount
    findings = analysis.findings.map { LintReport.Finding($0) }
  }

  /// The analysis in the form that reports need.
  var assetAnalysis: AssetAnalysis {
    let canvas = width.flatMap { width in height.map { PixelSize(width, $0) } }
    return AssetAnalysis(
      fromReportOf: Path(path), role.assetRole, byteCount: byteCount, format: format, canvas: canvas,
      frameCount: frameCount, findings: findings.map(\.engineFinding))
  }
}

extension ImageFormat: Codable {}
