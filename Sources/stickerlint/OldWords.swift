import Stickers

/// A command line in today's words: `lint --stream` and `pack --stream` are `stream lint` and `stream pack`
/// by now, and `lint --shard 2/7` is `shard 2/7`. Version 0.2.0 knows the old words no more.
func commandLine(_ arguments: [String]) -> [String] {
  let own = arguments.prefix { $0 != "--" }
  let command = own.first.flatMap { ["lint", "pack"].contains($0) ? $0 : nil }
  if command == nil, let word = own.first, !word.hasPrefix("-"), word == "stream" || word == "shard" {
    return arguments
  }
  let others = Array(own.dropFirst(command == nil ? 0 : 1))
  let files = Array(arguments.dropFirst(own.count))
  if let at = others.firstIndex(of: "--stream") {
    return ["stream", command ?? "lint"] + others[..<at] + others[(at + 1)...] + files
  }
  guard command != "pack", let at = others.firstIndex(where: { $0 == "--shard" || $0.hasPrefix("--shard=") })
  else { return arguments }
  if others[at] == "--shard" {
    guard at + 1 < others.count else { return arguments }
    return ["shard", others[at + 1]] + others[..<at] + others[(at + 2)...] + files
  }
  return ["shard", String(others[at].dropFirst("--shard=".count))] + others[..<at] + others[(at + 1)...]
    + files
}
