import Stickers

/// The words that the parser takes: an option with a value cannot be a flag as well, so `--isolate=required` is
/// `--isolate-required` to it; and old words become those of today.
func commandLine(_ arguments: [String]) -> [String] {
  let own = arguments.prefix { $0 != "--" }
  return newWords(
    own.map { $0 == "--isolate=required" ? "--isolate-required" : $0 } + arguments[own.endIndex...])
}

/// A command line in today's words: `lint --stream` and `pack --stream` are `stream lint` and `stream pack`
/// by now, and `lint --shard 2/7` is `shard 2/7`. Version 0.2.0 knows the old words no more.
private func newWords(_ arguments: [String]) -> [String] {
  let own = arguments.prefix { $0 != "--" }
  guard let at = own.firstIndex(where: { $0 == "--stream" || $0 == "--shard" || $0.hasPrefix("--shard=") }),
    let first = own.first
  else { return arguments }
  let command = Stickerlint.commandNames.contains(first) ? first : nil
  guard [nil, "lint", "pack"].contains(command) else { return arguments }
  var others = arguments
  let word = others.remove(at: at)
  if command != nil { others.removeFirst() }
  if word == "--stream" { return ["stream", command ?? "lint"] + others }
  guard command != "pack" else { return arguments }
  if word.hasPrefix("--shard=") { return ["shard", String(word.dropFirst("--shard=".count))] + others }
  let part = at - (command == nil ? 0 : 1)
  guard at + 1 < own.count else { return arguments }
  return ["shard", others.remove(at: part)] + others
}
