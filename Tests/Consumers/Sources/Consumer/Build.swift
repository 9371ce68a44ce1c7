import Stickers

/// Builds a pack with its Xcode catalog. Returns the reasons if it cannot be built.
public func build(_ folder: String, into output: String) async throws -> [String] {
  switch await PackSource(folder).build(.init(variants: .all, includesXcodeProject: false)) {
  case .built(let pack): try pack.write(to: output)
  case .stopped(let reasons): return reasons
  }
  return []
}
