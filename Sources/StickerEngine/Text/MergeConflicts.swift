extension [UInt8] {
  /// Whether a line starts as git marks the first of two conflicting versions.
  package var hasMergeConflictMarker: Bool {
    let marker = Array("<<<<<<< ".utf8)
    return starts(with: marker)
      || indices.contains { self[$0] == UInt8(ascii: "\n") && self[($0 + 1)...].starts(with: marker) }
  }
}
