import StickerModel

/// What stops a run: a path, a configuration, a disk. A broken image is none: that is a finding.
public struct StickersError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Everything that is wrong, a sentence each; names of strangers in it are escaped.
  public let reasons: [String]

  init(_ reasons: [String]) { self.reasons = reasons }

  init(_ error: any Error) { self.init(CommandFailure(error).lines.map(\.text)) }

  /// The reasons, a line each.
  public var description: String { reasons.joined(separator: "\n") }
}
