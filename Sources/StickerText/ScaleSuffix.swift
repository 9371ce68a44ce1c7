extension Path {
  /// The path without the `@1x`, `@2x` or `@3x` (capitals or not) behind its stem, and that scale; the path
  /// itself and nil where its name ends in none, or is nothing else.
  package var splitScale: (unscaled: Path, scale: Int?) {
    let (stem, name) = (stem.bytes, name.bytes)
    let suffix = String(decoding: stem.suffix(3), as: UTF8.self).lowercased()
    guard stem.count > 3, let scale = ["@1x": 1, "@2x": 2, "@3x": 3][suffix] else { return (self, nil) }
    let unscaled = Path(bytes: stem.dropLast(3) + name.dropFirst(stem.count))
    return (bytes.count == name.count ? unscaled : parent.appending(unscaled), scale)
  }
}

extension Sequence<Path> {
  /// The files that are a smaller size of another one, and that one: `wave.png`, `wave@1x.png` and
  /// `wave@2x.png` beside `wave@3x.png`. An export without a suffix is @1x.
  package func smallerSizes() -> [Path: Path] {
    var (originals, smaller): ([Path: Path], [Path: Path]) = ([:], [:])
    for path in self {
      let split = path.splitScale
      if split.scale == 3 { originals[split.unscaled] = path }
    }
    guard !originals.isEmpty else { return [:] }
    for path in self {
      let split = path.splitScale
      if split.scale != 3, let original = originals[split.unscaled] { smaller[path] = original }
    }
    return smaller
  }
}

/// A file's name without its extension and a trailing `@3x`; bytes that are not UTF-8 are replaced by U+FFFD.
package func nameWithoutScale(of file: Path) -> String {
  let (unscaled, scale) = file.splitScale
  return String(decoding: (scale == 3 ? unscaled : file).stem.bytes, as: UTF8.self)
}
